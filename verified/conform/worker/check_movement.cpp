#include "verified/conform/worker/check_movement.hpp"

#include <algorithm>

#include "reference/model.hpp"
#include "verified/conform/worker/mix.hpp"

namespace tutti::mpi {
namespace {

/// The letters that the model names for the slots of this rank, in their order; `word_of(slot)` may be nothing.
template <class F>
std::vector<int> letters_of(int slots, F word_of) {
  std::vector<int> letters;
  for (int slot = 0; slot < slots; ++slot)
    if (const auto word = word_of(slot)) letters.push_back(word->first);
  return letters;
}

bool may_be_in_place(const CollectiveRow& collective, bool is_root) {
  return collective.cut != Cut::freely && (!collective.rooted() || is_root);
}

std::string hex(std::byte b) {
  constexpr char digits[] = "0123456789abcdef";
  return {'0', 'x', digits[static_cast<unsigned>(b) >> 4], digits[static_cast<unsigned>(b) & 15]};
}

}  // namespace

const Cargo& MovementCheck::cargo(const Case& c, int letter) const {
  const auto kind = row(c.algorithm->collective).exchanges() ? letter / at_.size + letter % at_.size : 0;
  return *c.cargo[static_cast<std::size_t>(kind) % c.cargo.size()];
}

int MovementCheck::units(const Case& c, int letter) const {
  return c.counts.size() == 1 ? c.counts.front() : c.counts[static_cast<std::size_t>(letter)];
}

/// What a block consists of, without gaps: every rank can compute it.
std::vector<std::byte> MovementCheck::data(const Case& c, int letter) const {
  const auto bytes =
      static_cast<std::size_t>(units(c, letter)) * static_cast<std::size_t>(cargo(c, letter).unit_bytes());
  return random_bytes(mix(c.seed) + static_cast<std::uint64_t>(letter), bytes);
}

MovementCheck::Argument MovementCheck::argument(const Case& c, const std::vector<int>& letters, bool all,
                                                bool received) const {
  const auto& collective = row(c.algorithm->collective);
  const auto how = !all || collective.cut != Cut::irregular ? Described::alike
                   : collective.id == Collective::alltoallw ? Described::typed
                                                            : Described::displaced;
  std::vector<Parcel> parcels;
  for (const int letter : letters) parcels.push_back({&cargo(c, letter), units(c, letter), letter});
  auto placed = place(parcels, how, c.scattered, received);
  const auto as_ints = [](const std::vector<std::int64_t>& numbers) {
    return std::vector<int>(numbers.begin(), numbers.end());
  };
  return {{as_ints(placed.counts), std::move(placed.types), as_ints(placed.displacements)}, std::move(placed.blocks)};
}

const Schedule& MovementCheck::schedule(const Case& c) {
  const Selection key{c.algorithm, c.shape, c.root};
  auto known = schedules_.find(key);
  if (known == schedules_.end())
    known = schedules_.emplace(key, c.algorithm->schedule({.ranks = at_.size, .root = c.root, .shape = c.shape})).first;
  return known->second;
}

/// In bytes.
Traffic MovementCheck::planned(const Case& c) {
  const auto& s = schedule(c);
  const auto bytes = [&](int letter) { return std::int64_t{units(c, letter)} * cargo(c, letter).unit_bytes(); };
  const bool cut = row(c.algorithm->collective).cut == Cut::freely;
  const auto partition = Partition::equal(cut ? bytes(0) : 0, s.blocks);
  return planned_traffic(s, at_.rank, false, [&](int block) { return cut ? partition.size(block) : bytes(block); });
}

/// Puts the image at the end of the guarded memory, and says where the buffer then starts.
std::byte* MovementCheck::lay_out(GuardedBuffer& buffer, const Image& image) const {
  auto* first = buffer.last(image.bytes().size());
  std::fill(first - margin, first, canary);
  std::ranges::copy(image.bytes(), first);
  return first - image.low();
}

std::optional<std::string> MovementCheck::compare(const Argument& receive, const Image& due) const {
  const auto* first = at_.receive.last(due.bytes().size());
  if (std::any_of(first - margin, first, [](std::byte b) { return b != canary; }))
    return "rank " + std::to_string(at_.rank) + " wrote before its receive buffer";
  const auto wrong = std::ranges::mismatch(due.bytes(), std::span(first, due.bytes().size()));
  if (wrong.in1 == due.bytes().end()) return std::nullopt;
  const auto at = wrong.in1 - due.bytes().begin() + due.low();
  std::string where;
  for (const auto& b : receive.blocks)
    if (b.elements > 0 && b.first_byte() <= at && at < b.end_byte())
      where = " (in the memory of block " + std::to_string(b.number) + ")";
  return "rank " + std::to_string(at_.rank) + ", byte " + std::to_string(at) + " of the receive buffer" + where +
         ": found " + hex(*wrong.in2) + ", due " + hex(*wrong.in1);
}

std::optional<std::string> MovementCheck::check(const Case& c) {
  const auto id = c.algorithm->collective;
  const auto& collective = row(id);
  const bool is_root = at_.rank == c.root, one_buffer = collective.cut == Cut::freely;
  const bool in_place = c.in_place && may_be_in_place(collective, is_root);
  const int slots = one_buffer ? 1 : collective.exchanges() ? 2 * at_.size : at_.size;
  const auto held = letters_of(slots, [&](int s) { return tutti::held(id, at_.size, c.root, at_.rank, s); });
  const auto due = letters_of(slots, [&](int s) { return tutti::due(id, at_.size, c.root, at_.rank, s); });
  const bool sends_all = !one_buffer && collective.input != Input::own_block;
  const bool receives_all = !one_buffer && collective.result != Result::own_block;
  const bool in_send_buffer = in_place && collective.input == Input::of_root;  // the root's own block of a scatter

  const auto send = argument(c, held, sends_all, false);
  const bool as_sender = one_buffer && is_root;
  const auto receive = argument(c, in_send_buffer ? std::vector<int>{} : due, receives_all, !as_sender);
  Image sent(send.blocks), before(receive.blocks), after(receive.blocks);
  for (const auto& b : send.blocks) sent.put(b, data(c, b.number));
  if ((in_place && !in_send_buffer) || as_sender)
    for (std::size_t i = 0; i < held.size(); ++i) {
      const auto place = held.size() == due.size() ? i : static_cast<std::size_t>(at_.rank);
      before.put(receive.blocks[place], data(c, held[i]));
    }
  for (const auto& b : receive.blocks) after.put(b, data(c, b.number));
  auto* from = lay_out(at_.send, sent);
  auto* to = lay_out(at_.receive, before);

  Movement movement(at_.comm, *c.algorithm, send.side, receive.side, c.root, in_place, c.shape);
  at_.send.forbid_writing();
  const TrafficCounter traffic;
  movement.run(in_place && !in_send_buffer ? MPI_IN_PLACE : from, in_send_buffer ? MPI_IN_PLACE : to);
  const auto wrong = traffic.differs_from(planned(c), at_.rank, "bytes");
  at_.send.allow_writing();
  return wrong ? wrong : compare(receive, after);
}

}  // namespace tutti::mpi
