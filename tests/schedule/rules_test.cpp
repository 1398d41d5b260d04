// Programs of rules: what runs is what is proved, and a rank can have its own steps alone.
#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "tests/support/all_cases.hpp"
#include "tests/support/each_rule.hpp"
#include "tests/support/evaluate_graph.hpp"
#include "verified/schedule/program.hpp"
#include "verified/schedule/project.hpp"
#include "verified/schedule/substitution.hpp"

namespace tutti {
namespace {

// ---- expressions and their code

const std::vector<std::string_view> variables{"p", "root", "q", "lg", "shape", "k", "t",     "v",
                                              "i", "u",    "j", "c",  "r",     "s", "first", "count"};

/// A number below n, as often a power of two.
int draw_number(int n) {
  if (draw(2) == 0) return draw(n);
  return 1 << draw(static_cast<int>(std::bit_width(static_cast<unsigned>(n))));
}

Assignment draw_point(const Algorithm& algorithm) {
  int p = draw_number(1 << 20) + 1;
  for (const int near : {floor2(p), p + p % 2, p})  // the last that will do
    if (algorithm.supports.holds(near)) p = near;
  Assignment at;
  for (const auto name : variables) at[std::string(name)] = draw_number(p + 1);
  const int lg = static_cast<int>(std::bit_width(static_cast<unsigned>(p))) - 1;
  at["p"] = p;
  at["root"] = row(algorithm.owner).rooted() ? draw(p) : 0;
  at["q"] = 1 << lg;
  at["lg"] = lg;
  at["shape"] = 1;
  at["v"] = draw(p);
  at["j"] = draw(2 * p);
  return at;
}

bool remembers(const Graph& graph) {
  return graph->op == NodeOperator::memory || std::ranges::any_of(graph->operands, remembers);
}

TEST_CASE("what runs is what was written down: the code of each rule computes the values of its expressions") {
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.rules || algorithm.owner != algorithm.collective) continue;
    std::vector<Graph> graphs;
    auto rules = algorithm.rules().rules();
    for_each_rule(rules, false, [&](auto, auto, auto& rule) {
      map_graphs(rule, [&](const Graph& graph) {
        if (!remembers(graph)) graphs.push_back(graph);
        return graph;
      });
    });
    const Code code(std::vector<std::vector<std::string_view>>{variables}, graphs);
    int compared = 0, asked = 0;
    property(
        algorithm.name + ": its rules and their code agree",
        [&] {
          CodeRun run(code);
          std::vector<Assignment> points;
          for (std::size_t lane = 0; lane < Code::lanes; ++lane) {
            points.push_back(draw_point(algorithm));
            for (std::size_t n = 0; n < variables.size(); ++n)
              run.input(0, n)[lane] = points[lane][std::string(variables[n])];
          }
          run.execute(0);
          for (std::size_t i = 0; i < graphs.size(); ++i)
            for (std::size_t lane = 0; lane < Code::lanes; ++lane, ++asked)
              if (const auto value = evaluate(graphs[i], points[lane])) {
                RC_ASSERT(run.output(i)[lane] == *value);
                ++compared;
              }
        },
        10, [&] { return compared > asked / 2; });
  }
}

TEST_CASE("rules that need a number that they are not given, or a memory, make no program") {
  auto rules = find_algorithm("bcast/linear")->rules().rules();
  rules.slots.blocks = Expression::variable("k");
  CHECK_THROWS_WITH_AS(RuleProgram{rules}, "a rule needs a number that it is not given: k", std::logic_error);
  rules.slots.blocks = Expression::memory("of old", 0, 0);
  CHECK_THROWS_WITH_AS(RuleProgram{rules}, "what runs needs the memory of old", std::logic_error);
}

TEST_CASE("numbers are put in the place of the variables of a rule, and one that is not given is an error") {
  const Ranks g{8, 3, 8, 3, 1};
  const auto p = Expression::variable("p"), k = Expression::variable("k");
  CHECK(evaluate(Substitution(g, {{"k", 5}}).in(p * k + p).graph(), {}) == 48);
  CHECK_THROWS_WITH_AS(Substitution(g, {}).in(p * k), "a rule speaks of k, which it is not given", std::logic_error);
}

TEST_CASE("rounds whose numbers do not go on make no schedule") {
  auto rules = find_algorithm("allgather/ring")->rules().rules();
  rules.phases[0].next = Expression::variable("k");
  CHECK_THROWS_WITH_AS(RuleProgram(rules).schedule({.ranks = 3}), "round 1 follows round 1", std::logic_error);
}

TEST_CASE("rules that have no end, or more than anybody can hold, make no schedule") {
  const auto changed = [](auto change) {
    auto rules = find_algorithm("allgather/ring")->rules().rules();
    change(rules);
    return RuleProgram(rules);
  };
  const auto endless = changed([](Rules& rules) { rules.phases[0].more = Condition(true); });
  CHECK_THROWS_WITH_AS(endless.schedule({.ranks = 2}), "a phase has more than 16777216 rounds", std::logic_error);
  for (const bool turns : {true, false}) {
    const auto wide = changed([&](Rules& rules) {
      (turns ? rules.phases[0].turns : rules.phases[0].parts) = Expression(std::numeric_limits<int>::max());
    });
    CHECK_THROWS_WITH_AS(
        wide.schedule({.ranks = 2}),
        "there are more than 268435456 messages to look at in a round, its turns by its seats by its parts",
        std::logic_error);
  }
  const auto deep = changed([](Rules& rules) { rules.slots.extra = Expression(std::numeric_limits<int>::max() - 1); });
  CHECK_THROWS_WITH_AS(deep.schedule({.ranks = 1}), "there are more than 268435456 scratch slots of all ranks",
                       std::logic_error);
}

// ---- the steps of one rank

/// The steps of each round, in an order of their own.
std::vector<std::vector<Step>> sorted_rounds(const Schedule& schedule) {
  std::vector<std::vector<Step>> all;
  for (const auto& round : schedule.rounds) all.push_back(round.steps);
  for (auto& steps : all)
    std::ranges::sort(steps, {}, [](const Step& s) { return std::tuple(s.from, s.to, s.blocks.first, s.at); });
  return all;
}

TEST_CASE("a program makes the steps of one rank alone, and they are those that it has in the whole schedule") {
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.rules) continue;
    for_all_groups(algorithm, 9, [&](const Group& group) {
      const auto whole = algorithm.schedule(group);
      for (Rank r = 0; r < group.ranks; ++r) {
        auto of_one = group;
        of_one.only = r;
        CAPTURE(algorithm.name);
        CAPTURE(print(group));
        CAPTURE(r);
        CHECK(sorted_rounds(algorithm.schedule(of_one)) == sorted_rounds(project(whole, r)));
      }
    });
  }
}

}  // namespace
}  // namespace tutti
