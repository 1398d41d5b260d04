#include "cli/mpi/executor.hpp"

#include "cli/mpi/traffic.hpp"
#include "verified/check/evaluate.hpp"
#include "verified/check/prove.hpp"
#include "verified/conform/worker/movement_plan.hpp"
#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"
#include "verified/schedule/partition.hpp"
#include "verified/system/guarded.hpp"

namespace tutti::mpi {
namespace {

using conform::Arguments;
using conform::Group;
using tutti::conform::Case;
using tutti::conform::Kind;
using tutti::conform::Wrong;
using Bytes = std::vector<std::byte>;

std::vector<int> as_ints(const std::vector<std::int64_t>& numbers) { return {numbers.begin(), numbers.end()}; }

bool own_block(const Selection& s) { return row(s.algorithm->collective).result == Result::own_block; }

bool is_in_place(const Arguments& a) { return a.send.buffer == MPI_IN_PLACE || a.receive.buffer == MPI_IN_PLACE; }

/// Counts what is sent.
class CountedCall : public conform::Call {
 public:
  void start() final {
    const TrafficCounter traffic(comm_);
    run();
    if (const auto differs = traffic.differs_from(planned_); differs && !error_)
      error_ = Wrong{Kind::stray_message, *differs};
  }
  void finish() final {}

 protected:
  CountedCall(const Traffic& planned, MPI_Comm comm) : planned_(planned), comm_(Communicator::of(comm)) {}
  virtual void run() = 0;

 private:
  Traffic planned_;
  const Communicator& comm_;
};

/// One receive count for each rank where each gets a block of its own.
std::vector<int> counts_of(const Selection& s, const Arguments& a, int ranks) {
  auto counts = as_ints(a.receive.counts);
  if (own_block(s) && row(s.algorithm->collective).cut == Cut::equal)
    counts.resize(static_cast<std::size_t>(ranks), counts.front());
  return counts;
}

Partition partition_of(const Selection& s, const std::vector<int>& counts, int blocks) {
  return own_block(s) ? Partition::of_counts(counts) : Partition::equal(counts.front(), blocks);
}

/// What the tree comes to over a stretch of the contributions.
Bytes value_of(Tree tree, const Trees& trees, const Operator& op, const std::vector<const std::byte*>& contributions,
               std::int64_t first, std::int64_t elements) {
  const auto size = op.size(), offset = static_cast<std::size_t>(first) * size,
             bytes = static_cast<std::size_t>(elements) * size;
  const auto stretch = [&](int rank) {
    const auto* start = contributions[static_cast<std::size_t>(rank)] + offset;
    return Bytes(start, start + bytes);
  };
  return evaluate(trees, tree, stretch, [&](const Bytes& left, const Bytes& right) {
    Bytes made(bytes, canary);
    for (std::size_t at = 0; at < bytes; at += size) op.combine(&left[at], &right[at], &made[at]);
    return made;
  });
}

class ReductionCall : public CountedCall {
 public:
  ReductionCall(const Executor::Known& known, const Selection& s, const Group& group, const Arguments& a)
      : ReductionCall(known, s, group, a, counts_of(s, a, group.size)) {}

  std::optional<Bytes> bits_due(const Operator& op, const std::vector<const std::byte*>& contributions,
                                std::int64_t) const override {
    Bytes all;
    const int end = due_.first + due_.count;
    for (int first = due_.first, last; first < end; first = last) {
      const Tree tree = *known_.end.at(rank_, first);
      for (last = first + 1; last < end && *known_.end.at(rank_, last) == tree;) ++last;
      const auto n = partition_.size({first, last - first});
      const auto value =
          value_of(tree, known_.trees, op, contributions, partition_.offset(first) - partition_.offset(due_.first), n);
      all.insert(all.end(), value.begin(), value.end());
    }
    return all;
  }

 private:
  ReductionCall(const Executor::Known& known, const Selection& s, const Group& group, const Arguments& a,
                const std::vector<int>& counts)
      : ReductionCall(known, s, group, a, counts, partition_of(s, counts, known.schedule.blocks)) {}
  ReductionCall(const Executor::Known& known, const Selection& s, const Group& group, const Arguments& a,
                const std::vector<int>& counts, Partition partition)
      : CountedCall(planned_traffic(known.schedule, group.rank, false, [&](int b) { return partition.size(b); }),
                    group.comm),
        known_(known),
        rank_(group.rank),
        due_(own_block(s) ? Blocks{group.rank, 1} : Blocks{0, known.schedule.blocks}),
        partition_(std::move(partition)),
        send_(a.send.buffer),
        receive_(a.receive.buffer),
        reduction_(group.comm, *s.algorithm, counts, a.receive.types.front(), a.op, s.root, is_in_place(a), s.shape) {}

  void run() override { reduction_.run(send_, receive_); }

  const Executor::Known& known_;
  Rank rank_;
  Blocks due_;
  Partition partition_;
  void *send_, *receive_;
  Reduction reduction_;
};

/// In bytes. Of a barrier every message is empty.
Traffic planned_movement(const Schedule& schedule, const Selection& s, const Case& c, const Group& group) {
  const auto collective = s.algorithm->collective;
  if (!row(collective).moves()) return planned_traffic(schedule, group.rank, true, [](int) { return 0; });
  const conform::Contents contents(c);
  const auto bytes = [&](int letter) {
    const auto block = block_of(collective, group.size, s.root, letter);
    const auto parcel = contents.parcel(block, block.from.rank);
    return parcel.units * parcel.datatypes->unit_bytes();
  };
  if (row(collective).cut != Cut::freely) return planned_traffic(schedule, group.rank, false, bytes);
  const auto partition = Partition::equal(bytes(0), schedule.blocks);
  return planned_traffic(schedule, group.rank, false, [&](int block) { return partition.size(block); });
}

class MovementCall : public CountedCall {
 public:
  MovementCall(const Traffic& planned, const Selection& s, const Group& group, const Arguments& a)
      : CountedCall(planned, group.comm),
        send_(a.send.buffer),
        receive_(a.receive.buffer),
        movement_(group.comm, *s.algorithm, side(a.send), side(a.receive), s.root, is_in_place(a), s.shape) {}

 private:
  static Side side(const conform::Side& s) { return {as_ints(s.counts), s.types, as_ints(s.displacements)}; }
  void run() override { movement_.run(send_, receive_); }

  void *send_, *receive_;
  Movement movement_;
};

}  // namespace

const Executor::Known& Executor::known(const Selection& s) {
  if (const auto found = known_.find(s); found != known_.end()) return found->second;
  const auto collective = s.algorithm->collective;
  Known made{s.algorithm->schedule({.ranks = group_.size, .root = s.root, .shape = s.shape}), Trees(group_.size),
             State<Tree>(0, 0)};
  if (row(collective).combines()) {
    made.end = symbolic_inputs(made.schedule, collective, s.root);
    interpret(made.schedule, made.end, [&](Tree a, Tree b) { return made.trees.join(a, b); });
  }
  return known_.emplace(s, std::move(made)).first->second;
}

conform::Caller Executor::by(const Algorithm& algorithm, const Shape& shape) {
  return [&algorithm, shape, this](const Case& c, const Group& group,
                                   const Arguments& a) -> std::unique_ptr<conform::Call> {
    const Selection s{&algorithm, shape, c.root};
    const auto& schedule = known(s);
    if (row(algorithm.collective).combines()) return std::make_unique<ReductionCall>(schedule, s, group, a);
    return std::make_unique<MovementCall>(planned_movement(schedule.schedule, s, c, group), s, group, a);
  };
}

}  // namespace tutti::mpi
