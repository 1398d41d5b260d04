// Algorithms as rules: phases whose loops, peers, blocks and invariants are functions of expressions. Each is called
// once, with variables, and what it writes down is both what runs (program.hpp) and what is proved for all p
// (verified/check/rules/obligations.hpp). There is nothing else: a Condition cannot be asked for its value, so no
// `if` chooses by p, root or round, and what a function would say when called again is not heard.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "verified/schedule/arithmetic.hpp"
#include "verified/schedule/expression.hpp"
#include "verified/schedule/group.hpp"

namespace tutti {

/// What p and its like are called in the rules: p = ranks, one of them the root; q = 2^lg, the largest power of two
/// that is at most p; k, the number that selects one of a family (Group::shape), or 1.
struct Ranks {
  Expression p, root, q, lg, k;
  Expression surplus() const { return p - q; }
  auto fields() { return std::tie(p, root, q, lg, k); }
};

/// One run of slots from one rank to another (or to other slots of the same one): Step, where it is `there`. Where it
/// is not, the other fields mean nothing.
struct Message {
  Condition there;
  Expression from, to;
  Expression first, count, at;
  Condition replaces, left;  ///< the action: dst = src; else src·dst where `left`, dst·src where not
  auto fields() { return std::tie(there, from, to, first, count, at, replaces, left); }
};

/// dst = src. `at` is the first destination slot.
inline Message moves(const Condition& there, const Expression& from, const Expression& to, const Expression& first,
                     const Expression& count, const Expression& at) {
  return {there, from, to, first, count, at, true, true};
}
inline Message moves(const Condition& there, const Expression& from, const Expression& to, const Expression& first,
                     const Expression& count) {
  return moves(there, from, to, first, count, first);
}
/// Combines in the order of the two ranks.
inline Message folds(const Condition& there, const Expression& from, const Expression& to, const Expression& first,
                     const Expression& count) {
  return {there, from, to, first, count, first, false, from < to};
}
/// dst = src·dst where `left`, else dst·src.
inline Message folds_on(const Condition& left, const Condition& there, const Expression& from, const Expression& to,
                        const Expression& first, const Expression& count, const Expression& at) {
  return {there, from, to, first, count, at, false, left};
}

// What a slot holds before a round, in one of three ways. Where it is not `there`, nothing is claimed of it, and
// nothing may read it.

/// What slot `slot` of rank `rank` held when the phase began: for phases that only move.
struct Origin {
  Condition there;
  Expression rank, slot;
  auto fields() { return std::tie(there, rank, slot); }
};
/// The contributions of the ranks first, …, end - 1, in this order, to the block that the slot is for; or, where that
/// is not `known`, something.
struct Contributions {
  Condition there;
  Expression first, end;
  Condition known = true;
  auto fields() { return std::tie(there, first, end, known); }
};
/// The contributions of a set of ranks, each of them once, in any order; `has` tells of one rank whether it is in it.
/// For a barrier: those that are known to have entered.
struct Members {
  Condition there, has;
  auto fields() { return std::tie(there, has); }
};

/// What a round says in pictures: the first of its lines that holds.
struct Caption {
  struct Line {
    Condition holds;
    std::string text;
    std::optional<Expression> number;
  };
  std::vector<Line> lines;
  Caption(const char* text) : lines{{true, text, {}}} {}  // NOLINT(google-explicit-constructor): most say no more
  Caption(std::string text, const Expression& number) : lines{{true, std::move(text), number}} {}
};
/// "halve at distance 4"
inline Caption numbered(std::string says, const Expression& number) { return {std::move(says), number}; }
/// The one where it is true, the other where not.
inline Caption either(const Condition& it_is, Caption then, const Caption& otherwise) {
  for (auto& line : then.lines) line.holds = it_is && line.holds;
  then.lines.insert(then.lines.end(), otherwise.lines.begin(), otherwise.lines.end());
  return then;
}

/// A phase is a struct of static functions, derived from this and from one of the
/// kinds of rounds below. It speaks of seats 0 to p - 1 of which one is the root's; a Seating says which ranks they
/// are. In round k, seat v sends (or, where the phase is told `by_receiver`, receives) one message in each of the turns
/// 0 <= t < turns(g):
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
/// above with h, an int, behind k, or the same ones without it. What a phase says may need a number that is defined
/// along the rounds only: its memory of some x. The phase then has a
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
  static constexpr bool one_source = true;    ///< `source` is not asked for a slot
  static constexpr int steps = 1;
  static Condition silent(const Ranks&, const Expression&) { return false; }
  static Expression turns(const Ranks&) { return Expression(1); }
  static Expression turn(const Ranks&, const Expression&, const Expression&, const Expression&) {
    return Expression(0);
  }
  static Expression parts(const Ranks&) { return Expression(1); }
  static Expression part(const Ranks&, const Expression&, const Expression&, const Expression&) {
    return Expression(0);
  }
};

template <class P>
Expression remembered(const Ranks&, const Expression& k, const Expression& x) {
  return Expression::memory(std::string(P::memory_name), k, x);
}

/// Nothing leaves its rank.
struct Local : Phase {
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u; }
};

// Who sits where.
//   group(g)           the group of the seats: how many there are, and the seat of the root
//   rank(g, v)         the rank in seat v
//   seat(g, r)         the seat of rank r, anything where it has none
//   slot(g, j)         which slot of the phase slot j of a rank is a part of
//   run(g, i, b)       part i < runs of the slots that are parts of the run b
//   first(g, v)        the first of the ranks whose contributions seat v brings along, which end where those of v + 1
//                      begin
//   owner(g, c)        the seat that brings along the contribution of rank c
// `ordered`: the seats are in the order of the ranks.

struct RunOf {
  Expression first, count;
  auto fields() { return std::tie(first, count); }
};

/// Everybody, in the order of the ranks.
struct InOrder {
  static constexpr int runs = 1;
  static constexpr bool same_slots = true, ordered = true;
  static Ranks group(const Ranks& g) { return g; }
  static Expression rank(const Ranks&, const Expression& v) { return v; }
  static Expression seat(const Ranks&, const Expression& r) { return r; }
  static Expression slot(const Ranks&, const Expression& j) { return j; }
  static RunOf run(const Ranks&, int, const RunOf& b) { return b; }
  static Expression first(const Ranks&, const Expression& v) { return v; }
  static Expression owner(const Ranks&, const Expression& c) { return c; }
};

// The rounds of a phase (verified/algorithms/rounds.hpp has the usual kinds): their numbers are first(g), next(g,
// first), … while there are more(g, k), which is not so for last(g), the number after that of the last round.
// reached(g, k) is true of all these.

/// A phase whose seats are those.
template <class S, class P>
struct Seated : P {
  using Seats = S;
};

}  // namespace tutti
