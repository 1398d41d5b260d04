#include "verified/run/meaning.hpp"

#include <algorithm>

#include "reference/model.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Buffers::Buffers(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Extents& extents,
                 bool in_place)
    : schedule_(schedule), rank_(rank), extents_(extents) {
  const auto& c = row(collective);
  const bool scatters_in_place = in_place && c.input == Input::of_root && c.result == Result::own_block;
  area_of_input_ = in_place && !scatters_in_place ? Area::output : Area::input;
  for (int slot = 0; slot < schedule.blocks; ++slot) {
    const bool gets_nothing = scatters_in_place && rank == root;
    const bool is_due = !gets_nothing && tutti::due(collective, schedule.ranks, root, rank, slot);
    if (is_due) add(due_, slot, {Area::output, extents.output[index(slot)]});
    if (!tutti::held(collective, schedule.ranks, root, rank, slot)) continue;
    const bool contributes_own = c.combines() && c.result == Result::own_block;
    if (area_of_input_ == Area::output && schedule.exchange)
      add(held_, slot, {Area::output, extents.output[index(schedule.ranks + slot)]});
    else if (area_of_input_ == Area::output && is_due && !contributes_own)
      add(held_, slot, {Area::output, extents.output[index(slot)]});
    else
      add(held_, slot, {area_of_input_, extents.input[index(slot)]});
  }
}

void Buffers::add(std::vector<Part>& to, int slot, const Place& place) const {
  const auto n = size(slot);
  if (n == 0) return;
  static_cast<void>(checked_sum(place.at, n));  // throws where it does not end
  if (!to.empty() && to.back().slots.first + to.back().slots.count == slot &&
      Place{to.back().place.area, to.back().place.at + to.back().elements} == place) {
    ++to.back().slots.count;
    to.back().elements += n;
  } else {
    to.push_back({{slot, 1}, place, n});
  }
}

std::int64_t Buffers::size(int slot) const {
  const auto n = slot < schedule_.blocks
                     ? extents_.size[index(slot)]
                     : extents_.size[schedule_.exchange ? 0 : index(schedule_.block_of(rank_, slot))];
  if (n < 0) throw Deviation{"it was made for a block of less than 0 elements"};
  return n;
}

Meaning::Meaning(const Schedule& schedule, Collective collective, Rank rank, const Buffers& buffers, Sources& sources)
    : schedule_(schedule),
      collective_(collective),
      rank_(rank),
      buffers_(buffers),
      sources_(sources),
      buffer_(sources.fresh()) {
  line_up();
  for (const auto& part : buffers.held()) slots_.write(begin(part.slots.first), at_start(part));
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) run(schedule.rounds[r], tag_of(static_cast<int>(r)));
}

/// Lets the slots that concern this rank lie side by side, so that a run of them is a stretch.
void Meaning::line_up() {
  std::vector<int> concerned(index(schedule_.slots()) + 1);
  const auto mark = [&](int first, int count) {
    ++concerned[index(first)];
    --concerned[index(first + count)];
  };
  for (const auto* parts : {&buffers_.held(), &buffers_.due()})
    for (const auto& part : *parts) mark(part.slots.first, part.slots.count);
  for (const auto& round : schedule_.rounds)
    for (const auto& s : round.steps) {
      if (s.from == rank_) mark(s.blocks.first, s.blocks.count);
      if (s.to == rank_) mark(s.at, s.blocks.count);
    }
  begins_.reserve(concerned.size());
  begins_.push_back(0);
  for (int slot = 0, marks = 0; slot < schedule_.slots(); ++slot) {
    marks += concerned[index(slot)];
    begins_.push_back(checked_sum(begins_.back(), marks > 0 ? buffers_.size(slot) : 0));
  }
}

void Meaning::run(const Round& round, int tag) {
  const auto first = messages_.size();
  for_each_message(round, [&](std::span<const Step> steps) { take_part(steps, tag); });
  for (const auto& e : effects_) take_effect(*e.step, e.carried);
  effects_.clear();
  const auto all = std::span(messages_).subspan(first);
  if (all.empty()) return;
  std::ranges::sort(all, {}, &Message::channel);
  rounds_.emplace_back(first, all.size());
}

/// Reads what the steps of one message, or moves inside a rank, carry. All that a round reads is from before it.
void Meaning::take_part(std::span<const Step> message, int tag) {
  const auto [from, to] = std::pair(message.front().from, message.front().to);
  if (from != rank_ && to != rank_) return;
  if (from == to) {
    for (const auto& s : message) effects_.push_back({&s, held_in(s.blocks)});
    return;
  }
  const bool sends = from == rank_;
  Message m{.sent = sends, .peer = sends ? to : from, .tag = tag};
  const int source = sends ? -1 : sources_.fresh();
  for (const auto& s : message) {
    const auto n = length(sends ? s.blocks : Blocks{s.at, s.blocks.count});
    auto carried = sends ? held_in(s.blocks) : Contents({source, m.elements, n});
    m.contents.append(carried);
    m.elements += n;
    if (!sends) effects_.push_back({&s, std::move(carried)});
  }
  const bool says_that_it_entered = row(collective_).result == Result::all_entered;
  if (m.elements > 0 || says_that_it_entered) messages_.push_back(std::move(m));
}

Contents Meaning::held_in(const Blocks& run) const {
  auto all = slots_.read(begin(run.first), length(run));
  if (!all) throw Deviation{"it was made from steps that use a slot that holds nothing"};
  return *std::move(all);
}

void Meaning::take_effect(const Step& s, const Contents& carried) {
  const Blocks target{s.at, s.blocks.count};
  if (s.from == rank_ && length(target) != length(s.blocks))
    throw Deviation{"it was made from steps that move a slot into one of another size"};
  slots_.write(begin(s.at), s.action == Action::replace     ? carried
                            : s.action == Action::fold_left ? sources_.fold(carried, held_in(target))
                                                            : sources_.fold(held_in(target), carried));
}

}  // namespace tutti
