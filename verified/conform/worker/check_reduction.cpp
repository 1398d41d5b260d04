#include "verified/conform/worker/check_reduction.hpp"

#include <algorithm>

#include "reference/model.hpp"
#include "verified/check/prove.hpp"

namespace tutti::mpi {
namespace {

Partition partition_of(const Case& c, int blocks) {
  return row(c.algorithm->collective).result == Result::own_block ? Partition::of_counts(c.counts)
                                                                  : Partition::equal(c.counts.front(), blocks);
}

/// Evaluates trees over vectors, each node once.
class Evaluation {
 public:
  Evaluation(const Trees& trees, const Operator& op, const std::vector<std::vector<std::byte>>& inputs,
             std::int64_t first, std::int64_t elements)
      : trees_(trees),
        op_(op),
        inputs_(inputs),
        offset_(static_cast<std::size_t>(first) * op.size()),
        elements_(elements) {}

  const std::byte* value(Tree t) {
    if (trees_.left(t) == nothing) return inputs_[t - 1].data() + offset_;
    auto& made = made_[t];
    if (made.empty()) {
      const std::byte* left = value(trees_.left(t));
      const std::byte* right = value(trees_.right(t));
      std::vector<std::byte> result(static_cast<std::size_t>(elements_) * op_.size(), canary);
      for (std::size_t at = 0; at < result.size(); at += op_.size())
        op_.combine(left + at, right + at, result.data() + at);
      made_[t] = std::move(result);
    }
    return made_[t].data();
  }

 private:
  const Trees& trees_;
  const Operator& op_;
  const std::vector<std::vector<std::byte>>& inputs_;
  std::size_t offset_;
  std::int64_t elements_;
  std::map<Tree, std::vector<std::byte>> made_;
};

}  // namespace

const ReductionCheck::Expected& ReductionCheck::expected(const Case& c) {
  const Selection key{c.algorithm, c.shape, c.root};
  if (const auto known = expected_.find(key); known != expected_.end()) return known->second;
  auto schedule = c.algorithm->schedule({.ranks = at_.size, .root = c.root, .shape = c.shape});
  Trees trees(at_.size);
  auto state = symbolic_inputs(schedule, c.algorithm->collective, c.root);
  interpret(schedule, state, [&](Tree a, Tree b) { return trees.join(a, b); });
  return expected_.emplace(key, Expected{std::move(schedule), std::move(trees), std::move(state)}).first->second;
}

void ReductionCheck::fill_inputs(const Case& c, std::int64_t elements) {
  inputs_.assign(static_cast<std::size_t>(at_.size), {});
  for (Rank r = 0; r < at_.size; ++r) {
    auto& input = inputs_[static_cast<std::size_t>(r)];
    input.assign(static_cast<std::size_t>(elements) * c.operand->size(), canary);
    c.operand->fill(input.data(), elements, r, c.seed);
  }
}

std::vector<std::byte> ReductionCheck::evaluate(const Expected& e, const Case& c, const Partition& partition,
                                                const Blocks& due) {
  std::vector<std::byte> all;
  for (int first = due.first; first < due.first + due.count;) {
    int last = first + 1;
    const Tree tree = *e.end.at(at_.rank, first);
    while (last < due.first + due.count && *e.end.at(at_.rank, last) == tree) ++last;
    const auto n = partition.size({first, last - first});
    Evaluation evaluation(e.trees, c.operand->reference(), inputs_, partition.offset(first), n);
    const auto* value = evaluation.value(tree);
    all.insert(all.end(), value, value + static_cast<std::size_t>(n) * c.operand->size());
    first = last;
  }
  return all;
}

std::optional<std::string> ReductionCheck::compare(const Case& c, const std::byte* found, const std::byte* due,
                                                   std::int64_t elements, const char* what) const {
  const auto at = c.operand->first_difference(found, due, elements);
  if (at < 0) return std::nullopt;
  const auto byte = static_cast<std::size_t>(at) * c.operand->size();
  return "rank " + std::to_string(at_.rank) + ", element " + std::to_string(at) + " of " + std::to_string(elements) +
         ": found " + c.operand->print(found + byte) + ", due " + c.operand->print(due + byte) + " (" + what + ")";
}

/// The contributions of the ranks of `word`, one after another.
std::vector<std::byte> ReductionCheck::evaluate_in_order(const Case& c, const Word& word, std::int64_t first,
                                                         std::int64_t elements) {
  const auto size = c.operand->size();
  std::vector<const std::byte*> all;
  for (Rank r = word.first; r < word.last; ++r)
    all.push_back(inputs_[static_cast<std::size_t>(r)].data() + static_cast<std::size_t>(first) * size);
  std::vector<std::byte> model(static_cast<std::size_t>(elements) * size, canary);
  evaluate_in_rank_order(c.operand->reference(), all, elements, model.data());
  return model;
}

std::optional<std::string> ReductionCheck::check(const Case& c) {
  const auto& e = expected(c);
  const auto collective = c.algorithm->collective;
  const auto partition = partition_of(c, e.schedule.blocks);
  const auto n = partition.elements();
  fill_inputs(c, n);
  const bool own_block = row(collective).result == Result::own_block;
  const Blocks due = own_block ? Blocks{at_.rank, 1} : Blocks{0, e.schedule.blocks};
  const auto word = tutti::due(collective, at_.size, c.root, at_.rank, due.first);
  const auto due_elements = word ? partition.size(due) : 0;
  const bool in_place = c.in_place && (row(collective).result != Result::at_root || at_.rank == c.root);

  const auto bytes = [&](std::int64_t elements) { return static_cast<std::size_t>(elements) * c.operand->size(); };
  // Where nothing is due there is still a buffer, in which nothing may be written.
  const auto receive_bytes = bytes(in_place ? n : partition.size(due));
  auto* send = at_.send.last(bytes(n));
  auto* receive = at_.receive.last(receive_bytes);
  const auto& input = inputs_[static_cast<std::size_t>(at_.rank)];
  std::copy(input.begin(), input.end(), send);
  std::fill_n(receive - margin, margin + receive_bytes, canary);
  if (in_place) std::copy(input.begin(), input.end(), receive);
  const std::vector<std::byte> before(receive, receive + receive_bytes);

  Reduction reduction(at_.comm, *c.algorithm, c.counts, c.operand->type(), c.operand->op(), c.root, in_place, c.shape);
  at_.send.forbid_writing();
  const TrafficCounter traffic;
  reduction.run(in_place ? MPI_IN_PLACE : send, receive);
  auto wrong = traffic.differs_from(
      planned_traffic(e.schedule, at_.rank, false, [&](int block) { return partition.size(block); }), at_.rank,
      "elements");
  at_.send.allow_writing();

  if (wrong) return wrong;
  if (std::any_of(receive - margin, receive, [](std::byte b) { return b != canary; }))
    return "rank " + std::to_string(at_.rank) + " wrote before its receive buffer";
  if (!word && !std::equal(before.begin(), before.end(), receive))
    return "rank " + std::to_string(at_.rank) + " wrote to its receive buffer, where nothing is due";
  if (!word) return std::nullopt;
  wrong = compare(c, receive, evaluate(e, c, partition, due).data(), due_elements, "the schedule's tree");
  if (wrong || !c.operand->bracketing_is_invisible()) return wrong;
  const auto model = evaluate_in_order(c, *word, partition.offset(due.first), due_elements);
  return compare(c, receive, model.data(), due_elements, "in rank order");
}

}  // namespace tutti::mpi
