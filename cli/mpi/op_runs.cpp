#include "cli/mpi/op_runs.hpp"

#include <algorithm>

#include "reference/model.hpp"
#include "verified/conform/worker/call.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/consequences/bracketing.hpp"
#include "verified/op/consequences/simplify.hpp"
#include "verified/run/mpi/reduction.hpp"
#include "verified/schedule/partition.hpp"

namespace tutti::cli {
namespace {

using op::Bytes;
using op::Operands;

/// In the order of their names.
std::vector<Collective> compared() {
  std::vector<Collective> all;
  for (const auto& c : collectives)
    if (c.combines()) all.push_back(c.id);
  std::ranges::sort(all, {}, [](Collective c) { return row(c).name; });
  return all;
}

bool own_block(Collective c) { return row(c).result == Result::own_block; }

/// Element `at` of each vector.
Operands elements(const Operands& vectors, int at, std::size_t size) {
  Operands all;
  const auto first = at * static_cast<std::ptrdiff_t>(size);
  for (const auto& v : vectors)
    all.emplace_back(v.begin() + first, v.begin() + first + static_cast<std::ptrdiff_t>(size));
  return all;
}

/// The vectors with these elements at `at`.
Operands with_elements(Operands vectors, int at, const Operands& elements) {
  for (std::size_t r = 0; r < vectors.size(); ++r)
    std::ranges::copy(elements[r], vectors[r].begin() + at * static_cast<std::ptrdiff_t>(elements[r].size()));
  return vectors;
}

class Comparison {
 public:
  Comparison(const Way& way, const Load& load)
      : way_(way), load_(load), ranks_(way.group.ranks), trees_(ranks_), length_(length()), counts_(receive_counts()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    if (way.algorithm)
      ours_.emplace(MPI_COMM_WORLD, *way.algorithm, counts_, load.op.type(), load.op.op(), way.group.root, false,
                    way.group.shape);
  }

  std::optional<Mismatch> find() {
    op::Draws draws(load_.trial, load_.pool, ranks_);
    while (auto operands = draws.next(length_))
      if (auto seen = compare(*operands)) {
        simplify(*operands, *seen);
        return describe(*operands, *seen);
      }
    return std::nullopt;
  }

 private:
  struct Seen {
    Rank rank;
    int element;
    Bytes found, due;
  };

  int length() const {
    const bool has_equal_blocks = row(way_.collective).cut == Cut::equal;
    return has_equal_blocks ? (load_.count + ranks_ - 1) / ranks_ * ranks_ : load_.count;
  }

  std::vector<int> receive_counts() const {
    if (!own_block(way_.collective)) return {length_};
    std::vector<int> counts;
    const auto cut = Partition::equal(length_, ranks_);
    for (int b = 0; b < ranks_; ++b) counts.push_back(static_cast<int>(cut.size(b)));
    return counts;
  }

  /// How the vector falls into the blocks in which results are due.
  Partition result_blocks() const { return Partition::of_counts(counts_); }

  std::size_t bytes(std::int64_t n) const { return static_cast<std::size_t>(n) * load_.trial.type.size; }

  void run_mpi(const Bytes& send, Bytes& receive) const {
    const bool by_rank = way_.collective == Collective::reduce_scatter;
    const std::vector<std::int64_t> counts(counts_.begin(), by_rank ? counts_.end() : counts_.begin() + 1);
    // MPI takes what is sent for constant.
    mpi::conform::MpiCall call({.procedure = static_cast<conform::Procedure>(way_.collective)},
                               {.send = {.buffer = const_cast<std::byte*>(send.data())},
                                .receive = {.buffer = receive.data(), .counts = counts, .types = {load_.op.type()}},
                                .op = load_.op.op(),
                                .root = way_.group.root,
                                .comm = MPI_COMM_WORLD});
    call.start();
    if (call.error()) throw mpi::Error(call.error()->text);
  }

  /// The block due to this rank, of result_blocks(), as the collective leaves it.
  Bytes run(const Operands& operands, int block) {
    Bytes receive(bytes(result_blocks().size(block)));
    const auto& send = operands[static_cast<std::size_t>(rank_)];
    ours_ ? ours_->run(send.data(), receive.data()) : run_mpi(send, receive);
    return receive;
  }

  Bytes evaluate(Tree tree, const Operands& operands) const {
    return tutti::evaluate(
        trees_, tree, [&](int rank) { return operands[static_cast<std::size_t>(rank)]; },
        [&](const Bytes& left, Bytes right) {
          load_.op.combine(left, right);
          return right;
        });
  }

  /// What this rank sees of its own result.
  std::optional<Seen> compare_here(const Operands& operands) {
    const int block = own_block(way_.collective) ? rank_ : 0;
    const auto found = run(operands, block);
    const auto word = due(way_.collective, ranks_, way_.group.root, rank_, block);
    if (!word) return std::nullopt;
    const auto whole = evaluate(op::in_rank_order(*word, trees_), operands);
    const auto first = static_cast<int>(result_blocks().offset(block));
    const auto size = load_.trial.type.size;
    for (std::size_t at = 0; at < found.size(); at += size) {
      const auto* element = &whole[bytes(first) + at];
      if (op::first_difference(load_.trial.type, &found[at], element, load_.trial.equal_by_value))
        return Seen{
            rank_, first + static_cast<int>(at / size), {&found[at], &found[at] + size}, {element, element + size}};
    }
    return std::nullopt;
  }

  /// What the lowest rank sees that sees anything.
  std::optional<Seen> compare(const Operands& operands) {
    auto seen = compare_here(operands);
    const int mine = seen ? rank_ : ranks_;
    int first;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == ranks_) return std::nullopt;
    if (rank_ != first) seen = Seen{first, 0, Bytes(bytes(1)), Bytes(bytes(1))};
    MPI_Bcast(&seen->element, 1, MPI_INT, first, MPI_COMM_WORLD);
    for (auto* element : {&seen->found, &seen->due})
      MPI_Bcast(element->data(), static_cast<int>(element->size()), MPI_BYTE, first, MPI_COMM_WORLD);
    return seen;
  }

  /// Operands on which results differ become simpler: zeros but for the element that was seen, where that is possible.
  void simplify(Operands& operands, Seen& seen) {
    const auto& type = load_.trial.type;
    const auto still = [&](const Operands& o) {
      auto now = satisfy(load_.trial, o) ? compare(o) : std::nullopt;
      if (now) seen = std::move(*now);
      return now.has_value();
    };
    const int at = seen.element;
    auto here = elements(operands, at, type.size);
    auto alone = with_elements(Operands(operands.size(), Bytes(bytes(length_))), at, here);
    if (still(alone)) operands = std::move(alone);
    op::simplify(type, here, [&](const Operands& o) { return still(with_elements(operands, at, o)); });
    operands = with_elements(std::move(operands), at, here);
  }

  Mismatch describe(const Operands& operands, const Seen& seen) {
    const auto here = elements(operands, seen.element, load_.trial.type.size);
    const int block = own_block(way_.collective) ? seen.rank : 0;
    const auto word = due(way_.collective, ranks_, way_.group.root, seen.rank, block);
    const bool alone = same(evaluate(op::in_rank_order(word.value(), trees_), here), seen.due);
    Mismatch m{.way = way_,
               .rank = seen.rank,
               .element = seen.element,
               .operands = alone ? here : operands,
               .expression = "",
               .found = seen.found,
               .due = seen.due};
    if (!way_.algorithm) return m;
    const auto tree = tree_of(seen);
    if (!alone || same(evaluate(tree, here), seen.found)) m.expression = op::expression(trees_, tree);
    return m;
  }

  bool same(const Bytes& a, const Bytes& b) const {
    return !op::first_difference(load_.trial.type, a.data(), b.data(), load_.trial.equal_by_value);
  }

  /// What our executor makes of the element.
  Tree tree_of(const Seen& seen) {
    const int blocks = way_.algorithm->schedule(way_.group).blocks;
    const auto cut = own_block(way_.collective) ? result_blocks() : Partition::equal(length_, blocks);
    int block = 0;
    while (cut.offset(block + 1) <= seen.element) ++block;
    return op::result_place(*way_.algorithm, way_.group, seen.rank, block, trees_).tree;
  }

  const Way& way_;
  const Load& load_;
  int ranks_, rank_;
  Trees trees_;
  int length_;  ///< of the vector of a rank, in elements
  std::vector<int> counts_;
  std::optional<mpi::Reduction> ours_;
};

bool needs_commutative(const Algorithm& algorithm, const Group& group) {
  return mpi::Communicator::of(MPI_COMM_WORLD).proof({&algorithm, group.shape, group.root}).needs().commutative;
}

}  // namespace

std::string Way::name() const { return algorithm ? algorithm->name : std::string(row(collective).mpi_name); }

std::vector<Way> ways(int ranks, bool commutes) {
  std::vector<Way> all;
  for (const auto collective : compared()) {
    const int roots = row(collective).rooted() ? ranks : 1;
    for (const auto& a : algorithms()) {
      if (a.collective != collective || !a.supports.holds(ranks)) continue;
      for (Rank root = 0; root < roots; ++root)
        for (const auto& shape : a.shapes_for(ranks)) {
          const Group group{.ranks = ranks, .root = root, .shape = shape};
          if (commutes || !needs_commutative(a, group)) all.push_back({collective, group, &a});
        }
    }
    for (Rank root = 0; root < roots; ++root) all.push_back({collective, {.ranks = ranks, .root = root}});
  }
  return all;
}

std::vector<LeftOut> left_out(int ranks, const std::vector<Way>& ways) {
  std::vector<LeftOut> all;
  for (const auto& a : algorithms()) {
    if (!row(a.collective).combines() || std::ranges::count(ways, &a, &Way::algorithm) > 0) continue;
    all.push_back({&a, a.supports.holds(ranks) ? "needs an operator that is declared commutative"
                                               : "has no schedule for " + std::to_string(ranks) + " ranks"});
  }
  return all;
}

std::optional<Mismatch> find_mismatch(const Way& way, const Load& load) { return Comparison(way, load).find(); }

}  // namespace tutti::cli
