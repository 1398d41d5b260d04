// Algorithms as rules: phases whose loops, peers, blocks and invariants are written once, as templates over an integer
// type N. With N = int they make the steps that run (Program::schedule), with N = Expression they are what is proved
// for all p (verified/check/smt/obligations.hpp). There is no other code between the two: p, root and round choose
// something only through these templates, and a Condition cannot be asked for its value, so what is proved has no `if`
// that the proof does not see.
#pragma once
#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "verified/schedule/arithmetic.hpp"
#include "verified/schedule/expression.hpp"
#include "verified/schedule/group.hpp"

namespace tutti {

/// What p and its like are called in the rules: p = ranks, one of them the root; q = 2^lg, the largest power of two
/// that is at most p; k, the number that selects one of a family (Group::shape), or 1.
template <class N>
struct Ranks {
  N p, root, q, lg, k;
  N surplus() const { return p - q; }
};

/// The truth of a comparison: bool, or Condition.
template <class N>
using Truth = decltype(std::declval<N>() < std::declval<N>());

/// One run of slots from one rank to another (or to other slots of the same one): Step, where it is `there`. Where it
/// is not, the other fields mean nothing.
template <class N>
struct Message {
  Truth<N> there;
  N from, to;
  N first, count, at;
  Truth<N> replaces, left;  ///< the action: dst = src; else src·dst where `left`, dst·src where not
};

/// dst = src. `at` is the first destination slot.
template <class N>
Message<N> moves(const Truth<N>& there, const N& from, const N& to, const N& first, const N& count, const N& at) {
  return {there, from, to, first, count, at, Truth<N>(true), Truth<N>(true)};
}
template <class N>
Message<N> moves(const Truth<N>& there, const N& from, const N& to, const N& first, const N& count) {
  return moves<N>(there, from, to, first, count, first);
}
/// Combines in the order of the two ranks.
template <class N>
Message<N> folds(const Truth<N>& there, const N& from, const N& to, const N& first, const N& count) {
  return {there, from, to, first, count, first, Truth<N>(false), from < to};
}
/// dst = src·dst where `left`, else dst·src.
template <class N>
Message<N> folds_on(const Truth<N>& left, const Truth<N>& there, const N& from, const N& to, const N& first,
                    const N& count, const N& at) {
  return {there, from, to, first, count, at, Truth<N>(false), left};
}

// What a slot holds before a round, in one of three ways. Where it is not `there`, nothing is claimed of it, and
// nothing may read it.

/// What slot `slot` of rank `rank` held when the phase began: for phases that only move.
template <class N>
struct Origin {
  Truth<N> there;
  N rank, slot;
};
/// The contributions of the ranks first, …, end - 1, in this order, to the block that the slot is for; or, where that
/// is not `known`, something.
template <class N>
struct Contributions {
  Truth<N> there;
  N first, end;
  Truth<N> known = Truth<N>(true);
};
/// The contributions of a set of ranks, each of them once, in any order; `has` tells of one rank whether it is in it.
/// For a barrier: those that are known to have entered.
template <class N>
struct Members {
  Truth<N> there, has;
};

/// A phase is a struct of static templates over N, derived from this and from one of the kinds of rounds below. It
/// speaks of seats 0 to p - 1 of which one is the root's; a Seating says which ranks they are. In round k, seat v sends
/// (or, where the phase is told `by_receiver`, receives) one message in each of the turns 0 <= t < turns(g):
///   message(g, k, t, v, i)   part 0 <= i < parts(g) of that message
///   source(g, k, t, u, j)    the v whose message of turn t writes slot j of seat u, anything where there is none
///   turn(g, k, u, j)         that turn
///   part(g, k, u, j)         that part
///   caption(g, k)            what the round says in pictures
///   silent(g, k)             true of rounds in which there is no message: there is no such round
/// where a phase whose messages have one turn and one part writes message(g, k, v) and source(g, k, u), or, where this
/// depends on the slot, source(g, k, u, j); and one of
///   origin(g, k, v, j), contributions(g, k, v, j), members(g, k, v, j, c)
/// which say what slot j of seat v holds before round k, or, in a phase that goes backwards, after it. Where a phase
/// has several `steps`, a number stands for as many rounds, one after the other: round h of them has the functions
/// above with h, an int, behind k. What a phase says may need a number that is defined along the rounds only: its
/// memory of some x. The phase then has a
///   memory_name              unique among phases
///   remembers_first(g, x)    the memory of x before the first round
///   remembers_next(g, k, m)  what becomes of the memory m in round k
///   remembers(g, k, m)       what is true of every memory before round k
/// and asks for it by remembered<P>(g, k, x).
struct Phase {
  static constexpr std::string_view memory_name = "";
  static constexpr bool descends = false;     ///< the numbers of the rounds
  static constexpr bool backwards = false;    ///< from the last round to the first: round k leads from next(k) to k
  static constexpr bool by_receiver = false;  ///< the messages of a turn have different receivers, not senders
  static constexpr bool one_source = true;    ///< `source` is the same for all slots of a seat
  static constexpr int steps = 1;
  template <class N>
  static Truth<N> silent(const Ranks<N>&, const N&) {
    return Truth<N>(false);
  }
  template <class N>
  static Truth<N> silent(const Ranks<N>&, const N&, int) {
    return Truth<N>(false);
  }
  template <class N>
  static N turns(const Ranks<N>&) {
    return N(1);
  }
  template <class N>
  static N turn(const Ranks<N>&, const N&, const N&, const N&) {
    return N(0);
  }
  template <class N>
  static N turn(const Ranks<N>&, const N&, int, const N&, const N&) {
    return N(0);
  }
  template <class N>
  static N parts(const Ranks<N>&) {
    return N(1);
  }
  template <class N>
  static N part(const Ranks<N>&, const N&, const N&, const N&) {
    return N(0);
  }
  template <class N>
  static N part(const Ranks<N>&, const N&, int, const N&, const N&) {
    return N(0);
  }
};

template <class P, class N>
N remembered(const Ranks<N>& g, const N& k, const N& x) {
  if constexpr (std::is_same_v<N, int>) {
    int memory = P::remembers_first(g, x);
    for (int i = P::first(g); i != k; i = P::next(g, i)) memory = P::remembers_next(g, i, memory);
    return memory;
  } else {
    return N::memory(std::string(P::memory_name), k, x);
  }
}

/// Nothing leaves its rank.
struct Local : Phase {
  template <class N>
  static N source(const Ranks<N>&, const N&, const N& u) {
    return u;
  }
};

/// For captions: "halve at distance 4".
inline std::string numbered(std::string_view says, int number) {
  return std::string(says) + " " + std::to_string(number);
}

// Who sits where.
//   group(g)           the group of the seats: how many there are, and the seat of the root
//   rank(g, v)         the rank in seat v
//   seat(g, r)         the seat of rank r, anything where it has none
//   slot(g, j)         which slot of the phase slot j of a rank is a part of
//   run(g, i, b)       part i < runs of the slots that are parts of the run b
//   first(g, v)        the first of the ranks whose contributions seat v brings along; they end where those of v + 1
//   begin owner(g, c)        the seat that brings along the contribution of rank c
// `ordered`: the seats are in the order of the ranks.

template <class N>
struct RunOf {
  N first, count;
};

/// Everybody, in the order of the ranks.
struct InOrder {
  static constexpr int runs = 1;
  static constexpr bool same_slots = true, ordered = true;
  template <class N>
  static Ranks<N> group(const Ranks<N>& g) {
    return g;
  }
  template <class N>
  static N rank(const Ranks<N>&, const N& v) {
    return v;
  }
  template <class N>
  static N seat(const Ranks<N>&, const N& r) {
    return r;
  }
  template <class N>
  static N slot(const Ranks<N>&, const N& j) {
    return j;
  }
  template <class N>
  static RunOf<N> run(const Ranks<N>&, int, const RunOf<N>& b) {
    return b;
  }
  template <class N>
  static N first(const Ranks<N>&, const N& v) {
    return v;
  }
  template <class N>
  static N owner(const Ranks<N>&, const N& c) {
    return c;
  }
};

// The rounds of a phase (verified/algorithms/rounds.hpp has the usual kinds): their numbers are first(g), next(g,
// first), … while there are more(g, k), which is not so for last(g), the number after that of the last round.
// reached(g, k) is true of all these.

/// A phase and its seating, for one N. Null are `contributions`, `members` and `origin` but for one.
template <class N>
struct PhaseOf {
  using R = const Ranks<N>&;
  using I = const N&;
  N (*first)(R);
  Truth<N> (*more)(R, I k);
  N (*next)(R, I k);
  Truth<N> (*reached)(R, I k);
  N (*last)(R);
  Truth<N> (*silent)(R, I k, int h);
  N (*turns)(R);
  N (*parts)(R);
  Message<N> (*message)(R, I k, int h, I t, I v, I i);
  N (*source)(R, I k, int h, I t, I u, I j);
  N (*turn)(R, I k, int h, I u, I j);
  N (*part)(R, I k, int h, I u, I j);
  Origin<N> (*origin)(R, I k, int h, I v, I j);
  Contributions<N> (*contributions)(R, I k, int h, I v, I j);
  Members<N> (*members)(R, I k, int h, I v, I j, I c);
  N (*remembers_first)(R, I x);  ///< null, as the next two, where there is no memory
  N (*remembers_next)(R, I k, I m);
  Truth<N> (*remembers)(R, I k, I m);

  Ranks<N> (*group)(R);
  N (*rank)(R, I v);
  N (*seat)(R, I r);
  N (*slot)(R, I j);
  RunOf<N> (*run)(R, int i, const RunOf<N>& b);
  N (*first_of)(R, I v);
  N (*owner)(R, I c);
};

/// The slots of a schedule, for one N. Scratch slot s of rank r, from `blocks` on, has the size of block label(g, r,
/// s).
template <class N>
struct SlotsOf {
  N (*blocks)(const Ranks<N>&);
  N (*extra)(const Ranks<N>&);
  N (*label)(const Ranks<N>&, const N& r, const N& s);
};

struct PhaseTable {
  std::string (*caption)(const Ranks<int>&, int k, int h);
  std::string_view memory_name;
  bool descends;
  int steps;
  bool backwards, by_receiver, one_source;
  int seating_runs;
  bool in_order;    ///< every rank has its own number as its seat
  bool same_slots;  ///< the slots of the phase are those of the ranks
  bool ordered;     ///< the seats are in the order of the ranks
  PhaseOf<int> run;
  PhaseOf<Expression> prove;
};

/// An algorithm made of phases, and of nothing else.
struct Program {
  bool exchange;
  int most_ranks;  ///< for more, there are more slots than an int can count
  SlotsOf<int> run;
  SlotsOf<Expression> prove;
  std::span<const PhaseTable> phases;

  /// The schedule for `group`; with group.only >= 0 just the steps of that rank, in about the time of those where a
  /// seat sends and hears at most once in each turn.
  Schedule schedule(const Group& group) const;
};

/// A phase whose seats are those.
template <class S, class P>
struct Seated : P {
  using Seats = S;
};

/// f(k) or f(k, h), as the phase wants it.
#define TUTTI_OF_PHASE(name)                                                                \
  template <class P, class N, class... A>                                                   \
  auto name##_of(const Ranks<N>& g, const N& k, [[maybe_unused]] int h, const A&... more) { \
    if constexpr (P::steps > 1)                                                             \
      return P::name(g, k, h, more...);                                                     \
    else                                                                                    \
      return P::name(g, k, more...);                                                        \
  }
TUTTI_OF_PHASE(silent)
TUTTI_OF_PHASE(turn)
TUTTI_OF_PHASE(part)
TUTTI_OF_PHASE(origin)
TUTTI_OF_PHASE(contributions)
TUTTI_OF_PHASE(members)
#undef TUTTI_OF_PHASE

/// A phase leaves out the numbers of the turn and the part where it has only one of both.
template <class P, class N>
Message<N> message_of(const Ranks<N>& g, const N& k, [[maybe_unused]] int h, [[maybe_unused]] const N& t, const N& v,
                      [[maybe_unused]] const N& i) {
  if constexpr (requires { P::message(g, k, v); })
    return P::message(g, k, v);
  else if constexpr (P::steps == 1)
    return P::message(g, k, t, v, i);
  else if constexpr (requires { P::message(g, k, h, t, v, i); })
    return P::message(g, k, h, t, v, i);
  else
    return P::message(g, k, h, v);
}

/// Called with g, k and these, or with the turn before them.
template <class P, class N, class... A>
N source_of(const Ranks<N>& g, const N& k, [[maybe_unused]] int h, [[maybe_unused]] const N& t, const A&... more) {
  if constexpr (P::steps > 1) {
    if constexpr (requires { P::source(g, k, h, t, more...); })
      return P::source(g, k, h, t, more...);
    else
      return P::source(g, k, h, more...);
  } else if constexpr (requires { P::source(g, k, t, more...); }) {
    return P::source(g, k, t, more...);
  } else {
    return P::source(g, k, more...);
  }
}

/// Who writes slot j of seat u; where that is the same for all slots, a phase does not ask for one.
template <class P, class N>
N writer_of(const Ranks<N>& g, const N& k, int h, const N& t, const N& u, [[maybe_unused]] const N& j) {
  if constexpr (P::by_receiver)
    return u;
  else if constexpr (P::one_source)
    return source_of<P, N>(g, k, h, t, u);
  else
    return source_of<P, N>(g, k, h, t, u, j);
}

template <class P>
std::string caption_of(const Ranks<int>& g, int k, [[maybe_unused]] int h) {
  if constexpr (P::steps > 1)
    return P::caption(g, k, h);
  else
    return P::caption(g, k);
}

template <class P, class S, class N>
constexpr PhaseOf<N> phase_of() {
  using R = const Ranks<N>&;
  using I = const N&;
  static_assert(P::steps == 1 || !P::backwards, "a phase of several steps goes forwards");
  PhaseOf<N> table{
      .first = [](R g) -> N { return P::first(g); },
      .more = [](R g, I k) -> Truth<N> { return P::more(g, k); },
      .next = [](R g, I k) -> N { return P::next(g, k); },
      .reached = [](R g, I k) -> Truth<N> { return P::reached(g, k); },
      .last = [](R g) -> N { return P::last(g); },
      .silent = [](R g, I k, int h) -> Truth<N> { return silent_of<P, N>(g, k, h); },
      .turns = [](R g) -> N { return P::turns(g); },
      .parts = [](R g) -> N { return P::parts(g); },
      .message = [](R g, I k, int h, I t, I v, I i) -> Message<N> { return message_of<P, N>(g, k, h, t, v, i); },
      .source = [](R g, I k, int h, I t, I u, I j) -> N { return writer_of<P, N>(g, k, h, t, u, j); },
      .turn = [](R g, I k, int h, I u, I j) -> N { return turn_of<P, N>(g, k, h, u, j); },
      .part = [](R g, I k, int h, I u, I j) -> N { return part_of<P, N>(g, k, h, u, j); },
      .origin = nullptr,
      .contributions = nullptr,
      .members = nullptr,
      .remembers_first = nullptr,
      .remembers_next = nullptr,
      .remembers = nullptr,
      .group = [](R g) -> Ranks<N> { return S::group(g); },
      .rank = [](R g, I v) -> N { return S::rank(g, v); },
      .seat = [](R g, I r) -> N { return S::seat(g, r); },
      .slot = [](R g, I j) -> N { return S::slot(g, j); },
      .run = [](R g, int i, const RunOf<N>& b) -> RunOf<N> { return S::run(g, i, b); },
      .first_of = [](R g, I v) -> N { return S::first(g, v); },
      .owner = [](R g, I c) -> N { return S::owner(g, c); },
  };
  constexpr bool moves = requires { &P::template origin<N>; };
  constexpr bool keeps_order = requires { &P::template contributions<N>; };
  constexpr bool commutes = requires { &P::template members<N>; };
  static_assert(moves + keeps_order + commutes == 1, "a phase says in one way what its slots hold");
  if constexpr (moves)
    table.origin = [](R g, I k, int h, I v, I j) -> Origin<N> { return origin_of<P, N>(g, k, h, v, j); };
  if constexpr (keeps_order)
    table.contributions = [](R g, I k, int h, I v, I j) -> Contributions<N> {
      return contributions_of<P, N>(g, k, h, v, j);
    };
  if constexpr (commutes)
    table.members = [](R g, I k, int h, I v, I j, I c) -> Members<N> { return members_of<P, N>(g, k, h, v, j, c); };
  if constexpr (!P::memory_name.empty()) {
    table.remembers_first = [](R g, I x) -> N { return P::remembers_first(g, x); };
    table.remembers_next = [](R g, I k, I m) -> N { return P::remembers_next(g, k, m); };
    table.remembers = [](R g, I k, I m) -> Truth<N> { return P::remembers(g, k, m); };
  }
  return table;
}

template <class P>
struct SeatsOf {
  using Type = InOrder;
};
template <class P>
requires requires { typename P::Seats; }
struct SeatsOf<P> {
  using Type = typename P::Seats;
};

template <class P>
PhaseTable table_of() {
  using S = typename SeatsOf<P>::Type;
  return {caption_of<P>,
          P::memory_name,
          P::descends,
          P::steps,
          P::backwards,
          P::by_receiver,
          P::one_source,
          S::runs,
          std::is_same_v<S, InOrder>,
          S::same_slots,
          S::ordered,
          phase_of<P, S, int>(),
          phase_of<P, S, Expression>()};
}

template <class S, class N>
constexpr SlotsOf<N> slots_of() {
  using R = const Ranks<N>&;
  return {.blocks = [](R g) -> N { return S::blocks(g); },
          .extra = [](R g) -> N { return S::extra(g); },
          .label = [](R g, const N& r, const N& s) -> N { return S::label(g, r, s); }};
}

/// The program with these slots and phases, in this order.
template <class Slots, class... Phases>
const Program* program() {
  static const std::array<PhaseTable, sizeof...(Phases)> phases{table_of<Phases>()...};
  static const Program it{Slots::exchange, Slots::most_ranks, slots_of<Slots, int>(), slots_of<Slots, Expression>(),
                          phases};
  return &it;
}

}  // namespace tutti
