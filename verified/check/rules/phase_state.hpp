// What a phase says that the slots of its seats, and so of the ranks, hold before each of its rounds.
#pragma once
#include "verified/check/rules/state.hpp"

namespace tutti::rules {

/// Before step h of the round with the number k.
struct Moment {
  E k;
  int h = 0;
};

/// What the phase says that slot j of seat v holds is there.
C is_there(const PhaseRules& phase, const Ranks& g, const Moment& m, const E& v, const E& j);

/// It says that it holds the contribution of seat c.
C has(const PhaseRules& phase, const Ranks& g, const Moment& m, const E& v, const E& j, const E& c);

/// A slot of a seat at a moment.
struct Held {
  Moment when;
  E seat, slot;
};

/// Both hold the same, as far as the contribution of seat c goes.
C same_is_held(const PhaseRules& phase, const Ranks& g, const Held& before, const Held& after, const E& c);

/// What the slots of the ranks hold at that moment of the phase or, where it goes backwards, after the round. Ranks
/// without a seat have what they had at the start.
State held_by_ranks(const Ranks& all, const PhaseRules& phase, const Ranks& g, const Moment& m, const State& start);

}  // namespace tutti::rules
