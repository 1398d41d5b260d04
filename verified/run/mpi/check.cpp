#include "verified/run/mpi/check.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "verified/check/prove.hpp"

namespace tutti::mpi {
namespace {

constexpr std::size_t capacity = std::size_t{64} << 20;
constexpr std::byte canary{0xA5};
constexpr std::size_t margin = 64;  // bytes before the receive buffer that are looked at

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

std::string describe(const Case& c) {
  std::string text = c.algorithm->name + " " + c.operand->name() + (c.counts.size() > 1 ? " counts" : " count");
  for (std::size_t i = 0; i < c.counts.size(); ++i) text += (i ? "," : " ") + std::to_string(c.counts[i]);
  if (row(c.algorithm->collective).rooted()) text += " root " + std::to_string(c.root);
  return text + (c.in_place ? " in place" : "");
}

Checker::Checker(MPI_Comm comm) : comm_(comm), send_(capacity), receive_(capacity) {
  MPI_Comm_size(comm, &size_);
  MPI_Comm_rank(comm, &rank_);
}

const Checker::Expected& Checker::expected(const Algorithm& algorithm, Rank root) {
  const std::pair key{&algorithm, root};
  if (const auto known = expected_.find(key); known != expected_.end()) return known->second;
  auto schedule = algorithm.schedule({size_, root});
  Trees trees(size_);
  auto state = symbolic_inputs(schedule);
  interpret(schedule, state, [&](Tree a, Tree b) { return trees.join(a, b); });
  return expected_.emplace(key, Expected{std::move(schedule), std::move(trees), std::move(state)}).first->second;
}

void Checker::fill_inputs(const Case& c, std::int64_t elements) {
  inputs_.assign(static_cast<std::size_t>(size_), {});
  for (Rank r = 0; r < size_; ++r) {
    auto& input = inputs_[static_cast<std::size_t>(r)];
    input.assign(static_cast<std::size_t>(elements) * c.operand->size(), canary);
    c.operand->fill(input.data(), elements, r, c.seed);
  }
}

/// What this rank is to send: a message for each bundle of steps with elements in it.
Traffic Checker::traffic(const Schedule& schedule, const Partition& partition) const {
  Traffic total;
  for (const auto& round : schedule.rounds)
    for_each_message(round, [&](std::span<const Step> steps) {
      if (steps.front().from != rank_ || steps.front().to == rank_) return;
      std::int64_t elements = 0;
      for (const auto& s : steps)
        for (int i = 0; i < s.blocks.count; ++i)
          elements += partition.size(schedule.block_of(rank_, s.blocks.first + i));
      total.messages += elements > 0;
      total.elements += elements;
    });
  return total;
}

std::vector<std::byte> Checker::evaluate(const Expected& e, const Case& c, const Partition& partition,
                                         const Blocks& due) {
  std::vector<std::byte> all;
  for (int first = due.first; first < due.first + due.count;) {
    int last = first + 1;
    const Tree tree = *e.end.at(rank_, first);
    while (last < due.first + due.count && *e.end.at(rank_, last) == tree) ++last;
    const auto n = partition.size({first, last - first});
    Evaluation evaluation(e.trees, c.operand->reference(), inputs_, partition.offset(first), n);
    const auto* value = evaluation.value(tree);
    all.insert(all.end(), value, value + static_cast<std::size_t>(n) * c.operand->size());
    first = last;
  }
  return all;
}

std::optional<std::string> Checker::compare(const Case& c, const std::byte* found, const std::byte* due,
                                            std::int64_t elements, const char* what) const {
  const auto at = c.operand->first_difference(found, due, elements);
  if (at < 0) return std::nullopt;
  const auto byte = static_cast<std::size_t>(at) * c.operand->size();
  return "rank " + std::to_string(rank_) + ", element " + std::to_string(at) + " of " + std::to_string(elements) +
         ": found " + c.operand->print(found + byte) + ", due " + c.operand->print(due + byte) + " (" + what + ")";
}

std::optional<std::string> Checker::check(const Case& c) {
  const auto& e = expected(*c.algorithm, c.root);
  const auto partition = partition_of(c, e.schedule.blocks);
  const auto n = partition.elements();
  fill_inputs(c, n);
  const auto result = row(c.algorithm->collective).result;
  const bool has_result = result != Result::at_root || rank_ == c.root;
  const bool in_place = c.in_place && has_result;
  const Blocks due = !has_result                   ? Blocks{0, 0}
                     : result == Result::own_block ? Blocks{rank_, 1}
                                                   : Blocks{0, e.schedule.blocks};
  const auto due_elements = partition.size(due);

  const auto size = c.operand->size();
  const auto bytes = [size](std::int64_t elements) { return static_cast<std::size_t>(elements) * size; };
  const auto receive_bytes = bytes(in_place ? n : due_elements);
  auto* send = send_.last(bytes(n));
  auto* receive = receive_.last(receive_bytes);
  const auto& input = inputs_[static_cast<std::size_t>(rank_)];
  std::copy(input.begin(), input.end(), send);
  std::fill_n(receive - margin, margin + receive_bytes, canary);
  if (in_place) std::copy(input.begin(), input.end(), receive);

  Reduction reduction(comm_, *c.algorithm, c.counts, c.operand->type(), c.operand->op(), c.root, in_place);
  send_.forbid_writing();
  const auto before = sent();
  reduction.run(in_place ? MPI_IN_PLACE : send, receive);
  const auto after = sent();
  send_.allow_writing();

  const Traffic carried{after.messages - before.messages, after.elements - before.elements};
  const auto planned = traffic(e.schedule, partition);
  if (carried != planned)
    return "rank " + std::to_string(rank_) + " sent " + std::to_string(carried.messages) + " messages with " +
           std::to_string(carried.elements) + " elements, the schedule has " + std::to_string(planned.messages) +
           " with " + std::to_string(planned.elements);
  if (std::any_of(receive - margin, receive, [](std::byte b) { return b != canary; }))
    return "rank " + std::to_string(rank_) + " wrote before its receive buffer";
  if (auto wrong = compare(c, receive, evaluate(e, c, partition, due).data(), due_elements, "the schedule's tree"))
    return wrong;
  if (c.operand->bracketing_is_invisible() && has_result) {
    std::vector<const std::byte*> all;
    for (const auto& one : inputs_) all.push_back(one.data() + bytes(partition.offset(due.first)));
    std::vector<std::byte> model(bytes(due_elements), canary);
    evaluate_in_rank_order(c.operand->reference(), all, due_elements, model.data());
    return compare(c, receive, model.data(), due_elements, "in rank order");
  }
  return std::nullopt;
}

}  // namespace tutti::mpi
