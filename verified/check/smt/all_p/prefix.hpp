// prefix_by_doubling (verified/algorithms/prefix.hpp) for all p. Before the exchange at distance d the run of rank r is
// the d neighbouring ranks from first_of_run(r, d) on. The prefix of r is the word of its run up to r, itself included
// or not; where that is no rank, r has its own value and nothing has happened to it. If the run is full, its ranks
// being less than p, the sum of r is the word of the run; else nothing is said of it but that there is one.
#pragma once
#include <vector>

#include "verified/check/smt/all_p/pair_setting.hpp"

namespace tutti::smt {

struct PrefixRules {
  bool own_too;
  /// The run of d ranks from `run` on is full, and the sums of its ranks are its word.
  std::function<Truth(const Term& run, const Term& d, const Term& p)> full = [](auto& run, auto& d, auto& p) {
    return run <= p - d;
  };
  /// The first of the d ranks of the run of r.
  std::function<Term(const Term& r, const Term& d)> first = first_of_run<Term>;
  WordOf word = word_of;
};

/// Queries whose names begin with `prefix`.
std::vector<Query> prefix_by_doubling(const std::string& prefix, const PrefixRules& rules);

}  // namespace tutti::smt
