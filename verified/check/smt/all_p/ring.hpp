// Who hears from whom round a ring, for `Rules` as in verified/algorithms/ring_rules.hpp.
#pragma once
#include "verified/algorithms/ring_rules.hpp"
#include "verified/check/smt/all_p/setting.hpp"

namespace tutti::smt {

/// The number of a round.
template <class Rules>
Term round_number(Setting& s, const Term& p) {
  return s.number("k", Rules::first, p - 1);
}

/// Each message has one sender and one receiver, which differ but in a round 0.
template <class Rules>
Query matching(const std::string& name) {
  return for_all_p(name + "/matching", "a rank hears from whom it is sent to by, once, and from another rank",
                   [](Setting& s) {
                     const auto p = s.ranks(), k = round_number<Rules>(s, p), r = s.below(p, "r");
                     const auto to = Rules::to(r, k, p), from = Rules::from(r, k, p);
                     return 0 <= to && to < p && 0 <= from && from < p && Rules::from(to, k, p) == r &&
                            Rules::to(from, k, p) == r && (k == 0 || to != r);
                   });
}

}  // namespace tutti::smt
