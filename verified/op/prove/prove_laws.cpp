#include "verified/op/prove/prove_laws.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "verified/op/prove/laws/laws.hpp"

namespace tutti::op {
namespace {

/// A law in domains of which each has fewer values than the one before.
struct Task {
  Law law;
  std::vector<Domain> domains;
};

using Tell = std::function<void(const LawFinding&)>;

/// What is asked at once. Only from one to the next is anything learnt, so that the findings do not depend on which
/// thread is the first.
using Tasks = std::vector<Task>;

std::vector<Tasks> tasks_of(const Symbolic& symbolic) {
  using Domains = std::vector<Domain>;
  const bool floating = symbolic.type.has_floating();
  const auto all = floating ? Domain::ieee : Domain::exact;
  std::vector<Tasks> tasks(1);
  for (const auto law : {Law::total, Law::memory, Law::aligned, Law::aliasing, Law::gaps, Law::pure, Law::split_safe})
    if (law != Law::gaps || !symbolic.type.gaps.empty()) tasks.back().push_back({law, {all}});
  // An identity takes most time, and MPI does not ask for one.
  for (const auto law : {Law::associative, Law::commutative, Law::order, Law::closed, Law::idempotent, Law::identity}) {
    if (law == Law::order && !symbolic.meant) continue;
    if (law == Law::closed && !symbolic.pre) continue;
    tasks.emplace_back();
    tasks.back().push_back({law, floating ? Domains{Domain::ieee, Domain::ieee_ordinary} : Domains{all}});
    if (floating) tasks.back().push_back({law, {Domain::real}});
  }
  return tasks;
}

LawFinding prove(const Asked& asked) {
  switch (asked.law) {
    case Law::memory:
    case Law::total:
    case Law::aligned:
    case Law::aliasing:
    case Law::gaps:
    case Law::pure: return prove_without_faults(asked);
    case Law::split_safe: return prove_split_safe(asked);
    case Law::identity: return prove_identity(asked);
    default: return prove_equation(asked);
  }
}

/// After such a refutation MPI may not use the operator, whatever else holds. One that is not associative may still be
/// right but for rounding.
bool settles(const LawFinding& found) {
  constexpr Law required[] = {Law::memory, Law::total, Law::pure, Law::split_safe, Law::order, Law::closed};
  return found.answer == Answer::refuted && std::ranges::find(required, found.law) != std::end(required);
}

bool is_in_vain(const LawFinding& found) {
  return found.answer == Answer::unknown && !found.only_for_lengths && found.why.find(no_answer) != std::string::npos;
}

/// The effort of each query. An operator whose laws are too hard for the solvers must not take the limit for each of
/// them, nor must laws on which nothing depends.
class Patience {
 public:
  Patience(const Symbolic& symbolic, Effort effort, bool is_even)
      : symbolic_(symbolic), effort_(effort), is_even_(is_even) {}

  Effort effort(Law law, Domain domain) const {
    constexpr int most_halvings = 3;
    constexpr double least_share = 0.1, settled_share = 0.25, idle_share = 0.5;
    if (is_refuted(law, domain)) return effort_ * least_share;
    const double share = is_even_ ? 1 : std::ldexp(1, -std::min(in_vain_, most_halvings));
    if (settled_) return effort_ * std::min(share, settled_share);
    const bool is_idle = !is_even_ && (law == Law::idempotent || law == Law::identity);
    return effort_ * (is_idle ? std::min(share, idle_share) : share);
  }
  void note(const LawFinding& found) {
    if (is_in_vain(found) && !is_refuted(found.law, found.domain)) ++in_vain_;
    if (settles(found)) settled_ = true;
  }

 private:
  bool is_refuted(Law law, Domain domain) const {
    return symbolic_.refuted_by_run && symbolic_.refuted_by_run(law, domain);
  }

  const Symbolic& symbolic_;
  Effort effort_;
  bool is_even_;  ///< the same for laws that are of less use, or come after others that were asked in vain
  int in_vain_ = 0;
  bool settled_ = false;
};

LawFinding prove(const Symbolic& symbolic, const Patience& patience, Law law, Domain domain, bool any_length) {
  const Asked asked{symbolic, patience.effort(law, domain), law, domain, any_length};
  const auto start = std::chrono::steady_clock::now();
  auto found = [&] {
    try {
      return prove(asked);
    } catch (const Unsupported& unsupported) {
      auto open = finding(asked, Answer::unknown, unsupported.where + ": " + unsupported.what);
      open.where = unsupported.where;
      return open;
    } catch (const z3::exception& e) {
      return finding(asked, Answer::unknown, std::string("z3: ") + e.msg());
    }
  }();
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

/// What is proved of all values is proved of fewer, but for an identity, which may not be among these.
std::vector<LawFinding> prove(const Symbolic& symbolic, Patience patience, const Task& task, const Tell& tell) {
  std::vector<LawFinding> findings;
  for (const auto domain : task.domains) {
    const bool follows = !findings.empty() && findings.back().answer == Answer::proved && task.law != Law::identity;
    if (follows) {
      findings.push_back(findings.back());
      findings.back().domain = domain;
      findings.back().why.clear();
      findings.back().seconds = 0;
    } else {
      findings.push_back(prove(symbolic, patience, task.law, domain, false));
      patience.note(findings.back());
    }
    if (tell) tell(findings.back());
  }
  return findings;
}

/// Contexts of Z3 come and go. A quarter of the time went to giving their memory back to the system and asking for it
/// again.
void keep_freed_memory() {
  constexpr int bytes = 32 << 20;
  static const bool done = mallopt(M_MMAP_THRESHOLD, bytes) && mallopt(M_TRIM_THRESHOLD, 4 * bytes);
  static_cast<void>(done);
}

/// In the order of the tasks, from so many threads.
std::vector<LawFinding> prove(const Symbolic& symbolic, const Patience& patience, const Tasks& tasks, int jobs,
                              const Tell& tell) {
  std::vector<std::vector<LawFinding>> findings(tasks.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < tasks.size();) findings[i] = prove(symbolic, patience, tasks[i], tell);
  };
  {
    std::vector<std::jthread> others;
    for (int j = 1; j < jobs; ++j) others.emplace_back(work);
    work();
  }
  std::vector<LawFinding> all;
  for (auto& of_task : findings) all.insert(all.end(), of_task.begin(), of_task.end());
  return all;
}

/// Puts what is found in place of what was known of the same law and domain, or behind all.
void take(std::vector<LawFinding>& all, LawFinding found) {
  const auto before =
      std::ranges::find_if(all, [&](const LawFinding& f) { return f.law == found.law && f.domain == found.domain; });
  if (before == all.end())
    all.push_back(std::move(found));
  else
    *before = std::move(found);
}

/// What is left to ask of tasks of which all this is known.
Tasks without_answer(Tasks tasks, const std::vector<LawFinding>& all) {
  const auto is_answered = [&](Law law, Domain domain) {
    return std::ranges::any_of(
        all, [&](const LawFinding& f) { return f.law == law && f.domain == domain && !is_in_vain(f); });
  };
  for (auto& task : tasks) std::erase_if(task.domains, [&](Domain domain) { return is_answered(task.law, domain); });
  std::erase_if(tasks, [](const Task& task) { return task.domains.empty(); });
  return tasks;
}

}  // namespace

std::vector<LawFinding> prove_laws(const Symbolic& symbolic, const Limits& limits, const Tell& tell) {
  keep_freed_memory();
  // A law that is hard must not take the time of those behind it: each is asked with little effort first.
  constexpr double little = 0.125;
  std::vector<LawFinding> all;
  std::set<std::pair<Law, Domain>> asked_of_all;  // lengths
  for (const bool is_first : {true, false}) {
    Patience patience(symbolic, is_first ? little * limits.effort : limits.effort, is_first);
    for (const auto& found : all)
      if (!is_in_vain(found)) patience.note(found);
    for (const auto& tasks : tasks_of(symbolic))
      for (auto& found : prove(symbolic, patience, without_answer(tasks, all), limits.jobs, tell)) {
        patience.note(found);
        take(all, std::move(found));
      }
    // From some lengths to all may take long, and must not keep other laws from being asked.
    const Patience whole(symbolic, limits.effort, true);
    for (auto& found : all) {
      if (!found.only_for_lengths || !asked_of_all.insert({found.law, found.domain}).second) continue;
      found = prove(symbolic, whole, found.law, found.domain, true);
      if (tell) tell(found);
    }
  }
  return all;
}

std::vector<std::pair<Law, Domain>> laws_asked(const Symbolic& symbolic) {
  std::vector<std::pair<Law, Domain>> all;
  for (const auto& tasks : tasks_of(symbolic))
    for (const auto& task : tasks)
      for (const auto domain : task.domains) all.emplace_back(task.law, domain);
  return all;
}

}  // namespace tutti::op
