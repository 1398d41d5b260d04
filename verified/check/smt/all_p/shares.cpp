#include "verified/check/smt/all_p/shares.hpp"

namespace tutti::smt {
namespace {

/// q = count·d, both factors powers of two.
struct Cut {
  Term q, d, count;
  explicit Cut(PairSetting& s) : q(s.power_of_two("q")), d(s.distance(q)), count(s.power_of_two("count")) {
    s.assume(count * d == q);
  }
};

/// A block, and a share of q blocks that can be halved.
struct Halved {
  Term block, count, first;
  Halved(PairSetting& s, const Term& q)
      : block(s.below_end("block", q)), count(s.below_end("count", q + 1)), first(s.below_end("share", q)) {
    s.assume(count / 2 + count / 2 == count && first <= q - count);
  }
  /// The block is in the share, in its half that begins with block `half`.
  Truth is_there() const { return first <= block && block - first < count; }
  Truth has(const Term& half) const { return half <= block && block - half < count / 2; }
};

}  // namespace

std::vector<Query> shares(const std::string& prefix, const Half& half, const Next& next) {
  return {
      query(Numbers::vectors, prefix + "share/count", "a share has q/d blocks, which can be halved while d < q",
            [=](PairSetting& s) {
              const Cut c(s);
              const auto count = c.count / 2;
              return count + count == c.count && power_of_two(count) && count * next(c.d, c.q) == c.q;
            }),
      query(Numbers::vectors, prefix + "share/alike", "seats with the same bits below d have the same share",
            [=](PairSetting& s) {
              const Cut c(s);
              const auto v = s.below_end("v", c.q), u = s.below_end("u", c.q), first = s.below_end("share of v", c.q),
                         other = s.below_end("share of u", c.q);
              s.assume(implies(place_in_run(v, c.d) == place_in_run(u, c.d), [&] { return first == other; }));
              s.assume(first <= c.q - c.count);
              s.assume(place_in_run(v, c.d + c.d) == place_in_run(u, c.d + c.d));
              return first == other && half(first, c.count, v, c.d) == half(other, c.count, u, c.d);
            }),
      query(Numbers::vectors, prefix + "share/halves",
            "two partners share what the halves, the two shares that follow, tile",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.below_end("v", q), u = partner(v, d),
                         count = s.below_end("count", q + 1), first = s.below_end("share", q);
              s.assume(count / 2 + count / 2 == count && 0 < count && first <= q - count);
              const auto mine = half(first, count, v, d), others = half(first, count, u, d), middle = first + count / 2;
              return place_in_run(v, d) == place_in_run(u, d) &&
                     ((mine == first && others == middle) || (others == first && mine == middle)) &&
                     middle + count / 2 == first + count;
            }),
      query(Numbers::vectors, prefix + "share/back", "on the way back the distances from q/2 down to 1 are the same",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), d = q / 2;
              return implies(1 < q, [&] { return power_of_two(d) && next(d, q) == q; }) &&
                     implies(q == 1, [&] { return d == 0; });
            }),
  };
}

std::vector<Query> shares_tile(const std::string& prefix, const Half& half) {
  return {
      query(Numbers::vectors, prefix + "share/apart",
            "of two seats that differ in bit d only below 2d, no block is in both shares",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.below_end("v", q), u = s.below_end("u", q);
              const Halved h(s, q);
              s.assume(place_in_run(v, d) == place_in_run(u, d) && place_in_run(v, d + d) != place_in_run(u, d + d));
              return !(h.has(half(h.first, h.count, v, d)) && h.has(half(h.first, h.count, u, d)));
            }),
      query(Numbers::vectors, prefix + "share/part",
            "a block in the share that follows is in the share, so what was apart stays apart",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.below_end("v", q);
              const Halved h(s, q);
              return implies(h.has(half(h.first, h.count, v, d)), [&] { return h.is_there(); });
            }),
      query(Numbers::vectors, prefix + "share/cover",
            "a block of the share of v < d is in that of a seat below 2d with the same bits below e",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), d = s.distance(q), v = s.below_end("v", d), u = partner(v, d),
                         e = s.power_of_two("e");
              const Halved h(s, q);
              s.assume(e <= d && h.is_there());
              return within(u, d, d + d) && place_in_run(u, e) == place_in_run(v, e) &&
                     (h.has(half(h.first, h.count, v, d)) || h.has(half(h.first, h.count, u, d)));
            }),
  };
}

std::vector<Query> gathered_shares(const std::string& prefix, const Sends& sends, const Has& has) {
  return {
      query(Numbers::vectors, prefix + "gather/base", "before the first distance, q/2, all seats have something",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), root = s.below_end("root's seat", q), v = s.below_end("v", q);
              return has(root, v, q);
            }),
      query(Numbers::vectors, prefix + "gather/step",
            "who sends has something, and those who keep something hear from one",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), root = s.below_end("root's seat", q), v = s.below_end("v", q),
                         d = s.distance(q), u = partner(v, d);
              const Truth had = has(root, v, d + d), keeps = has(root, v, d);
              return implies(sends(root, v, d), [&] { return had && !keeps && has(root, u, d); }) &&
                     implies(keeps, [&] { return sends(root, u, d); }) &&
                     implies(had && !keeps, [&] { return sends(root, v, d); });
            }),
      query(Numbers::vectors, prefix + "gather/conclusion",
            "after distance 1 only the root has something, which is everything",
            [=](PairSetting& s) {
              const auto q = s.power_of_two("q"), root = s.below_end("root's seat", q), v = s.below_end("v", q);
              s.assume(has(root, v, v.constant(1)));
              return v == root;
            }),
  };
}

}  // namespace tutti::smt
