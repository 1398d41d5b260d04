#include "verified/check/smt/all_p/prefix.hpp"

namespace tutti::smt {
namespace {

/// Two runs of d ranks, one from `run` on and the next, with a rank in the lower one.
struct Halves {
  Term p, d, run, lower;
  explicit Halves(PairSetting& s)
      : p(s.any("p")),
        d(s.between("d", p.constant(1), p)),
        run(s.below_end("run", p)),
        lower(s.between("lower rank", run, p)) {
    s.assume(lower - run < d);
  }
  /// A rank of the next run.
  Term upper(PairSetting& s) const {
    const auto u = s.below_end("upper rank", p);
    s.assume(d <= u - run && u - run - d < d);
    return u;
  }
};

Word some_word(PairSetting& s, const char* first, const char* end) { return {s.any(first), s.any(end)}; }

/// The word of the d ranks from `run` on, if they are full.
Truth is_sum(const Word& sum, const Term& run, const Term& d, const Term& p, const PrefixRules& rules) {
  return implies(rules.full(run, d, p), [&] { return sum == rules.word(run, d); });
}

/// The word of both runs, if both are full.
Truth is_sum_of_both(const Word& sum, const Halves& h, const PrefixRules& rules) {
  return implies(rules.full(h.run, h.d, h.p), [&] {
    return implies(rules.full(h.run + h.d, h.d, h.p), [&] { return sum == rules.word(h.run, h.d + h.d); });
  });
}

/// The first of the run of 2d ranks that r is in.
Term first_of_both(const Term& r, const Term& d, const PrefixRules& rules) { return rules.first(r, d) & ~d; }

}  // namespace

std::vector<Query> prefix_by_doubling(const std::string& prefix, const PrefixRules& rules) {
  const int own = rules.own_too ? 1 : 0;
  return {
      query(Numbers::vectors, prefix + "base", "at distance 1 a run is one rank, whose sum is its own value",
            [=](PairSetting& s) {
              const auto r = s.below_end("r", s.any("p"));
              return rules.first(r, r.constant(1)) == r;
            }),
      query(Numbers::vectors, prefix + "step/partners",
            "each rank sends to one other rank or none, and hears from that one only",
            [](PairSetting& s) {
              const auto p = s.any("p"), r = s.below_end("r", p), w = s.below_end("w", p), d = s.distance(p);
              const auto u = partner(r, d);
              return 0 <= u && u != r && partner(u, d) == r && implies(partner(w, d) == r, [&] { return w == u; });
            }),
      query(Numbers::vectors, prefix + "step/runs", "the runs of two partners are the two halves of a run of 2d ranks",
            [=](PairSetting& s) {
              const auto p = s.any("p"), r = s.below_end("r", p), d = s.distance(p), u = partner(r, d);
              const auto run = first_of_both(r, d, rules), mine = rules.first(r, d), other = rules.first(u, d);
              return 0 <= run && run <= r && mine <= r && r - mine < d && other <= u && u - other < d &&
                     mine + place_in_run(r, d) == r &&
                     ((r < u && mine == run && other == run + d) ||
                      (u < r && other == run && mine == run + d && (r & d) != 0));
            }),
      query(Numbers::integers, prefix + "step/prefix",
            "what comes from the lower run makes the upper prefix that of both",
            [=](PairSetting& s) {
              const Halves h(s);
              const auto upper = h.upper(s), run = h.run + h.d;
              const auto sum = some_word(s, "sum from", "sum to");
              s.assume(is_sum(sum, h.run, h.d, h.p, rules));
              const Word before{run, upper + own}, after{h.run, upper + own};
              return (before.first == before.end && sum == after) || joins(sum, before, after);
            }),
      query(Numbers::integers, prefix + "step/sum", "the sums of two partners make that of both runs, if they are full",
            [=](PairSetting& s) {
              const Halves h(s);
              h.upper(s);
              const auto a = some_word(s, "lower from", "lower to"), b = some_word(s, "upper from", "upper to"),
                         both = some_word(s, "both from", "both to");
              s.assume(is_sum(a, h.run, h.d, h.p, rules) && is_sum(b, h.run + h.d, h.d, h.p, rules));
              s.assume(implies(joins(a, b, Word{a.first, b.end}), [&] { return both == Word{a.first, b.end}; }));
              return is_sum_of_both(both, h, rules);
            }),
      query(Numbers::integers, prefix + "step/alone", "where a rank has no partner, its two runs are not full",
            [=](PairSetting& s) {
              const Halves h(s);
              s.assume(h.lower >= h.p - h.d);
              const auto sum = some_word(s, "sum from", "sum to");
              s.assume(is_sum(sum, h.run, h.d, h.p, rules));
              return is_sum_of_both(sum, h, rules);
            }),
      query(Numbers::vectors, prefix + "step/distance", "the distance doubles, and the run of 2d ranks is the next run",
            [=](PairSetting& s) {
              const auto p = s.any("p"), r = s.below_end("r", p), d = s.distance(p), next = doubled(d, p);
              return d < next && next <= p && implies(next < p, [&] {
                       return power_of_two(next) && rules.first(r, next) == first_of_both(r, d, rules);
                     });
            }),
      query(Numbers::vectors, prefix + "conclusion",
            "after the last exchange a run begins with rank 0, and so does its prefix",
            [=](PairSetting& s) {
              const auto p = s.any("p"), r = s.below_end("r", p), d = s.distance(p);
              s.assume(doubled(d, p) == p);
              return first_of_both(r, d, rules) == 0;
            }),
  };
}

}  // namespace tutti::smt
