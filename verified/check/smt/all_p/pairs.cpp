#include "verified/check/smt/all_p/pairs.hpp"

#include "verified/algorithms/pairs.hpp"

namespace tutti::smt {
std::vector<Query> floors(const std::string& prefix, const GoesOn& goes_on) {
  return {
      query(Numbers::vectors, prefix + "floor2/step", "floor2 doubles a power of two that stays at most p",
            [=](PairSetting& s) {
              const auto p = s.any("p"), q = s.power_of_two("q");
              s.assume(q <= p && goes_on(q, p));
              return power_of_two(q + q) && q + q <= p;
            }),
      query(Numbers::vectors, prefix + "floor2/end", "floor2 ends with more than p/2",
            [=](PairSetting& s) {
              const auto p = s.any("p"), q = s.power_of_two("q");
              s.assume(q <= p && !goes_on(q, p));
              return p - q < q;
            }),
  };
}

std::vector<Query> partners(const std::string& prefix, const Partner& partner, const Next& next) {
  return {
      query(Numbers::vectors, prefix + "step/partners",
            "each seat sends to one other seat and hears from that one only",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), v = s.below_end("v", q), w = s.below_end("w", q), d = s.distance(q);
              const auto u = partner(v, d);
              return within(u, v.constant(0), q) && u != v && partner(u, d) == v &&
                     implies(partner(w, d) == v, [&] { return w == u; });
            }),
      query(Numbers::vectors, prefix + "step/runs", "the runs of two partners are the two halves of a run of 2d seats",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), v = s.below_end("v", q), d = s.distance(q), u = partner(v, d);
              const auto run = first_of_run(v, d + d), mine = first_of_run(v, d), other = first_of_run(u, d);
              return 0 <= run && run <= q - (d + d) && within(v, mine, mine + d) && within(u, other, other + d) &&
                     ((mine == run && other == run + d) || (other == run && mine == run + d));
            }),
      query(Numbers::vectors, prefix + "step/distance", "the distance doubles up to q and no further",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), after = next(d, q);
              return power_of_two(after) && after <= q;
            }),
  };
}

std::vector<Query> together(std::initializer_list<std::vector<Query>> lists) {
  std::vector<Query> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace tutti::smt
