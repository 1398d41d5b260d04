#include "verified/conform/drive/effect.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "verified/conform/case/legal.hpp"

namespace tutti::conform {
namespace {

/// Calls of the choice's procedure, if it is about one, as the scene `digest` has them.
std::vector<Case> probes(const Choice& choice, int ranks) {
  constexpr std::int64_t little = 3, much = 20011;  // of 8 bytes: primes, so that blocks are uneven
  std::vector<Case> all;
  for (const auto& r : procedures)
    for (const auto form : {Form::blocking, Form::nonblocking})
      for (const auto count : {little, much}) {
        Case c;
        c.procedure = r.id;
        c.ranks = ranks;
        c.form = form;
        c.scenario = Scenario::digest;
        if (uses(r.id).count) c.count = combines(r.id) ? count : count / ranks + 1;
        if (uses(r.id).operators) c.load = "sum/double";
        if (on_neighbours(r.id)) c.comm = Comm::cart;
        if (concerns(choice, c) && !why_not(c)) all.push_back(c);
      }
  return all;
}

/// What the ranks say of the calls, or nothing where they are not made; a failure is said, too.
std::vector<std::optional<std::string>> said(const std::vector<Case>& cases, Runner& runner) {
  std::vector<std::optional<std::string>> all(cases.size());
  const auto served = runner.serve(
      cases,
      [&](int k, const Outcome& o) {
        if (o.verdict == Verdict::skipped || o.verdict == Verdict::undecided) return;
        auto& text = all[static_cast<std::size_t>(k)].emplace(name_of(o.verdict));
        for (const auto& note : o.notes) text += "\n" + note;
      },
      Patience::whole);
  for (const auto& suspect : served.suspects) all[static_cast<std::size_t>(suspect.number)] = "it does not come back";
  return all;
}

bool counts_messages(const std::string& said) { return said.find(": messages ") != std::string::npos; }

Effect effect(const std::vector<Case>& cases, const std::vector<std::optional<std::string>>& with,
              const std::vector<std::optional<std::string>>& without) {
  bool is_known = !cases.empty();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (with[k] && without[k] && *with[k] != *without[k]) return Effect::seen;
    is_known = is_known && with[k] && without[k] && (combines(cases[k].procedure) || counts_messages(*without[k]));
  }
  return is_known ? Effect::not_seen : Effect::not_known;
}

}  // namespace

std::vector<Effect> effects(const std::vector<Choice>& choices, int ranks, Runner& runner,
                            const std::function<void(std::size_t)>& tell) {
  std::map<std::string, std::vector<std::optional<std::string>>> without;  // by the cases
  std::vector<Effect> all;
  for (const auto& choice : choices) {
    tell(all.size());
    auto cases = probes(choice, ranks);
    const bool is_of_all = choice.label.starts_with("all=");
    if (cases.empty() || is_of_all || runner.stopped()) {
      all.push_back(Effect::not_known);
      continue;
    }
    auto& plain = without[print(cases.front())];
    if (plain.empty()) plain = said(cases, runner);
    for (auto& c : cases) c.algorithm = choice.label;
    all.push_back(effect(cases, said(cases, runner), plain));
  }
  return all;
}

}  // namespace tutti::conform
