#include "verified/check/rules/obligations.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "verified/check/rules/claims.hpp"
#include "verified/check/rules/fold.hpp"
#include "verified/check/rules/phase_state.hpp"
#include "verified/check/rules/said.hpp"
#include "verified/check/rules/state.hpp"
#include "verified/schedule/finished.hpp"

namespace tutti::rules {
namespace {

/// The name of the algorithm by its file, which a special case of a collective shares with the general one.
std::string name_of_owner(const Algorithm& algorithm) {
  return std::string(row(algorithm.owner).name) + algorithm.name.substr(algorithm.name.find('/'));
}

/// It has a value, whatever that is.
C has_value(const E& n) { return n == n; }
C has_value(const C& c) { return c || !c; }

/// All that is claimed of one program.
class Proof {
 public:
  Proof(const Algorithm& algorithm, const Rules& rules, int k)
      : rules_(rules),
        shape_(row(algorithm.owner)),
        needs_(algorithm.needs),
        claims_(algorithm, rules.slots, k,
                "all_p/" + name_of_owner(algorithm) + (algorithm.shapes ? "/" + std::to_string(k) : "")) {}

  std::vector<Claim> claims() {
    claims_.add_supported();
    slots_exist();
    State state = state_at_start(shape_, blocks());
    for (std::size_t i = 0; i < rules_.phases.size(); ++i) state = phase(i, state);
    claims_.speak_of(-1, -1);
    const auto r = variable("r"), j = variable("j"), c = variable("c");
    claims_.add("result", "what is due is there in the end",
                {is_rank(r), is_rank(c), E(0) <= j, j < blocks(), is_due(shape_, r, j)},
                C(keeps_promise(state)) && folded(is_right(shape_, state, r, j, c)));
    return std::move(claims_).done();
  }

 private:
  /// A message in round k: what it is, and when it is one.
  struct Sent {
    Message<E> m;
    C there;
  };
  /// Round k of a phase, and the numbers by which the phase says what its slots hold before and after it.
  struct Round {
    const PhaseRules& phase;
    Ranks<E> g;
    E k;
    int h;
    Moment before, after;
    std::vector<C> assumptions;
  };

  // ---- slots

  Ranks<E> ranks() const { return claims_.ranks(); }
  E blocks() const { return SlotsSaid(rules_.slots).blocks(ranks()); }
  E slots() const { return slots(ranks()); }
  /// How many slots a seat has.
  E slots(const PhaseRules& phase, const Ranks<E>& group) const {
    return phase.seating.same_slots ? slots() : slots(group);
  }
  E slots(const Ranks<E>& group) const {
    return SlotsSaid(rules_.slots).blocks(group) + SlotsSaid(rules_.slots).extra(group);
  }

  /// Both are for the same block.
  C same_block(const E& r, const E& i, const E& s, const E& j) const {
    if (!rules_.slots.exchange) return label(r, i) == label(s, j);
    const auto p = variable("p");  // from rank r to rank i, or from rank i - p to rank r
    const auto from = [&](const E& a, const E& b) {
      return if_else(
          b < p, [&] { return a; }, [&] { return b - p; });
    };
    const auto to = [&](const E& a, const E& b) {
      return if_else(
          b < p, [&] { return b; }, [&] { return a; });
    };
    return from(r, i) == from(s, j) && to(r, i) == to(s, j);
  }
  E label(const E& r, const E& j) const {
    return if_else(
        j < blocks(), [&] { return j; }, [&] { return SlotsSaid(rules_.slots).label(ranks(), r, j); });
  }

  void slots_exist() {
    const auto r = variable("r"), j = variable("j");
    const auto stands = implies(within(j, E(0), slots()), [&] {
      const E labels = rules_.slots.exchange ? ranks().p : blocks();  // of p·p blocks of one size, those of rank 0
      return j < blocks() || (E(0) <= label(r, j) && label(r, j) < labels);
    });
    claims_.add("slots", "there is a block, an int of slots, and each of them stands for a block", {is_rank(r)},
                E(1) <= blocks() && blocks() <= slots() && stands && as_many_as_due());
  }

  /// Where there is an operator, the record claims that it is associative, and commutes unless an order is known.
  bool keeps_promise(const State& state) const {
    return !shape_.combines() || (needs_.associative && (needs_.commutative || state.contributions));
  }

  /// As many blocks as the collective has; and no scratch in an exchange of blocks of different sizes, where a rank
  /// knows those of its own blocks only.
  C as_many_as_due() const {
    const auto p = ranks().p;
    if (rules_.slots.exchange != shape_.exchanges()) return C(false);
    if (rules_.slots.exchange) return blocks() == p + p && (shape_.cut == Cut::equal || slots() == blocks());
    if (shape_.result == Result::all_entered) return blocks() == E(1);
    return shape_.cut == Cut::freely ? C(true) : blocks() == p;
  }

  // ---- a phase

  /// Adds the claims about a phase that begins with that state, and returns the state in which it ends.
  State phase(std::size_t i, const State& start) {
    const auto& phase = rules_.phases[i];
    const Said rules(phase);
    const auto g = rules.group(ranks());
    prefix_ = std::to_string(i + 1) + "/";
    claims_.speak_of(static_cast<int>(i), -1);
    const auto k = variable("k"), next = rules.next(g, k), first = rules.first(g);
    const auto last = rules.last(g);
    const std::vector<C> in_round{rules.reached(g, k), rules.more(g, k)};
    claims_.add(prefix_ + "group", "it is known how many seats there are, and slots of each", {},
                has_value(g.p) && has_value(g.root) && has_value(g.q) && has_value(g.lg) && has_value(slots(phase, g)));
    if (!phase.seating.in_order) seats_are_ranks(phase, g);
    claims_.add(prefix_ + "more", "it is known whether there is another round", {rules.reached(g, k)},
                rules.more(g, k) || !rules.more(g, k));
    claims_.add(prefix_ + "rounds", "the first round has a number that is meant", {},
                has_value(first) && rules.reached(g, first));
    claims_.add(prefix_ + "next", "a round leads to another number that is meant, and further on", in_round,
                (phase.descends ? next < k : k < next) && rules.reached(g, next));
    if (phase.memory) memory_holds(phase, g, k, next, first, in_round);
    claims_.add(prefix_ + "last", "there is no more after the last round", {rules.reached(g, k), !rules.more(g, k)},
                k == last, speaks_of_bits(rules.reached(g, k).graph()));
    begins(phase, g, start, {phase.backwards ? last : first});
    const auto steps = static_cast<int>(phase.rounds.size());
    for (int h = 0; h < steps; ++h) {
      const Moment before{k, h}, after = h + 1 < steps ? Moment{k, h + 1} : Moment{next, 0};
      const Round round{phase, g, k, h, phase.backwards ? after : before, phase.backwards ? before : after, in_round};
      prefix_ = std::to_string(i + 1) + "/" + (steps > 1 ? "step " + std::to_string(h + 1) + "/" : "");
      claims_.speak_of(static_cast<int>(i), h);
      slots_are_spoken_of(phase, g, before, h == 0 ? std::vector<C>{rules.reached(g, k)} : in_round);
      claims_.add(prefix_ + "silent", "it is known whether there is a round", in_round,
                  rules.silent(g, k, h) || !rules.silent(g, k, h));
      messages_exist(round);
      slots_have_one_writer(round);
      messages_are_whole(round);
      messages_have_contents(round);
      slots_keep_what_is_said(round);
    }
    claims_.leave_phase();
    return held_by_ranks(ranks(), phase, g, {phase.backwards ? first : last}, start);
  }

  /// Whether that is written down as the number 1.
  static bool always_one(const E& n) { return n.graph()->op == NodeOperator::constant && n.graph()->constant == 1; }
  void memory_holds(const PhaseRules& phase, const Ranks<E>& g, const E& k, const E& next, const E& first,
                    const std::vector<C>& in_round) {
    const Said rules(phase);
    const auto x = variable("x"), m = variable("m");
    for (const auto& other : rules_.phases)
      if (&other != &phase && other.memory_name == phase.memory_name)
        throw std::logic_error("two phases have memories called " + std::string(phase.memory_name));
    if (!is_plain(phase.memory_name)) throw std::logic_error("a phase has a memory whose name is not plain");
    const auto last = rules.last(g);
    for (const auto& graph :
         {first.graph(), last.graph(), next.graph(), rules.more(g, k).graph(), rules.reached(g, k).graph(),
          rules.remembers_first(g, x).graph(), rules.remembers_next(g, k, m).graph(), rules.remembers(g, k, m).graph()})
      if (asks_a_memory(graph))
        throw std::logic_error("what the memory " + std::string(phase.memory_name) +
                               " is, and along which rounds, asks a memory");
    claims_.add(prefix_ + "remembers first", "what is remembered before the first round is as is said", {is_seat(g, x)},
                has_value(rules.remembers_first(g, x)) && rules.remembers(g, first, rules.remembers_first(g, x)));
    auto assumptions = in_round;
    assumptions.push_back(rules.remembers(g, k, m));
    claims_.add(prefix_ + "remembers next", "what is remembered before a round and after it is as is said", assumptions,
                has_value(rules.remembers_next(g, k, m)) && rules.remembers(g, next, rules.remembers_next(g, k, m)));
    claims_.recall({phase.memory_name, rules, g, first, last, k, next, true});
  }

  void seats_are_ranks(const PhaseRules& phase, const Ranks<E>& g) {
    const Said rules(phase);
    const auto all = ranks();
    const auto v = variable("v"), j = variable("j");
    const auto r = rules.rank(all, v);
    claims_.add(prefix_ + "seats", "a seat is that of one rank", {is_seat(g, v)},
                is_rank(r) && rules.seat(all, r) == v && is_seat(all, all.root));
    const auto it = variable("r");
    claims_.add(prefix_ + "of ranks", "it is known which seat a rank has", {is_rank(it)},
                has_value(rules.seat(all, it)));
    if (rules.keeps_order && phase.seating.ordered)
      claims_.add(prefix_ + "first of", "it is known where the contributions of a seat begin", {E(0) <= v, v <= g.p},
                  has_value(rules.first_of(all, v)));
    const auto c = variable("c");
    if (rules.commutes || !phase.seating.ordered)
      claims_.add(prefix_ + "owners", "a contribution is that of a seat", {is_rank(c)},
                  is_seat(g, rules.owner(all, c)));
    if (phase.seating.same_slots) return;
    claims_.add(prefix_ + "seats have slots", "a seat has a slot of the phase for each slot of a rank",
                {within(j, E(0), slots())}, E(1) <= slots(g) && within(rules.slot(all, j), E(0), slots(g)));
    const RunOf<E> run{variable("first"), variable("count")};
    C some(false), fit(true);
    for (std::size_t i = 0; i < phase.seating.runs.size(); ++i) {
      const auto part = rules.run(all, i, run);
      fit = fit && E(0) <= part.first && E(0) <= part.count && part.first <= slots() - part.count &&
            !(some && within(j, part.first, part.count));
      some = some || within(j, part.first, part.count);
    }
    claims_.add(prefix_ + "parts", "the parts of a run are the slots that its slots stand for, each once",
                {within(j, E(0), slots()), E(0) <= run.first, E(0) < run.count, run.count <= slots(g),
                 run.first <= slots(g) - run.count},
                fit && some == within(rules.slot(all, j), run.first, run.count));
    // What else is claimed of slots is claimed of those of seats.
    claims_.add(prefix_ + "blocks", "slots are renumbered where all of them are blocks of one vector", {},
                C(!rules_.slots.exchange && shape_.result != Result::prefix_before) && slots() == blocks());
  }

  /// In terms of ranks, since the phase before may have had other seats.
  void begins(const PhaseRules& phase, const Ranks<E>& g, const State& start, const Moment& m) {
    const auto r = variable("r"), j = variable("j"), c = variable("c");
    const Said rules(phase);
    const auto all = ranks();
    const auto v = rules.seat(all, r), slot = rules.slot(all, j);
    const auto seated =
        phase.seating.in_order ? C(true) : and_then(is_seat(g, v), [&] { return rules.rank(all, v) == r; });
    const auto holds = implies(and_then(seated, [&] { return is_there(phase, g, m, v, slot); }), [&] {
      auto right = start.there(r, j);
      if (rules.moves) {
        const auto o = rules.origin(g, m.k, m.h, v, slot);
        return right && o.rank == v && o.slot == slot;
      }
      if (rules.keeps_order && phase.seating.ordered) {
        if (!start.contributions) return C(false);
        const auto here = start.contributions(r, j);
        const auto word = rules.contributions(g, m.k, m.h, v, slot);
        return right && implies(word.known, [&] {
                 return here.known && here.first == rules.first_of(all, word.first) &&
                        here.end == rules.first_of(all, word.end);
               });
      }
      if (!start.known) return C(false);
      if (rules.keeps_order)
        return right && implies(rules.contributions(g, m.k, m.h, v, slot).known, [&] {
                 return start.known(r, j) && start.has(r, j, c) == has(phase, g, m, v, slot, rules.owner(all, c));
               });
      return right && start.known(r, j) && start.has(r, j, c) == has(phase, g, m, v, slot, rules.owner(all, c));
    });
    claims_.add(prefix_ + "begins", "what the phase says its slots hold at first is there",
                {is_rank(r), is_rank(c), within(j, E(0), slots())}, folded(holds));
  }

  /// What a phase says of its slots before a step is known of each of them. What is assumed and what is folded rests
  /// on that: there, what has no value would count as false, or be gone.
  void slots_are_spoken_of(const PhaseRules& phase, const Ranks<E>& g, const Moment& m, std::vector<C> where) {
    const Said rules(phase);
    const auto u = variable("u"), j = variable("j"), c = variable("c");
    where = with(std::move(where), {is_seat(g, u), within(j, E(0), slots(phase, g))});
    if (rules.commutes) where.push_back(is_seat(g, c));
    const auto known = [&] {
      if (rules.moves) {
        const auto o = rules.origin(g, m.k, m.h, u, j);
        return has_value(o.there) && implies(o.there, [&] { return has_value(o.rank) && has_value(o.slot); });
      }
      if (rules.commutes) {
        const auto members = rules.members(g, m.k, m.h, u, j, c);
        return has_value(members.there) && implies(members.there, [&] { return has_value(members.has); });
      }
      const auto word = rules.contributions(g, m.k, m.h, u, j);
      return has_value(word.there) && implies(word.there, [&] {
               return has_value(word.known) &&
                      implies(word.known, [&] { return has_value(word.first) && has_value(word.end); });
             });
    };
    claims_.add(prefix_ + "said", "it is known what the phase says of a slot", where, known());
  }

  /// The number of a turn or part: 0 of the only one that there is, else the variable.
  static E number_of(const E& count, const E& variable) { return always_one(count) ? E(0) : variable; }

  Sent sent(const Round& round, const E& t, const E& v, const E& i) const {
    const Said rules(round.phase);
    const auto m = rules.message(round.g, round.k, round.h, t, v, i);
    const auto exists = is_in(t, rules.turns(round.g)) && is_seat(round.g, v) && is_in(i, rules.parts(round.g));
    return {m, and_then(exists, [&] { return and_then(m.there, [&] { return m.count != E(0); }); })};
  }
  static C is_in(const E& i, const E& count) { return E(0) <= i && i < count; }
  /// Each message of a round, from or to seat v.
  Sent any_sent(const Round& round, const E& v) const { return sent(round, turn(round), v, part(round)); }
  E turn(const Round& round) const { return number_of(Said(round.phase).turns(round.g), turn_); }
  E part(const Round& round) const { return number_of(Said(round.phase).parts(round.g), part_); }
  /// The message by which slot j of seat u is written, where it is by one.
  Sent writes(const Round& round, const E& u, const E& j) const {
    const Said rules(round.phase);
    const auto t = rules.turn(round.g, round.k, round.h, u, j), v = rules.source(round.g, round.k, round.h, t, u, j);
    auto it = sent(round, t, v, rules.part(round.g, round.k, round.h, u, j));
    it.there = and_then(it.there, [&] { return it.m.to == u && within(j, it.m.at, it.m.count); });
    return it;
  }

  void messages_exist(const Round& round) {
    const auto v = variable("v");
    const auto count = slots(round.phase, round.g);
    const auto [m, there] = any_sent(round, v);
    const auto holds = [&, &m = m] {
      auto all = (round.phase.by_receiver ? m.to : m.from) == v && is_seat(round.g, m.from) && is_seat(round.g, m.to) &&
                 E(0) <= m.first && E(0) < m.count && m.first <= count - m.count && E(0) <= m.at &&
                 m.at <= count - m.count;
      if (shape_.moves()) all = all && m.replaces;
      if (!round.phase.seating.same_slots) all = all && m.at == m.first;
      if (shape_.result == Result::prefix_before)
        all = all && (Said(round.phase).rank(ranks(), m.to) != E(0) || blocks() <= m.at);
      return all && !Said(round.phase).silent(round.g, round.k, round.h);
    };
    claims_.add(prefix_ + "messages", "a message is between seats, and from and to slots that there are",
                round.assumptions, implies(there, holds));
  }

  void slots_have_one_writer(const Round& round) {
    const auto v = variable("v"), j = variable("j");
    const Said rules(round.phase);
    const auto [m, there] = any_sent(round, v);
    const auto arrives = and_then(there, [&, &m = m] { return within(j, m.at, m.count); });
    claims_.add(prefix_ + "writers", "a slot is written by one message of the round, which its seat knows",
                round.assumptions, implies(arrives, [&, &m = m] {
                  return rules.source(round.g, round.k, round.h, turn(round), m.to, j) == v &&
                         rules.turn(round.g, round.k, round.h, m.to, j) == turn(round) &&
                         rules.part(round.g, round.k, round.h, m.to, j) == part(round);
                }));
  }

  /// The parts of a message stand side by side, and it is the only one from its seat to the other.
  void messages_are_whole(const Round& round) {
    const Said rules(round.phase);
    const bool turns = !always_one(rules.turns(round.g)), parts = !always_one(rules.parts(round.g));
    if (!turns && !parts) return;
    const auto v = variable("v"), u = number_of(rules.turns(round.g), variable("other_turn")),
               i = number_of(rules.parts(round.g), variable("other_part"));
    const auto one = any_sent(round, v), other = sent(round, u, v, i);
    claims_.add(prefix_ + "whole", "two seats exchange one message in a round", round.assumptions,
                implies(one.there, [&] {
                  return implies(other.there, [&] {
                    const auto same = one.m.to == other.m.to && one.m.from == other.m.from;
                    return turns && parts ? (turn(round) == u) == same || one.m.from == one.m.to
                           : turns        ? turn(round) == u || !same || one.m.from == one.m.to
                                          : same;
                  });
                }));
  }

  void messages_have_contents(const Round& round) {
    const auto v = variable("v"), s = variable("s");
    const bool sizes_matter = !(shape_.moves() && shape_.cut == Cut::equal) && round.phase.seating.same_slots;
    const Said rules(round.phase);
    const auto [m, there] = any_sent(round, v);
    const auto carried = and_then(there, [&, &m = m] { return within(s, m.first, m.count); });
    const auto holds = [&, &m = m] {
      const auto d = m.at + (s - m.first);
      auto all = is_there(round.phase, round.g, round.before, m.from, s) &&
                 implies(!m.replaces, [&] { return is_there(round.phase, round.g, round.before, m.to, d); });
      if (sizes_matter) all = all && same_block(rules.rank(ranks(), m.from), s, rules.rank(ranks(), m.to), d);
      const auto other = writes(round, m.from, s);
      return all && implies(other.there, [&] { return !other.m.replaces && m.from != m.to; });
    };
    claims_.add(prefix_ + "contents",
                "what is sent and what is folded is there, is for one block, and is not replaced meanwhile",
                round.assumptions, implies(carried, holds));
  }

  void slots_keep_what_is_said(const Round& round) {
    const auto u = variable("u"), j = variable("j"), c = variable("c");
    auto where = with({is_seat(round.g, u), within(j, E(0), slots(round.phase, round.g)),
                       is_there(round.phase, round.g, round.after, u, j)},
                      round.assumptions);
    if (Said(round.phase).commutes) where.push_back(is_seat(round.g, c));
    const auto w = writes(round, u, j);
    claims_.add(prefix_ + "arrives", "what a slot holds with what arrives is what the phase says", where,
                implies(w.there, [&] { return arrives(round, w.m, u, j, c); }));
    claims_.add(prefix_ + "keeps", "a slot that nothing writes holds what the phase says", where,
                implies(!w.there, [&] {
                  return is_there(round.phase, round.g, round.before, u, j) && same(round, u, j, u, j, c);
                }));
  }

  static C same(const Round& round, const E& v, const E& i, const E& u, const E& j, const E& c) {
    return same_is_held(round.phase, round.g, {round.before, v, i}, {round.after, u, j}, c);
  }
  C arrives(const Round& round, const Message<E>& m, const E& u, const E& j, const E& c) const {
    const auto s = m.first + (j - m.at);
    return implies(m.replaces, [&] { return same(round, m.from, s, u, j, c); }) &&
           implies(!m.replaces, [&] { return joins(round, m, s, u, j, c); });
  }
  C joins(const Round& round, const Message<E>& m, const E& s, const E& u, const E& j, const E& c) const {
    const Said rules(round.phase);
    if (rules.moves) return C(false);
    if (rules.keeps_order) {
      const auto a = rules.contributions(round.g, round.before.k, round.before.h, m.from, s),
                 b = rules.contributions(round.g, round.before.k, round.before.h, u, j),
                 both = rules.contributions(round.g, round.after.k, round.after.h, u, j);
      return implies(both.known, [&] {
        return a.known && b.known &&
               ((m.left && a.end == b.first && both.first == a.first && both.end == b.end) ||
                (!m.left && b.end == a.first && both.first == b.first && both.end == a.end));
      });
    }
    const auto a = rules.members(round.g, round.before.k, round.before.h, m.from, s, c).has,
               b = rules.members(round.g, round.before.k, round.before.h, u, j, c).has;
    const auto all = rules.members(round.g, round.after.k, round.after.h, u, j, c).has == (a || b);
    return shape_.combines() ? all && !(a && b) : all;
  }

  const Rules& rules_;
  const CollectiveRow& shape_;
  Needs needs_;
  Claims claims_;
  std::string prefix_;  ///< of the names of the claims about a phase
  const E turn_ = variable("t"), part_ = variable("i");
};

}  // namespace

std::vector<Claim> obligations(const Algorithm& algorithm, const Rules& rules, const Shape& shape) {
  return Proof(algorithm, rules, shape.empty() ? 1 : shape.front()).claims();
}

std::vector<Claim> obligations(const Algorithm& algorithm, const Rules& rules) {
  std::vector<Claim> all;
  constexpr int any = 1;
  const auto shapes = algorithm.shapes_for(any);
  if (shapes.empty()) throw NoSchedule(algorithm.name, "its record lists no shape, so there is nothing to prove");
  for (const auto& shape : shapes)
    for (auto& claim : obligations(algorithm, rules, shape)) all.push_back(std::move(claim));
  return all;
}

}  // namespace tutti::rules
