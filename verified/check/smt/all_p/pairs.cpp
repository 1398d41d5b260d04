#include "verified/check/smt/all_p/pairs.hpp"

namespace tutti::smt {
namespace {

/// Some rank of seat v.
Term holder(PairSetting& s, const char* name, const Term& v, const Ranks& r) {
  return s.between(name, own(v, r).first, own(v, r).end);
}

}  // namespace

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

std::vector<Query> seats(const std::string& prefix, const Keeper& stays, const Last& last) {
  return {
      query(Numbers::vectors, prefix + "seats/tile", "the ranks of the seats tile 0..p-1 in rank order",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto v = s.below_end("v", r.q);
              return first_rank(v.constant(0), r.surplus) == 0 && first_rank(r.q, r.surplus) == r.p &&
                     first_rank(v, r.surplus) <= last(v, r.surplus) &&
                     first_rank(v + 1, r.surplus) == last(v, r.surplus) + 1;
            }),
      query(Numbers::vectors, prefix + "seats/holders",
            "one of a seat's ranks has it; the other one, where there are two, leaves",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto v = s.below_end("v", r.q);
              const auto lower = first_rank(v, r.surplus), upper = last(v, r.surplus), stay = stays(v, r);
              const auto leaves = if_else(
                  v < r.surplus, [&] { return rank_that_leaves(v, stay); }, [&] { return stay; });
              return (stay == lower && leaves == upper) || (stay == upper && leaves == lower);
            }),
  };
}

Query surplus_folds(const std::string& prefix, const Keeper& stays) {
  return query(Numbers::vectors, prefix + "base/surplus",
               "who stays has the word of the seat: his own, with that folded in of the neighbour who leaves",
               [=](PairSetting& s) {
                 const auto r = s.ranks();
                 const auto v = s.below_end("v", r.q), to = stays(v, r);
                 const Word alone{to, to + 1};
                 return implies(v < r.surplus,
                                [&] {
                                  const auto from = rank_that_leaves(v, to);
                                  return folds(from, {from, from + 1}, to, alone, own(v, r));
                                }) &&
                        implies(v >= r.surplus, [&] { return alone == own(v, r); });
               });
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

std::vector<Query> words(const std::string& prefix, const Held& held) {
  return {
      query(Numbers::vectors, prefix + "base", "a seat has the word of its own ranks before the exchange at distance 1",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto v = s.below_end("v", r.q);
              return held(first_of_run(v, v.constant(1)), v.constant(1), r) == own(v, r);
            }),
      query(Numbers::integers, prefix + "step/words",
            "the words of two halves lie side by side and make that of the whole run",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto d = s.between("d", r.q.constant(1), r.q / 2 + 1), run = s.any("run");
              s.assume(0 <= run && run <= r.q - (d + d));
              const auto v = s.between("v", run, run + d), u = s.between("u", run + d, run + d + d);
              const auto a = holder(s, "rank of v", v, r), b = holder(s, "rank of u", u, r);
              const auto lower = held(run, d, r), upper = held(run + d, d, r), whole = held(run, d + d, r);
              return folds(a, lower, b, upper, whole) && folds(b, upper, a, lower, whole);
            }),
      query(Numbers::vectors, prefix + "conclusion", "at distance q a seat has 0·…·(p-1)",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto v = s.below_end("v", r.q);
              return held(first_of_run(v, r.q), r.q, r) == Word{v.constant(0), r.p};
            }),
  };
}

std::vector<Query> kept_blocks(const std::string& prefix, const Keeper& stays, const Sent& sent) {
  return {
      query(Numbers::vectors, prefix + "base/blocks", "at distance 1 the run has no blocks but the own ones",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto v = s.below_end("v", r.q), b = s.below_end("block", r.p), one = v.constant(1);
              return sent(b, first_of_run(v, one), one, r) || within(b, own(v, r));
            }),
      query(Numbers::integers, prefix + "step/blocks",
            "a block outside of the run of 2d seats, or of the own ranks, is there and is sent by the partner",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto d = s.between("d", r.q.constant(1), r.q / 2 + 1), run = s.any("run"), mine = s.any("run of v"),
                         other = s.any("run of u"), b = s.below_end("block", r.p);
              s.assume(0 <= run && run <= r.q - (d + d));
              s.assume((mine == run && other == run + d) || (other == run && mine == run + d));
              const auto v = s.between("v", mine, mine + d);
              const auto kept = sent(b, run, d + d, r) || within(b, own(v, r)),
                         had = sent(b, mine, d, r) || within(b, own(v, r));
              return implies(kept, [&] { return had && sent(b, other, d, r); });
            }),
      query(Numbers::integers, prefix + "conclusion/blocks", "the ranks of a seat have their blocks from it",
            [=](PairSetting& s) {
              const auto r = s.ranks();
              const auto v = s.below_end("v", r.q), stay = stays(v, r);
              return within(stay, own(v, r)) &&
                     implies(v < r.surplus, [&] { return within(rank_that_leaves(v, stay), own(v, r)); });
            }),
  };
}

std::vector<Query> together(std::initializer_list<std::vector<Query>> lists) {
  std::vector<Query> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace tutti::smt
