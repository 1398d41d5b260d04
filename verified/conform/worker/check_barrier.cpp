#include "verified/conform/worker/check_barrier.hpp"

#include <sched.h>

#include <atomic>

#include "verified/conform/worker/mix.hpp"

namespace tutti::mpi {
namespace {

constexpr int barriers = 200;

/// A counter, 0 at the start, for the ranks of a communicator that are on one node.
class SharedCounter {
 public:
  explicit SharedCounter(MPI_Comm comm) {
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_);
    int rank;
    MPI_Comm_rank(node_, &rank);
    MPI_Comm_size(node_, &ranks_);
    void* own;
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, node_, &own, &window_);
    MPI_Aint size;
    int unit;
    MPI_Win_shared_query(window_, 0, &size, &unit, &value_);
    if (rank == 0) *value_ = 0;
    MPI_Barrier(node_);
  }
  ~SharedCounter() {
    MPI_Win_free(&window_);
    MPI_Comm_free(&node_);
  }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  int ranks() const { return ranks_; }
  void add_one() { std::atomic_ref(*value_).fetch_add(1); }
  int value() const { return std::atomic_ref(*value_).load(); }

 private:
  MPI_Comm node_;
  MPI_Win window_;
  int ranks_;
  int* value_;
};

/// Most ranks at once, some after the others had the processor for a while.
void dawdle(std::uint64_t random) {
  const auto turns = random % 4 == 0 ? random / 4 % 20 : 0;
  for (std::uint64_t i = 0; i < turns; ++i) sched_yield();
}

}  // namespace

std::optional<std::string> BarrierCheck::check(const Case& c) {
  Movement barrier(at_.comm, *c.algorithm, {}, {}, c.root, false, c.shape);
  SharedCounter entered(at_.comm);
  std::string wrong;
  const TrafficCounter traffic;
  for (int i = 1; i <= barriers; ++i) {
    dawdle(mix(mix(c.seed) + static_cast<std::uint64_t>(i * at_.size + at_.rank)));
    entered.add_one();
    barrier.run(nullptr, nullptr);
    const int found = entered.value(), due = i * entered.ranks();
    if (found < due && wrong.empty())
      wrong = "rank " + std::to_string(at_.rank) + " left barrier " + std::to_string(i) + " of " +
              std::to_string(barriers) + " after " + std::to_string(found) + " entries of the " +
              std::to_string(entered.ranks()) + " ranks; " + std::to_string(due) + " are due";
  }
  if (!wrong.empty()) return wrong;
  const auto schedule = c.algorithm->schedule({.ranks = at_.size, .root = c.root, .shape = c.shape});
  auto planned = planned_traffic(schedule, at_.rank, true, [](int) { return 0; });
  planned.messages *= barriers;
  return traffic.differs_from(planned, at_.rank, "bytes");
}

}  // namespace tutti::mpi
