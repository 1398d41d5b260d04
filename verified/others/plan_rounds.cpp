#include "verified/others/plan_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/model.hpp"
#include "verified/others/plan_memory.hpp"

namespace tutti::others {
PlanRounds::PlanRounds(const PlanFrame& frame)
    : frame_(frame), cells_(index(frame.ranks), std::vector<Cell>(index(frame.cells()))) {
  const auto& collective = row(frame.collective);
  if (collective.cut != Cut::freely && frame.chunks > 1)
    throw NoSchedule(fmt::format("each block has {} chunks, for which rounds of blocks have no words", frame.chunks));
  const int p = frame.ranks;
  schedule_.ranks = p;
  schedule_.exchange = collective.exchanges();
  schedule_.blocks = schedule_.exchange ? 2 * p : collective.cut == Cut::freely ? frame.chunks : p;
  scratch_.resize(index(p));
  for (Rank r = 0; r < p; ++r) {
    for (int i = 0; i < frame.inputs(); ++i) {
      const Place place{r, frame.cell(r, {Buffer::input, i})};
      at(place).slot = natural_slot(r, place.cell);
      at(place).block = has_labels() ? i : 0;
    }
  }
}

/// Blocks differ in size by an element, so that each has a place of its own.
bool PlanRounds::has_labels() const {
  return row(frame_.collective).combines() || row(frame_.collective).cut == Cut::freely;
}

/// The slot that has that place in the schedule; -1: none.
int PlanRounds::natural_slot(Rank rank, int cell) const {
  if (cell >= frame_.data()) return -1;
  if (frame_.collective == Collective::allgather && !frame_.in_place) return cell == 0 ? rank : -1;
  if (schedule_.exchange) return cell;
  return cell < schedule_.blocks && (frame_.in_place || cell < frame_.inputs()) ? cell : -1;
}

int PlanRounds::fresh_slot(Rank rank, int block) {
  auto& labels = scratch_[index(rank)];
  labels.push_back(schedule_.exchange ? rank * frame_.ranks : block);
  return schedule_.blocks + static_cast<int>(labels.size()) - 1;
}

/// Where that cell is when it holds that block.
int PlanRounds::slot_for(const Place& place, int block) {
  const int natural = natural_slot(place.rank, place.cell);
  if (natural >= 0 && (!has_labels() || natural == block)) return natural;
  const auto [at, is_new] = other_slots_.try_emplace({place.rank, place.cell, has_labels() ? block : 0}, 0);
  if (is_new) at->second = fresh_slot(place.rank, block);
  return at->second;
}

PlanRounds::Place PlanRounds::fresh(Rank rank) {
  auto& cells = cells_[index(rank)];
  cells.emplace_back();
  return {rank, static_cast<int>(cells.size()) - 1};
}

PlanRounds::Underway PlanRounds::leave(Place from, int earliest) {
  auto& cell = at(from);
  earliest = std::max(earliest, cell.written + 1);
  cell.read = std::max(cell.read, earliest);
  return {from, cell.ends.size(), cell.slot, cell.block, earliest};
}

int PlanRounds::arrive(const Underway& value, Place to, Action action, int earliest, std::string_view says) {
  auto& target = at(to);
  const bool replaces = action == Action::replace;
  int slot = target.slot;
  if (replaces)
    slot = slot_for(to, value.block);
  else if (target.block != value.block)
    throw NoSchedule("chunks of different numbers are combined on the way, which rounds of blocks cannot say");
  // In a round that sends what is there it may be combined, but not replaced.
  int round = std::max({earliest, value.earliest, target.written + 1, target.read + (replaces ? 1 : 0)});
  auto& source = at(value.from);
  const auto* end = value.version < source.ends.size() ? &source.ends[value.version] : nullptr;
  Step step{value.from.rank, to.rank, {value.slot, 1}, slot, action};
  if (end && (round > end->round || (round == end->round && !end->combines))) {
    const int staging = fresh_slot(to.rank, value.block);
    add(value.earliest, {value.from.rank, to.rank, {value.slot, 1}, staging, Action::replace}, says);
    round = std::max(round, value.earliest + 1);
    step.from = to.rank;
    step.blocks.first = staging;
  } else if (!end) {
    source.read = std::max(source.read, round);
  }
  if (step.from != step.to || step.blocks.first != step.at || !replaces) add(round, step, says);
  target.ends.push_back({round, !replaces});
  target.slot = slot;
  target.block = value.block;
  target.written = round;
  target.read = -1;
  return round;
}

void PlanRounds::add(int round, const Step& step, std::string_view says) {
  auto& [captions, steps] = rounds_[round];
  captions.emplace(says);
  steps.push_back(step);
}

void PlanRounds::bring_results_home() {
  const int last = rounds_.empty() ? 0 : rounds_.rbegin()->first + 1;
  for (Rank r = 0; r < frame_.ranks; ++r)
    for (int o = 0; o < frame_.outputs(); ++o) {
      const int home = schedule_.exchange                                      ? frame_.ranks + o
                       : frame_.collective == Collective::reduce_scatter_block ? r
                                                                               : o;
      if (!due(frame_.collective, frame_.ranks, frame_.root, r, home)) continue;
      const auto& cell = at({r, frame_.cell(r, {Buffer::output, o})});
      if (cell.slot != home && cell.slot >= 0)
        add(last, {r, r, {cell.slot, 1}, home, Action::replace}, "to the output");
    }
}

/// All ranks have as many slots; steps of a message stand together, and those of neighbouring slots are one.
GivenSchedule PlanRounds::take() && {
  bring_results_home();
  std::size_t most = 0;
  for (const auto& labels : scratch_) most = std::max(most, labels.size());
  schedule_.extra = static_cast<int>(most);
  for (Rank r = 0; r < frame_.ranks && most > 0; ++r) {
    scratch_[index(r)].resize(most, 0);
    schedule_.scratch.push_back(std::move(scratch_[index(r)]));
  }
  for (auto& [number, contents] : rounds_) {
    auto& [captions, steps] = contents;
    std::ranges::stable_sort(steps, {}, [](const Step& s) { return std::pair(s.from, s.to); });
    Round round{fmt::format("{}", fmt::join(captions, ", ")), {}};
    for (const auto& s : steps) {
      auto* last = round.steps.empty() ? nullptr : &round.steps.back();
      if (last && last->from == s.from && last->to == s.to && last->action == s.action &&
          last->blocks.first + last->blocks.count == s.blocks.first && last->at + last->blocks.count == s.at)
        ++last->blocks.count;
      else
        round.steps.push_back(s);
    }
    schedule_.rounds.push_back(std::move(round));
  }
  GivenSchedule given;
  given.name = frame_.name;
  given.collective = frame_.collective;
  given.root = frame_.root;
  given.schedule = std::move(schedule_);
  return given;
}

}  // namespace tutti::others
