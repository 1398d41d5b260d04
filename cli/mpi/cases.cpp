#include "cli/mpi/cases.hpp"

#include <algorithm>

#include "verified/run/partition.hpp"

namespace tutti::cli {
namespace {

using mpi::Case;
using mpi::Operand;

const Operand& operand_named(const std::vector<Operand>& all, std::string_view name) {
  return *std::ranges::find(all, name, &Operand::name);
}

std::vector<Rank> roots_of(const Algorithm& a, int ranks) {
  std::vector<Rank> all{0};
  for (Rank r = 1; r < ranks && row(a.collective).rooted(); ++r) all.push_back(r);
  return all;
}

/// Receive counts with zeros: every other rank nothing; all to the last rank; and a mixture.
std::vector<std::vector<int>> irregular_counts(int ranks) {
  std::vector<std::vector<int>> all(3, std::vector<int>(static_cast<std::size_t>(ranks), 0));
  for (int r = 0; r < ranks; ++r) {
    const auto i = static_cast<std::size_t>(r);
    all[0][i] = r % 2 * 3;
    all[1][i] = r == ranks - 1 ? 7 : 0;
    all[2][i] = (r * 5 + 2) % 4;
  }
  return all;
}

class Programme {
 public:
  Programme(const Algorithm& algorithm, int ranks) : algorithm_(algorithm), ranks_(ranks) {}

  void add(const Operand& operand, std::vector<int> counts, Rank root, bool in_place) {
    cases_.push_back({&algorithm_, &operand, std::move(counts), root, in_place, cases_.size()});
  }
  void add(const Operand& operand, int n, Rank root, bool in_place) {
    add(operand, counts_for(algorithm_.collective, n, ranks_), root, in_place);
  }
  std::vector<Case> cases() && { return std::move(cases_); }

 private:
  const Algorithm& algorithm_;
  int ranks_;
  std::vector<Case> cases_;
};

template <class F>
std::vector<Case> for_each_supporting(const std::vector<const Algorithm*>& algorithms, int ranks, F add) {
  std::vector<Case> all;
  for (const auto* a : algorithms) {
    if (!holds(a->supports, ranks)) continue;
    Programme programme(*a, ranks);
    add(*a, programme);
    std::ranges::move(std::move(programme).cases(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::vector<int> counts_for(Collective collective, int n, int ranks) {
  if (collective == Collective::reduce_scatter_block) return std::vector<int>(static_cast<std::size_t>(ranks), n);
  if (collective != Collective::reduce_scatter) return {n};
  std::vector<int> counts;
  for (int r = 0; r < ranks; ++r) counts.push_back(equal_offset(n, ranks, r + 1) - equal_offset(n, ranks, r));
  return counts;
}

std::vector<Case> all_cases(const std::vector<const Algorithm*>& algorithms, const std::vector<Operand>& predefined,
                            int ranks) {
  const auto& users = mpi::user_operands();
  return for_each_supporting(algorithms, ranks, [&](const Algorithm& a, Programme& programme) {
    const auto roots = roots_of(a, ranks);
    std::size_t turn = 0;
    const auto next_root = [&] { return roots[turn % roots.size()]; };
    const int counts[] = {0, 1, ranks - 1, ranks, ranks + 1, 1000};
    for (const auto& operand : predefined) {
      programme.add(operand, std::max(1, counts[turn % 5]), next_root(), turn % 2 == 1);
      ++turn;
    }
    for (const Rank root : roots)
      for (const int n : counts)
        for (const bool in_place : {false, true}) {
          for (const auto& operand : users) programme.add(operand, n, root, in_place);
          programme.add(operand_named(predefined, "sum/double"), n, root, in_place);
        }
    if (a.collective == Collective::reduce_scatter)
      for (const auto& irregular : irregular_counts(ranks))
        for (const bool in_place : {false, true}) {
          for (const auto& operand : users) programme.add(operand, irregular, 0, in_place);
          programme.add(operand_named(predefined, "sum/double"), irregular, 0, in_place);
        }
    const int large = a.collective == Collective::reduce_scatter_block ? 100'003 / ranks : 100'003;
    programme.add(operand_named(predefined, "sum/double"), large, roots.back(), false);
    programme.add(operand_named(predefined, "bxor/uint64_t"), large, next_root(), true);
    programme.add(operand_named(users, "matrix"), large / 4, next_root(), false);
  });
}

std::vector<Case> few_cases(const std::vector<const Algorithm*>& algorithms, const std::vector<Operand>& predefined,
                            int ranks) {
  const auto& users = mpi::user_operands();
  return for_each_supporting(algorithms, ranks, [&](const Algorithm& a, Programme& programme) {
    for (const Rank root : roots_of(a, ranks))
      for (const bool in_place : {false, true}) {
        programme.add(operand_named(users, "word"), ranks + 1, root, in_place);
        programme.add(operand_named(predefined, "prod/float"), 2 * ranks + 3, root, in_place);
      }
  });
}

}  // namespace tutti::cli
