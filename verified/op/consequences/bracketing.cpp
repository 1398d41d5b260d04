#include "verified/op/consequences/bracketing.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "reference/model.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/consequences/trap.hpp"
#include "verified/run/planner.hpp"
#include "verified/run/simulation.hpp"

namespace tutti::op {
namespace {

State<Tree> trees_of(const Algorithm& algorithm, const Group& group, Trees& trees) {
  return executed<Tree>(
      algorithm, group, [](Rank rank, int) { return Trees::leaf(rank); },
      [&](Tree left, Tree right) { return trees.join(left, right); });
}

void add_places(const Algorithm& algorithm, const Group& group, Trees& trees, std::vector<ResultPlace>& all) {
  const auto state = trees_of(algorithm, group, trees);
  const int blocks = algorithm.schedule(group).blocks;
  std::set<Tree> seen;
  for (Rank rank = 0; rank < group.ranks; ++rank)
    for (int block = 0; block < blocks; ++block) {
      const auto word = due(algorithm.collective, group.ranks, group.root, rank, block);
      const Tree tree = *state.at(rank, block);
      if (!word || !seen.insert(tree).second) continue;
      const Tree in_order = in_rank_order(*word, trees);
      if (tree != in_order) all.push_back({group, rank, block, tree, in_order});
    }
}

}  // namespace

template <class Value>
State<Value> executed(const Algorithm& algorithm, const Group& group, const std::function<Value(Rank, int)>& operand,
                      const std::function<Value(const Value&, const Value&)>& join) {
  const auto schedule = algorithm.schedule(group);
  const auto extents = Extents::contributions(Partition::equal(schedule.blocks, schedule.blocks), algorithm.collective);
  std::vector<Plan> plans;
  std::vector<Memory<Value>> memory;
  for (Rank rank = 0; rank < schedule.ranks; ++rank) {
    plans.push_back(plan(schedule, algorithm.collective, group.root, rank, extents, false));
    auto& of_rank = memory.emplace_back(plans.back(), false, Value{});
    auto& given = of_rank.of(Area::input);
    given.resize(std::max(given.size(), extents.input.size()));
    for (int block = 0; block < schedule.blocks; ++block)
      given[static_cast<std::size_t>(extents.input[static_cast<std::size_t>(block)])] = operand(rank, block);
  }
  if (!Simulation(std::move(plans), memory, join, 0).run())
    throw std::logic_error(algorithm.name + ": a rank waits for ever");
  State<Value> state(schedule.ranks, schedule.blocks);
  for (Rank rank = 0; rank < schedule.ranks; ++rank)
    for (int block = 0; block < schedule.blocks; ++block)
      if (due(algorithm.collective, schedule.ranks, group.root, rank, block))
        *state.at(rank, block) = memory[static_cast<std::size_t>(rank)].at(
            {Area::output, extents.output[static_cast<std::size_t>(block)]}, 0);
  return state;
}

template State<Bytes> executed(const Algorithm&, const Group&, const std::function<Bytes(Rank, int)>&,
                               const std::function<Bytes(const Bytes&, const Bytes&)>&);

Tree in_rank_order(const Word& word, Trees& trees) {
  Tree tree = Trees::leaf(word.first);
  for (int letter = word.first + 1; letter < word.last; ++letter) tree = trees.join(tree, Trees::leaf(letter));
  return tree;
}

std::vector<ResultPlace> result_places(const Algorithm& algorithm, int ranks, Trees& trees) {
  std::vector<ResultPlace> all;
  if (!algorithm.supports.holds(ranks)) return all;
  const int roots = row(algorithm.collective).rooted() ? ranks : 1;
  for (Rank root = 0; root < roots; ++root)
    for (const auto& shape : algorithm.shapes_for(ranks))
      add_places(algorithm, {.ranks = ranks, .root = root, .shape = shape}, trees, all);
  return all;
}

ResultPlace result_place(const Algorithm& algorithm, const Group& group, Rank rank, int block, Trees& trees) {
  const auto word = due(algorithm.collective, group.ranks, group.root, rank, block);
  return {group, rank, block, *trees_of(algorithm, group, trees).at(rank, block), in_rank_order(word.value(), trees)};
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
