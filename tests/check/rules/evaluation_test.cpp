// Claims that ranks evaluate: no value where an int overflows, and no claim without a value holds.
#include "verified/check/rules/evaluation.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/support/random_graph.hpp"

namespace tutti::rules {
namespace {

constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();

bool divides(const Graph& graph) {
  return graph->op == NodeOperator::over || graph->op == NodeOperator::modulo ||
         std::ranges::any_of(graph->operands, divides);
}

TEST_CASE("an expression has the value that C++ gives it, or none, and none just where it has none in C++ or divides") {
  property(
      "the values of random expressions",
      [] {
        const auto [numbers, conditions] = random_graphs();
        std::vector<Graph> graphs;
        for (const auto& number : numbers) graphs.push_back(number.graph());
        for (const auto& condition : conditions) graphs.push_back(condition.graph());
        const bool fixed = draw(2) == 0;
        const auto first = random_assignment();
        Evaluation evaluation({}, graphs, fixed ? first : Assignment{}, {});
        for (int i = 0; i < (fixed ? 1 : 8); ++i) {
          const auto at = fixed ? first : random_assignment();
          for (const auto& [name, value] : at) evaluation.set(evaluation.variable(name), value);
          for (std::size_t n = 0; n < graphs.size(); ++n) {
            const auto found = evaluation.value(n);
            if (found || !divides(graphs[n])) RC_ASSERT(found == evaluate(graphs[n], at));
          }
        }
      },
      300);
}

std::optional<std::int64_t> value_of(const Expression& e) {
  const std::vector<Graph> graphs{e.graph()};
  return Evaluation({}, graphs, {}, {}).value(0);
}

TEST_CASE("what divides has a value for numbers that are not negative, by one that is positive") {
  CHECK(value_of(Expression(7) / 2) == 3);
  CHECK(value_of(Expression(7) % 2) == 1);
  for (const auto& [a, b] : {std::pair{-7, 2}, {7, 0}, {7, -2}, {least, -1}}) {
    CHECK_FALSE(value_of(Expression(a) / b).has_value());
    CHECK_FALSE(value_of(Expression(a) % b).has_value());
  }
}

TEST_CASE("a claim fails where it is false or has no value, and what it assumes is true") {
  const auto x = Expression::variable("x");
  const Condition open = x + 1 <= x, closed = x <= x;
  const auto first = [&](const std::vector<Condition>& assumptions, const Condition& holds, int value) {
    const Claim claim{"c", "", assumptions, holds, {}};
    const std::vector<const Claim*> claims{&claim};
    Evaluation evaluation(claims, {}, {}, {});
    evaluation.set(evaluation.variable("x"), value);
    return evaluation.first_that_fails();
  };
  CHECK(first({}, open, 0) == 0);
  CHECK(first({}, open, most) == 0);
  CHECK_FALSE(first({}, closed, most).has_value());
  CHECK(first({closed}, open, 3) == 0);
  CHECK_FALSE(first({x < 3}, open, 3).has_value());
  CHECK_FALSE(first({x + 1 > x}, open, most).has_value());
}

TEST_CASE("a memory that there is not has no value, and neither has what asks for it") {
  const std::vector<Graph> graphs{operation(NodeOperator::memory, {Expression(3).graph(), Expression(4).graph()}, "m")};
  for (const auto& kept : {std::optional<std::int64_t>(), std::optional<std::int64_t>(7)})
    CHECK(Evaluation({}, graphs, {}, [&](std::string_view, std::int64_t, std::int64_t) { return kept; }).value(0) ==
          kept);
}

TEST_CASE("two memories are two, though they are asked for the same round and seat") {
  const auto memory = [](const std::string& name) {
    return operation(NodeOperator::memory, {Expression(3).graph(), Expression(4).graph()}, name);
  };
  const std::vector<Graph> graphs{memory("m"), memory("n"), memory("m")};
  Evaluation evaluation({}, graphs, {}, [](std::string_view name, std::int64_t, std::int64_t) {
    return std::optional<std::int64_t>(name == "m" ? 7 : 8);
  });
  for (std::size_t n = 0; n < graphs.size(); ++n) CHECK(evaluation.value(n) == (n == 1 ? 8 : 7));
}

}  // namespace
}  // namespace tutti::rules
