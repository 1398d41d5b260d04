#include "verified/op/consequences/difference_search.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "reference/model.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/consequences/simplify.hpp"
#include "verified/op/consequences/trap.hpp"

namespace tutti::op {
namespace {

/// What the executor leaves where the function is called for each block alone, an element a block. An operand of one
/// element stands in every block. Nothing where a call traps.
std::optional<State<Bytes>> execute(const Trial& trial, const Algorithm& algorithm, const Group& group,
                                    const Operands& operands) {
  bool trapped = false;
  auto end = executed<Bytes>(
      algorithm, group,
      [&](Rank rank, int block) {
        const auto& vector = operands[static_cast<std::size_t>(rank)];
        const auto size = trial.type.size;
        const auto* element = vector.data() + (vector.size() == size ? 0 : static_cast<std::size_t>(block) * size);
        return Bytes(element, element + size);
      },
      [&](const Bytes& left, const Bytes& right) {
        auto result = right;
        trapped = trapped || !call(trial.function, trial.type, left, result);
        return result;
      });
  return trapped ? std::nullopt : std::optional(std::move(end));
}

class DifferenceSearch {
 public:
  DifferenceSearch(const Trial& trial, int ranks, const Pool& pool)
      : trial_(trial), ranks_(ranks), pool_(pool), trees_(ranks) {}

  void add(const Algorithm& algorithm) { places_.emplace_back(&algorithm, result_places(algorithm, ranks_, trees_)); }

  /// One for each algorithm that has one, because the trees differ.
  std::vector<Difference> of_bracketing() {
    find_witnesses();
    std::vector<Difference> all;
    for (const auto& [algorithm, of_algorithm] : places_) {
      const auto at =
          std::ranges::find_if(of_algorithm, [&](const ResultPlace& p) { return witnesses_.contains(p.tree); });
      if (at == of_algorithm.end()) continue;
      if (auto difference = confirm(*algorithm, *at, simplified(*at))) all.push_back(std::move(*difference));
    }
    return all;
  }

 private:
  /// For each tree the first operands with which it is not what is in order.
  void find_witnesses() {
    std::set<std::pair<Tree, Tree>> open;
    std::vector<Tree> all;
    for (const auto& [algorithm, of_algorithm] : places_)
      for (const auto& p : of_algorithm)
        if (open.emplace(p.tree, p.in_order).second) all.insert(all.end(), {p.tree, p.in_order});
    Evaluation evaluation(trial_, trees_, all);
    Draws draws(trial_, pool_, ranks_);
    while (!open.empty()) {
      const auto operands = draws.next(1);
      if (!operands) break;
      if (!evaluation.run(*operands)) continue;
      std::erase_if(open, [&](const auto& pair) {
        return evaluation.differ(pair.first, pair.second) && witnesses_.emplace(pair.first, *operands).second;
      });
    }
  }

  Operands simplified(const ResultPlace& place) {
    Evaluation evaluation(trial_, trees_, {place.tree, place.in_order});
    auto operands = witnesses_.at(place.tree);
    simplify(trial_.type, operands, [&](const Operands& o) {
      return satisfy(trial_, o) && evaluation.run(o) && evaluation.differ(place.tree, place.in_order);
    });
    return operands;
  }

  std::optional<Difference> confirm(const Algorithm& algorithm, const ResultPlace& place, Operands operands) const {
    Evaluation evaluation(trial_, trees_, {place.in_order});
    const auto end = execute(trial_, algorithm, place.group, operands);
    if (!end || !evaluation.run(operands)) return std::nullopt;
    const auto& found = *end->at(place.rank, place.block);
    const auto& due = evaluation.value(place.in_order);
    if (!first_difference(trial_.type, found.data(), due.data(), trial_.equal_by_value)) return std::nullopt;
    return Difference{.algorithm = &algorithm,
                      .group = place.group,
                      .rank = place.rank,
                      .block = place.block,
                      .operands = std::move(operands),
                      .found = found,
                      .due = due};
  }

  const Trial& trial_;
  int ranks_;
  const Pool& pool_;
  Trees trees_;
  std::vector<std::pair<const Algorithm*, std::vector<ResultPlace>>> places_;
  std::map<Tree, Operands> witnesses_;
};

/// x0 ∘ x1 ∘ …, of the ranks of `word`, whole vectors at once. Nothing where a call traps.
std::optional<Bytes> fold_whole(const Trial& trial, const Word& word, const Operands& operands) {
  Bytes sum = operands[static_cast<std::size_t>(word.first)];
  for (int r = word.first + 1; r < word.last; ++r) {
    Bytes next = operands[static_cast<std::size_t>(r)];
    if (!call(trial.function, trial.type, sum, next)) return std::nullopt;
    sum.swap(next);
  }
  return sum;
}

/// The first place at which calls for each block alone come to something else than calls for the whole vector.
std::optional<Difference> split_difference(const Trial& trial, const Algorithm& algorithm, const Group& group,
                                           const Operands& operands) {
  const auto end = execute(trial, algorithm, group, operands);
  if (!end) return std::nullopt;
  const auto size = static_cast<std::ptrdiff_t>(trial.type.size);
  const int blocks = static_cast<int>(operands.front().size()) / static_cast<int>(size);
  for (Rank rank = 0; rank < group.ranks; ++rank)
    for (int block = 0; block < blocks; ++block) {
      const auto word = due(algorithm.collective, group.ranks, group.root, rank, block);
      if (!word) continue;
      const auto whole = fold_whole(trial, *word, operands);
      if (!whole) return std::nullopt;
      const Bytes in_order(whole->begin() + block * size, whole->begin() + (block + 1) * size);
      const auto& found = *end->at(rank, block);
      if (first_difference(trial.type, found.data(), in_order.data(), trial.equal_by_value))
        return Difference{.algorithm = &algorithm,
                          .group = group,
                          .rank = rank,
                          .block = block,
                          .operands = operands,
                          .split = true,
                          .found = found,
                          .due = in_order};
    }
  return std::nullopt;
}

/// Tries the first root and shape only: every cut is found out there.
std::optional<Difference> difference_of_split(const Trial& trial, const Algorithm& algorithm, int ranks,
                                              const Pool& pool) {
  if (!algorithm.supports.holds(ranks)) return std::nullopt;
  const auto shapes = algorithm.shapes_for(ranks);
  if (shapes.empty()) return std::nullopt;
  const Group group{.ranks = ranks, .shape = shapes.front()};
  const int blocks = algorithm.schedule(group).blocks;
  if (blocks == 1) return std::nullopt;
  Draws draws(trial, pool, ranks);
  while (auto operands = draws.next(blocks))
    if (auto found = split_difference(trial, algorithm, group, *operands)) {
      simplify(trial.type, *operands,
               [&](const Operands& o) { return satisfy(trial, o) && split_difference(trial, algorithm, group, o); });
      return split_difference(trial, algorithm, group, *operands);
    }
  return std::nullopt;
}

}  // namespace

void find_differences(const Trial& trial, std::vector<const Algorithm*> algorithms, int most_ranks, const Pool& pool,
                      bool split, const std::function<void(const Difference&)>& found) {
  const Traps traps;
  const auto tell = [&](const Difference& difference) {
    found(difference);
    std::erase(algorithms, difference.algorithm);
  };
  for (int ranks = 2; ranks <= most_ranks && !algorithms.empty(); ++ranks) {
    DifferenceSearch search(trial, ranks, pool);
    for (const auto* algorithm : algorithms) search.add(*algorithm);
    for (const auto& difference : search.of_bracketing()) tell(difference);
    if (!split) continue;
    for (const auto* algorithm : std::vector(algorithms))
      if (const auto difference = difference_of_split(trial, *algorithm, ranks, pool)) tell(*difference);
  }
}

}  // namespace tutti::op
