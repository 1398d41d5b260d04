#include "verified/check/rules/own_part.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/check/rules/evaluation.hpp"
#include "verified/check/rules/obligations.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::rules {
namespace {

/// The variables of claims about a message, and their values in the instance that it is.
constexpr std::string_view names[] = {"k", "t", "other_turn", "i", "other_part", "v", "x",    "c",
                                      "u", "r", "s",          "j", "first",      "m", "count"};
using Values = std::array<int, std::size(names)>;

/// All that is claimed of the messages of one step of a phase.
struct ClaimsOfStep {
  std::vector<const Claim*> claims;
  Evaluation evaluation;
  Values variables;  ///< their numbers
};

class Watch {
 public:
  Watch(const Algorithm& algorithm, const Group& group)
      : program_(*algorithm.rules), group_(group), claims_(obligations(algorithm, program_, group.shape)) {}

  void see(const Said& said) {
    if (!failed_.empty()) return;
    auto& [claims, evaluation, variables] = claims_of(said);
    const auto& m = said.message;
    const auto& rules = program_.phases[static_cast<std::size_t>(said.phase)].run;
    // A message is looked at by both of its ranks, and by each of them at another end.
    const int offset = rules.rank(said.ranks, m.from) == group_.only ? 0 : m.count - 1;
    const Values values{said.round,       said.turn,     said.turn, said.part, said.part,
                        said.seat,        said.seat,     said.seat, m.to,      group_.only,
                        m.first + offset, m.at + offset, m.first,   0,         m.count};
    for (std::size_t i = 0; i < values.size(); ++i) evaluation.set(variables[i], values[i]);
    const auto failed = evaluation.first_that_fails();
    if (!failed) return;
    const auto& claim = *claims[*failed];
    failed_ = claim.name + " (" + claim.states + ") does not hold for";
    for (std::size_t i = 0; i < values.size(); ++i)
      failed_ += " " + std::string(names[i]) + " = " + std::to_string(values[i]);
  }

  std::string failed() && { return std::move(failed_); }

 private:
  ClaimsOfStep& claims_of(const Said& said) {
    const std::pair key{said.phase, said.step};
    if (const auto at = steps_.find(key); at != steps_.end()) return at->second;
    std::vector<const Claim*> claims;
    for (const auto& claim : claims_)
      if (claim.phase == said.phase && (claim.step == said.step || claim.step == -1)) claims.push_back(&claim);
    const auto& g = said.ranks;
    Evaluation evaluation(claims, {{"p", g.p}, {"root", g.root}, {"q", g.q}, {"lg", g.lg}},
                          [this, g](std::string_view name, std::int64_t round, std::int64_t x) {
                            return memory(g, name, static_cast<int>(round), static_cast<int>(x));
                          });
    Values variables;
    std::ranges::transform(names, variables.begin(), [&](std::string_view name) { return evaluation.variable(name); });
    return steps_.emplace(key, ClaimsOfStep{std::move(claims), std::move(evaluation), variables}).first->second;
  }

  std::optional<std::int64_t> memory(const Ranks<int>& ranks, std::string_view name, int round, int x) const {
    for (const auto& phase : program_.phases) {
      if (phase.memory_name != name) continue;
      const auto g = phase.run.group(ranks);
      int memory = phase.run.remembers_first(g, x);
      int k = phase.run.first(g);
      for (; k != round && phase.run.more(g, k); k = phase.run.next(g, k))
        memory = phase.run.remembers_next(g, k, memory);
      if (k == round) return memory;
    }
    return std::nullopt;
  }

  const Program& program_;
  const Group& group_;
  std::vector<Claim> claims_;
  std::map<std::pair<int, int>, ClaimsOfStep> steps_;
  std::string failed_;
};

}  // namespace

OwnPart own_part(const Algorithm& algorithm, Group group) {
  if (group.shape.empty()) group.shape = algorithm.shapes_for(group.ranks).front();
  Watch watch(algorithm, group);
  auto schedule = algorithm.schedule(group, [&](const Said& said) { watch.see(said); });
  return {std::move(schedule), std::move(watch).failed()};
}

}  // namespace tutti::rules
