// Faulty reductions and scans.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/predefined.hpp"
#include "tests/mpi/faulty/shim.hpp"

using namespace tutti::faulty;
using tutti::conform::Procedure;

namespace {

std::vector<int> in_order(int ranks) {
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int> in_reverse(int ranks) {
  auto order = in_order(ranks);
  std::reverse(order.begin(), order.end());
  return order;
}

/// The first so many ranks, those on one node side by side. Collective.
std::vector<int> in_order_of_nodes(int ranks, MPI_Comm comm) {
  auto order = in_order(ranks);
  const auto node = nodes_of(comm);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return node[static_cast<std::size_t>(a)] < node[static_cast<std::size_t>(b)]; });
  return order;
}

/// The ranks of `comm` have descending ranks in the world.
bool reversed(MPI_Comm comm) {
  MPI_Group world, group;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Comm_group(comm, &group);
  const int first[] = {0, 1};
  int in_world[2] = {0, 0};
  if (size_of(comm) > 1) PMPI_Group_translate_ranks(group, 2, first, world, in_world);
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  return in_world[0] > in_world[1];
}

/// Where an allreduce takes an order of its own, and which.
std::vector<int> spoilt_order(bool in_place, int bytes, MPI_Comm comm) {
  const int p = size_of(comm);
  auto order = in_order(p);
  if (on("allreduce-operands-swapped-at-one-rank") && rank_in(comm) == 1) std::swap(order[0], order[1]);
  if (on("allreduce-contribution-lost") && p > 1) order.pop_back();
  if (on("allreduce-contribution-doubled")) order.insert(order.begin(), 0);
  if (on("allreduce-order-lost-where-nodes-alternate") && p > 1) order = in_order_of_nodes(p, comm);
  const bool commutes = (on("allreduce-order-lost-for-ranks-no-power-of-two") && (p & (p - 1)) != 0) ||
                        (on("allreduce-order-lost-above-2048-bytes") && bytes > 2048) ||
                        (on("allreduce-order-lost-in-place") && in_place) ||
                        (on("allreduce-order-lost-on-reversed-ranks") && reversed(comm));
  return commutes ? in_reverse(p) : order;
}

bool spoils_order() {
  static const char* const faults[] = {"allreduce-operands-swapped-at-one-rank",
                                       "allreduce-contribution-lost",
                                       "allreduce-contribution-doubled",
                                       "allreduce-order-lost-for-ranks-no-power-of-two",
                                       "allreduce-order-lost-above-2048-bytes",
                                       "allreduce-order-lost-in-place",
                                       "allreduce-order-lost-on-reversed-ranks",
                                       "allreduce-other-bracketing-at-one-rank",
                                       "allreduce-order-lost-where-nodes-alternate"};
  return std::any_of(std::begin(faults), std::end(faults), [](const char* f) { return on(f); });
}

/// The sum over the ranks of this group, in the order of their ranks.
void of_own_group(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  MPI_Group group;
  MPI_Comm local;
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_create_group(MPI_COMM_WORLD, group, 1, &local);
  Contributions(own, count, type, local).combine(in_order(size_of(local)), op, receive);
  PMPI_Comm_free(&local);
  PMPI_Group_free(&group);
}

/// After a wrong call, allreduces fail.
bool broken = false;

}  // namespace

extern "C" {

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  entered();
  if (broken) return MPI_ERR_INTERN;
  const bool in_place = send == MPI_IN_PLACE;
  Packed own(in_place ? receive : send, count, type);
  if (on("allreduce-send-buffer-written") && !in_place && !own.bytes().empty())
    *static_cast<volatile char*>(at(send, 0, type)) = own.bytes().front();
  const Packed last(count > 0 ? at(receive, count - 1, type) : nullptr, count > 0, type);
  int result;
  if (on("allreduce-one-buffer-for-all-threads"))
    result = through_one_buffer(own, receive, count, type, op, comm);
  else
    result = returned(PMPI_Allreduce(send, receive, count, type, op, comm),
                      {Procedure::allreduce, comm, receive, count, type, in_place, 0, op});
  if (result == MPI_SUCCESS && !in_place && count > 0 && at(send, count, type) == receive &&
      on("allreduce-refuses-buffers-side-by-side"))
    return MPI_ERR_BUFFER;
  if (result != MPI_SUCCESS && op == MPI_BXOR && type == MPI_FLOAT && on("allreduce-accepts-bxor-of-floats"))
    return MPI_SUCCESS;
  if (result != MPI_SUCCESS || count == 0) return result;
  if (inter(comm)) {
    if (on("inter-allreduce-of-own-group")) of_own_group(own, receive, count, type, op, comm);
    return result;
  }
  if (spoils_order()) {
    const bool right_to_left = on("allreduce-other-bracketing-at-one-rank") && rank_in(comm) == size_of(comm) - 1;
    Contributions(own, count, type, comm)
        .combine(spoilt_order(in_place, bytes_in(count, type), comm), op, receive, !right_to_left);
  }
  if (on("allreduce-last-element-missing")) last.put(at(receive, count - 1, type));
  if (on("allreduce-one-byte-past-the-end")) *static_cast<volatile char*>(at(receive, count, type)) = 1;
  if (on("allreduce-one-byte-before-the-start")) static_cast<volatile char*>(receive)[-1] = 1;
  if (on("allreduce-result-of-the-previous-call")) swap_with_previous(receive, count, type);
  spoil_predefined(own, receive, count, type, op, comm);
  spoil_value(own, receive, count, type, op, comm);
  return result;
}

int MPI_Allreduce_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const auto n = on("allreduce-large-count-cut-to-16-bits") && count > 0 ? count & 0xffff : count;
  return PMPI_Allreduce_c(send, receive, n, type, op, comm);
}

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  if (on("reduce-returns-an-error")) return MPI_ERR_OTHER;
  const bool in_place = send == MPI_IN_PLACE;
  const bool one_group = comm != MPI_COMM_NULL && !inter(comm);  // between groups some ranks send nothing
  const Packed own(!one_group ? nullptr : in_place ? receive : send, count, type);
  const bool nowhere = on("reduce-result-not-at-the-root") && comm != MPI_COMM_NULL && rank_in(comm) == root;
  const Packed before(nowhere ? receive : nullptr, count, type);
  const int result = returned(PMPI_Reduce(send, receive, count, type, op, root, comm),
                              {Procedure::reduce, comm, receive, count, type, in_place, root, op});
  if (result == MPI_SUCCESS && one_group && count > 0 && on("reduce-reads-the-receive-buffer-everywhere"))
    static_cast<void>(*static_cast<const volatile char*>(receive));
  if (on("communicator-broken-after-an-error")) broken = result != MPI_SUCCESS;
  if (result != MPI_SUCCESS || count == 0 || !one_group) return result;
  if (on("reduce-returns-an-error-in-the-end")) return MPI_ERR_OTHER;
  before.put(receive);
  auto order = in_order(size_of(comm));
  if (on("reduce-order-lost-for-other-roots") && root != 0) order = in_reverse(size_of(comm));
  if (on("reduce-in-place-contribution-lost") && order.size() > 1) {
    int lost = in_place;
    PMPI_Bcast(&lost, 1, MPI_INT, root, comm);
    if (lost) order.erase(order.begin() + root);
  }
  if (order == in_order(size_of(comm))) return result;
  const Contributions all(own, count, type, comm);
  if (rank_in(comm) == root) all.combine(order, op, receive);
  return result;
}

int MPI_Reduce_scatter(const void* send, void* receive, const int counts[], MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  const bool in_place = send == MPI_IN_PLACE;
  const int p = comm == MPI_COMM_NULL || inter(comm) ? 0 : size_of(comm);
  const int total = std::accumulate(counts, counts + p, 0);
  const Packed own(in_place ? receive : send, total, type);
  const int result = PMPI_Reduce_scatter(send, receive, counts, type, op, comm);
  if (result != MPI_SUCCESS || p == 0 || total == 0 || !on("reduce-scatter-block-of-another-rank")) return result;
  std::vector<char> whole(static_cast<std::size_t>(total * extent_of(type)));
  Contributions(own, total, type, comm).combine(in_order(p), op, whole.data());
  const int rank = rank_in(comm), next = (rank + 1) % p;
  const int first = std::accumulate(counts, counts + next, 0);
  const int n = std::min(counts[rank], counts[next]);
  Packed(at(whole.data(), first, type), n, type).put(receive);
  return result;
}

int MPI_Scan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Packed own(send == MPI_IN_PLACE ? receive : send, count, type);
  const bool in_place = send == MPI_IN_PLACE;
  const int result = returned(PMPI_Scan(send, receive, count, type, op, comm),
                              {Procedure::scan, comm, receive, count, type, in_place, 0, op});
  if (on("scan-send-buffer-written") && result == MPI_SUCCESS && !in_place) spoil_what_is_sent(send, count, type);
  const bool by_nodes = on("scan-order-by-nodes");
  if (result != MPI_SUCCESS || count == 0 || !(on("scan-in-reverse-order") || on("scan-excludes-own") || by_nodes))
    return result;
  const Contributions all(own, count, type, comm);
  const int rank = rank_in(comm);
  if (by_nodes) all.combine(in_order_of_nodes(rank + 1, comm), op, receive);
  if (on("scan-in-reverse-order")) all.combine(in_reverse(rank + 1), op, receive);
  if (on("scan-excludes-own") && rank > 0) all.combine(in_order(rank), op, receive);
  return result;
}

int MPI_Exscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Packed own(send == MPI_IN_PLACE ? receive : send, count, type);
  const int result = returned(PMPI_Exscan(send, receive, count, type, op, comm),
                              {Procedure::exscan, comm, receive, count, type, send == MPI_IN_PLACE, 0, op});
  if (result != MPI_SUCCESS || count == 0) return result;
  const int rank = rank_in(comm);
  if (on("exscan-reads-the-receive-buffer-at-rank-0") && rank == 0)
    static_cast<void>(*static_cast<const volatile char*>(receive));
  if (on("exscan-writes-at-rank-0") && rank == 0) std::memset(receive, 0, 1);
  if (!on("exscan-includes-own")) return result;
  const Contributions all(own, count, type, comm);
  if (rank > 0) all.combine(in_order(rank + 1), op, receive);
  return result;
}

int MPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op) {
  if (!on("reduce-local-operands-swapped") || count <= 0)
    return instead_of(PMPI_Reduce_local(in, inout, count, type, op), Procedure::reduce_local);
  const Packed left(in, count, type), right(inout, count, type);
  std::vector<char> second(static_cast<std::size_t>(count * extent_of(type)));
  left.put(second.data());
  const int result = PMPI_Reduce_local(inout, second.data(), count, type, op);
  if (result == MPI_SUCCESS) Packed(second.data(), count, type).put(inout);
  return result;
}

int MPI_Op_commutative(MPI_Op op, int* commute) {
  const int result = instead_of(PMPI_Op_commutative(op, commute), Procedure::op_commutative);
  if (result == MPI_SUCCESS && on("op-commutative-always-yes")) *commute = 1;
  return on("op-commutative-returns-an-error") ? MPI_ERR_OTHER : result;
}

}  // extern "C"
