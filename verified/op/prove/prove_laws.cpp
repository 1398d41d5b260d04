#include "verified/op/prove/prove_laws.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "verified/op/prove/laws/laws.hpp"

namespace tutti::op {
namespace {

/// A law in domains of which each has fewer values than the one before.
struct Task {
  Law law;
  std::vector<Domain> domains;
};

std::vector<Task> tasks_of(const Symbolic& symbolic) {
  using Domains = std::vector<Domain>;
  const bool floating = symbolic.type.has_floating();
  const auto all = floating ? Domain::ieee : Domain::exact;
  std::vector<Task> tasks;
  for (const auto law : {Law::total, Law::memory, Law::pure, Law::split_safe}) tasks.push_back({law, {all}});
  // An identity takes most time, and MPI does not ask for one.
  for (const auto law : {Law::associative, Law::commutative, Law::order, Law::closed, Law::idempotent, Law::identity}) {
    if (law == Law::order && !symbolic.meant) continue;
    if (law == Law::closed && !symbolic.pre) continue;
    tasks.push_back({law, floating ? Domains{Domain::ieee, Domain::ieee_ordinary} : Domains{all}});
    if (floating) tasks.push_back({law, {Domain::real}});
  }
  return tasks;
}

Finding prove(const Asked& asked) {
  switch (asked.law) {
    case Law::memory:
    case Law::total:
    case Law::pure: return prove_without_faults(asked);
    case Law::split_safe: return prove_split_safe(asked);
    case Law::identity: return prove_identity(asked);
    default: return prove_equation(asked);
  }
}

/// After such a refutation MPI may not use the operator, whatever else holds. One that is not associative may still be
/// right but for rounding.
bool settles(const Finding& found) {
  constexpr Law required[] = {Law::memory, Law::total, Law::pure, Law::split_safe, Law::order, Law::closed};
  return found.answer == Answer::refuted && std::ranges::find(required, found.law) != std::end(required);
}

/// The time of each query. An operator whose laws are too hard for the solvers must not take the limit for each of
/// them, nor must laws on which nothing depends.
class Patience {
 public:
  Patience(const Symbolic& symbolic, const Limits& limits) : symbolic_(symbolic), seconds_(limits.seconds) {}

  double seconds(Law law, Domain domain) const {
    constexpr int most_halvings = 3;
    constexpr double least_share = 0.1, settled_share = 0.25, idle_share = 0.5;
    if (is_refuted(law, domain)) return seconds_ * least_share;
    const double share = std::ldexp(1, -std::min(in_vain_.load(), most_halvings));
    if (settled_) return seconds_ * std::min(share, settled_share);
    const bool is_idle = law == Law::idempotent || law == Law::identity;
    return seconds_ * (is_idle ? std::min(share, idle_share) : share);
  }
  /// A law asked with this limit is found to be so.
  void note(const Finding& found, double limit) {
    const bool is_in_vain = found.answer == Answer::unknown && !found.only_for_lengths && found.seconds >= limit;
    if (is_in_vain && !is_refuted(found.law, found.domain)) ++in_vain_;
    if (settles(found)) settled_ = true;
  }

 private:
  bool is_refuted(Law law, Domain domain) const {
    return symbolic_.refuted_by_run && symbolic_.refuted_by_run(law, domain);
  }

  const Symbolic& symbolic_;
  double seconds_;
  std::atomic<int> in_vain_ = 0;
  std::atomic<bool> settled_ = false;
};

Finding prove(const Symbolic& symbolic, Patience& patience, Law law, Domain domain) {
  const Asked asked{symbolic, patience.seconds(law, domain), law, domain};
  const auto start = std::chrono::steady_clock::now();
  auto found = [&] {
    try {
      return prove(asked);
    } catch (const Unsupported& unsupported) {
      return finding(asked, Answer::unknown, unsupported.where + ": " + unsupported.what);
    } catch (const z3::exception& e) {
      return finding(asked, Answer::unknown, std::string("z3: ") + e.msg());
    }
  }();
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  patience.note(found, asked.seconds);
  return found;
}

/// What is proved of all values is proved of fewer, but for an identity, which may not be among these.
std::vector<Finding> prove(const Symbolic& symbolic, Patience& patience, const Task& task) {
  std::vector<Finding> findings;
  for (const auto domain : task.domains) {
    const bool follows = !findings.empty() && findings.back().answer == Answer::proved && task.law != Law::identity;
    if (!follows) {
      findings.push_back(prove(symbolic, patience, task.law, domain));
      continue;
    }
    findings.push_back(findings.back());
    findings.back().domain = domain;
    findings.back().why.clear();
    findings.back().seconds = 0;
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

}  // namespace

std::vector<Finding> prove_laws(const Symbolic& symbolic, const Limits& limits) {
  keep_freed_memory();
  const auto tasks = tasks_of(symbolic);
  std::vector<std::vector<Finding>> findings(tasks.size());
  Patience patience(symbolic, limits);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < tasks.size();) findings[i] = prove(symbolic, patience, tasks[i]);
  };
  {
    std::vector<std::jthread> others;
    for (int j = 1; j < limits.jobs; ++j) others.emplace_back(work);
    work();
  }
  std::vector<Finding> all;
  for (auto& of_task : findings) all.insert(all.end(), of_task.begin(), of_task.end());
  return all;
}

}  // namespace tutti::op
