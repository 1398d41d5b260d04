#include "verified/conform/drive/explain.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "verified/conform/drive/campaign.hpp"
#include "verified/conform/drive/failure_search.hpp"
#include "verified/conform/drive/shrink.hpp"
#include "verified/conform/reproduce/reproducer.hpp"

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The number of the case that stands for each class.
std::map<std::string, int> leaders(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes) {
  std::map<std::string, int> all;
  for (std::size_t k = 0; k < programme.size(); ++k) {
    if (outcomes[k].verdict != Verdict::failed) continue;
    const auto number = static_cast<int>(k);
    auto& leader = all.try_emplace(class_of(programme[k], outcomes[k]), number).first->second;
    if (outcomes[static_cast<std::size_t>(leader)].again != Again::alone && outcomes[k].again == Again::alone)
      leader = number;
  }
  return all;
}

Kind kind_of(const Outcome& o) { return o.found.front().wrong.kind; }

/// With a part of the time limit only: what is found is asked once more in the end.
Runner hasty(const Runner& runner) {
  auto launcher = runner.launcher();
  launcher.time_limit = std::min(launcher.time_limit, std::max(1.0, launcher.time_limit / 4));
  return {launcher, runner.choices(), [&runner] { return runner.stopped(); }};
}

/// The failure of a case alone, if it is of that kind.
std::optional<Outcome> alone(Runner& runner, const Case& c, Kind kind) {
  auto outcome = runner.alone(c);
  if (outcome.verdict != Verdict::failed || kind_of(outcome) != kind) return std::nullopt;
  outcome.again = Again::alone;
  return outcome;
}

/// Makes `failure` as small as the bounds allow: first by what fails among other candidates, and if what comes of that
/// does not fail alone, by what does.
void shrink(Failure& failure, Runner& runner, const Bounds& bounds) {
  const auto kind = kind_of(failure.outcome);
  FailureSearch search(
      hasty(runner), [kind](const Case&, const Outcome& o) { return kind_of(o) == kind; }, bounds.launches,
      bounds.seconds);
  for (const bool each_alone : {false, true}) {
    const auto found =
        smallest(failure.smallest, [&](const auto& cases) { return search.first_failing(cases, each_alone); });
    if (found == failure.smallest) return;
    if (const auto outcome = alone(runner, found, kind)) {
      failure.smallest = found;
      failure.outcome = *outcome;
      return;
    }
  }
}

/// One that has been made smaller already, and is what this one could be made as well.
const Failure* stand_in(const std::vector<Failure>& done, const Failure& failure) {
  const auto stands_in = [&](const Failure& other) {
    if (other.like >= 0 || other.outcome.again != Again::alone) return false;
    auto theirs = other.smallest;
    const auto& ours = failure.smallest;
    theirs.seed = std::min(theirs.seed, ours.seed);
    return theirs.procedure == ours.procedure && theirs.algorithm == ours.algorithm &&
           kind_of(other.outcome) == kind_of(failure.outcome) && (theirs == ours || is_smaller(theirs, ours));
  };
  const auto found = std::ranges::find_if(done, stands_in);
  return found == done.end() ? nullptr : &*found;
}

/// All failures, each with what stands for its class.
std::vector<Failure> in_order(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes,
                              const std::map<std::string, int>& classes, const std::vector<Failure>& shrunk) {
  std::vector<Failure> all;
  for (std::size_t k = 0; k < programme.size(); ++k) {
    if (outcomes[k].verdict != Verdict::failed) continue;
    const auto number = static_cast<int>(k);
    const auto leader = classes.at(class_of(programme[k], outcomes[k]));
    if (leader == number)
      all.push_back(*std::ranges::find(shrunk, number, &Failure::number));
    else
      all.push_back({.number = number, .like = leader});
  }
  return all;
}

}  // namespace

std::vector<Failure> explain(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes, Runner& runner,
                             const Bounds& bounds, const std::function<void(std::size_t, std::size_t)>& progress) {
  const auto start = Clock::now();
  auto classes = leaders(programme, outcomes);
  std::vector<Failure> shrunk;
  for (auto& [name, leader] : classes) {
    const auto k = static_cast<std::size_t>(leader);
    Failure failure{.number = leader, .smallest = programme[k], .outcome = outcomes[k]};
    progress(shrunk.size(), classes.size());
    const bool fails_alone = failure.outcome.again == Again::alone;
    if (fails_alone && !stand_in(shrunk, failure) && since(start) < bounds.all_seconds) shrink(failure, runner, bounds);
    if (const auto* other = fails_alone ? stand_in(shrunk, failure) : nullptr)
      failure.like = leader = other->number;
    else
      failure.program = reproducer(failure.smallest, failure.outcome.found.front().wrong);
    shrunk.push_back(failure);
  }
  return in_order(programme, outcomes, classes, shrunk);
}

}  // namespace tutti::conform
