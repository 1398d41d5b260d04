// An algorithm that somebody's MPI lets one choose at the launch, and how.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/procedure.hpp"
#include "verified/conform/process.hpp"

namespace tutti::conform {

struct Choice {
  std::string label;           ///< "allreduce=ring": the name of a procedure, and the MPI's own name
  Environment environment;     ///< for the launcher
  std::string arguments = {};  ///< for the launcher, where its command says {choice}, else at its end
  bool operator==(const Choice&) const = default;
};

/// What the label says before "=".
Procedure procedure_of(const Choice& choice);

/// "allreduce=ring env NAME=VALUE", one line for each variable, or "allreduce=ring args --cfg=smpi/allreduce:ring".
/// Lines with the same label make one choice. What follows # is no part of a line. Throws std::invalid_argument with
/// the number of the line and what is wrong in it.
std::vector<Choice> parse_choices(const std::string& text);

}  // namespace tutti::conform
