// What `tutti verify` says of what it has proved: as a table, as JSON and as JUnit XML.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/smt/verify_smt.hpp"
#include "verified/check/sweep/sweep.hpp"

namespace tutti::cli {

/// What was found of an algorithm of ours or of a file, and what a reader is told besides.
struct Verified {
  SweepResult found;
  std::string is;                           ///< of a file, of what it is: "reduce, p = 7, root 2"
  std::optional<int> slots;                 ///< of a plan that is proved, how many messages a connection must hold
  std::string show;                         ///< the command that draws the counterexample; empty where none does
  std::optional<int> calls = std::nullopt;  ///< of a plan that was looked at in so many calls, one behind the other
  std::optional<int> units = std::nullopt;  ///< of a pipeline, into which each chunk is cut
};
Verified verified(const SweepResult& of_ours);

/// The table: its head, a line for each with what is said below it, and the sums.
std::string print_head();
std::string print_line(const Verified& verified, bool colour);
std::string print_total(const std::vector<Verified>& results, double seconds);

std::string verify_json(const std::vector<Verified>& results, const std::optional<SmtResults>& smt);
std::string verify_junit(const std::vector<Verified>& results, const std::optional<SmtResults>& smt);

}  // namespace tutti::cli
