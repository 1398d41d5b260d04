#include "verified/conform/worker/reveal.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>

#include "verified/conform/judge/digest.hpp"
#include "verified/conform/judge/reduction_plan.hpp"
#include "verified/conform/judge/reveal_note.hpp"
#include "verified/conform/judge/term.hpp"
#include "verified/conform/worker/buffered_job.hpp"
#include "verified/conform/worker/declined.hpp"
#include "verified/conform/worker/load.hpp"
#include "verified/conform/worker/term_operand.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Report;
using tutti::conform::Revealed;
using tutti::conform::RevealedElements;

namespace {

using Bytes = std::vector<std::byte>;

/// Calls with contributions of our choice.
class Reduction {
 public:
  Reduction(const Case& c, const Group& group)
      : case_(c),
        group_(group),
        operand_(operand_of(c.load)),
        plan_(plan_reduction(c, group.members(), group.self())) {}

  const Operand& operand() const { return operand_; }
  const tutti::conform::ReductionPlan& plan() const { return plan_; }
  Rank rank() const { return group_.rank; }
  int most_ranks() const { return std::max(group_.size, group_.remote_size); }
  /// How many ranks contribute to what is due here; 0 where nothing is.
  int leaves() const { return plan_.due ? plan_.due->ranks.last - plan_.due->ranks.first : 0; }
  Bytes empty() const { return Bytes(static_cast<std::size_t>(plan_.total) * operand_.size()); }

  /// The result where `own` is this rank's contribution. Errors of the MPI are added to `report`.
  Bytes result(Bytes own, Report& report) {
    Bytes received = plan_.in_place ? own : Bytes(static_cast<std::size_t>(plan_.result) * operand_.size());
    MpiCall call(case_, {.send = {.buffer = plan_.in_place ? MPI_IN_PLACE : own.data()},
                         .receive = {received.data(), plan_.counts, {}, {operand_.type()}},
                         .op = operand_.op(),
                         .root = root_argument(case_, group_),
                         .comm = group_.comm});
    call.start();
    call.finish();
    if (call.declined()) throw CallFailed(call.error()->text, call.error_code());
    if (call.error() && report.wrong.empty()) report.wrong.push_back(*call.error());
    digests_ += tutti::conform::digest(
        case_.load, std::span(received).first(static_cast<std::size_t>(plan_.result) * operand_.size()));
    return received;
  }

  /// For an allreduce, a digest of all results so far: ranks with different trees have different ones.
  std::string bits() const {
    if (case_.procedure != tutti::conform::Procedure::allreduce) return {};
    return group_.name + " " + tutti::conform::digest("", std::as_bytes(std::span(digests_)));
  }

 private:
  const Case& case_;
  const Group& group_;
  Operand operand_;
  tutti::conform::ReductionPlan plan_;
  std::string digests_;
};

/// Collects the elements of a result that have the same tree.
class Collected {
 public:
  explicit Collected(const Reduction& reduction) : first_(reduction.plan().first) {}

  /// `element` ascends from call to call.
  void add(std::int64_t element, const Revealed& revealed) {
    const auto key = revealed.tree ? print(*revealed.tree) : revealed.why;
    auto& [elements, same] = by_text_.try_emplace(key, RevealedElements{{}, revealed}).first->second;
    element += first_;
    if (!elements.empty() && elements.back().last + 1 == element)
      elements.back().last = element;
    else
      elements.push_back({element, element});
  }

  void write(Report& report) const {
    std::vector<RevealedElements> all;
    for (const auto& [text, elements] : by_text_) all.push_back(elements);
    std::ranges::sort(all, {}, [](const RevealedElements& r) { return r.elements.front().first; });
    for (const auto& r : all) report.notes.push_back(print(r));
  }

 private:
  std::int64_t first_;
  std::map<std::string, RevealedElements> by_text_;
};

Report reveal_terms(const Case& c, Reduction& reduction) {
  Report report;
  auto own = reduction.empty();
  const auto& operand = reduction.operand();
  operand.fill(own.data(), reduction.plan().total, reduction.rank(), reduction.most_ranks(), c.seed);
  const auto result = reduction.result(std::move(own), report);
  report.bits = reduction.bits();
  if (reduction.leaves() == 0 || !report.wrong.empty()) return report;
  Collected collected(reduction);
  for (std::int64_t e = 0; e < reduction.plan().result; ++e) {
    const std::span element(result.data() + static_cast<std::size_t>(e) * operand.size(), operand.size());
    const auto tree = tutti::conform::bracketing_of(element);
    collected.add(e, {tree, tree ? "" : "the element is no term"});
  }
  collected.write(report);
  return report;
}

/// Sums of numbers of type T.
template <class T>
class Sums {
 public:
  Sums(Reduction& reduction, Report& report) : reduction_(reduction), report_(report) {}

  /// Every element of this rank's contribution is the summand of its number.
  std::vector<T> of(const std::vector<T>& summands) {
    auto own = reduction_.empty();
    const auto& mine = summands[static_cast<std::size_t>(reduction_.rank())];
    for (std::size_t at = 0; at < own.size(); at += sizeof mine) std::memcpy(own.data() + at, &mine, sizeof mine);
    const auto bytes = reduction_.result(std::move(own), report_);
    std::vector<T> sums(static_cast<std::size_t>(reduction_.plan().result));
    if (!sums.empty()) std::memcpy(sums.data(), bytes.data(), sums.size() * sizeof(T));
    return sums;
  }

 private:
  Reduction& reduction_;
  Report& report_;
};

using Sizes = std::vector<int>;  ///< of the smallest subtrees with two leaves, pair by pair

/// The sizes for every element. Each rank makes all calls, and notes the pairs that contribute to its own result.
template <class T>
std::vector<Sizes> sizes_of_elements(const Reduction& reduction, Sums<T>& sums) {
  const int ranks = reduction.most_ranks(), leaves = reduction.leaves();
  std::vector<Sizes> sizes(static_cast<std::size_t>(reduction.plan().result));
  for (Rank j = 1; j < ranks; ++j)
    for (Rank i = 0; i < j; ++i) {
      const auto masked = tutti::conform::masked(ranks, i, j);
      const auto found = sums.of({masked.begin(), masked.end()});
      for (std::size_t e = 0; j < leaves && e < found.size(); ++e)
        sizes[e].push_back(tutti::conform::subtree_size(leaves, static_cast<double>(found[e])));
    }
  return sizes;
}

Revealed tree_of(const Sizes& sizes, int leaves) {
  return tutti::conform::tree_of_sizes(leaves, [&](Rank i, Rank j) {
    if (i > j) std::swap(i, j);
    return sizes[static_cast<std::size_t>(j * (j - 1) / 2 + i)];
  });
}

template <class T>
bool same_number(T a, T b) {
  return a == b && std::signbit(a) == std::signbit(b);
}

/// Withdraws trees whose sums are not those of other numbers.
template <class T>
void confirm(std::map<Sizes, Revealed>& trees, const std::vector<Sizes>& sizes, const Reduction& reduction,
             Sums<T>& sums) {
  constexpr int tests = 2;
  for (int t = 0; t < tests; ++t) {
    const auto summands = tutti::conform::probe<T>(reduction.most_ranks(), t);
    const auto found = sums.of(summands);
    for (std::size_t e = 0; reduction.leaves() > 0 && e < found.size(); ++e) {
      auto& revealed = trees.at(sizes[e]);
      const auto& tree = revealed.tree;
      if (!tree || widest(*tree) > 2 || same_number(found[e], tutti::conform::evaluate<T>(*tree, summands))) continue;
      revealed = tutti::conform::unconfirmed(*tree);
    }
  }
}

template <class T>
Report reveal_sums(Reduction& reduction) {
  Report report;
  Sums<T> sums(reduction, report);
  const auto sizes = sizes_of_elements(reduction, sums);
  std::map<Sizes, Revealed> trees;
  for (const auto& s : sizes)
    if (reduction.leaves() > 0 && !trees.contains(s)) trees[s] = tree_of(s, reduction.leaves());
  confirm(trees, sizes, reduction, sums);
  report.bits = reduction.bits();
  if (reduction.leaves() == 0 || !report.wrong.empty()) return report;
  Collected collected(reduction);
  for (std::size_t e = 0; e < sizes.size(); ++e) collected.add(static_cast<std::int64_t>(e), trees.at(sizes[e]));
  collected.write(report);
  return report;
}

}  // namespace

Report reveal(const Case& c, Groups& groups) {
  if (!tutti::conform::combines(c.procedure))
    throw std::invalid_argument("only reductions and scans have a bracketing");
  Reduction reduction(c, groups.of(c.comm));
  if (is_term(reduction.operand())) return reveal_terms(c, reduction);
  const auto predefined = tutti::conform::predefined_named(c.load);
  if (predefined && predefined->first == Op::sum) {
    if (predefined->second == Type::float_) return reveal_sums<float>(reduction);
    if (predefined->second == Type::double_) return reveal_sums<double>(reduction);
    if (predefined->second == Type::long_double) return reveal_sums<long double>(reduction);
  }
  throw std::invalid_argument("of '" + c.load + "' no bracketing can be revealed");
}

}  // namespace tutti::mpi::conform
