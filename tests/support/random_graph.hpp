// Random expressions of two variables, x and y, with the numbers that overflow.
#pragma once
#include <limits>
#include <vector>

#include "tests/support/evaluate_graph.hpp"
#include "tests/support/property.hpp"
#include "verified/schedule/expression.hpp"

namespace tutti {

template <class T>
const T& any_of(const std::vector<T>& all) {
  return all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
}

inline Expression random_number(const std::vector<Expression>& numbers, const std::vector<Condition>& conditions) {
  const Expression &a = any_of(numbers), &b = any_of(numbers);
  const auto& c = any_of(conditions);
  switch (draw(15)) {
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
    case 12: return a >> b;
    case 13: return reversed(a);
    default:
      return if_else(
          c, [&] { return a; }, [&] { return b; });
  }
}

inline Condition random_condition(const std::vector<Expression>& numbers, const std::vector<Condition>& conditions) {
  const Expression &a = any_of(numbers), &b = any_of(numbers);
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

struct RandomGraphs {
  std::vector<Expression> numbers;
  std::vector<Condition> conditions;
};

/// Each of the earlier ones.
inline RandomGraphs random_graphs() {
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  const auto x = Expression::variable("x"), y = Expression::variable("y");
  RandomGraphs all{{x, y, 0, 1, -1, 2, most, least}, {true, false, x < y}};
  for (int i = 0; i < 12; ++i) {
    all.numbers.push_back(random_number(all.numbers, all.conditions));
    all.conditions.push_back(random_condition(all.numbers, all.conditions));
  }
  return all;
}

inline Assignment random_assignment() {
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  const std::vector<int> values{0, 1, -1, 2, 3, -2, most, least};
  return {{"x", any_of(values)}, {"y", any_of(values)}};
}

}  // namespace tutti
