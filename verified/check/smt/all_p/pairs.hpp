// What binary blocks (verified/algorithms/phases.hpp) need of pairs of seats, for all p. Every function
// returns queries whose names begin with `prefix`.
#pragma once
#include <vector>

#include "verified/check/smt/all_p/pair_setting.hpp"

namespace tutti::smt {

/// floor2 goes on from q to 2q.
using GoesOn = std::function<Truth(const Term& q, const Term& p)>;

/// floor2(p) is the largest power of two that is at most p.
std::vector<Query> floors(const std::string& prefix, const GoesOn& goes_on = fits_twice<Term>);

/// Who exchanges with seat v at distance d.
using Partner = std::function<Term(const Term& v, const Term& d)>;

/// At distance 1, 2, 4, … q/2 the seats are paired, and two partners have the two halves of a run of 2d seats.
std::vector<Query> partners(const std::string& prefix, const Partner& partner = tutti::partner<Term>,
                            const Next& next = twice);

/// Several of those lists as one.
std::vector<Query> together(std::initializer_list<std::vector<Query>> lists);

}  // namespace tutti::smt
