// The induction of pairwise exchange in rank order, for `Rules` as in verified/algorithms/ring_rules.hpp.
#pragma once
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {

/// Before round i block r of rank r has the contributions of the ranks [begin, r + 1), and its second accumulator those
/// of [begin_above, p), both in rank order; it holds nothing while begin_above is p.
struct Accumulated {
  Term begin, begin_above;

  Accumulated(const Term& r, const Term& i, const Term& p)
      : begin(if_else(
            i - 1 <= r, [&] { return r - (i - 1); }, [&] { return r.constant(0); })),
        begin_above(if_else(
            i - 1 <= r, [&] { return p; }, [&] { return p - (i - 1 - r); })) {}
};

/// In round i, rank r and whom it hears from, before and after.
template <class Rules>
struct OrderedRound {
  Term p, i, r, from;
  Accumulated before, after;

  explicit OrderedRound(Setting& s)
      : p(s.ranks()),
        i(round_number<Rules>(s, p)),
        r(s.below(p, "r")),
        from(Rules::from(r, i, p)),
        before(r, i, p),
        after(r, Rules::next(i, p), p) {}
};

template <class Rules>
std::vector<Query> ordered_exchange_proof(const std::string& name) {
  return {matching<Rules>(name),
          for_all_p(name + "/base", "at first every rank has its own contribution, and nothing above",
                    [](Setting& s) {
                      const auto p = s.ranks(), r = s.below(p, "r");
                      const Accumulated at_first(r, p.constant(Rules::first), p);
                      return at_first.begin == r && at_first.begin_above == p;
                    }),
          for_all_p(name + "/below", "what comes from below comes from the rank before those of the own block",
                    [](Setting& s) {
                      const OrderedRound<Rules> at(s);
                      s.assume(Rules::from_below(at.from, at.r));
                      return at.before.begin == at.from + 1 && at.after.begin == at.from &&
                             at.after.begin_above == at.before.begin_above;
                    }),
          for_all_p(name + "/above", "what comes from above from the rank before those above, or is the first of them",
                    [](Setting& s) {
                      const OrderedRound<Rules> at(s);
                      s.assume(!Rules::from_below(at.from, at.r));
                      return at.before.begin_above - 1 == at.from && at.after.begin_above == at.from &&
                             at.after.begin == at.before.begin &&
                             same(Rules::is_first_above(at.from, at.p), at.before.begin_above == at.p);
                    }),
          for_all_p(name + "/end", "the two then are [0, r + 1) and [r + 1, p)", [](Setting& s) {
            const auto p = s.ranks(), r = s.below(p, "r");
            const Accumulated in_the_end(r, p, p);
            return in_the_end.begin == 0 && in_the_end.begin_above - 1 == r;
          })};
}

}  // namespace tutti::smt
