// All laws, those first on which the others rest.
#include <fmt/format.h>

#include <algorithm>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/black_box/search.hpp"

namespace tutti::op {
namespace {

/// A black box does not say which order is meant; what can be seen is an operator that keeps one of its operands.
std::vector<LawFinding> describe_order(Bench& bench) {
  const Trial& trial = bench.trial();
  const Experiment call = one_call(1);
  bool keeps_x = true, keeps_y = true;
  std::size_t tries = 0;
  for (const Tier tier : bench.tiers()) {
    std::vector<Bytes> operands(bench.at_once(call));
    for (auto& o : operands) o = bench.draw(tier, 2);
    bench.run(call, operands, [&](std::size_t, const Cells& cells) {
      ++tries;
      keeps_x = keeps_x && !first_difference(trial.type, cells[0], cells[2], trial.equal_by_value);
      keeps_y = keeps_y && !first_difference(trial.type, cells[1], cells[2], trial.equal_by_value);
    });
  }
  const bool keeps = tries > 0 && (keeps_x || keeps_y);
  const auto why = keeps ? fmt::format("x ∘ y was {} in {}", keeps_x ? "x" : "y", bench.tries(tries))
                         : "compiled code does not say which order is meant";
  std::vector<LawFinding> all;
  for (const Domain domain : bench.domains())
    all.push_back({Law::order, domain, Answer::unknown, why, bench.tries(tries), 0, {}});
  return all;
}

std::vector<LawFinding> not_asked(Bench& bench, Law law, const std::string& why) {
  std::vector<LawFinding> all;
  for (const Domain domain : bench.domains()) all.push_back({law, domain, Answer::unknown, why, "", 0, {}});
  return all;
}

bool is_refuted(const std::vector<LawFinding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](auto& f) { return f.answer == Answer::refuted; });
}

}  // namespace

std::vector<LawFinding> try_laws(const Trial& trial, const std::function<void(const LawFinding&)>& tell) {
  Bench bench(trial);
  std::vector<LawFinding> all;
  const auto append = [&](std::vector<LawFinding> more) {
    for (auto& f : more) {
      if (tell) tell(f);
      all.push_back(std::move(f));
    }
  };
  append(search_bad_calls(bench));
  const auto bad_calls = all.size();
  const auto ask = [&](Law law) {
    const auto experiments = experiments_of(law, trial.type, trial.equal_by_value, trial.lengths);
    return experiments.empty() ? not_asked(bench, law, "only a vector of two elements or more can be split")
                               : search(bench, law, experiments);
  };
  if (!trial.type.gaps.empty()) append({ask(Law::gaps).front()});
  auto pure = search_state(bench);
  const bool is_pure = !is_refuted(pure);
  append(std::move(pure));
  for (const Law law : {Law::split_safe, Law::associative, Law::commutative, Law::idempotent, Law::closed}) {
    if (law == Law::closed && !trial.pre) continue;
    append(is_pure ? ask(law) : not_asked(bench, law, "not asked of what is no function of its inputs"));
  }
  if (is_pure) append(search_identity(bench));
  if (is_pure) append(describe_order(bench));
  for (std::size_t i = 0; i < bad_calls; ++i)
    if (all[i].answer == Answer::unknown && bench.bad_call(all[i].law)) {
      all[i] = finding_of_bad_call(bench, all[i].law, static_cast<std::size_t>(trial.tries));
      if (tell) tell(all[i]);
    }
  return all;
}

std::vector<std::pair<Law, Domain>> laws_tried(const Trial& trial) {
  const bool floating = trial.type.has_floating();
  std::vector<std::pair<Law, Domain>> all;
  for (const Law law : {Law::memory, Law::total, Law::gaps, Law::pure, Law::split_safe, Law::associative,
                        Law::commutative, Law::idempotent, Law::closed, Law::identity}) {
    if (law == Law::closed && !trial.pre) continue;
    if (law == Law::gaps && trial.type.gaps.empty()) continue;
    all.emplace_back(law, floating ? Domain::ieee : Domain::exact);
    const bool of_one_domain = law == Law::memory || law == Law::total || law == Law::gaps;
    if (floating && !of_one_domain) all.emplace_back(law, Domain::ieee_ordinary);
  }
  return all;
}

}  // namespace tutti::op
