// What is known of a case once all of its ranks have spoken, or can no longer.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::conform {

enum class Verdict {
  passed,
  failed,
  skipped,
  undecided,
  permitted,  ///< not what one would wish, but the standard leaves it open: what becomes of a wrong argument, or of
              ///< denormal numbers
};

/// How a failure came again when its case was run in a launch of its own.
enum class Again {
  not_asked,     ///< it was not run again: several like it had been
  alone,         ///< it fails alone
  after_others,  ///< it passes alone, and fails behind others
  never,         ///< it was seen once: the case is undecided, unless it is known to fail at times
};

struct Finding {
  Rank rank;  ///< in the world, or -1: of no one rank
  Wrong wrong;
  bool operator==(const Finding&) const = default;
};

struct Outcome {
  Verdict verdict = Verdict::undecided;
  std::vector<Finding> found = {};      ///< failed or permitted: the gravest first, then by rank
  std::string why = {};                 ///< skipped, undecided or permitted
  std::vector<std::string> notes = {};  ///< "rank 3: …"
  Again again = Again::not_asked;
  std::vector<Case> before = {};  ///< of after_others: to run first, in the same launch
  bool operator==(const Outcome&) const = default;
};

std::string_view name_of(Verdict verdict);
std::optional<Verdict> verdict_named(std::string_view name);
std::string_view name_of(Again again);  ///< "after-others", with a hyphen
std::optional<Again> again_named(std::string_view name);

/// "wrong-order at rank 2: …", or without a rank.
std::string describe(const Finding& finding);

/// A note of an outcome.
struct Noted {
  Rank rank;
  std::string text;
};
/// Nothing for a text that is none.
std::optional<Noted> parse_noted(const std::string& note);

Outcome skipped(std::string why);
Outcome undecided(std::string why);
Outcome failed(Kind kind, std::string text);

/// What one rank has written of one case so far.
struct RankLog {
  bool begun = false, ended = false;
  bool noticed = false;  ///< the wrong argument: an error has been returned
  bool failed = false;   ///< by its line "end"
  Report report = {};
};

/// Adds a line that bears the number of that case. False where it cannot be read, or comes after the end.
bool add(RankLog& log, const Line& line);

/// The outcome by all ranks of the world, each of which has ended the case or never will. Ranks of one communicator
/// must all skip it for one reason or another, or none.
Outcome merge(const Case& c, const std::vector<RankLog>& ranks);

/// The same with the verdict that it has if the run is strict, or if it is not, where the standard leaves something
/// open. "The set of errors that are handled by MPI is implementation-dependent" (MPI 4.0, 9.3): that a wrong argument
/// is accepted, ends the program, makes it hang or gives an error of another class than its own is permitted, and a
/// failure only where `strict`; so is arithmetic that takes denormal numbers for zero. A communicator that does not
/// work after an error was returned is a failure always. Where errors are fatal, that the program ends is what is due.
Outcome judged(const Case& c, Outcome outcome, bool strict);

}  // namespace tutti::conform
