// Algorithms that are made of rules, and of nothing else.
#pragma once
#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "verified/schedule/code.hpp"
#include "verified/schedule/group.hpp"
#include "verified/schedule/rulebook.hpp"
#include "verified/schedule/rules.hpp"

namespace tutti {

// ---- what was written down: expressions in the variables p, root, q, lg, shape and in those that are named here

/// One round of those of a number.
struct RoundRules {
  Condition silent;                                 ///< k
  Caption caption;                                  ///< k
  Message message;                                  ///< k, t, v, i
  Expression source;                                ///< k, t, u, j
  Expression turn, part;                            ///< k, u, j
  std::optional<Origin> origin = {};                ///< k, v, j; this, or one of the next
  std::optional<Contributions> contributions = {};  ///< k, v, j
  std::optional<Members> members = {};              ///< k, v, j, c
};

struct MemoryRules {
  Expression first;  ///< x
  Expression next;   ///< k, m
  Condition holds;   ///< k, m
};

struct SeatingRules {
  bool in_order;    ///< every rank has its own number as its seat
  bool same_slots;  ///< the slots of the phase are those of the ranks
  bool ordered;     ///< the seats are in the order of the ranks
  Ranks group;
  Expression rank;          ///< v
  Expression seat;          ///< r
  Expression slot;          ///< j
  std::vector<RunOf> runs;  ///< first, count
  Expression first_of;      ///< v
  Expression owner;         ///< c
};

struct PhaseRules {
  bool descends, backwards, by_receiver, one_source;
  Expression first;
  Condition more;     ///< k
  Expression next;    ///< k
  Condition reached;  ///< k
  Expression last, turns, parts;
  std::vector<RoundRules> rounds;
  SeatingRules seating;
  std::string_view memory_name;
  std::optional<MemoryRules> memory = {};
};

/// The slots of a schedule. Scratch slot s of rank r, from `blocks` on, has the size of block `label`.
struct SlotRules {
  bool exchange;
  int most_ranks;  ///< for more, there are more slots than an int can count
  Expression blocks, extra;
  Expression label;  ///< r, s
};

struct Rules {
  SlotRules slots;
  std::vector<PhaseRules> phases;
};

// ---- what runs

/// One step, and where the rules say it: a message has one for each run of the seating.
struct Sent {
  int phase, step, round;
  int turn, seat, part, run;
  Rank from, to;
  Blocks blocks;
  int at;
  bool replaces, left;
};

/// Rules, and their code.
class RuleProgram {
 public:
  /// Throws std::logic_error where what runs speaks of numbers that it is not given, where rules contradict themselves,
  /// and for expressions that are none (see Finished).
  explicit RuleProgram(Rules rules);

  const Rules& rules() const { return rules_; }
  /// The schedule for `group`; with group.only >= 0 just the steps of that rank, in about the time of those where a
  /// seat sends and hears at most once in each turn. `watch`, if given, sees each of them.
  Schedule schedule(const Group& group, const std::function<void(const Sent&)>& watch = {}) const;

 private:
  friend class Maker;
  struct PhaseCode {
    Code numbers, source;
    std::vector<Code> rounds;
  };
  Rules rules_;
  Code slots_;
  std::vector<PhaseCode> phases_;
};

// ---- how rules are written down

namespace written {

inline Expression number(const char* name) { return Expression::variable(name); }
inline Ranks ranks() { return {number("p"), number("root"), number("q"), number("lg"), number("shape")}; }

using E = const Expression&;

/// f(g, k, …) or f(g, k, h, …), as the phase has it.
template <class T, std::same_as<E>... A>
T said(T (*f)(const Ranks&, E, A...), int, std::type_identity_t<A>... numbers) {
  return f(ranks(), number("k"), numbers...);
}
template <class T, std::same_as<E>... A>
T said(T (*f)(const Ranks&, E, int, A...), int h, std::type_identity_t<A>... numbers) {
  return f(ranks(), number("k"), h, numbers...);
}

/// A phase leaves out the numbers of the turn and the part where it has only one of both.
template <class P>
Message message(int h) {
  const auto t = number("t"), v = number("v"), i = number("i");
  if constexpr (requires { said(P::message, h, v); })
    return said(P::message, h, v);
  else
    return said(P::message, h, t, v, i);
}

/// The same of the turn.
template <class P, std::same_as<Expression>... A>
Expression source_of(int h, const A&... numbers) {
  if constexpr (requires { said(P::source, h, numbers...); })
    return said(P::source, h, numbers...);
  else
    return said(P::source, h, number("t"), numbers...);
}

/// Who writes slot j of seat u; where that is the same for all slots, a phase does not ask for one.
template <class P>
Expression source(int h) {
  const auto u = number("u"), j = number("j");
  if constexpr (P::by_receiver)
    return u;
  else if constexpr (P::one_source)
    return source_of<P>(h, u);
  else
    return source_of<P>(h, u, j);
}

template <class P>
RoundRules round(int h) {
  const auto v = number("v"), u = number("u"), j = number("j"), c = number("c");
  RoundRules it{said(P::silent, h), said(P::caption, h),    message<P>(h),
                source<P>(h),       said(P::turn, h, u, j), said(P::part, h, u, j)};
  constexpr bool moves = requires { &P::origin; };
  constexpr bool keeps_order = requires { &P::contributions; };
  constexpr bool commutes = requires { &P::members; };
  static_assert(moves + keeps_order + commutes == 1, "a phase says in one way what its slots hold");
  if constexpr (moves) it.origin = said(P::origin, h, v, j);
  if constexpr (keeps_order) it.contributions = said(P::contributions, h, v, j);
  if constexpr (commutes) it.members = said(P::members, h, v, j, c);
  return it;
}

template <class S>
SeatingRules seating() {
  const auto g = ranks();
  const auto v = number("v"), r = number("r"), j = number("j"), c = number("c");
  SeatingRules it{std::is_same_v<S, InOrder>,
                  S::same_slots,
                  S::ordered,
                  S::group(g),
                  S::rank(g, v),
                  S::seat(g, r),
                  S::slot(g, j),
                  {},
                  S::first(g, v),
                  S::owner(g, c)};
  const RunOf run{number("first"), number("count")};
  for (int i = 0; i < S::runs; ++i) it.runs.push_back(S::run(g, i, run));
  return it;
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
PhaseRules phase() {
  static_assert(P::steps >= 1, "a number stands for one round or several");
  static_assert(P::steps == 1 || !P::backwards, "a phase of several steps goes forwards");
  const auto g = ranks();
  const auto k = number("k");
  PhaseRules it{P::descends,
                P::backwards,
                P::by_receiver,
                P::one_source,
                P::first(g),
                P::more(g, k),
                P::next(g, k),
                P::reached(g, k),
                P::last(g),
                P::turns(g),
                P::parts(g),
                {},
                seating<typename SeatsOf<P>::Type>(),
                P::memory_name};
  for (int h = 0; h < P::steps; ++h) it.rounds.push_back(round<P>(h));
  if constexpr (!P::memory_name.empty()) {
    const auto m = number("m");
    it.memory = {P::remembers_first(g, number("x")), P::remembers_next(g, k, m), P::remembers(g, k, m)};
  }
  return it;
}

template <class S>
SlotRules slots() {
  const auto g = ranks();
  return {S::exchange, S::most_ranks, S::blocks(g), S::extra(g), S::label(g, number("r"), number("s"))};
}

}  // namespace written

template <class Slots, class... Phases>
const RuleProgram& Rulebook::written() {
  static_assert(!Slots::exchange || Slots::most_ranks <= most_in_exchange, "the number of all blocks, p^2, is an int");
  static const auto& it = *new RuleProgram({tutti::written::slots<Slots>(), {tutti::written::phase<Phases>()...}});
  return it;  // never destroyed: a program may call collectives while it ends
}

/// The program with these slots and phases, in this order.
template <class Slots, class... Phases>
inline constexpr Rulebook program = Rulebook::of<Slots, Phases...>();

}  // namespace tutti
