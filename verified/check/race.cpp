#include "verified/check/race.hpp"

#include <algorithm>

namespace tutti {
namespace {

constexpr int few = 16;  ///< accesses of a rank that are compared pair by pair

bool overlap(const Blocks& a, const Blocks& b) { return a.first < b.first + b.count && b.first < a.first + a.count; }

bool conflicts(const Step& reader, const Step& writer) {
  return writer.action == Action::replace || reader.from == reader.to;
}

std::string print(const Step& s) { return std::to_string(s.from) + "→" + std::to_string(s.to); }

Counterexample race(Rank rank, int slot, const Step& one, const Step& other, const char* what) {
  return {.fault = Fault::race,
          .ranks = 0,
          .root = -1,
          .rank = rank,
          .block = slot,
          .found = std::string(what) + " by the steps " + print(one) + " and " + print(other),
          .due = "one step at a time"};
}

}  // namespace

RaceCheck::RaceCheck(int ranks, int slots)
    : readers_(static_cast<std::size_t>(ranks)),
      writers_(readers_),
      writer_of_(static_cast<std::size_t>(slots), nullptr) {}

void RaceCheck::note(Kind& kind, Rank rank, const Blocks& slots, const Step& step) {
  auto& latest = kind[static_cast<std::size_t>(rank)];
  accesses_.push_back({slots, &step, latest.access});
  latest.access = static_cast<int>(accesses_.size()) - 1;
  if (++latest.count == few + 1) crowded_.push_back(rank);
}

std::optional<Counterexample> RaceCheck::note_read(const Step& step) {
  const Rank rank = step.from;
  if (writes(rank).count <= few)
    for (int i = writes(rank).access; i >= 0; i = access(i).next)
      if (overlap(access(i).slots, step.blocks) && conflicts(step, *access(i).step))
        return race(rank, std::max(access(i).slots.first, step.blocks.first), *access(i).step, step,
                    "written and read");
  note(readers_, rank, step.blocks, step);
  return std::nullopt;
}

std::optional<Counterexample> RaceCheck::note_write(const Step& step) {
  const Rank rank = step.to;
  const Blocks target{step.at, step.blocks.count};
  if (writes(rank).count <= few)
    for (int i = writes(rank).access; i >= 0; i = access(i).next)
      if (overlap(access(i).slots, target))
        return race(rank, std::max(access(i).slots.first, target.first), *access(i).step, step, "written twice");
  if (reads(rank).count <= few)
    for (int i = reads(rank).access; i >= 0; i = access(i).next)
      if (overlap(access(i).slots, target) && conflicts(*access(i).step, step))
        return race(rank, std::max(access(i).slots.first, target.first), *access(i).step, step, "read and written");
  note(writers_, rank, target, step);
  return std::nullopt;
}

/// All accesses of the rank once more, slot by slot.
std::optional<Counterexample> RaceCheck::check_crowded(Rank rank) {
  std::optional<Counterexample> found;
  for (int i = writes(rank).access; i >= 0; i = access(i).next)
    for (int slot = access(i).slots.first; slot < access(i).slots.first + access(i).slots.count; ++slot) {
      auto& writer = writer_of_[static_cast<std::size_t>(slot)];
      if (writer && !found) found = race(rank, slot, *access(i).step, *writer, "written twice");
      writer = access(i).step;
    }
  for (int i = reads(rank).access; i >= 0; i = access(i).next)
    for (int slot = access(i).slots.first; slot < access(i).slots.first + access(i).slots.count; ++slot)
      if (const auto* writer = writer_of_[static_cast<std::size_t>(slot)];
          writer && !found && conflicts(*access(i).step, *writer))
        found = race(rank, slot, *access(i).step, *writer, "read and written");
  for (int i = writes(rank).access; i >= 0; i = access(i).next)
    std::fill_n(writer_of_.begin() + access(i).slots.first, access(i).slots.count, nullptr);
  return found;
}

std::optional<Counterexample> RaceCheck::check(const Round& round) {
  std::optional<Counterexample> found;
  for (const auto& step : round.steps)
    if ((found = note_read(step)) || (found = note_write(step))) break;
  for (std::size_t i = 0; i < crowded_.size() && !found; ++i) found = check_crowded(crowded_[i]);
  for (const auto& step : round.steps) {
    reads(step.from) = {};
    writes(step.to) = {};
  }
  accesses_.clear();
  crowded_.clear();
  return found;
}

}  // namespace tutti
