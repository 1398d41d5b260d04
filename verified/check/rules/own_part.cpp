#include "verified/check/rules/own_part.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/check/rules/claims.hpp"
#include "verified/check/rules/evaluation.hpp"
#include "verified/check/rules/obligations.hpp"
#include "verified/check/rules/said.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::rules {
namespace {

/// The variables of the claims about a message: those that the rule needs for it, and those that stand for its other
/// seat, its slots and their like.
constexpr std::string_view names[] = {"k", "t", "v", "i", "other_turn", "other_part", "x",    "c",
                                      "m", "r", "u", "s", "j",          "first",      "count"};
enum Name : std::size_t { k, t, v, i, other_turn, other_part, x, c, m, r, u, s, j, first, count };
using Values = std::array<int, std::size(names)>;

/// What is asked of a message, first whether there is one; after these the first slot and the number of slots of each
/// run of the seating.
enum Asked : std::size_t { there, to, its_first, its_count, its_at, from_rank, to_rank, replaces, left, runs };

/// All that is claimed of the messages of one step of a phase.
struct ClaimsOfStep {
  std::vector<const Claim*> claims;
  std::vector<Graph> message;
  Evaluation evaluation;
  Values variables;  ///< their numbers
};

/// What a phase remembers, from round to round.
class Remembering {
 public:
  Remembering(const PhaseRules& phase, const Ranks& ranks, const std::map<std::string, int>& fixed)
      : graphs_(graphs(phase, ranks)),
        evaluation_({}, graphs_, fixed, {}),
        x_(evaluation_.variable("x")),
        k_(evaluation_.variable("k")),
        m_(evaluation_.variable("m")) {}

  std::optional<std::int64_t> before(std::int64_t round, std::int64_t of) {
    evaluation_.set(x_, static_cast<int>(of));
    auto number = evaluation_.value(first_number), memory = evaluation_.value(first_memory);
    while (number && memory && *number != round) {
      evaluation_.set(k_, static_cast<int>(*number));
      evaluation_.set(m_, static_cast<int>(*memory));
      if (evaluation_.value(more).value_or(0) == 0) return std::nullopt;
      number = evaluation_.value(next_number);
      memory = evaluation_.value(next_memory);
    }
    return number ? memory : std::nullopt;
  }

 private:
  enum Graphs : std::size_t { first_number, more, next_number, first_memory, next_memory };
  static std::vector<Graph> graphs(const PhaseRules& phase, const Ranks& ranks) {
    const Said said(phase);
    const auto g = said.group(ranks);
    const auto at = variable("k");
    return {said.first(g).graph(), said.more(g, at).graph(), said.next(g, at).graph(),
            said.remembers_first(g, variable("x")).graph(), said.remembers_next(g, at, variable("m")).graph()};
  }

  std::vector<Graph> graphs_;
  Evaluation evaluation_;
  int x_, k_, m_;
};

}  // namespace

class PartCheck::Claimed {
 public:
  Claimed(const Algorithm& algorithm, const Group& group)
      : rules_(algorithm.rules().rules()),
        group_(group),
        claims_(obligations(algorithm, rules_, group.shape)),
        ranks_{variable("p"), variable("root"), variable("q"), variable("lg"),
               E(group.shape.empty() ? 1 : group.shape.front())} {
    const auto p = static_cast<unsigned>(group.ranks);
    fixed_ = {{"p", group.ranks},
              {"root", group.root},
              {"q", static_cast<int>(std::bit_floor(p))},
              {"lg", static_cast<int>(std::bit_width(p)) - 1}};
    for (const auto& phase : rules_.phases)
      if (phase.memory) remembering_.try_emplace(phase.memory_name, phase, ranks_, fixed_);
  }

  void see(const Sent& sent) {
    if (!failed_.empty()) return;
    auto& of = claims_of(sent);
    Values values{};
    const auto set = [&](Name name, int value) {
      values[name] = value;
      of.evaluation.set(of.variables[name], value);
    };
    for (const auto& [name, value] : {std::pair{k, sent.round},
                                      {t, sent.turn},
                                      {v, sent.seat},
                                      {i, sent.part},
                                      {other_turn, sent.turn},
                                      {other_part, sent.part},
                                      {x, sent.seat},
                                      {c, sent.seat},
                                      {r, group_.only}})
      set(name, value);
    const auto asked = [&](std::size_t what) { return of.evaluation.value(what); };
    const auto run = runs + 2 * static_cast<std::size_t>(sent.run);
    const bool same_slots = rules_.phases[static_cast<std::size_t>(sent.phase)].seating.same_slots;
    const bool as_written = asked(there) == 1 && asked(from_rank) == sent.from && asked(to_rank) == sent.to &&
                            asked(run) == sent.blocks.first && asked(run + 1) == sent.blocks.count &&
                            asked(same_slots ? std::size_t{its_at} : run) == sent.at &&
                            asked(replaces) == (sent.replaces ? 1 : 0) &&
                            (sent.replaces || asked(left) == (sent.left ? 1 : 0));
    const auto message = [&](Asked what) { return static_cast<int>(asked(what).value_or(-1)); };
    const int from_slot = message(its_first), to_slot = message(its_at), slots = message(its_count),
              other = message(to);
    const int end = sent.from == group_.only ? 0 : slots - 1;  // each of the two ranks looks at another end
    for (const auto& [name, value] :
         {std::pair{u, other}, {s, from_slot + end}, {j, to_slot + end}, {first, from_slot}, {count, slots}})
      set(name, value);
    const auto fails = of.evaluation.first_that_fails();
    if (as_written && !fails) return;
    failed_ = fails ? of.claims[*fails]->name + " (" + of.claims[*fails]->states + ") does not hold"
                    : "a step from rank " + std::to_string(sent.from) + " to rank " + std::to_string(sent.to) +
                          " is not the one that its rules write down";
    failed_ += ", for";
    for (std::size_t n = 0; n < values.size(); ++n)
      failed_ += " " + std::string(names[n]) + " = " + std::to_string(values[n]);
  }

  /// That p, root, q and lg are as the claims assume.
  void check_assumptions(const Algorithm& algorithm) {
    constexpr const char* states = "what is assumed of the ranks";
    std::vector<Claim> assumed;
    const int shape = group_.shape.empty() ? 1 : group_.shape.front();
    for (const auto& it : Claims(algorithm, rules_.slots, shape, "").assumptions())
      assumed.push_back({"ranks", states, {}, it, {}, 0});
    std::vector<const Claim*> all;
    for (const auto& claim : assumed) all.push_back(&claim);
    if (Evaluation(all, {}, fixed_, {}).first_that_fails())
      failed_ = std::string(states) + " does not hold for p = " + std::to_string(group_.ranks) + ", root " +
                std::to_string(group_.root);
  }

  const std::string& failed() const { return failed_; }

 private:
  ClaimsOfStep& claims_of(const Sent& sent) {
    const std::pair key{sent.phase, sent.step};
    if (const auto at = steps_.find(key); at != steps_.end()) return at->second;
    std::vector<const Claim*> claims;
    for (const auto& claim : claims_)
      if (claim.phase == sent.phase && (claim.step == sent.step || claim.step == -1)) claims.push_back(&claim);
    const Said said(rules_.phases[static_cast<std::size_t>(sent.phase)]);
    const auto g = said.group(ranks_);
    const auto in_round = variable("k"), in_turn = variable("t"), of_seat = variable("v"), its_part = variable("i");
    const auto message = said.message(g, in_round, sent.step, in_turn, of_seat, its_part);
    const auto exists =
        and_then(said.reached(g, in_round) && said.more(g, in_round) && !said.silent(g, in_round, sent.step),
                 [&] { return said.is_message(g, in_round, sent.step, in_turn, of_seat, its_part); });
    const auto truth = [](const C& condition) { return condition.graph(); };
    std::vector<Graph> asked{exists.graph(),
                             message.to.graph(),
                             message.first.graph(),
                             message.count.graph(),
                             message.at.graph(),
                             said.rank(ranks_, message.from).graph(),
                             said.rank(ranks_, message.to).graph(),
                             truth(message.replaces),
                             truth(message.left)};
    for (std::size_t n = 0; n < rules_.phases[static_cast<std::size_t>(sent.phase)].seating.runs.size(); ++n) {
      const auto run = said.run(ranks_, n, {message.first, message.count});
      asked.insert(asked.end(), {run.first.graph(), run.count.graph()});
    }
    Evaluation evaluation(claims, asked, fixed_, [this](std::string_view name, std::int64_t round, std::int64_t of) {
      const auto at = remembering_.find(name);
      return at == remembering_.end() ? std::nullopt : at->second.before(round, of);
    });
    Values variables;
    std::ranges::transform(names, variables.begin(), [&](std::string_view name) { return evaluation.variable(name); });
    return steps_.emplace(key, ClaimsOfStep{std::move(claims), std::move(asked), std::move(evaluation), variables})
        .first->second;
  }

  const Rules& rules_;
  Group group_;
  std::vector<Claim> claims_;
  Ranks ranks_;
  std::map<std::string, int> fixed_;
  std::map<std::string_view, Remembering> remembering_;
  std::map<std::pair<int, int>, ClaimsOfStep> steps_;
  std::string failed_;
};

PartCheck::PartCheck(const Algorithm& algorithm, const Group& group)
    : claimed_(std::make_unique<Claimed>(algorithm, group)) {
  claimed_->check_assumptions(algorithm);
}
PartCheck::~PartCheck() = default;

void PartCheck::see(const Sent& sent) { claimed_->see(sent); }
const std::string& PartCheck::failed() const { return claimed_->failed(); }

OwnPart own_part(const Algorithm& algorithm, Group group) {
  if (group.shape.empty()) group.shape = algorithm.shapes_for(group.ranks).front();
  if (!row(algorithm.collective).rooted()) group.root = 0;  // as Algorithm::schedule does
  PartCheck check(algorithm, group);
  auto schedule = algorithm.schedule(group, [&](const Sent& sent) { check.see(sent); });
  return {std::move(schedule), check.failed()};
}

}  // namespace tutti::rules
