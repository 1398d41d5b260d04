#include "verified/check/rules/phase_state.hpp"

#include <utility>

#include "verified/check/rules/said.hpp"

namespace tutti::rules {

C is_there(const PhaseRules& phase, const Ranks& g, const Moment& m, const E& v, const E& j) {
  const Said rules(phase);
  return rules.moves         ? rules.origin(g, m.k, m.h, v, j).there
         : rules.keeps_order ? rules.contributions(g, m.k, m.h, v, j).there
                             : rules.members(g, m.k, m.h, v, j, E(0)).there;
}

C has(const PhaseRules& phase, const Ranks& g, const Moment& m, const E& v, const E& j, const E& c) {
  const Said rules(phase);
  if (rules.commutes) return rules.members(g, m.k, m.h, v, j, c).has;
  const auto word = rules.contributions(g, m.k, m.h, v, j);
  return word.first <= c && c < word.end;
}

C same_is_held(const PhaseRules& phase, const Ranks& g, const Held& before, const Held& after, const E& c) {
  const Said rules(phase);
  const auto ask = [&](const auto& of) { return std::pair{of(before), of(after)}; };
  if (rules.moves) {
    const auto [a, b] = ask([&](const Held& x) { return rules.origin(g, x.when.k, x.when.h, x.seat, x.slot); });
    return a.rank == b.rank && a.slot == b.slot;
  }
  if (rules.keeps_order) {
    const auto [a, b] = ask([&](const Held& x) { return rules.contributions(g, x.when.k, x.when.h, x.seat, x.slot); });
    return implies(b.known, [&, &a = a, &b = b] { return a.known && a.first == b.first && a.end == b.end; });
  }
  const auto [a, b] = ask([&](const Held& x) { return rules.members(g, x.when.k, x.when.h, x.seat, x.slot, c); });
  return a.has == b.has;
}

State held_by_ranks(const Ranks& all, const PhaseRules& phase, const Ranks& g, const Moment& m, const State& start) {
  const Said rules(phase);
  const bool in_order = phase.seating.in_order, same_slots = phase.seating.same_slots;
  const auto seated = [=](const E& r) {
    const auto v = rules.seat(all, r);
    return in_order ? C(true) : and_then(is_seat(g, v), [&] { return rules.rank(all, v) == r; });
  };
  const auto chosen = [=](const E& r, const auto& here, const auto& before) {
    return in_order ? here() : if_else(seated(r), here, before);
  };
  State s;
  if (rules.moves) {
    const auto from = [=](const E& r, const E& j) {
      const auto o = rules.origin(g, m.k, m.h, rules.seat(all, r), rules.slot(all, j));
      return Origin{chosen(
                        r, [&] { return o.there; }, [&] { return C(true); }),
                    chosen(
                        r, [&] { return rules.rank(all, o.rank); }, [&] { return r; }),
                    chosen(
                        r, [&] { return same_slots ? o.slot : j; }, [&] { return j; })};
    };
    const auto there = [from](const E& r, const E& j, const auto& then) { return and_then(from(r, j).there, then); };
    if (start.origin)
      s.origin = [=, at = start.origin](const E& r, const E& j) {
        const auto here = from(r, j);
        const auto o = at(here.rank, here.slot);
        return Origin{there(r, j, [&] { return o.there; }), o.rank, o.slot};
      };
    if (start.contributions)
      s.contributions = [=, at = start.contributions](const E& r, const E& j) {
        const auto here = from(r, j);
        const auto word = at(here.rank, here.slot);
        return Contributions{there(r, j, [&] { return word.there; }), word.first, word.end, word.known};
      };
    if (start.has)
      s.has = [=, at = start.has](const E& r, const E& j, const E& c) {
        const auto here = from(r, j);
        return at(here.rank, here.slot, c);
      };
    if (start.known)
      s.known = [=, at = start.known](const E& r, const E& j) {
        const auto here = from(r, j);
        return at(here.rank, here.slot);
      };
    s.there = [=, at = start.there](const E& r, const E& j) {
      const auto here = from(r, j);
      return and_then(here.there, [&] { return at(here.rank, here.slot); });
    };
    return s;
  }
  s.there = [=, at = start.there](const E& r, const E& j) {
    return chosen(
        r, [&] { return is_there(phase, g, m, rules.seat(all, r), rules.slot(all, j)); }, [&] { return at(r, j); });
  };
  if (!start.known) return s;  // what is combined begins with contributions, and this did not
  s.known = [=, at = start.known](const E& r, const E& j) {
    if (rules.commutes)
      return chosen(
          r, [&] { return C(true); }, [&] { return at(r, j); });
    return chosen(
        r, [&] { return rules.contributions(g, m.k, m.h, rules.seat(all, r), rules.slot(all, j)).known; },
        [&] { return at(r, j); });
  };
  if (rules.keeps_order && phase.seating.ordered && (in_order || start.contributions)) {
    s.contributions = [=, before = start.contributions, is = s.there, knows = s.known](const E& r, const E& j) {
      const auto word = rules.contributions(g, m.k, m.h, rules.seat(all, r), rules.slot(all, j));
      const auto had = in_order ? word : before(r, j);
      return Contributions{is(r, j),
                           chosen(
                               r, [&] { return rules.first_of(all, word.first); }, [&] { return had.first; }),
                           chosen(
                               r, [&] { return rules.first_of(all, word.end); }, [&] { return had.end; }),
                           knows(r, j)};
    };
    s.has = [contributions = s.contributions](const E& r, const E& j, const E& c) {
      const auto word = contributions(r, j);
      return word.first <= c && c < word.end;
    };
  } else {
    s.has = [=, before = start.has](const E& r, const E& j, const E& c) {
      return chosen(
          r, [&] { return has(phase, g, m, rules.seat(all, r), rules.slot(all, j), rules.owner(all, c)); },
          [&] { return before(r, j, c); });
    };
  }
  return s;
}

}  // namespace tutti::rules
