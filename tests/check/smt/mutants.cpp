#include "tests/check/smt/mutants.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "tests/support/each_rule.hpp"
#include "tests/support/evaluate_graph.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/rules/obligations.hpp"
#include "verified/check/smt/rules.hpp"
#include "verified/schedule/substitution.hpp"

namespace tutti::smt {
namespace {

// ---- graphs

Graph node(NodeOperator op, std::vector<Graph> operands) {
  return std::make_shared<const Node>(Node{op, 0, "", std::move(operands)});
}
Graph number(std::int64_t n) { return std::make_shared<const Node>(Node{NodeOperator::constant, n}); }
Graph truth(bool b) { return Condition(b).graph(); }
Graph variable(std::string name) { return Expression::variable(std::move(name)).graph(); }

std::string print(const Graph& graph) {
  if (graph->op == NodeOperator::constant) return std::to_string(graph->constant) + graph->name;
  std::string text = graph->name;
  for (const auto& operand : graph->operands) text += (text.empty() ? "" : " ") + print(operand);
  return graph->operands.empty() ? text : "(" + std::to_string(static_cast<int>(graph->op)) + " " + text + ")";
}

bool is_truth(const Graph& graph) {
  switch (graph->op) {
    case NodeOperator::less:
    case NodeOperator::less_equal:
    case NodeOperator::equal:
    case NodeOperator::negation:
    case NodeOperator::conjunction:
    case NodeOperator::disjunction:
    case NodeOperator::then_also: return true;
    case NodeOperator::constant: return graph->name == "bool";
    case NodeOperator::if_else:
    case NodeOperator::choice: return is_truth(graph->operands[1]);
    default: return false;
  }
}

/// What may stand in the place of a node of a rule that is given numbers of those names. At p = `special` only,
/// something else is the case than for all others.
std::vector<Graph> changes(const Graph& graph, const std::vector<std::string>& names, int special) {
  std::vector<Graph> all;
  const auto& of = graph->operands;
  const auto instead = [&](std::initializer_list<NodeOperator> operators) {
    for (const auto op : operators)
      if (op != graph->op) all.push_back(node(op, of));
  };
  switch (graph->op) {
    case NodeOperator::constant:
      if (is_truth(graph)) return {truth(graph->constant == 0)};
      return {number(graph->constant + 1), number(graph->constant - 1)};
    case NodeOperator::variable:
      for (const auto& name : names)
        if (name != graph->name) all.push_back(variable(name));
      break;
    case NodeOperator::less:
    case NodeOperator::less_equal: instead({NodeOperator::less, NodeOperator::less_equal, NodeOperator::equal}); break;
    case NodeOperator::equal: instead({NodeOperator::less, NodeOperator::less_equal}); break;
    case NodeOperator::conjunction:
    case NodeOperator::then_also: instead({NodeOperator::disjunction}); break;
    case NodeOperator::disjunction: instead({NodeOperator::conjunction}); break;
    case NodeOperator::plus:
    case NodeOperator::minus: instead({NodeOperator::plus, NodeOperator::minus}); break;
    case NodeOperator::times: instead({NodeOperator::plus}); break;
    case NodeOperator::over:
    case NodeOperator::modulo: instead({NodeOperator::over, NodeOperator::modulo}); break;
    case NodeOperator::bit_and:
    case NodeOperator::bit_or:
    case NodeOperator::bit_xor: instead({NodeOperator::bit_and, NodeOperator::bit_or, NodeOperator::bit_xor}); break;
    case NodeOperator::shift_left:
    case NodeOperator::shift_right: instead({NodeOperator::shift_left, NodeOperator::shift_right}); break;
    case NodeOperator::complement: all.push_back(of[0]); break;
    default: break;
  }
  const auto here = node(NodeOperator::equal, {variable("p"), number(special)});
  if (is_truth(graph)) {
    const auto opposite = node(NodeOperator::negation, {graph});
    all.insert(all.end(), {truth(false), truth(true), opposite, node(NodeOperator::if_else, {here, opposite, graph})});
  } else {
    const auto more = node(NodeOperator::plus, {graph, number(1)});
    all.insert(all.end(), {more, node(NodeOperator::if_else, {here, more, graph})});
  }
  return all;
}

// ---- rules

/// The nodes of a graph, each once.
void collect(const Graph& graph, std::vector<Graph>& nodes, std::unordered_set<const Node*>& seen) {
  if (!seen.insert(graph.get()).second) return;
  nodes.push_back(graph);
  for (const auto& operand : graph->operands) collect(operand, nodes, seen);
}

/// Puts `with` in the place of what `is_it`.
template <class Is>
class Exchanged {
 public:
  Exchanged(Is is_it, Graph with) : is_it_(std::move(is_it)), with_(std::move(with)) {}
  Graph operator()(const Graph& graph) {
    if (is_it_(graph)) return with_;
    if (const auto at = known_.find(graph.get()); at != known_.end()) return at->second;
    auto copy = *graph;
    for (auto& operand : copy.operands) operand = (*this)(operand);
    const auto result = copy.operands == graph->operands ? graph : std::make_shared<const Node>(std::move(copy));
    return known_.emplace(graph.get(), result).first->second;
  }

 private:
  Is is_it_;
  Graph with_;
  std::unordered_map<const Node*, Graph> known_;
};

// ---- what they make

/// More rounds or messages than any right schedule for so few ranks has, or a number that has no value.
bool is_endless(const Rules& rules, const Group& group) {
  constexpr std::int64_t limit = 400'000;
  int lg = 0;
  while (group.ranks >> (lg + 1) > 0) ++lg;
  Assignment at{{"p", group.ranks},
                {"root", group.root},
                {"q", 1 << lg},
                {"lg", lg},
                {"shape", group.shape.empty() ? 1 : group.shape.front()}};
  const auto few = [&](const Expression& n) {
    const auto value = evaluate(n.graph(), at);
    return value && *value <= limit;
  };
  if (!few(rules.slots.blocks) || !few(rules.slots.extra)) return true;
  for (const auto& phase : rules.phases) {
    Substitution here(phase.seating.group, {{"k", Expression::variable("k")}});
    const auto turns = here.in(phase.turns), parts = here.in(phase.parts);
    const auto more = here.in(phase.more);
    const auto next = here.in(phase.next);
    if (!few(turns) || !few(parts) || !few(phase.seating.group.p)) return true;
    const auto each = std::max<std::int64_t>(1, *evaluate(turns.graph(), at)) *
                      std::max<std::int64_t>(1, *evaluate(parts.graph(), at)) * group.ranks;
    auto k = evaluate(here.in(phase.first).graph(), at);
    for (std::int64_t messages = each; k; messages += each) {
      at["k"] = static_cast<int>(*k);
      const auto another = evaluate(more.graph(), at);
      if (!another || messages > limit) return true;
      if (*another == 0) break;
      k = evaluate(next.graph(), at);
    }
    if (!k) return true;
  }
  return false;
}

bool is_wrong(const Algorithm& algorithm, const Rules& rules, const RuleProgram& program, const Group& group) try {
  if (is_endless(rules, group)) return true;
  const auto verdict = Prover::prove(program.schedule(group), algorithm.collective, group.root);
  const auto* proved = std::get_if<Proved>(&verdict);
  return !proved || proved->schedule().ranks != group.ranks || !algorithm.needs.covers(proved->needs());
} catch (const std::logic_error&) {
  return true;
}

const std::map<std::string, std::string>& queries_of_the_original(const Algorithm& algorithm) {
  static std::map<const Algorithm*, std::map<std::string, std::string>> known;
  const auto [at, is_new] = known.try_emplace(&algorithm);
  if (is_new)
    for (const auto& query : queries_of(tutti::rules::obligations(algorithm, algorithm.rules().rules())))
      at->second[query.name] = print_smt2(query);
  return at->second;
}

}  // namespace

Rules Mutant::rules() const {
  auto rules = algorithm->rules().rules();
  const auto text = tutti::smt::print(found);
  const auto same = [&](const Graph& g) { return g->op == found->op && tutti::smt::print(g) == text; };
  int i = 0;
  for_each_rule(rules, number >= 0, [&](auto, auto, auto& body) {
    if (number < 0) map_graphs(body, Exchanged(same, with));
    if (i++ == number) map_graphs(body, Exchanged([&](const Graph& g) { return g == found; }, with));
  });
  return rules;
}

std::string Mutant::print() const {
  return algorithm->name + ", " + rule + ": " + tutti::smt::print(with) + " for " + tutti::smt::print(found);
}

std::vector<Mutant> mutants(const Algorithm& algorithm) {
  auto rules = algorithm.rules().rules();
  const int special = algorithm.supports.holds(14) ? 14 : 16;
  std::vector<Mutant> all;
  std::set<std::string> changed;  // everywhere
  int number = 0;
  for_each_rule(rules, true, [&](const std::string& name, const std::string& given, auto& body) {
    std::vector<std::string> names{"p", "q", "lg"};
    if (row(algorithm.owner).rooted()) names.emplace_back("root");
    if (algorithm.shapes) names.emplace_back("shape");
    const auto common = names.size();
    for (const char n : given) names.emplace_back(1, n);
    if (name == "run") names.insert(names.end(), {"first", "count"});
    std::vector<Graph> nodes;
    std::unordered_set<const Node*> seen;
    map_graphs(body, [&](const Graph& graph) { return collect(graph, nodes, seen), graph; });
    for (const auto& it : nodes) {
      for (const auto& with : changes(it, names, special)) all.push_back({&algorithm, name, number, it, with});
      if (it->operands.empty() || !changed.insert(print(it)).second) continue;
      const std::vector<std::string> known(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(common));
      for (const auto& with : changes(it, known, special)) all.push_back({&algorithm, "everywhere", -1, it, with});
    }
    ++number;
  });
  return all;
}

int first_wrong(const Mutant& mutant) {
  const auto& algorithm = *mutant.algorithm;
  std::vector<int> ranks;
  for (int p = 1; p <= 24; ++p) ranks.push_back(p);
  ranks.insert(ranks.end(), {31, 32, 33, 48, 63, 64, 65, 96, 100, 127, 128, 129, 200});
  const auto rules = mutant.rules();
  const RuleProgram program(rules);
  for (const int p : ranks) {
    if (!algorithm.supports.holds(p)) continue;
    for (const auto& shape : algorithm.shapes_for(p))
      for (Rank root = 0; root < (row(algorithm.collective).rooted() ? p : 1);
           root += p <= 8 || root < 2 || root >= p - 2 ? 1 : (p - 3) / 2)
        if (is_wrong(algorithm, rules, program, {.ranks = p, .root = root, .shape = shape})) return p;
  }
  return 0;
}

std::string first_lost(const Mutant& mutant) try {
  const auto& original = queries_of_the_original(*mutant.algorithm);
  const RuleProgram program(mutant.rules());
  for (const auto& query : queries_of(tutti::rules::obligations(*mutant.algorithm, program.rules()))) {
    const auto at = original.find(query.name);
    if (at != original.end() && at->second == print_smt2(query)) continue;
    if (const auto answer = ask(query); answer.found != Found::proved)
      return query.name + (answer.found == Found::unknown ? " (unknown)" : "");
  }
  return "";
} catch (const std::logic_error& e) {
  return e.what();
}

}  // namespace tutti::smt
