#include <algorithm>

#include "cli/mpi/cases.hpp"

namespace tutti::cli {
namespace {

using mpi::Operand;

const Operand* operand_named(const std::vector<Operand>& all, std::string_view name) {
  return &*std::ranges::find(all, name, &Operand::name);
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

}  // namespace

void add_reductions(Programme& programme, const std::vector<Operand>& predefined) {
  const auto& users = mpi::user_operands();
  const int p = programme.ranks();
  const auto roots = programme.roots();
  std::size_t turn = 0;
  const auto next_root = [&] { return roots[turn % roots.size()]; };
  const int counts[] = {0, 1, p - 1, p, p + 1, 1000};
  for (const auto& operand : predefined) {
    programme.add({.root = next_root(), .in_place = turn % 2 == 1, .operand = &operand}, std::max(1, counts[turn % 5]));
    ++turn;
  }
  std::vector<const Operand*> typical{operand_named(predefined, "sum/double")};
  for (const auto& operand : users) typical.push_back(&operand);
  for (const Rank root : roots)
    for (const int n : counts)
      for (const bool in_place : {false, true})
        for (const auto* operand : typical) programme.add({.root = root, .in_place = in_place, .operand = operand}, n);
  if (programme.collective().cut == Cut::irregular)
    for (const auto& irregular : irregular_counts(p))
      for (const bool in_place : {false, true})
        for (const auto* operand : typical)
          programme.add({.in_place = in_place, .operand = operand, .counts = irregular});
  const int large = programme.collective().cut == Cut::equal ? 100'003 / p : 100'003;
  programme.add({.root = roots.back(), .operand = operand_named(predefined, "sum/double")}, large);
  programme.add({.root = next_root(), .in_place = true, .operand = operand_named(predefined, "bxor/uint64_t")}, large);
  programme.add({.root = next_root(), .operand = operand_named(users, "matrix")}, large / 4);
}

void add_few_reductions(Programme& programme, const std::vector<Operand>& predefined, const Shape& shape, Rank root) {
  const int p = programme.ranks();
  for (const bool in_place : {false, true}) {
    const auto* word = operand_named(mpi::user_operands(), "word");
    const auto* product = operand_named(predefined, "prod/float");
    programme.add({.shape = shape, .root = root, .in_place = in_place, .operand = word}, p + 1);
    programme.add({.shape = shape, .root = root, .in_place = in_place, .operand = product}, 2 * p + 3);
  }
}

}  // namespace tutti::cli
