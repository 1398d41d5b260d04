// What one rank makes of rules that are proved for all p, in about the time of its own steps.
#pragma once
#include <memory>
#include <string>

#include "verified/schedule/algorithm.hpp"

namespace tutti::rules {

struct OwnPart {
  Schedule schedule;   ///< the steps of group.only
  std::string failed;  ///< the claim that does not hold of one of them, and where; empty where all do
};

/// Looks at the messages of rank group.only, one by one: that each of its steps is the one that the graphs of the rules
/// write down, and that what Z3 proved of graphs holds of the ints that run. All that is claimed of the phase
/// (obligations.hpp) is evaluated for this p, root, round and seat, at an end of the message's run of slots.
class PartCheck {
 public:
  /// The part of an algorithm with rules, which must outlive this; the group names its shape. Checks what is assumed of
  /// p and the root.
  PartCheck(const Algorithm& algorithm, const Group& group);
  ~PartCheck();

  void see(const Sent& sent);
  /// The first that does not hold, and where; empty where all do.
  const std::string& failed() const;

 private:
  class Claimed;
  std::unique_ptr<Claimed> claimed_;
};

/// Builds the steps of rank group.only of an algorithm with rules, under a PartCheck. Throws NoSchedule.
OwnPart own_part(const Algorithm& algorithm, Group group);

}  // namespace tutti::rules
