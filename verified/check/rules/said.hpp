// What the rules of a phase say, of any numbers.
#pragma once
#include "verified/check/rules/conditions.hpp"
#include "verified/schedule/program.hpp"
#include "verified/schedule/substitution.hpp"

namespace tutti::rules {

/// What is said of the ranks and slots of the whole program.
class SlotsSaid {
 public:
  explicit SlotsSaid(const SlotRules& rules) : rules_(&rules) {}
  E blocks(const Ranks& g) const { return Substitution(g, {}).in(rules_->blocks); }
  E extra(const Ranks& g) const { return Substitution(g, {}).in(rules_->extra); }
  E slots(const Ranks& g) const { return blocks(g) + extra(g); }
  /// The block that slot j of rank r is for.
  E block_of(const Ranks& g, const E& r, const E& j) const {
    return if_else(
        j < blocks(g), [&] { return j; },
        [&] {
          return Substitution(g, {{"r", r}, {"s", j}}).in(rules_->label);
        });
  }
  /// Slot i of rank r and slot j of rank s are for the same block.
  C same_block(const Ranks& g, const E& r, const E& i, const E& s, const E& j) const {
    if (!rules_->exchange) return block_of(g, r, i) == block_of(g, s, j);
    const auto from = [&](const E& a, const E& b) {  // from rank a to rank b, or from rank b - p to rank a
      return if_else(
          b < g.p, [&] { return a; }, [&] { return b - g.p; });
    };
    const auto to = [&](const E& a, const E& b) {
      return if_else(
          b < g.p, [&] { return b; }, [&] { return a; });
    };
    return from(r, i) == from(s, j) && to(r, i) == to(s, j);
  }

 private:
  const SlotRules* rules_;
};

/// What a phase says, of round h of those of a number where it takes an h; see Phase.
class Said {
 public:
  explicit Said(const PhaseRules& rules)
      : moves(rules.rounds.front().origin),
        keeps_order(rules.rounds.front().contributions),
        commutes(rules.rounds.front().members),
        in_ranks_slots(rules.seating.same_slots),
        rules_(&rules) {}

  bool moves, keeps_order, commutes;  ///< one of these
  bool in_ranks_slots;                ///< the slots of a seat are those of its rank

  using R = const Ranks&;
  using I = const E&;
  E first(R g) const { return Substitution(g, {}).in(rules_->first); }
  C more(R g, I k) const { return of_k(g, k).in(rules_->more); }
  E next(R g, I k) const { return of_k(g, k).in(rules_->next); }
  C reached(R g, I k) const { return of_k(g, k).in(rules_->reached); }
  E last(R g) const { return Substitution(g, {}).in(rules_->last); }
  E turns(R g) const { return Substitution(g, {}).in(rules_->turns); }
  E parts(R g) const { return Substitution(g, {}).in(rules_->parts); }
  C silent(R g, I k, int h) const { return of_k(g, k).in(round(h).silent); }
  Message message(R g, I k, int h, I t, I v, I i) const {
    return Substitution(g, {{"k", k}, {"t", t}, {"v", v}, {"i", i}}).in(round(h).message);
  }
  /// That it is one: of a turn, a seat and a part that there are, and not empty.
  C is_message(R g, I k, int h, I t, I v, I i) const {
    const auto m = message(g, k, h, t, v, i);
    return and_then(is_index(t, turns(g)) && is_seat(g, v) && is_index(i, parts(g)),
                    [&] { return and_then(m.there, [&] { return m.count != E(0); }); });
  }
  E source(R g, I k, int h, I t, I u, I j) const {
    return Substitution(g, {{"k", k}, {"t", t}, {"u", u}, {"j", j}}).in(round(h).source);
  }
  E turn(R g, I k, int h, I u, I j) const { return Substitution(g, {{"k", k}, {"u", u}, {"j", j}}).in(round(h).turn); }
  E part(R g, I k, int h, I u, I j) const { return Substitution(g, {{"k", k}, {"u", u}, {"j", j}}).in(round(h).part); }
  Origin origin(R g, I k, int h, I v, I j) const {
    return Substitution(g, {{"k", k}, {"v", v}, {"j", j}}).in(*round(h).origin);
  }
  Contributions contributions(R g, I k, int h, I v, I j) const {
    return Substitution(g, {{"k", k}, {"v", v}, {"j", j}}).in(*round(h).contributions);
  }
  Members members(R g, I k, int h, I v, I j, I c) const {
    return Substitution(g, {{"k", k}, {"v", v}, {"j", j}, {"c", c}}).in(*round(h).members);
  }
  E remembers_first(R g, I x) const { return Substitution(g, {{"x", x}}).in(rules_->memory->first); }
  E remembers_next(R g, I k, I m) const { return Substitution(g, {{"k", k}, {"m", m}}).in(rules_->memory->next); }
  C remembers(R g, I k, I m) const { return Substitution(g, {{"k", k}, {"m", m}}).in(rules_->memory->holds); }

  Ranks group(R g) const { return Substitution(g, {}).in(rules_->seating.group); }
  E rank(R g, I v) const { return Substitution(g, {{"v", v}}).in(rules_->seating.rank); }
  E seat(R g, I r) const { return Substitution(g, {{"r", r}}).in(rules_->seating.seat); }
  E slot(R g, I j) const { return Substitution(g, {{"j", j}}).in(rules_->seating.slot); }
  RunOf run(R g, std::size_t i, const RunOf& b) const {
    return Substitution(g, {{"first", b.first}, {"count", b.count}}).in(rules_->seating.runs[i]);
  }
  E first_of(R g, I v) const { return Substitution(g, {{"v", v}}).in(rules_->seating.first_of); }
  E owner(R g, I c) const { return Substitution(g, {{"c", c}}).in(rules_->seating.owner); }

 private:
  const RoundRules& round(int h) const { return rules_->rounds[static_cast<std::size_t>(h)]; }
  static Substitution of_k(R g, I k) { return Substitution(g, {{"k", k}}); }

  const PhaseRules* rules_;
};

}  // namespace tutti::rules
