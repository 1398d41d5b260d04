// A plan as it goes: which step may be next, given what connections hold.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verified/others/plan.hpp"
#include "verified/others/plan_memory.hpp"

namespace tutti::others {

/// A step of a threadblock, of all threadblocks of all GPUs one after the other.
struct PlanEvent {
  int threadblock, step;
};

/// Who sends to whom. Throws NoSchedule (schedule_file.hpp) where two threadblocks send or receive by one connection,
/// which is a rank, another one and a channel.
class Network {
 public:
  explicit Network(const Plan& plan);

  struct Block {
    const Threadblock* threadblock;
    Rank rank;
    int receiver = -1, sender = -1;  ///< the threadblocks at the other ends of its connections, where there are any
  };
  const Plan& plan() const { return plan_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const Block& block(int number) const { return blocks_[static_cast<std::size_t>(number)]; }
  const PlanStep& step(const PlanEvent& e) const {
    return block(e.threadblock).threadblock->steps[static_cast<std::size_t>(e.step)];
  }
  /// The step that this one waits for; none where its threadblock is -1.
  PlanEvent awaited(const PlanEvent& e) const;
  /// "rank 2, threadblock 1, step 4 (rrc)"
  std::string name(const PlanEvent& e) const;

 private:
  const Plan& plan_;
  std::vector<Block> blocks_;
  std::vector<int> first_of_;  ///< the first threadblock of each rank
};

/// Where steps are left that cannot go on.
struct Stuck {
  PlanEvent first;
  std::string why;  ///< who waits for what, until the circle closes
};

/// Runs the plan, of which any order comes to the same end: connections are first in, first out, with one writer and
/// one reader. `slots`: how many messages a connection holds that nobody has received, where a step that receives and
/// sends does both at once; 0: a send waits for its receive; `unlimited`. Calls visit(event) for each step when it
/// happens, a send before its receive. What is left at the end, if anything.
inline constexpr int unlimited = -1;
std::optional<Stuck> run_plan(const Network& network, int slots,
                              const std::function<void(const PlanEvent&)>& visit = {});

/// The fewest slots with which the plan comes to its end, where it does with any.
int fewest_slots(const Network& network);

}  // namespace tutti::others
