#include "verified/check/rules/obligations.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "verified/check/rules/claims.hpp"
#include "verified/check/rules/fold.hpp"
#include "verified/check/rules/phase_state.hpp"
#include "verified/check/rules/round_claims.hpp"
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
  // ---- slots

  Ranks ranks() const { return claims_.ranks(); }
  E blocks() const { return SlotsSaid(rules_.slots).blocks(ranks()); }
  E slots() const { return slots(ranks()); }
  E slots(const Ranks& group) const { return SlotsSaid(rules_.slots).slots(group); }
  /// How many slots a seat has.
  E slots(const PhaseRules& phase, const Ranks& group) const {
    return phase.seating.same_slots ? slots() : slots(group);
  }

  void slots_exist() {
    const auto r = variable("r"), j = variable("j");
    const auto stands = implies(within(j, E(0), slots()), [&] {
      const E labels = rules_.slots.exchange ? ranks().p : blocks();  // of p·p blocks of one size, those of rank 0
      const E block = SlotsSaid(rules_.slots).block_of(ranks(), r, j);
      return j < blocks() || (E(0) <= block && block < labels);
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
      add_claims_of_round(round, rules_.slots, shape_, prefix_, claims_);
    }
    claims_.leave_phase();
    return held_by_ranks(ranks(), phase, g, {phase.backwards ? first : last}, start);
  }

  void memory_holds(const PhaseRules& phase, const Ranks& g, const E& k, const E& next, const E& first,
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

  void seats_are_ranks(const PhaseRules& phase, const Ranks& g) {
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
    const RunOf run{variable("first"), variable("count")};
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
  void begins(const PhaseRules& phase, const Ranks& g, const State& start, const Moment& m) {
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
  void slots_are_spoken_of(const PhaseRules& phase, const Ranks& g, const Moment& m, std::vector<C> where) {
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

  const Rules& rules_;
  const CollectiveRow& shape_;
  Needs needs_;
  Claims claims_;
  std::string prefix_;  ///< of the names of the claims about a phase
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
