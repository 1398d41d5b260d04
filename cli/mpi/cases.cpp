#include "cli/mpi/cases.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::cli {
namespace {

using conform::Case;

constexpr int barriers = 40;  ///< each entered several times
constexpr int large = 100'003;

std::vector<int> counts(int ranks) { return {0, 1, ranks - 1, ranks, ranks + 1, 1000}; }

/// All pairs of few ranks; for many each root with some count, and each count with some root.
std::vector<std::pair<Rank, int>> pairs(const std::vector<Rank>& roots, const std::vector<int>& counts) {
  constexpr std::size_t few = 4;
  std::vector<std::pair<Rank, int>> all;
  for (std::size_t i = 0; i < std::max(roots.size(), counts.size()); ++i) {
    const auto root = roots[i % roots.size()];
    if (roots.size() > few)
      all.emplace_back(root, counts[i % counts.size()]);
    else if (i < roots.size())
      for (const int n : counts) all.emplace_back(root, n);
  }
  return all;
}

bool is_irregular(const Runs& runs) { return runs.collective().cut == Cut::irregular; }

int per_block(const Runs& runs, int n) { return runs.collective().cut == Cut::freely ? n : n / runs.ranks(); }

void add_reductions(Runs& runs) {
  const auto roots = runs.roots();
  const auto some = counts(runs.ranks());
  std::size_t turn = 0;
  const auto next_root = [&] { return roots[turn % roots.size()]; };
  for (const auto& load : conform::predefined_loads()) {
    runs.add({.root = next_root(), .in_place = turn % 2 == 1, .count = std::max(1, some[turn % 5]), .load = load});
    ++turn;
  }
  const auto typical = {"sum/double", "matrix", "word", "affine", "modular"};
  for (const bool in_place : {false, true})
    for (const auto* load : typical) {
      for (const auto& [root, n] : pairs(roots, some))
        runs.add({.root = root, .in_place = in_place, .count = n, .load = load});
      for (const int n : {1, 3, 7})
        if (is_irregular(runs)) runs.add({.in_place = in_place, .count = n, .irregular = true, .load = load});
    }
  const int n = per_block(runs, large);
  runs.add({.root = roots.back(), .count = n, .load = "sum/double"});
  runs.add({.root = next_root(), .in_place = true, .count = n, .load = "bxor/uint64_t"});
  runs.add({.root = next_root(), .count = n / 4, .load = "matrix"});
}

void add_few_reductions(Runs& runs, const Shape& shape, Rank root) {
  const int p = runs.ranks();
  for (const bool in_place : {false, true}) {
    runs.add({.root = root, .in_place = in_place, .count = p + 1, .load = "word"}, shape);
    runs.add(
        {.root = root, .in_place = in_place, .count = 2 * p + 3, .irregular = is_irregular(runs), .load = "prod/float"},
        shape);
  }
}

/// The roots, MPI_IN_PLACE and the places of the blocks change from case to case.
void add_movements(Runs& runs) {
  const auto roots = runs.roots();
  const bool irregular = is_irregular(runs), has_in_place = runs.collective().cut != Cut::freely;
  std::size_t turn = 0, kind = 0;
  for (const auto& datatypes : conform::datatype_pair_rows) {
    const std::string load(datatypes.name);
    for (const int n : counts(runs.ranks())) {
      runs.add({.root = roots[turn % roots.size()],
                .in_place = has_in_place && (turn + kind) % 2 == 1,
                .count = n,
                .scattered = irregular && turn % 3 == 1,
                .load = load});
      ++turn;
    }
    ++kind;
    for (const bool scattered : {false, true})
      for (const bool in_place : {false, true})
        if (irregular) {
          const auto root = roots[turn % roots.size()];
          runs.add({.root = root,
                    .in_place = in_place,
                    .count = static_cast<int>(kind),
                    .irregular = true,
                    .scattered = scattered,
                    .load = load});
          ++turn;
        }
  }
  if (runs.collective().rooted())
    for (const Rank root : roots)
      for (const auto* load : {"double", "struct-to-struct"})
        runs.add({.root = root, .count = runs.ranks() + 1, .load = load});
  const int n = per_block(runs, large);
  runs.add({.root = roots.back(), .count = n, .load = "byte"});
  runs.add({.root = roots.front(), .count = n / 12, .load = "vector-to-ints"});
}

void add_few_movements(Runs& runs, const Shape& shape, Rank root) {
  const bool has_in_place = runs.collective().cut != Cut::freely;
  runs.add({.root = root, .count = 2 * runs.ranks() + 3, .irregular = is_irregular(runs)}, shape);
  runs.add({.root = root, .in_place = has_in_place, .count = 3, .load = "vector-to-ints"}, shape);
}

void add_barriers(Runs& runs, const Shape& shape) {
  for (int i = 0; i < barriers; ++i) runs.add({}, shape);
}

template <class F>
std::vector<Run> for_each_supporting(const std::vector<const Algorithm*>& algorithms, int ranks, F add) {
  std::vector<Run> all;
  for (const auto* a : algorithms) {
    if (!a->supports.holds(ranks)) continue;
    Runs runs(*a, ranks);
    add(runs, a->shapes_for(ranks));
    std::ranges::move(std::move(runs).runs(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::string describe(const Run& run) {
  const auto as = conform::print(run.as);
  return run.algorithm->name + (run.shape.empty() ? "" : " shape=" + print_shape(run.shape)) + as.substr(as.find(' '));
}

std::vector<Rank> Runs::roots() const {
  if (algorithm_.given) return {algorithm_.given_root};
  std::vector<Rank> all{0};
  for (Rank r = 1; r < ranks_ && collective().rooted(); ++r) all.push_back(r);
  return all;
}

std::optional<std::string> Runs::add(Case c, const Shape& shape) {
  c.procedure = static_cast<conform::Procedure>(algorithm_.collective);
  c.ranks = ranks_;
  c.seed = runs_.size();
  if (auto why = conform::why_not(c)) return why;
  runs_.push_back({&algorithm_, shape, std::move(c)});
  return std::nullopt;
}

std::vector<Run> all_runs(const std::vector<const Algorithm*>& algorithms, int ranks) {
  return for_each_supporting(algorithms, ranks, [](Runs& runs, const std::vector<Shape>&) {
    if (runs.collective().combines())
      add_reductions(runs);
    else if (runs.collective().moves())
      add_movements(runs);
    else
      add_barriers(runs, {});
  });
}

std::vector<Run> few_runs(const std::vector<const Algorithm*>& algorithms, int ranks) {
  return for_each_supporting(algorithms, ranks, [](Runs& runs, const std::vector<Shape>& shapes) {
    const auto roots = runs.roots();
    const auto add = [&](const Shape& shape, Rank root) {
      if (runs.collective().combines())
        add_few_reductions(runs, shape, root);
      else if (runs.collective().moves())
        add_few_movements(runs, shape, root);
      else
        add_barriers(runs, shape);
    };
    for (const Rank root : roots) add(shapes.at(0), root);
    for (std::size_t i = 1; i < shapes.size(); ++i) add(shapes[i], roots[i % roots.size()]);
  });
}

}  // namespace tutti::cli
