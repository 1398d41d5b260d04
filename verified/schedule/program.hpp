// Algorithms that are made of rules, and of nothing else.
#pragma once
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "verified/schedule/group.hpp"
#include "verified/schedule/rules.hpp"

namespace tutti {

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

/// One message of a rule, and where in the program it was said.
struct Said {
  int phase, step, round;
  int turn, seat, part;
  const Ranks<int>& ranks;
  const Message<int>& message;
};

/// An algorithm made of phases, and of nothing else.
struct Program {
  bool exchange;
  int most_ranks;  ///< for more, there are more slots than an int can count
  SlotsOf<int> run;
  SlotsOf<Expression> prove;
  std::span<const PhaseTable> phases;

  /// The schedule for `group`; with group.only >= 0 just the steps of that rank, in about the time of those where a
  /// seat sends and hears at most once in each turn. `watch`, if given, sees every message that becomes steps of it.
  Schedule schedule(const Group& group, const std::function<void(const Said&)>& watch = {}) const;
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
  static_assert(!Slots::exchange || Slots::most_ranks <= 46340, "the number of all blocks, p^2, is an int");
  static const std::array<PhaseTable, sizeof...(Phases)> phases{table_of<Phases>()...};
  static const Program it{Slots::exchange, Slots::most_ranks, slots_of<Slots, int>(), slots_of<Slots, Expression>(),
                          phases};
  return &it;
}

}  // namespace tutti
