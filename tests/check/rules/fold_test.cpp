// Graphs that are made smaller before a solver sees them: they must say the same.
#include "verified/check/rules/fold.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "tests/support/evaluate_graph.hpp"
#include "tests/support/property.hpp"
#include "tests/support/random_graph.hpp"

namespace tutti::rules {
namespace {

using E = Expression;
constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();

TEST_CASE("a condition that is folded has the same truth, wherever it has a value") {
  property("the truth of random conditions", [] {
    for (const auto& condition : random_graphs().conditions) {
      const auto smaller = folded(condition);
      for (int i = 0; i < 8; ++i) {
        const auto at = random_assignment();
        if (const auto due = evaluate(condition.graph(), at)) RC_ASSERT(evaluate(smaller.graph(), at) == due);
      }
    }
  });
}

bool becomes(bool due, const Condition& condition) {
  const auto graph = folded(condition).graph();
  return graph->op == NodeOperator::constant && graph->name == "bool" && (graph->constant != 0) == due;
}

TEST_CASE("bits of 0, what a node is to itself, and operations on constants are gone, and what depended on them") {
  const auto x = E::variable("x"), y = E::variable("y");
  const auto open = x < y;
  CHECK(becomes(true, (x & 0) == E(0)));
  CHECK(becomes(true, (E(0) & x) == E(0)));
  CHECK(becomes(true, (x & ~E(0)) == x));
  CHECK(becomes(true, x - x == E(0)));
  CHECK(becomes(true, x - 0 == x));
  CHECK(becomes(true, x + 0 == x));
  CHECK(becomes(true, 0 + x == x));
  CHECK(becomes(true, (x << y) >> y == x));
  CHECK_FALSE(becomes(true, (x << y) >> x == x));
  CHECK_FALSE(becomes(true, (x << 1) >> 2 == x));
  CHECK(becomes(false, x < x));
  CHECK(becomes(true, x <= x));
  CHECK(becomes(true, E(2) + 3 == E(5)));
  CHECK(becomes(true, E(2) - 3 == E(-1)));
  CHECK(becomes(false, E(3) < E(3)));
  CHECK(becomes(true, E(3) <= E(3)));
  CHECK(becomes(false, open && false));
  CHECK(becomes(false, false && open));
  CHECK(becomes(true, open || true));
  CHECK(becomes(true, true || open));
  CHECK(becomes(false, !Condition(true)));
  CHECK(becomes(true, !Condition(false)));
  CHECK(becomes(true, and_then(Condition(true), [] { return Condition(true); })));
  CHECK(becomes(true, chosen(Condition(true), x, y) == x));
  CHECK(becomes(true, chosen(Condition(false), x, y) == y));
  for (const auto& what_is_left :
       {open && true, true && open, open || false, false || open, and_then(open, [] { return Condition(true); }),
        and_then(Condition(true), [&] { return open; })})
    CHECK(folded(what_is_left).graph() == open.graph());
}

TEST_CASE("a sum or difference of constants that no int holds is none") {
  for (const auto& sum : {E(most) + 1, E(least) - 1})
    for (const bool truth : {true, false}) {
      CHECK_FALSE(becomes(truth, sum == E(0)));
      CHECK_FALSE(evaluate(folded(sum == E(0)).graph(), {}));
    }
}

}  // namespace
}  // namespace tutti::rules
