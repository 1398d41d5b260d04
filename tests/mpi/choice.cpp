// The executor chooses where no algorithm is named: alike at all ranks, by the profile that rank 0 names, and for an
// operator that does not commute an algorithm that keeps the order. Run as four processes in a folder where files may
// be written; prints a line per sentence that does not hold, and ends with status 1 then.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "verified/choose/shipped.hpp"
#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;
using mpi::Selection;
using mpi::Side;

constexpr const char* variable = "TUTTI_PROFILE";
int wrong = 0;
Rank rank;
int size;

void check(bool holds, const std::string& sentence) {
  if (holds) return;
  ++wrong;
  std::printf("rank %d: %s\n", rank, sentence.c_str());
}

/// The profile where none is named: by where the ranks of `comm` are, as the MPI has it, and bound to no processor.
/// Collective over `comm`.
Profile profile_on(MPI_Comm comm) {
  MPI_Comm node;
  int here, all;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &here);
  MPI_Comm_size(comm, &all);
  MPI_Comm_free(&node);
  const bool have_processors = all <= static_cast<int>(std::thread::hardware_concurrency());
  return here == all && have_processors ? node_profile(Mpi::mpich) : default_profile();
}

std::string print(const Selection& s) { return s.algorithm->name + " " + print_shape(s.shape); }

void check_chosen(const Selection& found, const SelectorCall& call, double bytes, const Profile& profile) {
  Selector selector(profile, Model::papers);
  const auto& due = selector.fastest(call, bytes);
  check(found.algorithm == due.algorithm && found.shape == due.shape && found.root == call.root,
        std::string(row(call.collective).name) + " of " + std::to_string(bytes) + " bytes chooses " + print(found) +
            " where " + due.algorithm->name + " " + print_shape(due.shape) + " is the fastest");
}

MPI_Comm duplicate() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comm;
}

/// Sets the variable at rank 0 alone, and calls body(communicator) with a new communicator.
void with(const char* name, const std::string& value, const std::function<void(MPI_Comm)>& body) {
  if (rank == 0) setenv(name, value.c_str(), 1);
  auto comm = duplicate();
  body(comm);
  MPI_Comm_free(&comm);
  unsetenv(name);
}
void with_profile(const std::string& path, const std::function<void(MPI_Comm)>& body) { with(variable, path, body); }

constexpr bool commutes = true;

/// What every rank knows of the size of the largest buffer, for blocks of `block` ints.
double known_moved_bytes(const CollectiveRow& c, int block) {
  if (c.cut == Cut::freely) return 4.0 * block;
  const bool all_know = c.cut == Cut::equal || c.id == Collective::allgatherv;
  return size * (all_know ? 4.0 * block : 1024);
}

double known_bytes(const CollectiveRow& c, int count) {
  if (c.moves()) return known_moved_bytes(c, count);
  return c.combines() ? 8.0 * count * (c.result == Result::own_block ? size : 1) : 0;
}

void check_reduction(MPI_Comm comm, Collective collective, Rank root, int count, const Profile& profile) {
  const bool per_rank = row(collective).result == Result::own_block;
  const std::vector<int> counts(per_rank ? static_cast<std::size_t>(size) : 1, count);
  const auto elements = static_cast<std::size_t>(count) * counts.size();
  const std::vector<double> send(elements, rank + 1.0);
  std::vector<double> receive(elements, -1);
  mpi::Reduction reduction(comm, collective, counts, MPI_DOUBLE, MPI_SUM, root, false);
  check_chosen(reduction.selection(), {collective, size, root, {true, commutes}}, known_bytes(row(collective), count),
               profile);
  reduction.run(send.data(), receive.data());
  const auto result = row(collective).result;
  const int last = result == Result::prefix ? rank + 1 : result == Result::prefix_before ? rank : size;
  const bool mine = result == Result::at_root ? rank == root : last > 0;
  if (count > 0)
    check(receive[static_cast<std::size_t>(count) - 1] == (mine ? last * (last + 1) / 2 : -1),
          std::string(row(collective).name) + " computes another sum");
}

/// Blocks of `block` ints; the one from rank a to rank b is full of 10·a + b, or of 10·a where all get the same.
void check_movement(MPI_Comm comm, Collective collective, Rank root, int block, const Profile& profile) {
  const auto& c = row(collective);
  const bool one_buffer = c.cut == Cut::freely;
  std::vector<int> send, receive(static_cast<std::size_t>(size * block), -1);
  for (Rank to = 0; to < size; ++to)
    send.insert(send.end(), static_cast<std::size_t>(block), 10 * rank + (c.input == Input::own_block ? 0 : to));
  const auto side = [&](bool all) {
    Side s{{block}, {MPI_INT}};
    if (!all || c.cut != Cut::irregular) return s;
    s.counts.assign(static_cast<std::size_t>(size), block);
    for (Rank r = 0; r < size; ++r) s.displacements.push_back(std::int64_t{r} * block);
    if (collective != Collective::alltoallw) return s;
    s.types.assign(static_cast<std::size_t>(size), MPI_INT);
    for (auto& d : s.displacements) d *= static_cast<int>(sizeof(int));
    return s;
  };
  const auto sent = side(c.input != Input::own_block), received = side(c.result != Result::own_block);
  if (one_buffer && rank == root) receive = send;
  mpi::Movement movement(comm, collective, sent, received, root, false);
  check_chosen(movement.selection(), {collective, size, root, {true, commutes}}, known_bytes(c, block), profile);
  movement.run(send.data(), receive.data());
  if (!c.moves() || block == 0 || (c.result == Result::at_root && rank != root)) return;
  const bool from_root = c.input == Input::of_root;
  const int blocks = c.result == Result::own_block || one_buffer ? 1 : size;
  for (Rank from = 0; from < blocks; ++from) {
    const int to = c.input == Input::own_block || one_buffer ? 0 : rank;
    check(receive[static_cast<std::size_t>((from + 1) * block - 1)] == 10 * (from_root ? root : from) + to,
          std::string(c.name) + " delivers another block");
  }
}

/// 0 and 1, and the counts on both sides of the first change of the choice, if there is one.
std::vector<int> telling_counts(const CollectiveRow& c, Rank root, const Profile& profile) {
  Selector selector(profile, Model::papers);
  const auto chosen = [&](int count) {
    return &selector.fastest({c.id, size, root, {true, commutes}}, known_bytes(c, count));
  };
  constexpr int most = 300'000;
  int count = 2;
  while (count < most && chosen(count) == chosen(count - 1)) ++count;
  return {0, 1, count - 1, count};
}

void check_all(MPI_Comm comm, const Profile& profile) {
  for (const auto& c : collectives)
    for (Rank root = 0; root < (c.rooted() ? size : 1); root += 2)
      for (const int count : telling_counts(c, root, profile))
        c.combines() ? check_reduction(comm, c.id, root, count, profile)
                     : check_movement(comm, c.id, root, count, profile);
}

/// a ∘ b = b: associative, and not commutative. The result of a reduction is the last rank's contribution.
void second(void* in, void* in_out, int*, MPI_Datatype*) {
  static_cast<void>(in);
  static_cast<void>(in_out);
}

/// Three ranks: there the ring, which changes the order, is faster than what keeps it.
void check_order() {
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, rank < 3 ? 0 : MPI_UNDEFINED, rank, &comm);
  if (comm == MPI_COMM_NULL) return;
  int ranks;
  MPI_Comm_size(comm, &ranks);
  MPI_Op op;
  MPI_Op_create(second, !commutes, &op);
  for (const int count : {1, 10'000, 1'000'000}) {
    const std::vector<double> send(static_cast<std::size_t>(count), rank);
    std::vector<double> receive(send.size(), -1);
    mpi::Reduction reduction(comm, Collective::allreduce, {count}, MPI_DOUBLE, op, 0, false);
    check(!reduction.selection().algorithm->needs.commutative, "the algorithm chosen changes the order");
    check_chosen(reduction.selection(), {Collective::allreduce, ranks, 0, {true, !commutes}}, 8.0 * count,
                 profile_on(comm));
    reduction.run(send.data(), receive.data());
    check(receive.front() == ranks - 1 && receive.back() == ranks - 1, "the order is not kept");
  }
  MPI_Op_free(&op);
  MPI_Comm_free(&comm);
}

/// By one tree, whatever the root and the count.
void check_bits(MPI_Comm comm) {
  for (const auto collective : {Collective::allreduce, Collective::reduce, Collective::exscan})
    for (Rank root = 0; root < (row(collective).rooted() ? size : 1); ++root)
      for (const int count : {1, 100'000}) {
        mpi::Reduction reduction(comm, collective, {count}, MPI_DOUBLE, MPI_SUM, root, false);
        check_chosen(reduction.selection(), {collective, size, root, {true, commutes}, /*one_tree*/ true}, 8.0 * count,
                     profile_on(comm));
      }
}

std::string refusal(MPI_Comm comm) {
  try {
    mpi::Reduction(comm, Collective::allreduce, {1}, MPI_DOUBLE, MPI_SUM, 0, false);
  } catch (const mpi::Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  unsetenv(variable);
  if (argc > 1)  // several nodes are asked for
    check(profile_on(MPI_COMM_WORLD).machine == default_profile().machine, "the ranks are on one node");
  check_all(MPI_COMM_WORLD, profile_on(MPI_COMM_WORLD));
  check_order();
  with("TUTTI_BITS", "size,placement", check_bits);
  with("TUTTI_BITS", "",
       [](MPI_Comm comm) { check_reduction(comm, Collective::reduce, 1, 100'000, profile_on(comm)); });
  with("TUTTI_BITS", "sizes", [](MPI_Comm comm) {
    const auto says = refusal(comm);
    check(says.find("TUTTI_BITS: 'sizes' is nothing") == 0, "a wrong TUTTI_BITS is refused with \"" + says + "\"");
  });

  const auto path = std::filesystem::absolute("choice_profile.json").string();
  auto no_latency = default_profile();
  no_latency.prices.alpha = 0;
  if (rank == 0) std::ofstream(path) << write_profile(no_latency);
  with_profile(path, [&](MPI_Comm comm) { check_all(comm, no_latency); });

  if (rank == 0) std::ofstream(path) << R"({"version": 1, "machine": "none"})";
  with_profile(path, [&](MPI_Comm comm) {
    for (int again = 0; again < 2; ++again) {
      const auto says = refusal(comm);
      check(says.find("TUTTI_PROFILE: ") == 0 && says.find("prices is missing") != std::string::npos,
            "a profile without prices is refused with \"" + says + "\"");
    }
    mpi::Movement(comm, *find_algorithm("barrier/dissemination"), {}, {}, 0, false).run(nullptr, nullptr);
  });
  std::filesystem::remove(path);
  with_profile(path, [&](MPI_Comm comm) {
    const auto says = refusal(comm);
    check(says.find("cannot be read") != std::string::npos,
          "a profile that is not there is refused with \"" + says + "\"");
  });
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
