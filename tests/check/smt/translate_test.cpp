// What an operator of an expression means to Z3, and what it does when it runs, against a third reading.
#include "verified/check/smt/translate.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "tests/support/evaluate_graph.hpp"
#include "tests/support/property.hpp"
#include "verified/check/rules/evaluation.hpp"
#include "verified/schedule/code.hpp"

namespace tutti::smt {
namespace {

int draw_operand() {
  using limits = std::numeric_limits<int>;
  switch (draw(4)) {
    case 0: return draw(9) - 4;
    case 1: return draw(2) == 0 ? limits::max() - draw(3) : limits::min() + draw(3);
    case 2: return 1 << draw(31);
    default: return *rc::gen::arbitrary<int>();
  }
}

struct Tried {
  NodeOperator op;
  Graph graph;
};

/// Every operator, of the variables a, b, c, or of conditions on them.
std::vector<Tried> every_operator() {
  const auto a = Expression::variable("a"), b = Expression::variable("b"), c = Expression::variable("c");
  const auto less = a < b, equal = b == c;
  const std::vector<Graph> numbers{(a + b).graph(), (a - b).graph(),     (a * b).graph(),  (a / b).graph(),
                                   (a % b).graph(), (a & b).graph(),     (a | b).graph(),  (a ^ b).graph(),
                                   (~a).graph(),    reversed(a).graph(), (a << b).graph(), (a >> b).graph()};
  const std::vector<Graph> truths{less.graph(),
                                  (a <= b).graph(),
                                  equal.graph(),
                                  (!less).graph(),
                                  (less && equal).graph(),
                                  (less || equal).graph(),
                                  (less == equal).graph(),
                                  and_then(less, [&] { return a + c < b; }).graph()};
  std::vector<Tried> all;
  for (const auto& graph : numbers) all.push_back({graph->op, graph});
  for (const auto& graph : truths) all.push_back({graph->op, graph});
  const auto lazy = if_else(
      less, [&] { return a + c; }, [&] { return b - c; });
  const auto eager = chosen(less, a + c, b - c);
  all.push_back({lazy.graph()->op, lazy.graph()});
  all.push_back({eager.graph()->op, eager.graph()});
  return all;
}

std::int64_t number(const z3::expr& value) {
  if (value.is_bool()) return value.is_true();
  if (value.is_bv()) return static_cast<std::int32_t>(static_cast<std::uint32_t>(value.get_numeral_uint64()));
  return value.get_numeral_int64();
}

/// Nothing where it has no value there.
std::optional<std::int64_t> by_z3(z3::context& context, const Graph& graph, const Assignment& at, Numbers numbers) {
  Translation translation(context, numbers);
  const auto meaning = translation.of(graph);
  z3::expr_vector from(context), to(context);
  for (const auto& [name, term] : translation.variables()) {
    from.push_back(term);
    const int n = at.at(name);
    to.push_back(numbers == Numbers::vectors ? context.bv_val(n, 32) : context.int_val(n));
  }
  auto value = meaning.value, defined = meaning.defined;
  if (!defined.substitute(from, to).simplify().is_true()) return std::nullopt;
  return number(value.substitute(from, to).simplify());
}

TEST_CASE("Z3, what runs and what judges claims for one p give every operator the value that it has") {
  const auto operators = every_operator();
  z3::context context;
  property(
      "operators mean the same",
      [&] {
        const Assignment at{{"a", draw_operand()}, {"b", draw_operand()}, {"c", draw_operand()}};
        for (const auto& it : operators) {
          RC_LOG() << static_cast<int>(it.op) << " of " << at.at("a") << ", " << at.at("b") << ", " << at.at("c");
          const auto due = evaluate(it.graph, at);
          const Code code(std::vector<std::vector<std::string_view>>{{"a", "b", "c"}}, std::vector{it.graph});
          CodeRun run(code);
          run.stage(0, std::array{at.at("a"), at.at("b"), at.at("c")});
          if (due) RC_ASSERT(run.value(0) == *due);
          const auto judged = rules::Evaluation({}, std::array{it.graph}, at, {}).value(0);
          RC_ASSERT(judged == due ||
                    (!judged && std::ranges::any_of(at, [](const auto& of) { return of.second < 1; })));
          for (const auto numbers : {Numbers::integers, Numbers::vectors}) {
            if (numbers == Numbers::integers && speaks_of_bits(it.graph)) continue;
            if (const auto found = by_z3(context, it.graph, at, numbers)) RC_ASSERT(found == due);
          }
        }
      },
      200);
}

}  // namespace
}  // namespace tutti::smt
