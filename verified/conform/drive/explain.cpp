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

/// A class within a group.
using ClassKey = std::pair<int, std::string>;

/// By the number of a failed case, its group.
std::map<int, int> group_of(const std::vector<FailureGroup>& groups) {
  std::map<int, int> all;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const int number : groups[g].cases) all[number] = static_cast<int>(g);
  return all;
}

Kind kind_of(const Outcome& o) { return o.found.front().wrong.kind; }

/// By the number of a failed case, its class. Where the same case fails alike without what was chosen at the launch,
/// that is nothing of the choice: it is in the class of that one.
std::map<int, ClassKey> classes_of(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes,
                                   const std::map<int, int>& group) {
  std::map<std::string, std::size_t> plain;
  for (const auto& [number, of] : group)
    if (const auto k = static_cast<std::size_t>(number); programme[k].algorithm.empty()) plain[print(programme[k])] = k;
  std::map<int, ClassKey> all;
  for (const auto& [number, of] : group) {
    auto k = static_cast<std::size_t>(number);
    auto without = programme[k];
    without.algorithm.clear();
    const auto found = plain.find(print(without));
    if (found != plain.end() && kind_of(outcomes[found->second]) == kind_of(outcomes[k])) k = found->second;
    all[number] = {of, class_of(programme[k], outcomes[k])};
  }
  return all;
}

/// The number of the case that stands for each class.
std::map<ClassKey, int> leaders(const std::map<int, ClassKey>& class_by_number, const std::vector<Outcome>& outcomes) {
  std::map<ClassKey, int> all;
  for (const auto& [number, key] : class_by_number) {
    const auto k = static_cast<std::size_t>(number);
    auto& leader = all.try_emplace(key, number).first->second;
    if (outcomes[static_cast<std::size_t>(leader)].again != Again::alone && outcomes[k].again == Again::alone)
      leader = number;
  }
  return all;
}

/// The classes in the order in which they are explained: of each group one, such as fails alone, before the others.
std::vector<ClassKey> in_turn(const std::map<ClassKey, int>& classes, const std::vector<Outcome>& outcomes) {
  std::map<int, ClassKey> first;
  for (const auto& [key, leader] : classes) {
    const auto is_alone = [&](int number) { return outcomes[static_cast<std::size_t>(number)].again == Again::alone; };
    const auto [known, is_new] = first.try_emplace(key.first, key);
    if (!is_new && is_alone(leader) && !is_alone(classes.at(known->second))) known->second = key;
  }
  std::vector<ClassKey> all;
  for (const auto& [group, key] : first) all.push_back(key);
  for (const auto& [key, leader] : classes)
    if (first.at(key.first) != key) all.push_back(key);
  return all;
}

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
    failure.is_cut = search.is_cut();
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
    if (other.like >= 0 || other.group != failure.group || other.outcome.again != Again::alone) return false;
    auto theirs = other.smallest;
    const auto& ours = failure.smallest;
    theirs.seed = std::min(theirs.seed, ours.seed);
    return theirs.procedure == ours.procedure && theirs.algorithm == ours.algorithm &&
           kind_of(other.outcome) == kind_of(failure.outcome) && (theirs == ours || is_smaller(theirs, ours));
  };
  const auto found = std::ranges::find_if(done, stands_in);
  return found == done.end() ? nullptr : &*found;
}

}  // namespace

Explained explain(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes, Runner& runner,
                  const Bounds& bounds, const std::function<void(std::size_t, std::size_t)>& progress) {
  const auto start = Clock::now();
  Explained all{{}, triage(programme, outcomes)};
  const auto group = group_of(all.groups);
  const auto class_by_number = classes_of(programme, outcomes, group);
  auto classes = leaders(class_by_number, outcomes);
  std::vector<Failure> shrunk;
  bool has_room = true;
  for (const auto& key : in_turn(classes, outcomes)) {
    auto& leader = classes.at(key);
    const auto k = static_cast<std::size_t>(leader);
    Failure failure{.number = leader, .group = key.first, .smallest = programme[k], .outcome = outcomes[k]};
    progress(shrunk.size(), classes.size());
    const bool fails_alone = failure.outcome.again == Again::alone;
    if (fails_alone && !stand_in(shrunk, failure)) {
      failure.is_cut = !has_room || since(start) >= bounds.all_seconds;
      try {
        if (!failure.is_cut) shrink(failure, runner, bounds);
      } catch (const NoRoom&) {  // told by the campaign, or there is no room for more than that
        failure.is_cut = true;
        has_room = false;
      }
    }
    if (const auto* other = fails_alone ? stand_in(shrunk, failure) : nullptr)
      failure.like = leader = other->number;
    else
      failure.program = reproducer(failure.smallest, failure.outcome.found.front().wrong);
    shrunk.push_back(failure);
  }
  for (const auto& [number, of] : group) {
    const auto leader = classes.at(class_by_number.at(number));
    if (leader == number)
      all.failures.push_back(*std::ranges::find(shrunk, number, &Failure::number));
    else
      all.failures.push_back({.number = number, .group = of, .like = leader});
  }
  return all;
}

}  // namespace tutti::conform
