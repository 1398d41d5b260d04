#include "verified/conform/worker/reduction_job.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "reference/scalar.hpp"
#include "verified/conform/case/operand_data.hpp"
#include "verified/conform/judge/digest.hpp"
#include "verified/conform/worker/combination.hpp"
#include "verified/conform/worker/difference.hpp"
#include "verified/conform/worker/memory.hpp"
#include "verified/conform/worker/operand_check.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Kind;
using tutti::conform::Procedure;
using tutti::conform::Wrong;

namespace {

/// Which bytes of an element are nobody's: those that the operand's fill leaves alone, whatever stood there.
std::vector<bool> gaps_of(const Operand& operand) {
  std::vector<std::byte> low(operand.size(), std::byte{0}), high(operand.size(), std::byte{0xff});
  for (auto* element : {&low, &high}) operand.fill(element->data(), 1, 0, 1, 0);
  std::vector<bool> gaps;
  for (std::size_t i = 0; i < low.size(); ++i) gaps.push_back(low[i] == std::byte{0} && high[i] == std::byte{0xff});
  return gaps;
}

std::vector<const std::byte*> pointers(const std::vector<std::vector<std::byte>>& inputs) {
  std::vector<const std::byte*> by_rank;
  for (const auto& i : inputs) by_rank.push_back(i.data());
  return by_rank;
}

}  // namespace

ReductionJob::ReductionJob(const Case& c, const Group& group, const Caller& caller)
    : BufferedJob(c),
      group_(group),
      operand_(operand_of(c.load)),
      predefined_(tutti::conform::predefined_named(c.load)),
      plan_(plan_reduction(c, group.members(), group.self())) {
  const auto to_send = plan_.contributes && !plan_.in_place ? bytes(plan_.total) : 0;
  const auto to_receive = bytes(plan_.in_place ? plan_.total : plan_.result);
  const auto compared =
      plan_.due ? plan_.total + plan_.result * (plan_.due->ranks.last - plan_.due->ranks.first + 1) : 0;
  need_memory(c, static_cast<std::int64_t>(to_send + to_receive + std::max(to_send + to_receive, bytes(compared))));
  make_buffers(to_send, to_receive);
  const auto what = significance(c, group.members(), group.self());
  const auto to_free = c.freed ? operand_.another_op(c.large_count) : std::nullopt;
  make_call(caller(c, group,
                   {.send = {.buffer = plan_.in_place ? MPI_IN_PLACE : send().data(), .significant = what.send},
                    .receive = {receive().data(), plan_.counts, {}, {operand_.type()}, what.receive},
                    .op = to_free.value_or(operand_.op(c.large_count)),
                    .frees_op = to_free.has_value(),
                    .root = root_argument(c, group),
                    .comm = group.comm}));
  fill();
}

ReductionJob::Bytes ReductionJob::input(const Process& of, std::uint64_t seed) const {
  Bytes made(bytes(plan_.total), canary);
  operand_.fill(made.data(), plan_.total, of.rank, group_.members().size(of.group),
                tutti::conform::seed_of_group(seed, of.group));
  return made;
}

ReductionJob::Bytes ReductionJob::before() const {
  return plan_.in_place ? input(group_.self(), seed_) : Bytes(bytes(plan_.result), canary);
}

void ReductionJob::fill() {
  wipe();
  if (!send().empty()) std::ranges::copy(input(group_.self(), seed_), send().begin());
  std::ranges::copy(before(), receive().begin());
}

void ReductionJob::refill(std::uint64_t seed) {
  seed_before_ = std::exchange(seed_, seed);
  fill();
}

/// What the ranks contribute whose contributions are due, and only as much of it as is due.
ReductionJob::Inputs ReductionJob::inputs(std::uint64_t seed) const {
  Inputs all;
  for (Rank r = plan_.due->ranks.first; r < plan_.due->ranks.last; ++r) {
    const auto whole = input({plan_.due->group, r}, seed);
    const auto first = whole.begin() + static_cast<std::ptrdiff_t>(bytes(plan_.first));
    all.emplace_back(first, first + static_cast<std::ptrdiff_t>(bytes(plan_.result)));
  }
  return all;
}

ReductionJob::Bytes ReductionJob::due(const Inputs& inputs) const {
  Bytes result(bytes(plan_.result), canary);
  evaluate_in_rank_order(operand_.reference(), pointers(inputs), plan_.result, result.data());
  return result;
}

/// How many elements tell one place from another: those of four bytes together, but of truth values as many as it takes
/// if each holds half a bit.
std::int64_t ReductionJob::least_run() const {
  if (predefined_ && is_logical(predefined_->first)) return std::int64_t{16 * least_to_recognise};
  return static_cast<std::int64_t>((least_to_recognise + operand_.size() - 1) / operand_.size());
}

/// Exact results that are due at another element stand here; as many as make no chance of it.
std::optional<Wrong> ReductionJob::wrong_place(std::int64_t element, const Bytes& due) {
  const auto* found = receive().data() + bytes(element);
  const std::string here = "element " + std::to_string(element) + " of " + std::to_string(plan_.result);
  if (std::memcmp(found, before().data() + bytes(element), operand_.size()) == 0)
    return Wrong{Kind::not_written, here + " was not written"};
  if (seed_before_ && operand_.first_difference(found, this->due(inputs(*seed_before_)).data() + bytes(element), 1) < 0)
    return Wrong{Kind::wrong_value, here + " is that of the start before"};
  const auto run = least_run();
  for (std::int64_t other = 0; std::max(element, other) + run <= plan_.result; ++other)
    if (operand_.first_difference(found, due.data() + bytes(other), run) < 0)
      return Wrong{Kind::wrong_place, "where " + here + " is due, there is element " + std::to_string(other)};
  return std::nullopt;
}

std::optional<Wrong> ReductionJob::wrong_element(std::int64_t element, const Inputs& inputs, const Bytes& due) {
  Contributions contributions{&operand_, predefined_, plan_.due->ranks.first, {}};
  for (const auto& i : inputs) contributions.elements.push_back(i.data() + bytes(element));
  const auto* found = receive().data() + bytes(element);
  auto wrong = difference(contributions, found, due.data() + bytes(element));
  if (!wrong) return std::nullopt;
  if (wrong->kind == Kind::wrong_value)
    if (auto known = wrong_place(element, due)) return known;
  wrong->text = "element " + std::to_string(element) + " of " + std::to_string(plan_.result) + ": " + wrong->text;
  return wrong;
}

std::optional<Wrong> ReductionJob::first_beyond_bound(const Inputs& inputs, const Bytes& due) {
  std::optional<Wrong> flushed;  // what else is wrong says more
  for (std::int64_t i = 0; i < plan_.result; ++i) {
    auto wrong = wrong_element(i, inputs, due);
    if (!wrong) continue;
    if (wrong->kind != Kind::denormal_flushed) return wrong;
    if (!flushed) flushed = std::move(wrong);
  }
  return flushed;
}

std::optional<Wrong> ReductionJob::first_inexact(const Inputs& inputs, const Bytes& due) {
  const auto gaps = gaps_of(operand_);
  std::optional<Wrong> flushed;
  for (std::int64_t at = 0; at < plan_.result; ++at) {
    const auto* found = receive().data() + bytes(at);
    const auto* right = due.data() + bytes(at);
    const auto next = operand_.first_difference(found, right, plan_.result - at);
    if (next < 0) break;
    at += next;
    found += bytes(next);
    right += bytes(next);
    for (std::size_t i = 0; i < gaps.size(); ++i)
      if (gaps[i] && found[i] != right[i])
        return Wrong{Kind::outside, "byte " + std::to_string(i) + " of element " + std::to_string(at) +
                                        " was written, where the datatype has a gap"};
    auto wrong = wrong_element(at, inputs, due);
    if (!wrong || wrong->kind != Kind::denormal_flushed) return wrong;
    if (!flushed) flushed = std::move(wrong);
  }
  return flushed;
}

std::optional<Wrong> ReductionJob::first_wrong() {
  const auto all = inputs(seed_);
  const auto model = due(all);
  const auto bits = call().bits_due(operand_.reference(), pointers(all), plan_.result);
  if (operand_.bracketing_is_invisible()) {
    if (auto wrong = first_inexact(all, model)) return wrong;
  } else if (!bits) {
    return first_beyond_bound(all, model);
  }
  const auto at = bits ? operand_.first_difference(receive().data(), bits->data(), plan_.result) : -1;
  if (at < 0) return std::nullopt;
  if (auto wrong = wrong_element(at, all, model)) return wrong;
  return Wrong{Kind::wrong_value, "element " + std::to_string(at) + " of " + std::to_string(plan_.result) + ": " +
                                      operand_.print(receive().data() + bytes(at)) + " where " +
                                      operand_.print(bits->data() + bytes(at)) + " was due, by the tree of the call"};
}

bool ReductionJob::is_untouched() { return std::ranges::equal(before(), receive()); }

std::string ReductionJob::digest_of_result() {
  return plan_.due ? tutti::conform::digest(case_.load, receive().first(bytes(plan_.result))) : std::string();
}

Report ReductionJob::compare() {
  if (declined()) return skip();
  auto report = outcome();
  if (const auto bad = take_bad_operands()) report.wrong.push_back({Kind::bad_operands, *bad});
  if (plan_.due) {
    if (auto wrong = first_wrong()) report.wrong.push_back(std::move(*wrong));
    if (case_.procedure == Procedure::allreduce) report.bits = group_.name + " " + digest_of_result();
  } else if (!plan_.in_place && !is_untouched()) {
    report.wrong.push_back({Kind::outside, "the receive buffer was written, where nothing is due"});
  }
  return report;
}

}  // namespace tutti::mpi::conform
