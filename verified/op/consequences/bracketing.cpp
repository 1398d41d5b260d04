#include "verified/op/consequences/bracketing.hpp"

#include <set>

#include "reference/model.hpp"
#include "verified/check/prove.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/consequences/trap.hpp"

namespace tutti::op {
namespace {

State<Tree> run(const Schedule& schedule, Collective collective, Rank root, Trees& trees) {
  auto state = symbolic_inputs(schedule, collective, root);
  interpret(schedule, state, [&](Tree left, Tree right) { return trees.join(left, right); });
  return state;
}

void add_places(const Algorithm& algorithm, const Group& group, bool swaps, Trees& trees,
                std::vector<ResultPlace>& all) {
  const auto schedule = schedule_of(algorithm, group, swaps);
  const auto state = run(schedule, algorithm.collective, group.root, trees);
  std::set<Tree> seen;
  for (Rank rank = 0; rank < group.ranks; ++rank)
    for (int block = 0; block < schedule.blocks; ++block) {
      const auto word = due(algorithm.collective, group.ranks, group.root, rank, block);
      const Tree tree = *state.at(rank, block);
      if (!word || !seen.insert(tree).second) continue;
      const Tree in_order = in_rank_order(*word, trees);
      if (tree != in_order) all.push_back({group, rank, block, tree, in_order});
    }
}

}  // namespace

Schedule schedule_of(const Algorithm& algorithm, const Group& group, bool swaps) {
  auto schedule = algorithm.schedule(group);
  if (swaps)
    for (auto& round : schedule.rounds)
      for (auto& step : round.steps)
        if (step.action == Action::fold_right) step.action = Action::fold_left;
  return schedule;
}

Tree in_rank_order(const Word& word, Trees& trees) {
  Tree tree = Trees::leaf(word.first);
  for (int letter = word.first + 1; letter < word.last; ++letter) tree = trees.join(tree, Trees::leaf(letter));
  return tree;
}

std::vector<ResultPlace> result_places(const Algorithm& algorithm, int ranks, bool swaps, Trees& trees) {
  std::vector<ResultPlace> all;
  if (!algorithm.supports.holds(ranks)) return all;
  const int roots = row(algorithm.collective).rooted() ? ranks : 1;
  for (Rank root = 0; root < roots; ++root)
    for (const auto& shape : algorithm.shapes_for(ranks))
      add_places(algorithm, {.ranks = ranks, .root = root, .shape = shape}, swaps, trees, all);
  return all;
}

ResultPlace result_place(const Algorithm& algorithm, const Group& group, bool swaps, Rank rank, int block,
                         Trees& trees) {
  const auto schedule = schedule_of(algorithm, group, swaps);
  const auto state = run(schedule, algorithm.collective, group.root, trees);
  const auto word = due(algorithm.collective, group.ranks, group.root, rank, block);
  return {group, rank, block, *state.at(rank, block), in_rank_order(word.value(), trees)};
}

Evaluation::Evaluation(const Trial& trial, const Trees& trees, const std::vector<Tree>& of)
    : trial_(trial), values_(trees, of) {}

bool Evaluation::run(const std::vector<Bytes>& operands) {
  return values_.run([&](int letter) -> const Bytes& { return operands[static_cast<std::size_t>(letter)]; },
                     [&](const Bytes& left, const Bytes& right, Bytes& result) {
                       result = right;
                       return call(trial_.function, trial_.type, left, result);
                     });
}

bool Evaluation::differ(Tree a, Tree b) const {
  return first_difference(trial_.type, value(a).data(), value(b).data(), trial_.equal_by_value) != nullptr;
}

std::string expression(const Trees& trees, Tree tree) {
  return evaluate(
      trees, tree, [](int letter) { return "x" + std::to_string(letter); },
      [](const std::string& left, const std::string& right) { return "(" + left + " ∘ " + right + ")"; });
}

}  // namespace tutti::op
