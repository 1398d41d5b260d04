#include "verified/conform/worker/movement_job.hpp"

#include <algorithm>
#include <utility>

#include "verified/conform/judge/digest.hpp"
#include "verified/conform/worker/memory.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Significant;

/// An argument whose buffer is `memory`.
Side side(const Placement& placed, std::span<std::byte> memory, bool in_place, Significant significant) {
  if (in_place)
    return {.buffer = MPI_IN_PLACE, .counts = placed.counts, .types = placed.types, .significant = significant};
  return {memory.data() - stretch_of(placed.blocks).at, placed.counts, placed.displacements, placed.types, significant};
}

/// The buffers, and beside them the expected bytes of one and the data of a block.
std::int64_t memory_for(std::int64_t to_send, std::int64_t to_receive) {
  return to_send + to_receive + 2 * std::max(to_send, to_receive);
}

}  // namespace

MovementJob::MovementJob(const Case& c, const Group& group, const Caller& caller)
    : BufferedJob(c), group_(group), contents_(c), plan_(plan_movement(c, group, contents_)) {
  const auto to_send = stretch_of(plan_.send.blocks).bytes, to_receive = stretch_of(plan_.receive.blocks).bytes;
  need_memory(c, memory_for(to_send, to_receive));
  make_buffers(static_cast<std::size_t>(to_send), static_cast<std::size_t>(to_receive));
  const auto what = significance(c, group.members(), group.self());
  make_call(caller(c, group,
                   {.send = side(plan_.send, send(), plan_.send_in_place, what.send),
                    .receive = side(plan_.receive, receive(), plan_.receive_in_place, what.receive),
                    .root = root_argument(c, group),
                    .comm = group.comm}));
  fill();
}

ExpectedBuffer MovementJob::sent() const {
  ExpectedBuffer expected(plan_.send.blocks);
  for (std::size_t i = 0; i < plan_.sent.size(); ++i)
    expected.put(plan_.send.blocks[i], contents_.data(plan_.sent[i], seed_));
  return expected;
}

ExpectedBuffer MovementJob::before() const {
  ExpectedBuffer expected(plan_.receive.blocks);
  for (std::size_t i = 0; i < plan_.before.size(); ++i)
    if (plan_.before[i]) expected.put(plan_.receive.blocks[i], contents_.data(*plan_.before[i], seed_));
  return expected;
}

ExpectedBuffer MovementJob::due() const {
  ExpectedBuffer expected(plan_.receive.blocks);
  for (std::size_t i = 0; i < plan_.received.size(); ++i)
    if (plan_.received[i].from.rank != nobody)
      expected.put(plan_.receive.blocks[i], contents_.data(plan_.received[i], seed_));
  return expected;
}

void MovementJob::fill() {
  wipe();
  std::ranges::copy(sent().bytes(), send().begin());
  std::ranges::copy(before().bytes(), receive().begin());
}

void MovementJob::refill(std::uint64_t seed) {
  seed_before_ = std::exchange(seed_, seed);
  fill();
}

std::vector<DueBlock> MovementJob::due_blocks() const {
  const auto expected = before();
  std::vector<DueBlock> blocks;
  for (std::size_t i = 0; i < plan_.received.size(); ++i) {
    if (plan_.received[i].from.rank == nobody) continue;
    const auto& place = plan_.receive.blocks[i];
    blocks.push_back({place, describe(plan_.received[i], group_), contents_.data(plan_.received[i], seed_),
                      expected.data_in(expected.bytes(), place)});
    if (seed_before_) blocks.back().stale = contents_.data(plan_.received[i], *seed_before_);
  }
  return blocks;
}

/// Where the data is long enough to be no one else's by chance.
std::optional<std::string> MovementJob::whose(const std::vector<std::byte>& data) const {
  if (data.size() < least_to_recognise) return std::nullopt;
  for (const auto& block : all_blocks(case_, group_)) {
    const auto parcel = contents_.parcel(block, block.from.rank);
    if (static_cast<std::size_t>(parcel.units * parcel.datatypes->unit_bytes()) != data.size()) continue;
    if (contents_.data(block, seed_) == data) return describe(block, group_);
  }
  return std::nullopt;
}

bool MovementJob::is_untouched() { return std::ranges::equal(before().bytes(), receive()); }

std::string MovementJob::digest_of_result() {
  return plan_.received.empty() ? std::string() : tutti::conform::digest("", receive());
}

Report MovementJob::compare() {
  if (declined()) return skip();
  auto report = outcome();
  if (std::ranges::equal(due().bytes(), receive())) return report;
  for (auto& wrong : differences(due_blocks(), receive(), [this](const auto& data) { return whose(data); }))
    report.wrong.push_back(std::move(wrong));
  return report;
}

}  // namespace tutti::mpi::conform
