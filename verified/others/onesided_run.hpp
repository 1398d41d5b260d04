// A plan of puts as it goes, call after call: which operation may be next.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/others/onesided.hpp"
#include "verified/others/onesided_signals.hpp"

namespace tutti::others {

/// How often a plan is called, so that what one call leaves to the next is seen.
inline constexpr int calls_of_a_plan = 3;

/// An operation of a threadblock, by its place in the plan, in a call.
struct OneSidedEvent {
  int block = -1, call = 0, at = 0;
};

/// "rank 2, threadblock 1, op 4 (put) in call 2"; of the first call no word is said.
std::string name_of(const OneSidedPlan& plan, const OneSidedEvent& event);

/// Who is told what happens, in an order in which it may.
class OneSidedVisitor {
 public:
  virtual ~OneSidedVisitor() = default;
  virtual void begins(Rank, int /*call*/) {}
  virtual void ends(Rank, int /*call*/) {}
  /// A threadblock has come to a barrier, which it passes when it happens.
  virtual void comes(const OneSidedEvent&) {}
  virtual void happens(const OneSidedEvent&) = 0;
  /// Whether more need not be told.
  virtual bool is_satisfied() const { return false; }
};

/// Runs all calls of a plan in which find_unmatched_signals() finds nothing: whether it comes to its end, and what each
/// operation sees, depends on no order. A threadblock stops for ever before `stop`, if that is one of its events: then
/// what happens is what can happen before that.
class OneSidedRun {
 public:
  explicit OneSidedRun(const OneSidedPlan& plan, OneSidedVisitor& visitor, OneSidedEvent stop = {});

  /// Who waits for ever, and for what. The constructor throws NoSchedule (no_schedule.hpp) for too many steps.
  std::optional<std::string> stuck() const;
  /// Operations that were tried, and happened or not.
  std::int64_t steps() const { return steps_; }

 private:
  struct Block {
    int at = 0;             ///< its next operation
    bool has_come = false;  ///< to a barrier
  };
  struct Barrier {
    int come = 0, left = 0;
  };
  int length(int b) const { return static_cast<int>(plan_.blocks[index(b)].operations.size()); }
  int call_of(int b) const { return calls_[index(plan_.blocks[index(b)].rank)]; }
  bool is_over(int b) const { return blocks_[index(b)].at == length(b) || call_of(b) == calls_of_a_plan; }
  const Operation& operation(int b) const { return plan_.blocks[index(b)].operations[index(blocks_[index(b)].at)]; }
  OneSidedEvent event(int b) const { return {b, call_of(b), blocks_[index(b)].at}; }
  int& packet(const Chunks& at, int i);
  bool is_there(const Region& region, int i, int call) const;
  bool step(int b);
  bool pass(int b, int barrier);
  bool end_call(Rank r);
  std::string awaited(int b) const;
  std::string state(int b) const;

  const OneSidedPlan& plan_;
  OneSidedVisitor& visitor_;
  OneSidedEvent stop_;
  std::vector<Block> blocks_;
  std::vector<std::vector<int>> of_rank_;  ///< its threadblocks
  std::vector<int> calls_;                 ///< of each rank
  std::vector<int> values_;                ///< of each semaphore
  std::vector<Barrier> barriers_;
  std::vector<std::vector<int>> packets_;  ///< in each cell of each rank, of which call, counted from 1
  std::int64_t steps_ = 0;
};

}  // namespace tutti::others
