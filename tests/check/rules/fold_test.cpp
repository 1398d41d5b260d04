// Graphs that are made smaller before a solver sees them: they must say the same.
#include "verified/check/rules/fold.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "tests/support/evaluate_graph.hpp"
#include "tests/support/property.hpp"

namespace tutti::rules {
namespace {

using E = Expression;
constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();

template <class T>
const T& any_of(const std::vector<T>& all) {
  return all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
}

E random_number(const std::vector<E>& numbers, const std::vector<Condition>& conditions) {
  const E &a = any_of(numbers), &b = any_of(numbers);
  const auto& c = any_of(conditions);
  switch (draw(13)) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a / b;
    case 4: return a % b;
    case 5: return a & b;
    case 6: return a | b;
    case 7: return a ^ b;
    case 8: return ~a;
    case 9: return a << b;
    case 10: return (a << b) >> b;
    case 11: return chosen(c, a, b);
    default:
      return if_else(
          c, [&] { return a; }, [&] { return b; });
  }
}

Condition random_condition(const std::vector<E>& numbers, const std::vector<Condition>& conditions) {
  const E &a = any_of(numbers), &b = any_of(numbers);
  const auto &c = any_of(conditions), &d = any_of(conditions);
  switch (draw(8)) {
    case 0: return a < b;
    case 1: return a <= b;
    case 2: return a == b;
    case 3: return c == d;
    case 4: return c && d;
    case 5: return c || d;
    case 6: return !c;
    default: return and_then(c, [&] { return d; });
  }
}

TEST_CASE("a condition that is folded has the same truth, wherever it has a value") {
  property("the truth of random conditions", [] {
    std::vector<E> numbers{E::variable("x"), E::variable("y"), 0, 1, -1, 2, most, least};
    std::vector<Condition> conditions{true, false, E::variable("x") < E::variable("y")};
    for (int i = 0; i < 12; ++i) {
      numbers.push_back(random_number(numbers, conditions));
      conditions.push_back(random_condition(numbers, conditions));
    }
    for (const auto& condition : conditions) {
      const auto smaller = folded(condition);
      for (int i = 0; i < 8; ++i) {
        const std::vector<int> values{0, 1, -1, 2, 3, -2, most, least};
        const Assignment at{{"x", any_of(values)}, {"y", any_of(values)}};
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
