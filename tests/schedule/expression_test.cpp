// Graphs of rules: what is written alike is one node, for as long as somebody holds it.
#include "verified/schedule/expression.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <thread>
#include <vector>

namespace tutti {
namespace {

const Expression p = Expression::variable("p"), k = Expression::variable("k");

Expression written() { return chosen(p - 1 < (k << 2), Expression::memory("m", k, p + 3), reversed(k)); }

TEST_CASE("expressions that are written alike are one node, and others are not") {
  CHECK(written().graph() == written().graph());
  CHECK(Expression::variable("p").graph() == p.graph());
  const std::vector<Graph> different = {(p - k).graph(),
                                        (k - p).graph(),
                                        (p + k).graph(),
                                        (p - 1).graph(),
                                        (p - 2).graph(),
                                        Expression(1).graph(),
                                        Condition(true).graph(),
                                        Expression::memory("m", p, k).graph(),
                                        Expression::memory("n", p, k).graph(),
                                        Expression::variable("1").graph(),
                                        (p < k).graph(),
                                        chosen(p < k, p, k).graph(),
                                        if_else(
                                            p < k, [] { return p; }, [] { return k; })
                                            .graph()};
  for (std::size_t i = 0; i < different.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) CHECK(different[i] != different[j]);
}

TEST_CASE("a node goes when nobody holds it, and is made again where it is written again") {
  std::weak_ptr<const Node> seen;
  {
    const auto held = (p * 12345).graph();
    seen = held;
    CHECK_FALSE(seen.expired());
  }
  CHECK(seen.expired());
  CHECK((p * 12345).graph() == (p * 12345).graph());
}

TEST_CASE("threads that write the same at once, and let it go, find one node") {
  constexpr int times = 2000;
  std::vector<int> differ(4);
  {
    std::vector<std::jthread> threads;
    for (auto& count : differ)
      threads.emplace_back([&count] {
        for (int i = 0; i < times; ++i) {
          const auto a = written(), b = written();
          count += a.graph() != b.graph();
        }
      });
  }
  CHECK(differ == std::vector<int>(4));
}

TEST_CASE("a walk comes to each node once, after its operands") {
  auto sum = p;
  for (int i = 0; i < 40; ++i) sum = sum + sum;
  int visits = 0;
  const auto depth = Walk<int>().of(sum.graph(), [&](const Graph&, const std::vector<int>& operands) {
    ++visits;
    return operands.empty() ? 0 : operands[0] + 1;
  });
  CHECK(visits == 41);
  CHECK(depth == 40);
  CHECK(some(sum.graph(), [](const Node& node) { return node.op == NodeOperator::variable; }));
  CHECK_FALSE(some(sum.graph(), [](const Node& node) { return node.op == NodeOperator::constant; }));
}

}  // namespace
}  // namespace tutti
