#include "verified/schedule/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "verified/schedule/builder.hpp"
#include "verified/schedule/finished.hpp"
#include "verified/schedule/substitution.hpp"

namespace tutti {
namespace {

using written::number;

/// In the order in which they change.
enum Stage : std::size_t { at_start, in_round, in_turn, at_seat };

std::array<int, 5> ranks_of(const Group& g) {
  const auto p = static_cast<unsigned>(g.ranks);
  return {g.ranks, g.root, static_cast<int>(std::bit_floor(p)), static_cast<int>(std::bit_width(p)) - 1,
          g.shape.empty() ? 1 : g.shape.front()};
}

Code code(std::vector<std::vector<std::string_view>> variables, const std::vector<Graph>& outputs) {
  variables.insert(variables.begin(), std::vector<std::string_view>{"p", "root", "q", "lg", "shape"});
  return Code(variables, outputs);
}

// What the codes compute, in this order.
enum Slots : std::size_t { blocks, extra, label };
enum Numbers : std::size_t { first, more, next };
enum Source : std::size_t { own, source };
/// After these the first slot and the number of slots of each run; then, of each line of the caption, whether it holds
/// and its number.
enum Message : std::size_t { silent, seats, turns, parts, there, from, to, at, replaces, left, runs };

Code slots_code(const SlotRules& slots) {
  return code({{"r"}, {"s"}}, {slots.blocks.graph(), slots.extra.graph(), slots.label.graph()});
}

Code numbers_code(const PhaseRules& phase) {
  Substitution here(phase.seating.group, {{"k", number("k")}});
  return code({{"k"}}, {here.in(phase.first).graph(), here.in(phase.more).graph(), here.in(phase.next).graph()});
}

/// The seat of rank r and, where that is one for all of its slots, who sends to it in each of the steps.
Code source_code(const PhaseRules& phase) {
  const auto seat = Substitution(written::ranks(), {{"r", number("r")}}).in(phase.seating.seat);
  Substitution here(phase.seating.group, {{"k", number("k")}, {"t", number("t")}, {"u", seat}});
  std::vector<Graph> outputs{seat.graph()};
  for (const auto& round : phase.rounds)
    if (phase.one_source) outputs.push_back(here.in(round.source).graph());
  return code({{"k"}, {"t"}, {"r"}}, outputs);
}

/// In terms of ranks and of their slots.
Code round_code(const PhaseRules& phase, const RoundRules& round) {
  const auto& seating = phase.seating;
  Substitution here(seating.group, {{"k", number("k")}, {"t", number("t")}, {"v", number("v")}, {"i", number("i")}});
  const auto m = here.in(round.message);
  const auto rank = [&](const Expression& v) { return Substitution(written::ranks(), {{"v", v}}).in(seating.rank); };
  std::vector<RunOf> all;
  for (const auto& run : seating.runs)
    all.push_back(Substitution(written::ranks(), {{"first", m.first}, {"count", m.count}}).in(run));
  std::vector<Graph> outputs{here.in(round.silent).graph(),
                             seating.group.p.graph(),
                             here.in(phase.turns).graph(),
                             here.in(phase.parts).graph(),
                             (m.there && m.count != 0).graph(),
                             rank(m.from).graph(),
                             rank(m.to).graph(),
                             m.at.graph(),
                             m.replaces.graph(),
                             m.left.graph()};
  for (const auto& run : all) outputs.insert(outputs.end(), {run.first.graph(), run.count.graph()});
  for (const auto& line : round.caption.lines)
    outputs.insert(outputs.end(), {here.in(line.holds).graph(), here.in(line.number.value_or(0)).graph()});
  return code({{"k"}, {"t"}, {"v", "i"}}, outputs);
}

bool is_variable(const Node& node, std::string_view name) {
  return node.op == NodeOperator::variable && node.name == name;
}
bool is(const Expression& e, std::string_view name) { return is_variable(*e.graph(), name); }
bool speaks_of(const Expression& e, std::string_view name) {
  return some(e.graph(), [name](const Node& node) { return is_variable(node, name); });
}

RoundRules finished(Finished& finish, RoundRules it) {
  for (auto& line : it.caption.lines) {
    line.holds = finish.in(line.holds);
    if (line.number) line.number = finish.in(*line.number);
  }
  const auto optional = [&](auto& says) {
    if (says) says = finish.in(std::move(*says));
  };
  optional(it.origin), optional(it.contributions), optional(it.members);
  return {finish.in(it.silent), std::move(it.caption),       finish.in(it.message),
          finish.in(it.source), finish.in(it.turn),          finish.in(it.part),
          std::move(it.origin), std::move(it.contributions), std::move(it.members)};
}

SeatingRules finished(Finished& finish, SeatingRules it) {
  for (auto& run : it.runs) run = finish.in(run);
  return {it.in_order,        it.same_slots,      it.ordered,         finish.in(it.group),    finish.in(it.rank),
          finish.in(it.seat), finish.in(it.slot), std::move(it.runs), finish.in(it.first_of), finish.in(it.owner)};
}

PhaseRules finished(Finished& finish, PhaseRules it) {
  for (auto& round : it.rounds) round = finished(finish, std::move(round));
  if (it.memory) it.memory = {finish.in(it.memory->first), finish.in(it.memory->next), finish.in(it.memory->holds)};
  return {it.descends,
          it.backwards,
          it.by_receiver,
          it.one_source,
          finish.in(it.first),
          finish.in(it.more),
          finish.in(it.next),
          finish.in(it.reached),
          finish.in(it.last),
          finish.in(it.turns),
          finish.in(it.parts),
          std::move(it.rounds),
          finished(finish, std::move(it.seating)),
          it.memory_name,
          std::move(it.memory)};
}

Rules finished(Rules rules) {
  Finished finish;
  auto& s = rules.slots;
  s = {s.exchange, s.most_ranks, finish.in(s.blocks), finish.in(s.extra), finish.in(s.label)};
  for (auto& phase : rules.phases) phase = finished(finish, std::move(phase));
  return rules;
}

/// In which of the three ways a round says what slots hold.
int ways(const RoundRules& round) {
  return (round.origin ? 1 : 0) | (round.contributions ? 2 : 0) | (round.members ? 4 : 0);
}

/// What program<…> asserts of types; of their values here, which need not be the same.
void check(const Rules& rules) {
  if (rules.slots.exchange && rules.slots.most_ranks > most_in_exchange)
    throw std::logic_error("the number of all blocks, p^2, is an int for at most " + std::to_string(most_in_exchange) +
                           " ranks");
  for (const auto& phase : rules.phases) {
    if (phase.rounds.empty()) throw std::logic_error("a number stands for one round or several, not for none");
    if (phase.rounds.size() > 1 && phase.backwards) throw std::logic_error("a phase of several steps goes forwards");
    const int way = ways(phase.rounds.front());
    if (!std::has_single_bit(static_cast<unsigned>(way)) ||
        std::ranges::any_of(phase.rounds, [way](const RoundRules& round) { return ways(round) != way; }))
      throw std::logic_error("a phase says in one way what its slots hold");
    if (phase.memory_name.empty() == phase.memory.has_value()) throw std::logic_error("a memory has a name");
  }
}

/// Whether seats are ranks, and their slots those of the ranks, and whether a seat hears from one other for all of its
/// slots, is not taken from what a phase says of itself but from what it does.
Rules looked_at(Rules given) {
  check(given);
  auto rules = finished(std::move(given));
  for (auto& phase : rules.phases) {
    phase.one_source =
        std::ranges::none_of(phase.rounds, [](const RoundRules& round) { return speaks_of(round.source, "j"); });
    auto& it = phase.seating;
    it.same_slots =
        it.runs.size() == 1 && is(it.runs[0].first, "first") && is(it.runs[0].count, "count") && is(it.slot, "j");
    it.in_order = it.same_slots && is(it.rank, "v") && is(it.seat, "r") && is(it.first_of, "v") && is(it.owner, "c") &&
                  is(it.group.p, "p") && is(it.group.root, "root") && is(it.group.q, "q") && is(it.group.lg, "lg") &&
                  is(it.group.k, "shape");
  }
  return rules;
}

}  // namespace

RuleProgram::RuleProgram(Rules rules) : rules_(looked_at(std::move(rules))), slots_(slots_code(rules_.slots)) {
  for (const auto& phase : rules_.phases) {
    auto& it = phases_.emplace_back(PhaseCode{numbers_code(phase), source_code(phase), {}});
    for (const auto& round : phase.rounds) it.rounds.push_back(round_code(phase, round));
  }
}

/// No schedule that anybody can hold has more in one phase or round; rules that have may have no end.
constexpr std::size_t most_rounds = std::size_t{1} << 24;
constexpr std::int64_t most_at_once = std::int64_t{1} << 28;

/// The steps of one program.
class Maker {
 public:
  using Watch = std::function<void(const Sent&)>;
  Maker(const RuleProgram& program, const Group& group, CodeRun slots, const Watch& watch)
      : ranks_(ranks_of(group)),
        only_(group.only),
        watch_(watch),
        builder_(program.rules_.slots.exchange ? Builder::exchange(group) : Builder(group, slots.value(blocks))) {
    if (slots.value(extra) > 0) scratch(slots);
    for (std::size_t i = 0; i < program.phases_.size(); ++i) {
      now_.phase = static_cast<int>(i);
      phase(program.rules_.phases[i], program.phases_[i]);
    }
  }
  Schedule done() && { return std::move(builder_).done(); }

 private:
  static constexpr int lanes = Code::lanes;
  static std::size_t lane(int n) { return static_cast<std::size_t>(n); }

  /// Throws where that many of a kind, for each of several others, are too many.
  static void limit(const char* what, std::initializer_list<std::int64_t> numbers) {
    std::int64_t all = 1;
    for (const auto n : numbers)
      if (n > 0 && (all *= n) > most_at_once)
        throw std::logic_error(std::string("there are more than ") + std::to_string(most_at_once) + " " + what);
  }

  void scratch(CodeRun& slots) {
    limit("scratch slots of all ranks", {slots.value(extra), only_ < 0 ? ranks_[0] : 1});
    const int first_slot = slots.value(blocks);
    builder_.scratch(slots.value(extra), [&](Rank r, int s) {
      if (s % lanes == 0) {
        if (s == 0) slots.stage(1, std::array{r});
        for (int n = 0; n < lanes; ++n) slots.input(2, 0)[lane(n)] = first_slot + s + n;
        slots.execute(2);
      }
      return slots.output(label)[lane(s % lanes)];
    });
  }

  void phase(const PhaseRules& rules, const RuleProgram::PhaseCode& code) {
    std::vector<CodeRun> rounds;
    for (const auto& round : code.rounds) rounds.emplace_back(round).stage(at_start, ranks_);
    CodeRun sources(code.source);
    sources.stage(at_start, ranks_);
    for (const int k : numbers(rules, code.numbers)) {
      sources.stage(in_round, std::array{k});
      for (std::size_t h = 0; h < rounds.size(); ++h) {
        rounds[h].stage(in_round, std::array{k});
        now_.round = k;
        now_.step = static_cast<int>(h);
        round(rules, h, rounds[h], sources);
      }
    }
  }

  /// The numbers of the rounds, in the order in which they are.
  std::vector<int> numbers(const PhaseRules& rules, const Code& code) const {
    CodeRun run(code);
    run.stage(at_start, ranks_);
    std::vector<int> all;
    for (int k = run.value(first);; k = run.value(next)) {
      run.stage(in_round, std::array{k});
      if (!run.holds(more)) break;
      if (!all.empty() && (rules.descends ? k >= all.back() : k <= all.back()))
        throw std::logic_error("round " + std::to_string(k) + " follows round " + std::to_string(all.back()));
      if (all.size() == most_rounds)
        throw std::logic_error("a phase has more than " + std::to_string(most_rounds) + " rounds");
      all.push_back(k);
    }
    if (rules.backwards) std::ranges::reverse(all);
    return all;
  }

  void round(const PhaseRules& rules, std::size_t h, CodeRun& run, CodeRun& sources) {
    if (run.holds(silent)) return;
    builder_.round(only_ < 0 ? caption(rules, h, run) : std::string());
    const bool few =
        only_ >= 0 && rules.one_source && !rules.by_receiver;  // who send something that concerns this rank
    const int all = run.value(seats);
    limit("messages to look at in a round, its turns by its seats by its parts",
          {run.value(turns), few ? 2 : all, run.value(parts)});
    for (int t = 0, count = run.value(turns); t < count; ++t) {
      run.stage(in_turn, std::array{t});
      now_.turn = t;
      if (!few) {
        for (int v = 0; v < all; ++v) send(rules, run, v);
      } else {
        sources.stage(in_turn, std::array{t});
        sources.stage(at_seat, std::array{only_});
        const int mine = sources.value(own), other = sources.value(source + h);
        if (0 <= mine && mine < all) send(rules, run, mine);
        if (other != mine && 0 <= other && other < all) send(rules, run, other);
      }
      flush(rules, run);
    }
  }

  static std::string caption(const PhaseRules& rules, std::size_t h, const CodeRun& run) {
    std::size_t at = runs + 2 * rules.seating.runs.size();
    for (const auto& line : rules.rounds[h].caption.lines) {
      if (run.holds(at)) return line.text + (line.number ? " " + std::to_string(run.value(at + 1)) : "");
      at += 2;
    }
    return "";
  }

  /// Seat v sends its parts: as soon as there are enough of them to be computed together, in this order.
  void send(const PhaseRules& rules, CodeRun& run, int v) {
    for (int i = 0, count = run.value(parts); i < count; ++i) {
      run.input(at_seat, 0)[lane(waiting_)] = v;
      run.input(at_seat, 1)[lane(waiting_)] = i;
      if (++waiting_ == lanes) flush(rules, run);
    }
  }

  void flush(const PhaseRules& rules, CodeRun& run) {
    if (waiting_ == 0) return;
    run.execute(at_seat);
    for (std::size_t n = 0; n < lane(waiting_); ++n)
      if (run.output(there)[n] != 0) step(rules, run, n);
    waiting_ = 0;
  }

  void step(const PhaseRules& rules, CodeRun& run, std::size_t n) {
    const auto of = [&](std::size_t output) { return run.output(output)[n]; };
    for (std::size_t i = 0; i < rules.seating.runs.size(); ++i) {
      const Blocks blocks{of(runs + 2 * i), of(runs + 2 * i + 1)};
      const int to_slot = rules.seating.same_slots ? of(at) : blocks.first;
      if (of(replaces) != 0)
        builder_.move(of(from), of(to), blocks, to_slot);
      else if (of(left) != 0)
        builder_.fold_left(of(from), of(to), blocks, to_slot);
      else
        builder_.fold_right(of(from), of(to), blocks, to_slot);
      if (watch_ && (of(from) == only_ || of(to) == only_))
        watch_({now_.phase, now_.step, now_.round, now_.turn, run.input(at_seat, 0)[n], run.input(at_seat, 1)[n],
                static_cast<int>(i), of(from), of(to), blocks, to_slot, of(replaces) != 0, of(left) != 0});
    }
  }

  std::array<int, 5> ranks_;
  Rank only_;
  const Watch& watch_;
  Sent now_{};
  Builder builder_;
  int waiting_ = 0;
};

Schedule RuleProgram::schedule(const Group& group, const std::function<void(const Sent&)>& watch) const {
  CodeRun slots(slots_);
  slots.stage(at_start, ranks_of(group));
  return Maker(*this, group, std::move(slots), watch).done();
}

}  // namespace tutti
