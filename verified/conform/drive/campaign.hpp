// Runs a programme of cases: launch after launch, whatever the MPI does, until each case has its outcome.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/drive/runner.hpp"

namespace tutti::conform {

struct CampaignRequest {
  std::vector<Case> cases;
  std::vector<std::optional<Outcome>> known = {};  ///< of an earlier run: these are not run again. Empty: nothing is
  int most_per_launch = 1000;                      ///< cases
  int in_first_launch = 64;                        ///< few, so that what fails is told soon
  int jobs = 1;                                    ///< launches side by side, at most
  std::function<bool(const Case&)> may_fail = {};  ///< known to: these come last, in launches of their own
  /// Known to hang or to end the launch: where others have done so, these need not be run.
  std::function<bool(const Case&)> may_end = {};
  /// Failures which it is enough to have seen once: they are not asked about again.
  std::function<bool(const Case&, const Outcome&)> is_expected = {};
};

/// Called while it runs, by one thread at a time. Exceptions end it.
struct Watch {
  std::function<void(int, const Outcome&)> settled;  ///< the case of that number
  std::function<void(const Library&)> library;       ///< once, before the first outcome that a worker has given
};

/// What was run in launches with one number of ranks, without those that ask about a failure again.
struct Speed {
  int cases = 0;
  double seconds = 0;
};

struct Results {
  std::vector<Outcome> outcomes;  ///< of each case; undecided where the run was stopped before
  std::map<int, Speed> speed;     ///< by number of ranks
  std::string trouble = {};       ///< why it ended early, such as a full disk; or empty
};

/// Throws std::runtime_error where no launch ever starts, or the worker is not that of the launcher's MPI.
///
/// Cases with a wrong argument come last, in launches of their own; behind them those that are known to fail, so that
/// memory which these overwrite is no other case's. A failure is asked about again in a launch of its
/// own, of each class until one has failed there too, and at most three, unless it is expected; so is each case that
/// may have ended a launch or made it hang. What never comes again is undecided. After several hangs or crashes of a
/// form of a procedure under an algorithm its other cases are not run; they are skipped where they are known to end so,
/// too, else undecided. What does not start under an algorithm is skipped; what does not start in time, or under a
/// number of ranks, is undecided, and so is all that is left when the disk is full.
Results run(const CampaignRequest& request, Runner& runner, const Watch& watch);

/// Failures of a class are likely to have one cause: the same procedure, kind, algorithm, communicator, form
/// and wrong argument.
std::string class_of(const Case& c, const Outcome& failure);

}  // namespace tutti::conform
