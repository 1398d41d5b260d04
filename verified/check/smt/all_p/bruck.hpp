// The induction of Bruck's alltoall, for `Rules` as in verified/algorithms/ring_rules.hpp.
#pragma once
#include "verified/check/smt/all_p/ring.hpp"

namespace tutti::smt {

/// What the bits of i say of block i before and after the round at distance d: whether it goes, how far it has come,
/// and the parity of its hops to go.
struct Hop {
  Truth goes;
  Term come, odd, come_after, odd_after;

  Truth moves_on(const Term& i, const Term& d) const {
    return 0 <= come && come < d && come <= come_after && come_after <= i && implies(goes, come_after == come + d) &&
           implies(!goes, come_after == come);
  }
  Truth changes_parity() const { return same(goes, odd_after != odd); }
};

/// Before the round at distance d, block i at rank r is the one from rank r - c for the rank i further on than that
/// one, where c < d, how far it has come, is i modulo d. It is in one of two slots, by the parity of its hops to go.
/// After the last round c is i, so block i is for rank r.
template <class Rules>
class BruckAlltoallProof {
 public:
  explicit BruckAlltoallProof(std::string name) : name_(std::move(name)) {}
  std::vector<Query> queries() const { return joined(about_bits(), about_ranks()); }

 private:
  static constexpr int most_ranks = std::numeric_limits<int>::max() / 3;  // for 3p slots

  static Hop hop(const Term& i, const Term& d) {
    const auto after = d + d;
    return {Rules::goes(i, d), Rules::come(i, d), Rules::odd(i, d), Rules::come(i, after), Rules::odd(i, after)};
  }

  /// A query in bit-vectors about a block and a distance, both of any size.
  Query for_all_blocks(const char* what, const char* states, Truth (*claim)(const Term& i, const Term& d)) const {
    return for_all_p(
        name_ + "/bits/" + what, states,
        [=](Setting& s) {
          const auto i = s.number("i", 0, most_ranks - 1), d = s.number("d", 1, 1 << 29);
          s.assume((d & (d - 1)) == 0);
          return claim(i, d);
        },
        Numbers::vectors);
  }

  std::vector<Query> about_bits() const {
    return {for_all_blocks("base", "at first no block has come anywhere",
                           [](const Term& i, const Term&) { return Rules::come(i, i.constant(Rules::first)) == 0; }),
            for_all_blocks("come", "with every hop a block comes d further",
                           [](const Term& i, const Term& d) { return hop(i, d).moves_on(i, d); }),
            for_all_blocks("parity", "with every hop a block changes its parity, and else not",
                           [](const Term& i, const Term& d) { return hop(i, d).changes_parity(); }),
            for_all_blocks("run", "a block that goes is in the run from an odd multiple of d on",
                           [](const Term& i, const Term& d) {
                             const auto begin = Rules::to_go(i, d);
                             return implies(Rules::goes(i, d),
                                            Rules::come(begin, d + d) == d && begin <= i && i - begin < d);
                           }),
            for_all_blocks("whole_run", "all of such a run go, and have its parities",
                           [](const Term& i, const Term& d) {
                             const auto begin = Rules::to_go(i, d);
                             return implies(Rules::come(begin, d + d) == d,
                                            Rules::goes(i, d) && Rules::to_go(begin, d) == begin &&
                                                Rules::to_go(begin, d + d) == Rules::to_go(i, d + d));
                           }),
            for_all_blocks("end", "a distance above i finds block i where it goes", [](const Term& i, const Term& d) {
              const auto is_home = [&](const Term& above) {
                return implies(i < above, Rules::come(i, above) == i && Rules::odd(i, above) == 0);
              };
              return is_home(d) && is_home(d + d);
            })};
  }

  std::vector<Query> about_ranks() const {
    return {
        matching<Rules>(name_),
        for_all_p(name_ + "/step", "what arrives, or stays, is what the next round finds in its place",
                  [](Setting& s) {
                    const auto p = s.number("p", 1, most_ranks), d = s.number("d", 1, p - 1), r = s.below(p, "r");
                    const auto i = s.below(p, "i");
                    const Hop hop{s.number("goes", 0, 1) == 1, s.below(p, "come"), s.number("odd", 0, 1),
                                  s.below(p, "come after"), s.number("odd after", 0, 1)};
                    s.assume(hop.moves_on(i, d) && hop.changes_parity());
                    const auto before = wrap_down(r, hop.come, p), after = wrap_down(r, hop.come_after, p);
                    const auto stays = Rules::slot(i, hop.odd, p) == Rules::slot(i, hop.odd_after, p);
                    return implies(hop.goes, wrap_down(Rules::from(r, d, p), hop.come, p) == after && !stays) &&
                           implies(!hop.goes, before == after && stays);
                  }),
        for_all_p(name_ + "/slots", "no two blocks, and no two sides of a block, are in one of the slots from p to 3p",
                  [](Setting& s) {
                    const auto p = s.number("p", 1, most_ranks), i = s.below(p, "i"), j = s.below(p, "j");
                    const auto a = s.number("odd i", 0, 1), b = s.number("odd j", 0, 1);
                    const auto slot = Rules::slot(i, a, p);
                    return p <= slot && slot < 3 * p && same(slot == Rules::slot(j, b, p), i == j && a == b);
                  }),
        for_all_p(name_ + "/end", "in the end block i is from rank r - i and for rank r, for each of the ranks once",
                  [](Setting& s) {
                    const auto p = s.ranks(), r = s.below(p, "r"), i = s.below(p, "i"), x = s.below(p, "x");
                    const auto from = wrap_down(r, i, p);
                    return wrap_up(from, i, p) == r && same(from == x, i == wrap_down(r, x, p));
                  })};
  }

  std::string name_;
};

}  // namespace tutti::smt
