// The induction that the algorithms round a ring share. Every rank has an item: that it has entered, its block, or its
// contribution to a block. Before round k <= p, rank r has got the items of the k ranks r, r - 1, …, r - (k - 1) round
// the ring, and no others.
//
// `Rules`: a struct of verified/algorithms/ring_rules.hpp (`first`, `next`, `to`, `from`), with `sends` (r, x, k, p),
// whether what rank r sends in round k has the item of rank x.
#pragma once
#include "verified/algorithms/ring_rules.hpp"
#include "verified/check/smt/all_p/setting.hpp"

namespace tutti::smt {

/// The invariant: rank r has got the item of rank x before round k.
inline Truth has(const Term& r, const Term& x, const Term& k, const Term& p) { return wrap_down(r, x, p) < k; }

/// What is sent is the own item.
template <class Rules>
struct SendsOwn : Rules {
  static Truth sends(const Term& r, const Term& x, const Term&, const Term&) { return x == r; }
};
/// All that there is is sent.
template <class Rules>
struct SendsAll : Rules {
  static Truth sends(const Term& r, const Term& x, const Term& d, const Term& p) { return has(r, x, d, p); }
};
/// What is sent is one block.
template <class Rules>
struct SendsBlock : Rules {
  static Truth sends(const Term& r, const Term& x, const Term& i, const Term& p) { return x == Rules::block(r, i, p); }
};

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

/// Nobody sends what it has not got.
template <class Rules>
Query has_what_it_sends(const std::string& name) {
  return for_all_p(name + "/sent", "a rank has got what it sends", [](Setting& s) {
    const auto p = s.ranks(), k = round_number<Rules>(s, p), r = s.below(p, "r"), x = s.below(p, "x");
    return implies(Rules::sends(r, x, k, p), has(r, x, k, p));
  });
}

/// So nothing is counted twice, and nothing is replaced.
template <class Rules>
Query arrives_once(const std::string& name) {
  return for_all_p(name + "/once", "no item arrives where it has been got", [](Setting& s) {
    const auto p = s.ranks(), k = round_number<Rules>(s, p), r = s.below(p, "r"), x = s.below(p, "x");
    return implies(Rules::sends(Rules::from(r, k, p), x, k, p), !has(r, x, k, p));
  });
}

/// The invariant, from before the first round to after the last, when every rank has got all items.
template <class Rules>
std::vector<Query> collects(const std::string& name) {
  return {matching<Rules>(name),
          for_all_p(name + "/base", "before the first round no rank has got an item, but its own where that is round 1",
                    [](Setting& s) {
                      const auto p = s.ranks(), r = s.below(p, "r"), x = s.below(p, "x");
                      return same(has(r, x, p.constant(Rules::first), p), r == x && p.constant(Rules::first) == 1);
                    }),
          for_all_p(name + "/step", "what a rank has got, with what arrives, is what it has got before the next round",
                    [](Setting& s) {
                      const auto p = s.ranks(), k = round_number<Rules>(s, p), r = s.below(p, "r"), x = s.below(p, "x");
                      const auto next = Rules::next(k, p);
                      const auto arrives = Rules::sends(Rules::from(r, k, p), x, k, p);
                      return k < next && next <= p && same(has(r, x, next, p), has(r, x, k, p) || arrives);
                    }),
          for_all_p(name + "/end", "after the last round every rank has got all items", [](Setting& s) {
            const auto p = s.ranks(), r = s.below(p, "r"), x = s.below(p, "x");
            return has(r, x, p, p);
          })};
}

/// Every rank ends with all that is known.
template <class Rules>
std::vector<Query> dissemination_proof(const std::string& name) {
  return joined(collects<Rules>(name), {has_what_it_sends<Rules>(name)});
}

/// Every rank ends with the block of each in its place.
template <class Rules>
std::vector<Query> ring_allgather_proof(const std::string& name) {
  return joined(collects<Rules>(name), {has_what_it_sends<Rules>(name), arrives_once<Rules>(name)});
}

/// Block r of rank r ends with the contributions of all ranks, each of them once. All other blocks of rank r stay what
/// they are, since only block r goes to rank r; so what it sends is its own contribution.
template <class Rules>
std::vector<Query> pairwise_exchange_proof(const std::string& name) {
  return joined(collects<Rules>(name), {arrives_once<Rules>(name)});
}

}  // namespace tutti::smt
