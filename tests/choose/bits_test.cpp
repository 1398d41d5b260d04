// Reductions by one tree: their bits do not change with the size, the root or the profile.
#include "verified/choose/bits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <stdexcept>

#include "reference/model.hpp"
#include "tests/support/property.hpp"
#include "verified/choose/select.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti {
namespace {

constexpr Needs commutes{.associative = true, .commutative = true};
constexpr Needs keeps_order{.associative = true, .commutative = false};
constexpr Collective reductions[] = {Collective::reduce, Collective::allreduce,      Collective::scan,
                                     Collective::exscan, Collective::reduce_scatter, Collective::reduce_scatter_block};

/// By rank, the bits of the sums that it receives, one for each block; of a result at the root alone as those of rank
/// 0. Each rank contributes one number, the same in all blocks.
std::vector<std::set<std::uint64_t>> sums(const Candidate& c, int p, Rank root) {
  const auto schedule = c.algorithm->schedule({.ranks = p, .root = root, .shape = c.shape});
  State<double> state(p, schedule.slots());
  for (Rank r = 0; r < p; ++r) std::fill_n(state.at(r, 0), schedule.blocks, 1.0 / (3 + 7 * r));
  interpret(schedule, state, [](double left, double right) { return left + right; });
  const auto collective = c.algorithm->collective;
  std::vector<std::set<std::uint64_t>> found(static_cast<std::size_t>(p));
  for (Rank r = 0; r < p; ++r)
    for (int slot = 0; slot < schedule.blocks; ++slot)
      if (due(collective, p, root, r, slot))
        found[row(collective).result == Result::at_root ? 0 : static_cast<std::size_t>(r)].insert(
            std::bit_cast<std::uint64_t>(*state.at(r, slot)));
  return found;
}

/// Prices, and in half of the profiles times of some schedules of a collective.
Profile draw_profile(Collective collective, int p) {
  Profile profile = default_profile();
  if (draw(2) == 1) {
    std::vector<MeasuredCandidate> measured;
    for (const auto& c : candidates(collective, p))
      if (draw(3) > 0)
        measured.push_back({c.algorithm->name, c.shape, {{8, draw_magnitude(-7, -4)}, {1e6, draw_magnitude(-7, -4)}}});
    if (!measured.empty()) profile.measured = {{collective, p, measured}};
  }
  profile.prices.alpha = draw_magnitude(-7, -4);
  profile.prices.beta = draw_magnitude(-11, -8);
  profile.prices.gamma = draw_magnitude(-11, -8);
  return profile;
}

/// How much longer the choices of one tree take than the fastest ones, by the default prices, at the worst of the
/// sizes.
double worst_ratio(Collective collective, int p) {
  Selector selector(default_profile(), Model::papers);
  PriceList prices(default_profile(), Model::papers);
  double worst = 1;
  for (double bytes = 8; bytes <= 16 << 20; bytes *= 2) {
    SelectorCall call{collective, p, 0, commutes};
    const auto fastest = prices.seconds(selector.fastest(call, bytes), p, 0, bytes);
    call.one_tree = true;
    worst = std::max(worst, prices.seconds(selector.fastest(call, bytes), p, 0, bytes) / fastest);
  }
  return worst;
}

}  // namespace

TEST_CASE("by one tree, the bits of a reduction depend on p alone, and those of all blocks are the same") {
  property("same bits", [] {
    const auto collective = reductions[draw(static_cast<int>(std::size(reductions)))];
    const int p = 1 + draw(17);
    const auto satisfied = draw(2) ? commutes : keeps_order;
    std::vector<std::set<std::uint64_t>> once;
    for (int i = 0; i < 3; ++i) {
      Selector selector(draw_profile(collective, p), draw(2) ? Model::papers : Model::loggp);
      const SelectorCall call{collective, p, row(collective).rooted() ? draw(p) : 0, satisfied, true};
      if (draw(2) == 1)  // what is remembered of the other kind of operator
        static_cast<void>(
            selector.fastest({collective, p, 0, satisfied == commutes ? keeps_order : commutes, true}, 8));
      const auto& chosen = selector.fastest(call, draw_magnitude(0, 8));
      const auto bits = sums(chosen, p, call.root);
      RC_ASSERT(std::ranges::all_of(bits, [](const auto& of_rank) { return of_rank.size() <= 1; }));
      RC_ASSERT(satisfied.covers(chosen.algorithm->needs));
      if (i == 0) once = bits;
      RC_ASSERT(bits == once);
    }
  });
}

TEST_CASE("the root changes no bits where a schedule that is not for all roots was measured as the fastest") {
  auto profile = default_profile();
  profile.measured = {
      {Collective::reduce, 3, {{"reduce/linear", {}, {{8, 1e-6}}}, {"reduce/binomial", {}, {{8, 1e-3}}}}}};
  Selector selector(profile, Model::papers);
  const auto chosen = [&](Rank root) { return selector.fastest({Collective::reduce, 3, root, commutes, true}, 8); };
  CHECK(print(chosen(0)) == "reduce/linear");
  for (Rank root = 1; root < 3; ++root) CHECK(sums(chosen(root), 3, root) == sums(chosen(0), 3, 0));
}

TEST_CASE("without it, the size changes the bits of an allreduce and the root those of a reduce") {
  Selector selector(default_profile(), Model::papers);
  std::set<std::vector<std::set<std::uint64_t>>> by_size, by_root;
  for (double bytes = 8; bytes < 1e8; bytes *= 4)
    by_size.insert(sums(selector.fastest({Collective::allreduce, 7, 0, commutes}, bytes), 7, 0));
  CHECK(by_size.size() > 1);
  const Candidate rotated{find_algorithm("reduce/binomial_rotated"), {}};
  for (Rank root = 0; root < 5; ++root) by_root.insert(sums(rotated, 5, root));
  CHECK(by_root.size() > 1);
}

TEST_CASE("trees are the same where every element is combined alike, and none where blocks differ") {
  ResultTreeFinder finder(8);
  const auto trees_of = [&](const char* name, Rank root) { return finder.find({find_algorithm(name), {}}, root); };
  REQUIRE(trees_of("allreduce/recursive_doubling", 0));
  CHECK(trees_of("allreduce/recursive_doubling", 0) == trees_of("allreduce/halving_doubling", 0));
  CHECK(trees_of("allreduce/recursive_doubling", 0) != trees_of("allreduce/two_level", 0));
  CHECK_FALSE(trees_of("allreduce/ring", 0));
  CHECK_FALSE(trees_of("allreduce/circulant", 0));
  CHECK(trees_of("reduce/binomial", 0) == trees_of("reduce/binomial", 3));
  CHECK(trees_of("reduce/binomial_rotated", 0) != trees_of("reduce/binomial_rotated", 3));
  CHECK(trees_of("reduce_scatter/pairwise", 0));  // each rank's block has a tree of its own
}

TEST_CASE("on the block, the root or the shape trees depend where one p shows it, however large") {
  const auto depend = [](const char* name, int most) {
    const auto found = trees_depend_on(*find_algorithm(name), most);
    return std::string(found.block ? "block" : found.root ? "root" : found.shape ? "shape" : "p");
  };
  CHECK(depend("allreduce/circulant", 2) == "p");  // two operands have one tree
  CHECK(depend("allreduce/circulant", 3) == "block");
  CHECK(depend("allreduce/halving_doubling", 16) == "p");
  CHECK(depend("reduce/binomial", 16) == "p");
  CHECK(depend("reduce/binomial_rotated", 16) == "root");
  CHECK(depend("allreduce/two_level", 3) == "p");
  CHECK(depend("allreduce/two_level", 4) == "shape");
}

TEST_CASE("of so many ranks that trees are not looked at, one candidate serves all sizes") {
  Selector selector(default_profile(), Model::papers);
  for (const auto collective : {Collective::allreduce, Collective::reduce_scatter, Collective::scan}) {
    CAPTURE(row(collective).name);
    std::set<std::string> chosen;
    for (double bytes = 8; bytes < 1e9; bytes *= 8) {
      const auto& fastest = selector.fastest({collective, 3000, 0, commutes, true}, bytes);
      CHECK(has_one_block(fastest, 3000));
      chosen.insert(print(fastest));
    }
    CHECK(chosen.size() == 1);
  }
}

TEST_CASE("a root has the tree of root 0, of thousands of ranks, too") {
  Selector selector(default_profile(), Model::papers);
  ResultTreeFinder finder(1000);
  const auto trees_for = [&](Rank root, double bytes) {
    return finder.find(selector.fastest({Collective::reduce, 1000, root, commutes, true}, bytes), root);
  };
  const auto due = trees_for(0, 8);
  REQUIRE(due);
  for (const Rank root : {0, 1, 512, 999})
    for (const double bytes : {8.0, 1e5, 1e8}) CHECK(trees_for(root, bytes) == due);
}

TEST_CASE(
    "with root 0 one tree costs nothing on powers of two and in reduce-scatters and scans, and is bounded elsewhere") {
  for (int p = 2; p <= 16; ++p) {
    CAPTURE(p);
    for (const auto collective : {Collective::reduce_scatter, Collective::scan, Collective::exscan})
      CHECK(worst_ratio(collective, p) < 1.1);
    const double most = std::has_single_bit(static_cast<unsigned>(p)) ? 1.001 : p % 2 == 0 ? 1.35 : 1.8;
    CHECK(worst_ratio(Collective::allreduce, p) < most);
    CHECK(worst_ratio(Collective::reduce, p) < most);
  }
}

TEST_CASE("TUTTI_BITS is a list of what bits are not to depend on, and nothing else") {
  for (const char* right : {"size", "placement", "root", "size,placement", "root,size,placement", "size,size"})
    CHECK(asks_for_one_tree(right));
  for (const char* wrong : {"", ",", "size,", ",size", "Size", "size placement", "p", "size,,root"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH_AS(static_cast<void>(asks_for_one_tree(wrong)),
                         doctest::Contains("it is a list of: size, placement, root"), std::invalid_argument);
  }
}

}  // namespace tutti
