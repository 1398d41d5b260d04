#include "cli/mpi/cases.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "verified/schedule/partition.hpp"

namespace tutti::cli {
namespace {

using mpi::Case;

template <class F>
std::vector<Case> for_each_supporting(const std::vector<const Algorithm*>& algorithms, int ranks, F add) {
  std::vector<Case> all;
  for (const auto* a : algorithms) {
    if (!holds(a->supports, ranks)) continue;
    Programme programme(*a, ranks);
    add(programme);
    std::ranges::move(std::move(programme).cases(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::vector<int> counts_for(Collective collective, int n, int ranks) {
  const auto& r = row(collective);
  if (r.result == Result::all_entered) return {};
  if (r.cut == Cut::equal && r.combines()) return std::vector<int>(static_cast<std::size_t>(ranks), n);
  if (r.cut != Cut::irregular) return {n};
  const auto part = [=](int i) { return equal_offset(n, ranks, i + 1) - equal_offset(n, ranks, i); };
  std::vector<int> counts;
  for (int rank = 0; rank < (r.exchanges() ? ranks : 1); ++rank)
    for (int block = 0; block < ranks; ++block) counts.push_back(part((rank + block) % ranks));
  return counts;
}

std::vector<Rank> roots_of(Collective collective, int ranks) {
  std::vector<Rank> all{0};
  for (Rank r = 1; r < ranks && row(collective).rooted(); ++r) all.push_back(r);
  return all;
}

void Programme::add(Case c) {
  c.algorithm = &algorithm_;
  c.seed = cases_.size();
  cases_.push_back(std::move(c));
}

void Programme::add(Case c, int n) {
  c.counts = counts_for(algorithm_.collective, n, ranks_);
  add(std::move(c));
}

std::vector<Case> all_cases(const std::vector<const Algorithm*>& algorithms,
                            const std::vector<mpi::Operand>& predefined, int ranks) {
  return for_each_supporting(algorithms, ranks, [&](Programme& programme) {
    if (programme.collective().combines())
      add_reductions(programme, predefined);
    else if (programme.collective().moves())
      add_movements(programme);
    else
      programme.add(Case{});
  });
}

std::vector<Case> few_cases(const std::vector<const Algorithm*>& algorithms,
                            const std::vector<mpi::Operand>& predefined, int ranks) {
  return for_each_supporting(algorithms, ranks, [&](Programme& programme) {
    const auto roots = programme.roots();
    const auto shapes = programme.algorithm().shapes_for(ranks);
    if (shapes.empty())
      throw std::logic_error(programme.algorithm().name + " lists no shape for " + std::to_string(ranks) + " ranks");
    const auto add = [&](const Shape& shape, Rank root) {
      if (programme.collective().combines())
        add_few_reductions(programme, predefined, shape, root);
      else if (programme.collective().moves())
        add_few_movements(programme, shape, root);
      else
        programme.add({.shape = shape});
    };
    for (const Rank root : roots) add(shapes.front(), root);
    for (std::size_t i = 1; i < shapes.size(); ++i) add(shapes[i], roots[i % roots.size()]);
  });
}

}  // namespace tutti::cli
