// Programs of rules: what runs is what is proved, and a rank can have its own steps alone.
#include <algorithm>
#include <bit>
#include <tuple>

#include "tests/support/all_cases.hpp"
#include "tests/support/evaluate_graph.hpp"
#include "verified/schedule/program.hpp"
#include "verified/schedule/project.hpp"

namespace tutti {
namespace {

// ---- the two instances of a rule

void append(std::vector<std::int64_t>& to, int n) { to.push_back(n); }
void append(std::vector<Graph>& to, const Expression& n) { to.push_back(n.graph()); }
void append(std::vector<Graph>& to, const Condition& c) { to.push_back(c.graph()); }

template <class N>
struct Value {
  using Type = Graph;
};
template <>
struct Value<int> {
  using Type = std::int64_t;
};

/// A call of a rule, and what it returns, field by field.
template <class N>
struct Call {
  std::string name;
  std::function<std::vector<typename Value<N>::Type>()> fields;
};

/// Where the rules are asked.
template <class N>
struct Point {
  Ranks<N> ranks;
  N k, t, v, i, j, c;
  int h;
};

/// Every rule of a phase, called there.
template <class N>
std::vector<Call<N>> calls(const PhaseTable& phase, const PhaseOf<N>& rules, const Point<N>& at) {
  std::vector<Call<N>> all;
  const auto add = [&](const char* name, auto call) {
    all.push_back({name, [=] {
                     std::vector<typename Value<N>::Type> fields;
                     std::apply([&](const auto&... field) { (append(fields, field), ...); }, call());
                     return fields;
                   }});
  };
  const auto ranks = at.ranks;
  const auto k = at.k, t = at.t, v = at.v, i = at.i, j = at.j, c = at.c;
  const int h = at.h;
  const auto g = rules.group(ranks);
  add("group", [=] { return std::tuple(g.p, g.root, g.q, g.lg, g.k); });
  add("rank", [=, &rules] { return std::tuple(rules.rank(ranks, v)); });
  add("seat", [=, &rules] { return std::tuple(rules.seat(ranks, v)); });
  add("slot", [=, &rules] { return std::tuple(rules.slot(ranks, j)); });
  add("first_of", [=, &rules] { return std::tuple(rules.first_of(ranks, v)); });
  add("owner", [=, &rules] { return std::tuple(rules.owner(ranks, c)); });
  for (int part = 0; part < phase.seating_runs; ++part)
    add("run", [=, &rules] {
      const auto run = rules.run(ranks, part, {j, c});
      return std::tuple(run.first, run.count);
    });
  add("first", [=, &rules] { return std::tuple(rules.first(g)); });
  add("more", [=, &rules] { return std::tuple(rules.more(g, k)); });
  add("next", [=, &rules] { return std::tuple(rules.next(g, k)); });
  add("reached", [=, &rules] { return std::tuple(rules.reached(g, k)); });
  add("last", [=, &rules] { return std::tuple(rules.last(g)); });
  add("silent", [=, &rules] { return std::tuple(rules.silent(g, k, h)); });
  add("turns", [=, &rules] { return std::tuple(rules.turns(g)); });
  add("parts", [=, &rules] { return std::tuple(rules.parts(g)); });
  add("message", [=, &rules] {
    const auto m = rules.message(g, k, h, t, v, i);
    return std::tuple(m.there, m.from, m.to, m.first, m.count, m.at, m.replaces, m.left);
  });
  add("source", [=, &rules] { return std::tuple(rules.source(g, k, h, t, v, j)); });
  add("turn", [=, &rules] { return std::tuple(rules.turn(g, k, h, v, j)); });
  add("part", [=, &rules] { return std::tuple(rules.part(g, k, h, v, j)); });
  if (rules.origin)
    add("origin", [=, &rules] {
      const auto o = rules.origin(g, k, h, v, j);
      return std::tuple(o.there, o.rank, o.slot);
    });
  if (rules.contributions)
    add("contributions", [=, &rules] {
      const auto word = rules.contributions(g, k, h, v, j);
      return std::tuple(word.there, word.first, word.end, word.known);
    });
  if (rules.members)
    add("members", [=, &rules] {
      const auto m = rules.members(g, k, h, v, j, c);
      return std::tuple(m.there, m.has);
    });
  return all;
}

template <class N>
std::vector<Call<N>> calls(const SlotsOf<N>& slots, const Point<N>& at) {
  const auto list = [](auto... n) {
    std::vector<typename Value<N>::Type> fields;
    (append(fields, n), ...);
    return fields;
  };
  return {{"blocks", [=, &slots] { return list(slots.blocks(at.ranks)); }},
          {"extra", [=, &slots] { return list(slots.extra(at.ranks)); }},
          {"label", [=, &slots] { return list(slots.label(at.ranks, at.v, at.j)); }}};
}

/// A number below n, as often a power of two.
int draw_number(int n) {
  if (draw(2) == 0) return draw(n);
  return 1 << draw(static_cast<int>(std::bit_width(static_cast<unsigned>(n))));
}

Point<int> draw_point(const Supports& supports) {
  int p = draw_number(1 << 20) + 1;
  for (const int near : {floor2(p), p + p % 2, p})  // the last that will do
    if (supports.holds(near)) p = near;
  const int q = floor2(p), lg = static_cast<int>(std::bit_width(static_cast<unsigned>(p))) - 1;
  const auto number = [&] { return draw_number(p + 1); };
  return {{p, draw(p), q, lg, 1}, number(), number(), draw(p), number(), draw(2 * p), draw(p), 0};
}

Point<Expression> symbolic() {
  const auto v = [](const char* name) { return Expression::variable(name); };
  return {{v("p"), v("root"), v("q"), v("lg"), v("shape")}, v("k"), v("t"), v("v"), v("i"), v("j"), v("c"), 0};
}
Assignment assignment(const Point<int>& at) {
  const auto& g = at.ranks;
  return {{"p", g.p},  {"root", g.root}, {"q", g.q},  {"lg", g.lg}, {"shape", g.k}, {"k", at.k},
          {"t", at.t}, {"v", at.v},      {"i", at.i}, {"j", at.j},  {"c", at.c}};
}

/// Compares where the graphs have values (elsewhere int may have none), and counts the calls in which all have.
int compare(const std::vector<Call<int>>& run, const std::vector<Call<Expression>>& proved, const Assignment& values) {
  int compared = 0;
  RC_ASSERT(run.size() == proved.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    std::vector<std::int64_t> due;
    const auto graphs = proved[i].fields();
    for (const auto& graph : graphs)
      if (const auto value = evaluate(graph, values)) due.push_back(*value);
    if (due.size() < graphs.size()) continue;
    RC_LOG() << run[i].name;
    RC_ASSERT(run[i].fields() == due);
    ++compared;
  }
  return compared;
}

TEST_CASE("what runs is what is proved: each rule gives an int the value of the expression that it writes down") {
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.rules || algorithm.owner != algorithm.collective) continue;
    int compared = 0, asked = 0;
    property(algorithm.name + ": the two instances of its rules agree", [&] {
      auto at = draw_point(algorithm.supports);
      if (!row(algorithm.owner).rooted()) at.ranks.root = 0;
      auto anywhere = symbolic();
      const auto ask = [&](const auto& run, const auto& proved) {
        asked += static_cast<int>(run.size());
        compared += compare(run, proved, assignment(at));
      };
      ask(calls(algorithm.rules->run, at), calls(algorithm.rules->prove, anywhere));
      for (const auto& phase : algorithm.rules->phases)
        for (int h = 0; h < phase.steps; ++h) {
          at.h = anywhere.h = h;
          ask(calls(phase, phase.run, at), calls(phase, phase.prove, anywhere));
        }
    });
    CAPTURE(algorithm.name);
    CHECK(compared > asked / 2);
  }
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
