#include "verified/check/race.hpp"

#include <algorithm>

namespace tutti {
namespace {

bool overlap(const Blocks& a, const Blocks& b) { return a.first < b.first + b.count && b.first < a.first + a.count; }

bool conflicts(const Step& reader, const Step& writer) {
  return writer.action == Action::replace || reader.from == reader.to;
}

std::string print(const Step& s) {
  return std::to_string(s.from) + "→" + std::to_string(s.to);
}

Counterexample race(Rank rank, const Blocks& a, const Blocks& b, const Step& one, const Step& other, const char* what) {
  return {.fault = Fault::race,
          .ranks = 0,
          .root = -1,
          .rank = rank,
          .block = std::max(a.first, b.first),
          .found = std::string(what) + " by the steps " + print(one) + " and " + print(other),
          .due = "one step at a time"};
}

}  // namespace

std::optional<Counterexample> RaceCheck::read(const Step& step) {
  const auto rank = static_cast<std::size_t>(step.from);
  for (int i = writers_[rank]; i >= 0; i = accesses_[static_cast<std::size_t>(i)].next) {
    const auto& w = accesses_[static_cast<std::size_t>(i)];
    if (w.step != &step && overlap(w.slots, step.blocks) && conflicts(step, *w.step))
      return race(step.from, w.slots, step.blocks, *w.step, step, "written and read");
  }
  accesses_.push_back({step.blocks, &step, readers_[rank]});
  readers_[rank] = static_cast<int>(accesses_.size()) - 1;
  return std::nullopt;
}

std::optional<Counterexample> RaceCheck::write(const Step& step) {
  const auto rank = static_cast<std::size_t>(step.to);
  const Blocks target{step.at, step.blocks.count};
  for (int i = writers_[rank]; i >= 0; i = accesses_[static_cast<std::size_t>(i)].next) {
    const auto& w = accesses_[static_cast<std::size_t>(i)];
    if (overlap(w.slots, target)) return race(step.to, w.slots, target, *w.step, step, "written twice");
  }
  for (int i = readers_[rank]; i >= 0; i = accesses_[static_cast<std::size_t>(i)].next) {
    const auto& r = accesses_[static_cast<std::size_t>(i)];
    if (overlap(r.slots, target) && (r.step == &step || conflicts(*r.step, step)))
      return race(step.to, r.slots, target, *r.step, step, "read and written");
  }
  accesses_.push_back({target, &step, writers_[rank]});
  writers_[rank] = static_cast<int>(accesses_.size()) - 1;
  return std::nullopt;
}

std::optional<Counterexample> RaceCheck::check(const Round& round) {
  std::optional<Counterexample> found;
  for (const auto& step : round.steps)
    if ((found = read(step)) || (found = write(step))) break;
  for (const auto& step : round.steps) {
    readers_[static_cast<std::size_t>(step.from)] = -1;
    writers_[static_cast<std::size_t>(step.to)] = -1;
  }
  accesses_.clear();
  return found;
}

}  // namespace tutti
