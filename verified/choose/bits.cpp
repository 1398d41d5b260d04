#include "verified/choose/bits.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "reference/model.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

constexpr std::int64_t most_cells = 1 << 20, most_steps = 1 << 20;  ///< of all ranks, for some hundredths of a second

std::int64_t steps_in(const Schedule& schedule) {
  std::int64_t steps = 0;
  for (const auto& round : schedule.rounds) steps += static_cast<std::int64_t>(round.steps.size());
  return steps;
}

/// By the part of one rank: no rank of a reduction has many times the steps of the root.
bool is_small(const Candidate& c, int p, Rank root) {
  if (p <= Prover::proved_whole) return true;
  const auto part = c.algorithm->schedule({.ranks = p, .root = root, .only = root, .shape = c.shape});
  return std::int64_t{p} * part.slots() <= most_cells && std::int64_t{p} * steps_in(part) <= most_steps;
}

}  // namespace

std::optional<ResultTrees> ResultTreeFinder::find(const Candidate& c, Rank root) {
  if (!is_small(c, p_, root)) return {};
  const auto schedule = c.algorithm->schedule({.ranks = p_, .root = root, .shape = c.shape});
  const auto collective = c.algorithm->collective;
  auto state = symbolic_inputs(schedule, collective, root);
  interpret(schedule, state, [&](Tree left, Tree right) { return trees_.join(left, right); });
  ResultTrees found(static_cast<std::size_t>(p_), nothing);
  for (Rank r = 0; r < p_; ++r) {
    auto& tree = found[row(collective).result == Result::at_root ? 0 : static_cast<std::size_t>(r)];
    for (int slot = 0; slot < schedule.blocks; ++slot) {
      if (!due(collective, p_, root, r, slot)) continue;
      const Tree here = *state.at(r, slot);
      if (tree != nothing && tree != here) return {};
      tree = here;
    }
  }
  return found;
}

bool has_one_block(const Candidate& c, int p) {
  return row(c.algorithm->collective).result == Result::own_block ||
         c.algorithm->schedule({.ranks = p, .root = 0, .only = 0, .shape = c.shape}).blocks == 1;
}

TreesDependOn trees_depend_on(const Algorithm& reduction, int most) {
  TreesDependOn found;
  const Algorithm* const one[] = {&reduction};
  for (int p = 1; p <= most; ++p) {
    if (!reduction.supports.holds(p)) continue;
    ResultTreeFinder finder(p);
    std::optional<ResultTrees> of_first_shape;
    for (const auto& candidate : candidates(one, p)) {
      const auto of_first = finder.find(candidate, 0);
      found.block |= !of_first;
      if (!of_first_shape) of_first_shape = of_first;
      found.shape |= of_first && of_first != of_first_shape;
      for (Rank root = 1; of_first && root < p && row(reduction.collective).rooted(); ++root) {
        const auto trees = finder.find(candidate, root);
        found.block |= !trees;
        found.root |= trees && trees != of_first;
      }
    }
  }
  return found;
}

bool asks_for_one_tree(std::string_view text) {
  constexpr std::array<std::string_view, 3> words{"size", "placement", "root"};
  while (true) {
    const auto word = text.substr(0, text.find(','));
    if (std::ranges::find(words, word) == words.end())
      throw std::invalid_argument(
          "TUTTI_BITS: '" + std::string(word) +
          "' is nothing that bits can be independent of; it is a list of: size, placement, root");
    if (word.size() == text.size()) return true;
    text.remove_prefix(word.size() + 1);
  }
}

}  // namespace tutti
