// Calls that the executor must refuse before any message with data is sent, each with the message that it must give.
// Run as four processes; prints a line per call that is not refused like that, and ends with status 1 then.
#include <array>
#include <climits>
#include <cstdio>
#include <functional>
#include <memory>
#include <type_traits>

#include "verified/check/prove.hpp"
#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;
using mpi::Side;

template <class Planned>
constexpr bool runs = std::is_constructible_v<mpi::Engine, mpi::Communicator&, Planned, mpi::Layout, Needs>;
static_assert(runs<std::shared_ptr<const ProvedPlan>>);
static_assert(!runs<std::shared_ptr<const Plan>> && !runs<Plan> && !runs<Plan*>);

constexpr int processes = 4;
const Side nowhere{};
int wrong = 0;

/// `because` must be in what the call says; it must go through where that is empty.
void expect(const std::string& because, const std::function<void()>& call) {
  std::string said;
  try {
    call();
  } catch (const mpi::Error& e) {
    said = e.what();
  }
  if (because.empty() ? said.empty() : said.find(because) != std::string::npos) return;
  ++wrong;
  std::printf("due \"%s\", said \"%s\"\n", because.c_str(), said.c_str());
}

void refused(const char* because, const char* algorithm, const std::vector<int>& counts, MPI_Datatype type, MPI_Op op,
             Rank root) {
  expect(because, [&] { mpi::Reduction(MPI_COMM_WORLD, *find_algorithm(algorithm), counts, type, op, root, false); });
}

void refused(const std::string& because, const char* algorithm, const Side& send, const Side& receive, Rank root = 0,
             bool in_place = false, const Shape& shape = {}) {
  expect(because,
         [&] { mpi::Movement(MPI_COMM_WORLD, *find_algorithm(algorithm), send, receive, root, in_place, shape); });
}

Side doubles(int count) { return {{count}, {MPI_DOUBLE}, {}}; }
Side doubles(const std::vector<int>& counts, const std::vector<int>& at) { return {counts, {MPI_DOUBLE}, at}; }

std::vector<MPI_Datatype> made_types;
std::vector<MPI_Op> made_ops;

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  made_types.push_back(type);
  return type;
}
MPI_Datatype resized(MPI_Aint extent) {
  MPI_Datatype type;
  MPI_Type_create_resized(MPI_DOUBLE, 0, extent, &type);
  return committed(type);
}
MPI_Datatype four_gibibytes() {
  MPI_Datatype type;
  MPI_Type_contiguous(1 << 29, MPI_DOUBLE, &type);
  return committed(type);
}

MPI_Op user_op() {
  MPI_Op op;
  MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, true, &op);
  made_ops.push_back(op);
  return op;
}

void reductions(Rank rank) {
  refused("root 4 is outside the communicator", "reduce/ring", {3}, MPI_DOUBLE, MPI_SUM, processes);
  refused("root -1 is outside the communicator", "reduce/ring", {3}, MPI_DOUBLE, MPI_SUM, -1);
  refused("the count -1 is negative", "allreduce/ring", {-1}, MPI_DOUBLE, MPI_SUM, 0);
  refused("takes one count, not 2", "allreduce/ring", {1, 2}, MPI_DOUBLE, MPI_SUM, 0);
  refused("one receive count per rank, not 3", "reduce_scatter/pairwise", {1, 2, 3}, MPI_DOUBLE, MPI_SUM, 0);
  refused("takes the same count for every rank", "reduce_scatter_block/pairwise", {1, 2, 1, 1}, MPI_DOUBLE, MPI_SUM, 0);
  refused("MPI_BAND is not defined for MPI_DOUBLE", "allreduce/ring", {3}, MPI_DOUBLE, MPI_BAND, 0);
  refused("MPI_SUM is not defined for a derived datatype", "allreduce/ring", {3}, resized(16), MPI_SUM, 0);
  refused("elements of this datatype overlap", "allreduce/ring", {3}, resized(4), MPI_SUM, 0);
  refused("an extent of 0 bytes", "allreduce/ring", {3}, resized(0), MPI_SUM, 0);
  refused("bcast/linear applies no operator", "bcast/linear", {3}, MPI_DOUBLE, MPI_SUM, 0);
  refused("the call is too large: 2147483646 * 1099511627776 does not fit into 64 bits", "allreduce/recursive_doubling",
          {INT_MAX}, resized(MPI_Aint{1} << 40), user_op(), 0);
  expect(rank == 1 ? "" : "MPI_IN_PLACE is for the root of reduce/ring only",
         [] { mpi::Reduction(MPI_COMM_WORLD, *find_algorithm("reduce/ring"), {3}, MPI_DOUBLE, MPI_SUM, 1, true); });
}

void movements(Rank rank) {
  const auto at_root = [&](const std::string& because) { return rank == 0 ? because : ""; };
  const auto elsewhere = [&](const std::string& because) { return rank == 0 ? "" : because; };
  refused("allreduce/ring applies an operator", "allreduce/ring", doubles(1), doubles(1));
  refused("root 4 is outside the communicator", "bcast/linear", nowhere, doubles(1), processes);
  refused("the count -1 is negative", "bcast/linear", nowhere, doubles(-1));
  refused("bcast/linear takes 1 counts for the receive buffer, not 0", "bcast/linear", doubles(1), nowhere);
  refused("takes 1 datatypes for the receive buffer, not 0", "bcast/linear", nowhere, {{1}, {}, {}});
  refused(at_root("gatherv/linear takes 4 counts for the receive buffer, not 3"), "gatherv/linear", doubles(1),
          doubles({1, 1, 1}, {0, 1, 2}));
  refused("takes 4 displacements for the receive buffer, not 0", "allgatherv/ring", doubles(1),
          doubles({1, 1, 1, 1}, {}));
  refused("takes 0 displacements for the send buffer, not 1", "allgatherv/ring", doubles({1}, {0}),
          doubles({1, 1, 1, 1}, {0, 1, 2, 3}));
  refused("takes 4 datatypes for the send buffer, not 1", "alltoallw/ring_shift", doubles({1, 1, 1, 1}, {0, 8, 16, 24}),
          doubles({1, 1, 1, 1}, {0, 8, 16, 24}));
  refused("bcast/linear has no MPI_IN_PLACE", "bcast/linear", nowhere, doubles(1), 0, true);
  refused("barrier/dissemination has no MPI_IN_PLACE", "barrier/dissemination", nowhere, nowhere, 0, true);
  refused(elsewhere("MPI_IN_PLACE is for the root of gather/linear only"), "gather/linear", doubles(1), doubles(1), 0,
          true);
  refused(elsewhere("MPI_IN_PLACE is for the root of scatter/linear only"), "scatter/linear", doubles(1), doubles(1), 0,
          true);
  refused("for itself has 8 bytes where it is sent and 16 where it is received", "allgather/ring", doubles(1),
          doubles(2));
  refused("blocks of the receive buffer overlap at byte 8", "allgatherv/ring", doubles(1),
          doubles({1, 1, 1, 1}, {1, 1, 0, 3}));
  refused("", "alltoallv/ring_shift", doubles({1, 1, 1, 1}, {0, 0, 0, 0}), doubles({1, 1, 1, 1}, {0, 1, 2, 3}));
  refused("barrier/tree has no shape 99x99 for 4 ranks", "barrier/tree", nowhere, nowhere, 0, false, {99, 99});
  refused("", "bcast/linear", nowhere, doubles(INT_MAX));
  refused("the call is too large: 2147483646 * 1099511627776 does not fit into 64 bits", "bcast/linear", nowhere,
          {{INT_MAX}, {resized(MPI_Aint{1} << 40)}, {}});
  refused("an element of this datatype has more than 2^31 - 1 bytes", "bcast/linear", nowhere,
          {{1}, {four_gibibytes()}, {}});
  // The root counts one double from every rank, and rank 3, whose block passes through rank 2, wants to send two.
  refused(rank == 3 ? "the block of rank 3 has 16 bytes there and 8 at the root" : "", "gatherv/binomial",
          doubles(rank == 3 ? 2 : 1), doubles({1, 1, 1, 1}, {0, 1, 2, 3}));
}

/// Where the executor is to choose the algorithm.
void choices(Rank rank) {
  const auto reduction = [](const char* because, Collective collective, const std::vector<int>& counts, Rank root) {
    expect(because, [&] { mpi::Reduction(MPI_COMM_WORLD, collective, counts, MPI_DOUBLE, MPI_SUM, root, false); });
  };
  const auto movement = [](const std::string& because, Collective collective, const Side& send, const Side& receive,
                           Rank root) {
    expect(because, [&] { mpi::Movement(MPI_COMM_WORLD, collective, send, receive, root, false); });
  };
  reduction("root 4 is outside the communicator", Collective::reduce, {3}, processes);
  reduction("the count -1 is negative", Collective::allreduce, {-1}, 0);
  reduction("takes one count, not 2", Collective::allreduce, {1, 2}, 0);
  reduction("applies no operator: it is not a reduction", Collective::bcast, {3}, 0);
  movement("root -1 is outside the communicator", Collective::bcast, nowhere, doubles(1), -1);
  movement("allreduce applies an operator: it is a reduction", Collective::allreduce, doubles(1), doubles(1), 0);
  movement("bcast takes 1 counts for the receive buffer, not 0", Collective::bcast, nowhere, nowhere, 0);
  movement(rank == 0 ? "the block of rank 0 for itself has 8 bytes where it is sent and 16" : "", Collective::gather,
           doubles(1), doubles(2), 0);
}

/// A plan that was proved for others, or for other operators.
void plans(Rank rank) {
  const auto engine = [](const std::string& because, const char* name, const Group& group, Rank of,
                         const Needs& satisfied) {
    const auto& algorithm = *find_algorithm(name);
    const auto proved = std::get<Proved>(Prover::prove(algorithm, group));
    const auto extents = Extents::contributions(Partition::equal(8, proved.schedule().blocks), algorithm.collective);
    expect(because, [&] {
      mpi::Engine(mpi::Communicator::of(MPI_COMM_WORLD), std::make_shared<const ProvedPlan>(proved, of, extents, false),
                  mpi::Layout(MPI_BYTE), satisfied);
    });
  };
  const Needs nothing, all{.associative = true, .commutative = true}, order_kept{.associative = true};
  const Rank other = (rank + 1) % processes;
  const auto there = " does not run at rank " + std::to_string(rank) + " of 4";
  const auto plan_for = [](Rank r, int p) {
    return "a plan for rank " + std::to_string(r) + " of " + std::to_string(p);
  };
  engine("", "bcast/linear", {processes}, rank, nothing);
  engine(plan_for(other, 4) + there, "bcast/linear", {processes}, other, nothing);
  engine(plan_for(rank, 8) + there, "bcast/linear", {8}, rank, nothing);
  engine("this proof has the steps of rank " + std::to_string(other) + " only", "bcast/linear",
         {.ranks = processes, .only = other}, rank, nothing);
  engine("there is no rank 4 in a schedule for 4", "bcast/linear", {processes}, processes, nothing);
  engine("", "allreduce/ring", {processes}, rank, all);
  engine("proved for operators that are commutative, and this one is not", "allreduce/ring", {processes}, rank,
         order_kept);
}

/// Buffers that no rank may pass.
void buffers(Rank rank) {
  std::array<double, 8> in{}, out{};
  const auto reduce = [&](const char* name, bool in_place) {
    return std::make_shared<mpi::Reduction>(MPI_COMM_WORLD, *find_algorithm(name), mpi::Counts{4}, MPI_DOUBLE, MPI_SUM,
                                            0, in_place);
  };
  const auto all = reduce("allreduce/ring", false);
  expect("the send buffer of allreduce/ring is null", [&] { all->run(nullptr, out.data()); });
  expect("the receive buffer of allreduce/ring is null", [&] { all->run(in.data(), nullptr); });
  expect("the send buffer of allreduce/ring is MPI_IN_PLACE, which is said when the call is prepared",
         [&] { all->run(MPI_IN_PLACE, out.data()); });
  expect("the send and the receive buffer of allreduce/ring overlap", [&] { all->run(in.data(), in.data()); });
  expect("the send and the receive buffer of allreduce/ring overlap", [&] { all->run(in.data() + 3, in.data()); });
  expect("", [&] { all->run(in.data() + 4, in.data()); });
  expect("", [&] { reduce("allreduce/ring", true)->run(nullptr, out.data()); });
  expect("", [&] { reduce("reduce/ring", false)->run(in.data(), rank == 0 ? out.data() : nullptr); });
  expect("", [&] { reduce("exscan/linear", false)->run(in.data(), rank == 0 ? nullptr : out.data()); });

  const auto move = [&](const char* name, const Side& send, const Side& receive) {
    return std::make_shared<mpi::Movement>(MPI_COMM_WORLD, *find_algorithm(name), send, receive, 0, false);
  };
  expect("the receive buffer of bcast/linear is null",
         [&] { move("bcast/linear", nowhere, doubles(2))->run(in.data(), nullptr); });
  expect("", [&] { move("bcast/linear", nowhere, doubles(0))->run(nullptr, nullptr); });
  expect("the send and the receive buffer of allgather/ring overlap",
         [&] { move("allgather/ring", doubles(1), doubles(1))->run(in.data() + 3, in.data()); });
  // Every other double of one vector is sent, and the others are received.
  const Side of_two{{1}, {resized(16)}, {}};
  expect("", [&] { move("allgather/ring", of_two, of_two)->run(in.data() + 1, in.data()); });
  expect("", [&] { move("gather/linear", doubles(1), doubles(1))->run(in.data(), rank == 0 ? out.data() : nullptr); });
  MPI_Aint there;
  MPI_Get_address(out.data(), &there);
  MPI_Datatype absolute;
  MPI_Type_create_hindexed_block(1, 8, &there, MPI_DOUBLE, &absolute);
  expect("", [&] { move("bcast/linear", nowhere, {{1}, {committed(absolute)}, {}})->run(nullptr, MPI_BOTTOM); });
}

/// An algorithm that is not of the registry, and is replaced by one for another collective.
void replaced_algorithms() {
  auto algorithm = *find_algorithm("allgather/ring");
  const auto prepare = [&] { mpi::Movement(MPI_COMM_WORLD, algorithm, doubles(1), doubles(1), 0, false); };
  expect("", prepare);
  algorithm = *find_algorithm("alltoall/scattered");
  expect("lies where an algorithm for another collective was", prepare);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Rank rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  reductions(rank);
  movements(rank);
  choices(rank);
  plans(rank);
  buffers(rank);
  replaced_algorithms();
  for (auto& type : made_types) MPI_Type_free(&type);
  for (auto& op : made_ops) MPI_Op_free(&op);
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
