// Goes over the rules of a program.
#pragma once
#include <string>
#include <tuple>

#include "verified/schedule/program.hpp"

namespace tutti {

/// Calls f(name, what it is given besides the ranks, the expressions of the rule) for each rule; `runs`: only for those
/// that what runs is made of.
template <class F>
void for_each_rule(Rules& rules, bool runs, F f) {
  f("blocks", "", rules.slots.blocks);
  f("extra", "", rules.slots.extra);
  f("label", "rs", rules.slots.label);
  for (auto& phase : rules.phases) {
    f("first", "", phase.first);
    f("more", "k", phase.more);
    f("next", "k", phase.next);
    f("turns", "", phase.turns);
    f("parts", "", phase.parts);
    auto& seating = phase.seating;
    f("group", "", seating.group);
    f("rank", "v", seating.rank);
    for (auto& run : seating.runs) f("run", "", run);
    for (auto& round : phase.rounds) {
      f("silent", "k", round.silent);
      f("message", "ktvi", round.message);
    }
    if (runs) continue;
    f("reached", "k", phase.reached);
    f("last", "", phase.last);
    f("seat", "r", seating.seat);
    f("slot", "j", seating.slot);
    f("first of", "v", seating.first_of);
    f("owner", "c", seating.owner);
    for (auto& round : phase.rounds) {
      f("source", "ktuj", round.source);
      f("turn", "kuj", round.turn);
      f("part", "kuj", round.part);
      if (round.origin) f("origin", "kvj", *round.origin);
      if (round.contributions) f("contributions", "kvj", *round.contributions);
      if (round.members) f("members", "kvjc", *round.members);
    }
  }
}

template <class F>
void map_graphs(Expression& e, F f) {
  e = Expression(f(e.graph()));
}
template <class F>
void map_graphs(Condition& c, F f) {
  c = Condition(f(c.graph()));
}
template <class Fields, class F>
void map_graphs(Fields& fields, F f) {
  std::apply([&](auto&... field) { (map_graphs(field, f), ...); }, fields.fields());
}

}  // namespace tutti
