// The phases that algorithms in pairs of seats are made of (verified/algorithms/phases.hpp), for all p. Every function
// returns queries whose names begin with `prefix`.
#pragma once
#include <vector>

#include "verified/check/smt/all_p/pair_setting.hpp"

namespace tutti::smt {

/// All the ranks that seat v stands for.
inline Word own(const Term& v, const Ranks& r) { return {first_rank(v, r.surplus), first_rank(v + 1, r.surplus)}; }

/// The rank is a letter of the word.
inline Truth within(const Term& rank, const Word& word) { return within(rank, word.first, word.end); }

/// The rank that keeps seat v.
using Keeper = std::function<Term(const Term& v, const Ranks&)>;

/// floor2 goes on from q to 2q.
using GoesOn = std::function<Truth(const Term& q, const Term& p)>;

/// floor2(p) is the largest power of two that is at most p.
std::vector<Query> floors(const std::string& prefix, const GoesOn& goes_on = fits_twice<Term>);

/// The last of the ranks that seat v stands for.
using Last = std::function<Term(const Term& v, const Term& surplus)>;

/// The seats 0..q-1 stand for ranks that tile 0..p-1 in rank order; of seat v's ranks, one has it, and the other one
/// where there are two leaves.
std::vector<Query> seats(const std::string& prefix, const Keeper& stays, const Last& last = last_rank<Term>);

/// Who stays has the word of the seat, once those who leave have folded theirs into their neighbour's.
Query surplus_folds(const std::string& prefix, const Keeper& stays);

/// Who exchanges with seat v at distance d.
using Partner = std::function<Term(const Term& v, const Term& d)>;

/// At distance 1, 2, 4, … q/2 the seats are paired, and two partners have the two halves of a run of 2d seats.
std::vector<Query> partners(const std::string& prefix, const Partner& partner = tutti::partner<Term>,
                            const Next& next = twice);

/// What a seat has whose run of d seats begins with seat `run`, before the exchange at distance d; for d = q at the
/// end.
using Held = std::function<Word(const Term& run, const Term& d, const Ranks&)>;

/// The word of the ranks of the run.
inline Word word_of_run(const Term& run, const Term& d, const Ranks& r) {
  return {first_rank(run, r.surplus), first_rank(run + d, r.surplus)};
}

/// Before the exchange at distance d each seat has that word: so it begins, the exchange keeps it so whoever has the
/// seats, and it ends with 0·…·(p-1).
std::vector<Query> words(const std::string& prefix, const Held& held = word_of_run);

/// The block b is sent at distance d by a seat whose run begins with seat `run`: in a reduce-scatter that keeps rank
/// order, all but those of the ranks of its run.
using Sent = std::function<Truth(const Term& b, const Term& run, const Term& d, const Ranks&)>;
inline Truth outside_of_run(const Term& b, const Term& run, const Term& d, const Ranks& r) {
  return b < first_rank(run, r.surplus) || first_rank(run + d, r.surplus) <= b;
}

/// Where the vector has a block for each rank and those are sent, a seat has its word in them and in the blocks of its
/// own ranks. At the end these are left, and its ranks have their blocks from it.
std::vector<Query> kept_blocks(const std::string& prefix, const Keeper& stays, const Sent& sent = outside_of_run);

/// Several of those lists as one.
std::vector<Query> together(std::initializer_list<std::vector<Query>> lists);

}  // namespace tutti::smt
