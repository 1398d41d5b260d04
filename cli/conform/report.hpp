// What `tutti conform` reports of a run: as text and as JSON. See also conform_tests.hpp and conform_html.hpp.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "cli/conform/expect.hpp"
#include "verified/conform/drive/campaign.hpp"
#include "verified/conform/drive/explain.hpp"

namespace tutti::cli {

/// A whole run.
struct ConformRun {
  conform::Library library;
  std::string launcher;
  std::vector<conform::Choice> choices;
  std::vector<conform::Effect> effects;  ///< of the choices, where that was asked
  std::string command;                   ///< "tutti conform --launcher '…'", to which --case is added
  std::vector<conform::Case> cases;
  conform::Results results;
  std::vector<conform::Failure> failures;
  std::vector<conform::FailureGroup> groups;
  std::string trouble;               ///< why the run or its record ended early, such as a full disk; or empty
  std::map<int, std::string> files;  ///< with the program or the cases of a failure, by its number
  std::map<int, std::string> tried;  ///< what came of these programs when they were launched: "fails 5 of 5"
  std::vector<Expectation> expectations;
  double seconds = 0;
  int garbage = 0;

  const conform::Case& case_of(const conform::Failure& f) const { return cases[static_cast<std::size_t>(f.number)]; }
  const conform::Outcome& outcome_of(const conform::Failure& f) const {
    return results.outcomes[static_cast<std::size_t>(f.number)];
  }
  const Expectation* expectation_of(const conform::Failure& f) const {
    return expected(expectations, case_of(f), outcome_of(f));
  }
};

struct Counts {
  int passed = 0, failed = 0, skipped = 0, undecided = 0, permitted = 0;
  void add(conform::Verdict verdict);
  int all() const { return passed + failed + skipped + undecided + permitted; }
};

Counts count(const ConformRun& run);

/// How often each reason was given for what was skipped, permitted or undecided; the most frequent first.
std::vector<std::pair<std::string, int>> reasons(const ConformRun& run, conform::Verdict verdict);

/// A wrong argument that ends a program or makes it hang: MPI permits that, and who uses the MPI wants to know of it.
struct FatalArgument {
  conform::Procedure procedure;
  conform::Kind kind;
  std::string says;        ///< "an intercommunicator"
  std::vector<int> cases;  ///< their numbers
};
std::vector<FatalArgument> fatal_arguments(const ConformRun& run);

/// "MPI_Exscan with an intercommunicator ends the program"
std::string describe(const FatalArgument& fatal);

/// What was noted, with the number of cases of which it was, by whichever ranks; the most frequent first. No failures:
/// what becomes of NaN, for example. Revealed bracketings are not among them.
std::vector<std::pair<std::string, int>> notes(const ConformRun& run);

/// The command that runs the smallest case of a failure again; or its case behind those that it needs, if these are few
/// or in a file. Empty where there is none.
std::string command_for(const ConformRun& run, const conform::Failure& failure);

/// What the launcher was told for a case: "NAME=VALUE, --cfg=…"; empty where no algorithm was chosen.
std::string describe_choice(const ConformRun& run, const conform::Case& c);

/// "CAUSE 2: procedure gather or scatter, form persistent: 12 cases fail, 1 that is so too passes"
std::string describe_group(const ConformRun& run, int group);

/// Whether it fails alone: "fails alone", "fails only behind 3 other cases", …
std::string describe_again(const conform::Outcome& failure);

/// Procedures by numbers of ranks, the failures, and totals; with `quiet` only what is not as it should be.
std::string print_text(const ConformRun& run, bool quiet);
std::string print_json(const ConformRun& run);

}  // namespace tutti::cli
