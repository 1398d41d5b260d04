#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

/// q = count·d, both factors powers of two.
struct Cut {
  Term q, d, count;
  explicit Cut(Setting& s) : q(s.power_of_two("q")), d(s.distance(q)), count(s.power_of_two("count")) {
    s.assume(count * d == q);
  }
};

/// A block, and a share of q blocks that can be halved.
struct Halved {
  Term block, count, first;
  Halved(Setting& s, const Term& q)
      : block(s.number("block", q)), count(s.number("count", q + 1)), first(s.number("share", q)) {
    s.assume(count / 2 + count / 2 == count && first <= q - count);
  }
  /// The block is in the share, in its half that begins with block `half`.
  Truth is_there() const { return first <= block && block - first < count; }
  Truth has(const Term& half) const { return half <= block && block - half < count / 2; }
};

}  // namespace

std::vector<Query> shares(const std::string& prefix, const Half& half) {
  return {
      query(As::bits, prefix + "share/count", "a share has q/d blocks, which can be halved while d < q",
            [](Setting& s) {
              const Cut c(s);
              const auto count = c.count / 2;
              return count + count == c.count && power_of_two(count) && count * (c.d + c.d) == c.q;
            }),
      query(As::bits, prefix + "share/alike", "seats with the same bits below d have the same share",
            [=](Setting& s) {
              const Cut c(s);
              const auto v = s.number("v", c.q), u = s.number("u", c.q), first = s.number("share of v", c.q),
                         other = s.number("share of u", c.q);
              s.assume(implies(place_in_run(v, c.d) == place_in_run(u, c.d), [&] { return first == other; }));
              s.assume(first <= c.q - c.count);
              s.assume(place_in_run(v, c.d + c.d) == place_in_run(u, c.d + c.d));
              return first == other && half(first, c.count, v, c.d) == half(other, c.count, u, c.d);
            }),
      query(As::bits, prefix + "share/halves", "two partners share what the halves, the two shares that follow, tile",
            [=](Setting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.number("v", q), u = partner(v, d),
                         count = s.number("count", q + 1), first = s.number("share", q);
              s.assume(count / 2 + count / 2 == count && 0 < count && first <= q - count);
              const auto mine = half(first, count, v, d), others = half(first, count, u, d), middle = first + count / 2;
              return place_in_run(v, d) == place_in_run(u, d) &&
                     ((mine == first && others == middle) || (others == first && mine == middle)) &&
                     middle + count / 2 == first + count;
            }),
      query(As::bits, prefix + "share/back", "on the way back the distances from q/2 down to 1 are the same",
            [](Setting& s) {
              const auto q = s.power_of_two("q"), d = q / 2;
              return implies(1 < q, [&] { return power_of_two(d) && d + d == q; }) &&
                     implies(q == 1, [&] { return d == 0; });
            }),
  };
}

std::vector<Query> shares_tile(const std::string& prefix, const Half& half) {
  return {
      query(As::bits, prefix + "share/apart",
            "of two seats that differ in bit d only below 2d, no block is in both shares",
            [=](Setting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.number("v", q), u = s.number("u", q);
              const Halved h(s, q);
              s.assume(place_in_run(v, d) == place_in_run(u, d) && place_in_run(v, d + d) != place_in_run(u, d + d));
              return !(h.has(half(h.first, h.count, v, d)) && h.has(half(h.first, h.count, u, d)));
            }),
      query(As::bits, prefix + "share/part",
            "a block in the share that follows is in the share, so what was apart stays apart",
            [=](Setting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.number("v", q);
              const Halved h(s, q);
              return implies(h.has(half(h.first, h.count, v, d)), [&] { return h.is_there(); });
            }),
      query(As::bits, prefix + "share/cover",
            "a block of the share of v < d is in that of a seat below 2d with the same bits below e",
            [=](Setting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.number("v", d), u = partner(v, d),
                         e = s.power_of_two("e");
              const Halved h(s, q);
              s.assume(e <= d && h.is_there());
              return within(u, d, d + d) && place_in_run(u, e) == place_in_run(v, e) &&
                     (h.has(half(h.first, h.count, v, d)) || h.has(half(h.first, h.count, u, d)));
            }),
  };
}

Query surplus_folds_by_halves(const std::string& prefix, const Keeper& stays) {
  return query(As::bits, prefix + "base/surplus",
               "each of two neighbours folds one half of the vector; who stays gets the other one", [=](Setting& s) {
                 const auto r = s.ranks();
                 const auto v = s.number("v", r.surplus), block = s.number("block", r.q), half = r.q / 2;
                 const auto first = first_rank(v, r.surplus), last = last_rank(v, r.surplus), stay = stays(v, r),
                            leaves = rank_that_leaves(v, stay);
                 const Word lower{first, first + 1}, upper{last, last + 1};
                 const auto in_lower = within(block, block.constant(0), half),
                            in_upper = within(block, half, half + half);
                 const auto has = (stay == first && in_lower) || (stay == last && in_upper),
                            gets = (leaves == first && in_lower) || (leaves == last && in_upper);
                 return folds(first, lower, last, upper, own(v, r)) && folds(last, upper, first, lower, own(v, r)) &&
                        ((has && !gets) || (gets && !has));
               });
}

Query root_has_seat(const std::string& prefix, const Keeper& stays) {
  return query(As::bits, prefix + "root/seat", "the root has its seat", [=](Setting& s) {
    const auto r = s.ranks();
    const auto v = s.number("v", r.q);
    s.assume(first_rank(v, r.surplus) <= r.root && r.root <= last_rank(v, r.surplus));
    return stays(v, r) == r.root;
  });
}

std::vector<Query> gathered_shares(const std::string& prefix, const Sends& sends) {
  return {
      query(As::bits, prefix + "gather/base", "before the first distance, q/2, all seats have something",
            [](Setting& s) {
              const auto q = s.power_of_two("q"), root = s.number("root's seat", q), v = s.number("v", q);
              return (v ^ root) < q;
            }),
      query(As::bits, prefix + "gather/step", "who sends has something, and those who keep something hear from one",
            [=](Setting& s) {
              const auto q = s.power_of_two("q"), root = s.number("root's seat", q), v = s.number("v", q),
                         d = s.distance(q), u = partner(v, d);
              const Truth has = (v ^ root) < d + d, keeps = (v ^ root) < d;
              return implies(sends(root, v, d), [&] { return has && !keeps && (u ^ root) < d; }) &&
                     implies(keeps, [&] { return sends(root, u, d); }) &&
                     implies(has && !keeps, [&] { return sends(root, v, d); });
            }),
      query(As::bits, prefix + "gather/conclusion", "after distance 1 only the root has something, which is everything",
            [](Setting& s) {
              const auto q = s.power_of_two("q"), root = s.number("root's seat", q), v = s.number("v", q);
              s.assume((v ^ root) < 1);
              return v == root;
            }),
  };
}

}  // namespace tutti::smt
