#include "verified/check/smt/all_p/binary_blocks.hpp"

namespace tutti::smt {
namespace {

/// A block of ranks.
struct Block {
  Term base, size;
};

/// A block of some of the ranks that are left.
Truth is_block(const Block& b, const Term& p, const Size& size) {
  return 0 <= b.base && b.base < p && 0 < b.size && size(b.size, p - b.base);
}

/// A block of ranks, and the next smaller one where it exists.
struct Neighbours {
  Term p;
  Block large, small;
  explicit Neighbours(PairSetting& s, const Size& size = largest_of)
      : p(s.any("p")),
        large{s.below_end("base", p), s.any("size")},
        small{s.below_end("next base", p), s.any("next size")} {
    s.assume(is_block(large, p, size) && small.base == large.base + large.size && is_block(small, p, size));
  }
};

}  // namespace

std::vector<Query> binary_blocks(const std::string& prefix, const Size& size, const Next& next) {
  return {
      query(Numbers::vectors, prefix + "blocks/falling",
            "a block has at most half the size of the one before, at whose end it begins",
            [=](PairSetting& s) {
              const Neighbours n(s, size);
              s.assume(power_of_two(n.large.size) && power_of_two(n.small.size));
              return fits_twice(n.small.size, n.large.size) && n.small.base <= n.p - n.small.size;
            }),
      query(Numbers::integers, prefix + "blocks/last", "a block with none behind it ends with rank p - 1",
            [=](PairSetting& s) {
              const auto p = s.any("p");
              const Block b{s.below_end("base", p), s.any("size")};
              s.assume(is_block(b, p, size) && b.base + b.size >= p);
              return b.base + b.size == p;
            }),
      query(Numbers::vectors, prefix + "blocks/distance", "the rounds have the distances 1, 2, 4, … up to the last one",
            [=](PairSetting& s) {
              const auto last = s.power_of_two("last"), d = s.power_of_two("d");
              s.assume(d <= last);
              const auto end = last + 1, after = next(d, end);
              return implies(d == last, [&] { return after == end; }) &&
                     implies(d < last, [&] { return after == d + d && after <= last; });
            }),
  };
}

std::vector<Query> folded_blocks(const std::string& prefix, const Smaller& smaller, const WordOf& word) {
  return {
      query(Numbers::integers, prefix + "fold/within", "in a block the words of two halves make that of the whole run",
            [=](PairSetting& s) {
              const auto p = s.any("p"), base = s.below_end("base", p), d = s.below_end("d", p),
                         run = s.below_end("run", p);
              s.assume(0 < d && d <= p - base && run <= p - base - d && d <= p - base - d - run);
              const auto v = base + s.between("v", run, run + d), u = base + s.between("u", run + d, run + d + d);
              const auto lower = word(base + run, d), upper = word(base + run + d, d), whole = word(base + run, d + d);
              return folds(v, lower, u, upper, whole) && folds(u, upper, v, lower, whole);
            }),
      query(Numbers::vectors, prefix + "fold/seat",
            "the seat of the smaller block exists, and its bits are those of the larger one's",
            [=](PairSetting& s) {
              const auto large = s.power_of_two("size"), small = s.power_of_two("next size"),
                         v = s.below_end("v", large);
              s.assume(small < large);
              const auto w = smaller(v, small);
              return within(w, w.constant(0), small) && place_in_run(w, small) == place_in_run(v, small);
            }),
      query(Numbers::integers, prefix + "fold/across",
            "the word of a block and that of all higher ranks make that of both",
            [=](PairSetting& s) {
              const Neighbours n(s);
              const auto v = n.large.base + s.below_end("v", n.large.size),
                         w = n.small.base + s.below_end("w", n.small.size);
              const auto higher = word(n.small.base, n.p - n.small.base), own = word(n.large.base, n.large.size);
              return folds(w, higher, v, own, word(n.large.base, n.p - n.large.base));
            }),
  };
}

}  // namespace tutti::smt
