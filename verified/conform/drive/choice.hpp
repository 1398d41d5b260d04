// An algorithm that somebody's MPI lets one choose at the launch, and how.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/system/program.hpp"

namespace tutti::conform {

struct Choice {
  /// "allreduce=ring": what is chosen, and the MPI's own name. What is chosen is a procedure, for its blocking form on
  /// intracommunicators; with an i before it ("iallreduce") for the other forms; with "-inter" behind it on
  /// intercommunicators; with any other word behind a hyphen ("bcast-posix") the same as without.
  std::string label;
  Environment environment;     ///< for the launcher
  std::string arguments = {};  ///< for the launcher, where its command says {choice}, else at its end
  bool operator==(const Choice&) const = default;
};

/// Whether the choice may matter to a case.
bool concerns(const Choice& choice, const Case& c);

/// "allreduce=ring env NAME=VALUE", one line for each variable, or "allreduce=ring args --cfg=smpi/allreduce:ring".
/// Lines with the same label make one choice. What follows # is no part of a line. Throws std::invalid_argument with
/// the number of the line and what is wrong in it.
std::vector<Choice> parse_choices(const std::string& text);

}  // namespace tutti::conform
