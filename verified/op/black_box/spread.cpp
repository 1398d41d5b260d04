// How far apart two bracketings get: random operands, then small changes of the worst ones.
#include <fmt/format.h>

#include <algorithm>

#include "verified/op/black_box/bench.hpp"
#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/deadline.hpp"

namespace tutti::op {
namespace {

constexpr int rounds = 12;

/// One or two leaves of the operands become those of others.
Bytes mixed(Bench& bench, const Type& type, Bytes operands, const Bytes& other) {
  for (int i = 0; i < 2; ++i) {
    const Leaf& leaf = type.leaves[bench.below(type.leaves.size())];
    const std::size_t at = bench.below(operands.size() / type.size) * type.size + leaf.offset;
    std::copy_n(&other[at], value_bytes(leaf.scalar), &operands[at]);
  }
  return operands;
}

}  // namespace

std::optional<Spread> find_spread(const Trial& trial, double seconds) {
  const Deadline deadline(seconds);
  Bench bench(trial);
  const Type& type = trial.type;
  const Experiment e = experiments_of(Law::associative, type, trial.equal_by_value, {})[0];
  const int left = e.results[2].cell, right = e.results[3].cell;
  std::optional<Spread> worst;
  Bytes worst_operands;
  for (int round = 0; round < rounds && deadline.left() > 0; ++round) {
    std::vector<Bytes> operands(bench.at_once(e));
    for (auto& o : operands) {
      o = bench.draw(Tier::finite, e.drawn);
      if (o.empty()) return {};
      if (!worst_operands.empty()) o = mixed(bench, type, worst_operands, o);
    }
    const bool is_fine = bench.run(e, operands, [&](std::size_t i, const Cells& cells) {
      for (const Leaf& leaf : type.leaves) {
        const auto ulps = ulps_between(leaf.scalar, cells[left] + leaf.offset, cells[right] + leaf.offset);
        if (!ulps || *ulps <= (worst ? worst->ulps : -1)) continue;
        worst = Spread{
            *ulps, leaf.path,
            shown(e, cells,
                  fmt::format("the results differ by {} ulps{}", *ulps, leaf.path.empty() ? "" : " at " + leaf.path))};
        worst_operands = operands[i];
      }
    });
    if (!is_fine) break;
  }
  return worst;
}

}  // namespace tutti::op
