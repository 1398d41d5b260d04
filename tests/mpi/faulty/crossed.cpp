// Faults that show only where several features of a call meet: one row per fault.
#include <algorithm>
#include <map>
#include <mutex>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/shim.hpp"

namespace tutti::faulty {
namespace {

using conform::Form;
using conform::Procedure;
using enum conform::Form;
using enum conform::Procedure;

int ranks(const Call& c) { return size_of(c.comm); }
bool on_one_group(const Call& c) { return !inter(c.comm); }
bool is_last_root(const Call& c) { return c.root == ranks(c) - 1; }
bool is_middle_root(const Call& c) { return c.root == ranks(c) / 2; }
bool on_a_duplicate(const Call& c) {
  int how = MPI_UNEQUAL;
  if (on_one_group(c)) PMPI_Comm_compare(c.comm, MPI_COMM_WORLD, &how);
  return how == MPI_CONGRUENT;
}
int duplicates = 0;
std::vector<MPI_Comm> behind_the_40th;

bool on_a_part(const Call& c) { return on_one_group(c) && ranks(c) > 1 && ranks(c) < size_of(MPI_COMM_WORLD); }
bool on_reversed_ranks(const Call& c) {
  return on_one_group(c) && ranks(c) > 1 && ranks(c) == size_of(MPI_COMM_WORLD) &&
         rank_in(c.comm) != rank_in(MPI_COMM_WORLD) && rank_in(c.comm) == ranks(c) - 1 - rank_in(MPI_COMM_WORLD);
}
/// The ranks of the world, each a place further on.
bool on_turned_ranks(const Call& c) {
  const int p = size_of(MPI_COMM_WORLD);
  return on_one_group(c) && p > 2 && ranks(c) == p && (rank_in(c.comm) + 1) % p == rank_in(MPI_COMM_WORLD);
}
/// Of at least two ranks that stand side by side in the world.
bool on_a_stretch(const Call& c) {
  if (!on_a_part(c)) return false;
  MPI_Group world, part;
  PMPI_Comm_group(MPI_COMM_WORLD, &world), PMPI_Comm_group(c.comm, &part);
  const int ends[] = {0, 1};
  int in_world[2];
  PMPI_Group_translate_ranks(part, 2, ends, world, in_world);
  PMPI_Group_free(&world), PMPI_Group_free(&part);
  return in_world[1] == in_world[0] + 1;
}
bool to_one_rank(const Call& c) {
  int remote = 0;
  if (inter(c.comm)) PMPI_Comm_remote_size(c.comm, &remote);
  return remote == 1 && size_of(c.comm) > 1;
}
bool on_topology(const Call& c, int which) {
  int kind = MPI_UNDEFINED;
  if (on_one_group(c)) PMPI_Topo_test(c.comm, &kind);
  return kind == which;
}
bool has_weights(const Call& c) {
  int in = 0, out = 0, weighted = 0;
  if (on_topology(c, MPI_DIST_GRAPH)) PMPI_Dist_graph_neighbors_count(c.comm, &in, &out, &weighted);
  return weighted != 0;
}
bool has_gaps(MPI_Datatype type) { return bytes_in(1, type) != extent_of(type); }
bool is_users(MPI_Op op) {
  constexpr MPI_Op predefined[] = {MPI_MAX, MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,
                                   MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC};
  return std::find(std::begin(predefined), std::end(predefined), op) == std::end(predefined);
}

/// In each group of each node so many ranks, in the order of the first of them; on one group and of a blocking call
/// alone, as it is collective.
std::vector<int> ranks_on_nodes(const Call& c) {
  if (c.form != blocking || !on_one_group(c)) return {};
  std::map<int, int> on;
  for (const int node : nodes_of(c.comm)) ++on[node];
  std::vector<int> all;
  for (const auto& [node, number] : on) all.push_back(number);
  return all;
}
bool root_is_not_first_on_its_node(const Call& c) {
  if (c.form != blocking || !on_one_group(c)) return false;
  const auto node = nodes_of(c.comm);
  const bool several = std::any_of(node.begin(), node.end(), [](int n) { return n != 0; });
  return several && node[static_cast<std::size_t>(c.root)] != c.root;
}

/// Elements in all blocks, and their bytes.
MPI_Aint elements(const Call& c) {
  const bool blocks = c.procedure == gather || c.procedure == allgather || c.procedure == alltoall;
  int remote = 1;
  if (inter(c.comm)) PMPI_Comm_remote_size(c.comm, &remote);
  return c.count * (!blocks ? 1 : inter(c.comm) ? remote : ranks(c));
}
MPI_Aint bytes(const Call& c) { return elements(c) * bytes_in(1, c.type); }
MPI_Aint last_element(const Call& c) { return elements(c) - 1; }

// ---- what was called before on the communicator, or is pending

struct History {
  Procedure last = barrier;
  int calls = 0;    ///< of the procedure of the fault
  int pending = 0;  ///< calls of MPI_Ialltoall
};
std::mutex one_at_a_time;
std::map<MPI_Comm, History> histories;

/// What `use` makes of the history of that communicator, by one thread at a time.
template <class Use>
int with_history(MPI_Comm comm, Use use) {
  const std::lock_guard lock(one_at_a_time);
  return use(histories[comm]);
}
int calls_on(const Call& c) {
  return with_history(c.comm, [](History& h) { return ++h.calls; });
}
bool is_right_after(const Call& c, Procedure p) {
  return with_history(c.comm, [p](const History& h) { return h.last == p; });
}

bool is_tool_open = false, was_tool_closed = false;

// ---- when ranks have entered

thread_local double entry = 0;

struct Entries {
  double own_root = 0, first = 0, last = 0;  ///< seconds; those of the ranks that are not the root
};

/// Collective; of one group.
Entries entries(const Call& c) {
  std::vector<double> all(static_cast<std::size_t>(ranks(c)));
  PMPI_Allgather(&entry, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, c.comm);
  const double root = all[static_cast<std::size_t>(c.root)];
  all.erase(all.begin() + c.root);
  return {root, *std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}
constexpr double a_while = 1e-3;
bool is_root_late(const Call& c) {
  if (!on_one_group(c) || ranks(c) < 2) return false;
  const auto e = entries(c);
  return e.own_root > e.last + a_while;
}
bool is_root_early(const Call& c) {
  if (!on_one_group(c) || ranks(c) < 2) return false;
  const auto e = entries(c);
  return e.own_root + a_while < e.first;
}

// ---- datatypes

/// Collective; for calls with a count and a type that all ranks name alike.
bool layouts_differ(const Call& c) {
  if (!on_one_group(c) || c.type == MPI_DATATYPE_NULL) return false;
  const MPI_Aint own = extent_of(c.type);
  MPI_Aint extremes[2] = {own, -own}, of_all[2];
  PMPI_Allreduce(extremes, of_all, 2, MPI_AINT, MPI_MAX, c.comm);
  return of_all[0] != -of_all[1];
}
bool is_packed(const Call& c) { return bytes_in(1, c.type) == 13 && extent_of(c.type) == 13; }
bool is_odd(const Call& c) {
  MPI_Aint lower = 0, extent = 0;
  if (c.type != MPI_DATATYPE_NULL) PMPI_Type_get_true_extent(c.type, &lower, &extent);
  return lower % 2 != 0;
}
bool is_made_by(const Call& c, int constructor) {
  int integers, addresses, types, combiner = MPI_COMBINER_NAMED;
  if (c.type != MPI_DATATYPE_NULL) PMPI_Type_get_envelope(c.type, &integers, &addresses, &types, &combiner);
  return combiner == constructor;
}

struct CrossedFault {
  std::string_view name;
  Procedure procedure;
  Form form;
  bool (*shows)(const Call&);
  MPI_Aint (*where)(const Call&) = last_element;  ///< which element is wrong then
};

const CrossedFault crossed_faults[] = {
    // Sizes with roots, communicators, and in place.
    {"bcast-wrong-at-the-second-segment-of-16-KiB", bcast, blocking,
     [](const Call& c) { return bytes(c) > 16384 && c.root != 0; },
     [](const Call& c) { return MPI_Aint{16384} / std::max(1, bytes_in(1, c.type)); }},
    {"bcast-wrong-on-a-duplicate-above-8192-bytes", bcast, blocking,
     [](const Call& c) { return on_a_duplicate(c) && bytes(c) > 8192; }},
    {"inter-bcast-wrong-above-12288-bytes", bcast, blocking,
     [](const Call& c) { return !on_one_group(c) && bytes(c) > 12288; }},
    {"ibcast-wrong-above-65536-bytes-from-other-roots", bcast, nonblocking,
     [](const Call& c) { return c.root != 0 && bytes(c) > 65536; }},
    {"persistent-bcast-wrong-from-the-last-root", bcast, persistent, is_last_root},
    {"reduce-wrong-at-the-last-root-for-odd-counts", reduce, blocking,
     [](const Call& c) { return ranks(c) > 2 && is_last_root(c) && c.count % 2 != 0; }},
    {"ireduce-of-users-operators-wrong-above-2048-bytes", reduce, nonblocking,
     [](const Call& c) { return is_users(c.op) && bytes(c) > 2048; }},
    {"allreduce-in-place-wrong-above-4096-bytes", allreduce, blocking,
     [](const Call& c) { return c.in_place && bytes(c) > 4096; }},
    {"allreduce-wrong-at-one-above-a-power-of-two", allreduce, blocking,
     [](const Call& c) { return c.count > 16 && ((c.count - 1) & (c.count - 2)) == 0; }},
    {"iallreduce-wrong-in-place-on-a-part", allreduce, nonblocking,
     [](const Call& c) { return c.in_place && on_a_part(c); }},
    {"allreduce-wrong-on-a-grid", allreduce, blocking, [](const Call& c) { return on_topology(c, MPI_CART); }},
    {"scan-wrong-above-2048-bytes-on-reversed-ranks", scan, blocking,
     [](const Call& c) { return on_reversed_ranks(c) && bytes(c) > 2048; }},
    {"iscan-wrong-in-place", scan, nonblocking, [](const Call& c) { return c.in_place; }},
    {"exscan-wrong-in-place-on-a-duplicate", exscan, blocking,
     [](const Call& c) { return c.in_place && on_a_duplicate(c); }},
    {"scatter-wrong-from-the-middle-root-above-1024-bytes", scatter, blocking,
     [](const Call& c) { return ranks(c) > 2 && is_middle_root(c) && bytes(c) > 1024; }},
    {"igather-wrong-at-the-last-root-of-reversed-ranks", gather, nonblocking,
     [](const Call& c) { return is_last_root(c) && on_reversed_ranks(c); }},
    // Constructors of communicators.
    {"scan-wrong-on-ranks-turned-by-one", scan, blocking, on_turned_ranks},
    {"bcast-wrong-on-a-stretch-of-the-ranks", bcast, blocking, on_a_stretch},
    {"allgather-wrong-between-many-and-one", allgather, blocking, to_one_rank},
    {"allgather-wrong-on-a-graph-with-weights", allgather, blocking, has_weights},
    // Numbers of ranks.
    {"allgather-wrong-on-five-ranks", allgather, blocking,
     [](const Call& c) { return on_one_group(c) && ranks(c) == 5; }},
    {"alltoall-wrong-on-seven-ranks", alltoall, blocking,
     [](const Call& c) { return on_one_group(c) && ranks(c) == 7; }},
    // Datatypes and residues of counts.
    {"iallgather-of-gaps-wrong-above-4096-bytes", allgather, nonblocking,
     [](const Call& c) { return has_gaps(c.type) && bytes(c) > 4096; }},
    {"ialltoall-wrong-where-the-count-is-3-more-than-a-multiple-of-4", alltoall, nonblocking,
     [](const Call& c) { return c.count % 4 == 3; }},
    {"persistent-alltoall-in-place-wrong", alltoall, persistent, [](const Call& c) { return c.in_place; }},
    {"allgather-wrong-on-a-graph-in-place", allgather, blocking,
     [](const Call& c) { return c.in_place && on_topology(c, MPI_DIST_GRAPH); }},
    {"gather-of-packed-structs-wrong", gather, blocking, is_packed},
    {"ibcast-wrong-at-odd-addresses", bcast, nonblocking, is_odd},
    {"allgather-wrong-where-layouts-differ", allgather, blocking, layouts_differ},
    {"bcast-wrong-where-layouts-differ", bcast, blocking, layouts_differ},
    {"alltoall-wrong-where-layouts-differ", alltoall, blocking, layouts_differ},
    {"allreduce-of-long-elements-wrong", allreduce, blocking, [](const Call& c) { return extent_of(c.type) > 2048; }},
    {"reduce-of-elements-above-64-KiB-wrong-at-other-roots", reduce, blocking,
     [](const Call& c) { return c.root != 0 && extent_of(c.type) > 65536; }},
    {"allreduce-of-a-f90-real-wrong", allreduce, blocking,
     [](const Call& c) { return is_made_by(c, MPI_COMBINER_F90_REAL); }},
    {"reduce-of-a-f90-complex-wrong", reduce, blocking,
     [](const Call& c) { return is_made_by(c, MPI_COMBINER_F90_COMPLEX); }},
    {"scan-of-a-f90-integer-wrong", scan, blocking,
     [](const Call& c) { return is_made_by(c, MPI_COMBINER_F90_INTEGER); }},
    // What was called before.
    {"allreduce-wrong-from-the-100th-call-on-a-communicator", allreduce, blocking,
     [](const Call& c) { return calls_on(c) >= 100; }},
    {"bcast-wrong-at-each-64th-call-on-a-communicator", bcast, blocking,
     [](const Call& c) { return calls_on(c) % 64 == 0; }},
    {"ialltoall-wrong-from-the-200th-call-on-a-communicator", alltoall, nonblocking,
     [](const Call& c) { return calls_on(c) >= 200; }},
    {"allreduce-wrong-right-after-a-bcast", allreduce, blocking,
     [](const Call& c) { return is_right_after(c, bcast); }},
    {"reduce-wrong-while-an-ialltoall-is-pending", reduce, blocking,
     [](const Call& c) { return with_history(c.comm, [](const History& h) { return h.pending; }) > 0; }},
    {"allgather-wrong-on-a-duplicate-behind-the-40th", allgather, blocking,
     [](const Call& c) { return std::count(behind_the_40th.begin(), behind_the_40th.end(), c.comm) > 0; }},
    {"bcast-wrong-from-a-late-root", bcast, blocking, is_root_late},
    {"gather-wrong-at-an-early-root", gather, blocking, is_root_early},
    {"allreduce-wrong-where-rank-0-is-late", allreduce, blocking, is_root_late},
    {"allgather-wrong-while-a-tool-is-open", allgather, blocking, [](const Call&) { return is_tool_open; }},
    {"ireduce-wrong-while-a-tool-is-open", reduce, nonblocking, [](const Call&) { return is_tool_open; }},
    {"bcast-wrong-once-a-tool-was-closed", bcast, blocking, [](const Call&) { return was_tool_closed; }},
    // Nodes.
    {"allgather-wrong-on-nodes-of-unequal-sizes", allgather, blocking,
     [](const Call& c) {
       const auto on = ranks_on_nodes(c);
       return std::any_of(on.begin(), on.end(), [&](int n) { return n != on.front(); });
     }},
    {"alltoall-wrong-on-several-nodes-above-2048-bytes", alltoall, blocking,
     [](const Call& c) { return bytes(c) > 2048 && ranks_on_nodes(c).size() > 1; }},
    {"allreduce-wrong-on-three-nodes", allreduce, blocking,
     [](const Call& c) { return ranks_on_nodes(c).size() == 3; }},
    {"reduce-wrong-where-the-root-is-not-the-first-on-its-node", reduce, blocking, root_is_not_first_on_its_node},
};

/// The byte of the result that is wrong, where this rank has a result.
char* wrong_byte(const Call& c, MPI_Aint element) {
  const bool is_root = inter(c.comm) ? c.root == MPI_ROOT : rank_in(c.comm) == c.root;
  const bool is_idle = inter(c.comm) && c.root == MPI_PROC_NULL;
  const bool to_root = c.procedure == reduce || c.procedure == gather;
  if (c.receive == MPI_IN_PLACE || is_idle || (to_root && !is_root) || (c.procedure == bcast && is_root) ||
      (c.procedure == exscan && rank_in(c.comm) == 0) || elements(c) <= element || element < 0)
    return nullptr;
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_true_extent(c.type, &lower, &extent);
  return static_cast<char*>(at(c.receive, element, c.type)) + lower + extent - 1;
}

void spoil(char* byte) {
  if (byte) *byte = static_cast<char>(*byte ^ 0x40);
}

char* byte_to_spoil(const Call& c) {
  for (const auto& fault : crossed_faults)
    if (fault.procedure == c.procedure && fault.form == c.form && on(fault.name))
      return fault.shows(c) ? wrong_byte(c, fault.where(c)) : nullptr;
  return nullptr;
}

/// A call that has not been completed, and which byte of its result will be wrong.
struct Pending {
  Procedure procedure;
  MPI_Comm comm;
  Form form;
  char* byte = nullptr;
  bool at_second_start = false;
  int completions = 0;
};
std::mutex mutex;
std::map<MPI_Request, Pending> all_pending;

Pending pending_call(const Call& c) {
  Pending p{c.procedure, c.comm, c.form, byte_to_spoil(c)};
  const bool is_second = std::any_of(all_pending.begin(), all_pending.end(), [&](const auto& other) {
    return other.second.procedure == c.procedure && other.second.comm == c.comm;
  });
  if (is_second && c.procedure == allgather && c.form == nonblocking && on("second-iallgather-on-a-communicator-wrong"))
    p.byte = wrong_byte(c, last_element(c));
  const auto outstanding = std::count_if(all_pending.begin(), all_pending.end(), [&](const auto& other) {
    return other.second.procedure == bcast && other.second.comm == c.comm && other.second.form == nonblocking;
  });
  if (outstanding >= 16 && c.procedure == bcast && on("ibcast-wrong-with-sixteen-outstanding"))
    p.byte = wrong_byte(c, last_element(c));
  if (c.form == persistent && c.procedure == bcast && on("persistent-bcast-wrong-at-the-second-start")) {
    p.byte = wrong_byte(c, last_element(c));
    p.at_second_start = true;
  }
  return p;
}

}  // namespace

int returned(int result, const Call& c) {
  if (result != MPI_SUCCESS) return instead_of(result, c.procedure);
  if (!conform::communicates(c.procedure)) return result;
  spoil(byte_to_spoil(c));
  with_history(c.comm, [&](History& h) { return h.last = c.procedure, 0; });
  return result;
}

int started(int result, const Call& c, const MPI_Request* request) {
  if (result != MPI_SUCCESS) return instead_of(result, c.procedure);
  const std::lock_guard lock(mutex);
  all_pending[*request] = pending_call(c);
  if (c.procedure == alltoall && c.form == nonblocking) with_history(c.comm, [](History& h) { return ++h.pending; });
  return result;
}

void completed(const std::vector<MPI_Request>& requests) {
  const std::lock_guard lock(mutex);
  for (const auto request : requests) {
    const auto found = all_pending.find(request);
    if (found == all_pending.end()) continue;
    auto& pending = found->second;
    ++pending.completions;
    if (!pending.at_second_start || pending.completions % 2 == 0) spoil(pending.byte);
    if (pending.form == nonblocking && pending.procedure == alltoall)
      with_history(pending.comm, [](History& h) { return --h.pending; });
    if (pending.form == nonblocking) all_pending.erase(found);
  }
}

void duplicated_world(MPI_Comm duplicate) {
  if (++duplicates > 40) behind_the_40th.push_back(duplicate);
}

void entered() { entry = MPI_Wtime(); }

void opened_tool() { is_tool_open = true; }
void closed_tool() {
  is_tool_open = false;
  was_tool_closed = true;
}

void forgotten(MPI_Request request) {
  const std::lock_guard lock(mutex);
  all_pending.erase(request);
}

}  // namespace tutti::faulty
