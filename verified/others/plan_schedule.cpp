#include "verified/others/plan_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reference/model.hpp"
#include "verified/others/plan_run.hpp"

namespace tutti::others {
namespace {

struct LevelledEvent {
  PlanEvent event, from;  ///< and the send of what it receives, or none
  int level;
};

/// The steps by the length of the longest chain before them. What nothing orders may have one level.
std::vector<LevelledEvent> by_level(const Network& network) {
  std::vector<std::vector<int>> levels;
  for (const auto& block : network.blocks()) levels.emplace_back(block.threadblock->steps.size());
  std::vector<std::deque<PlanEvent>> sent(levels.size());
  std::vector<LevelledEvent> all;
  const auto level = [&](const PlanEvent& e) -> int& { return levels[index(e.threadblock)][index(e.step)]; };
  static_cast<void>(run_plan(network, unlimited, [&](const PlanEvent& e) {
    int before = -1;
    if (e.step > 0) before = level({e.threadblock, e.step - 1});
    if (const auto awaited = network.awaited(e); awaited.threadblock >= 0) before = std::max(before, level(awaited));
    PlanEvent from{-1, -1};
    if (network.step(e).kind->receives) {
      auto& queue = sent[index(network.block(e.threadblock).sender)];
      from = queue.front();
      queue.pop_front();
      before = std::max(before, level(from));
    }
    level(e) = before + 1;
    if (network.step(e).kind->sends) sent[index(e.threadblock)].push_back(e);
    all.push_back({e, from, before + 1});
  }));
  std::ranges::stable_sort(all, {}, &LevelledEvent::level);
  return all;
}

class Converter {
 public:
  explicit Converter(const Plan& plan) : plan_(plan), network_(plan), all_(by_level(network_)) {
    const int p = plan.ranks();
    schedule_.ranks = p;
    schedule_.exchange = row(plan.collective).exchanges();
    schedule_.blocks = schedule_.exchange ? 2 * p : row(plan.collective).cut == Cut::freely ? plan.chunks : p;
    scratch_.resize(index(p));
    for (Rank r = 0; r < p; ++r) {
      cells_.emplace_back(index(plan.cells(r)));
      for (int i = 0; i < plan.inputs(); ++i) {
        auto& cell = at(r, plan.cell(r, {Buffer::input, i}));
        cell.slot = natural_slot(r, plan.cell(r, {Buffer::input, i}));
        cell.block = has_labels() ? i : 0;
      }
    }
    for (const auto& e : all_) note_writes(e);
    for (const auto& e : all_) convert(e);
    bring_results_home();
    finish();
  }

  Schedule take() && { return std::move(schedule_); }

 private:
  struct Cell {
    int slot = -1;
    int block = 0;                                 ///< whose size it has; of no account where all have one
    std::vector<std::pair<int, bool>> written_at;  ///< level, and whether it is combined where it is
  };
  /// What was sent and is not received yet: the slots of the sender, or those of the receiver that it was put into.
  struct Sent {
    std::vector<int> cells;  ///< -1: of none, and never overwritten
    std::vector<int> slots, blocks;
    int level;
  };

  /// Blocks differ in size by an element, so that each has a place of its own.
  bool has_labels() const { return row(plan_.collective).combines() || row(plan_.collective).cut == Cut::freely; }

  Cell& at(Rank r, int cell) { return cells_[index(r)][index(cell)]; }

  /// The slot that has that place in the schedule; -1: none.
  int natural_slot(Rank r, int cell) const {
    if (cell >= plan_.data()) return -1;
    if (plan_.collective == Collective::allgather && !plan_.in_place) return cell == 0 ? r : -1;
    if (schedule_.exchange) return cell;
    return cell < schedule_.blocks && (plan_.in_place || cell < plan_.inputs()) ? cell : -1;
  }

  int fresh_slot(Rank r, int block) {
    auto& labels = scratch_[index(r)];
    labels.push_back(schedule_.exchange ? r * plan_.ranks() : block);
    return schedule_.blocks + static_cast<int>(labels.size()) - 1;
  }

  /// Where that cell is when it holds that block.
  int slot_for(Rank r, int cell, int block) {
    const int natural = natural_slot(r, cell);
    if (natural >= 0 && (!has_labels() || natural == block)) return natural;
    const auto [at, is_new] = other_slots_.try_emplace({r, cell, has_labels() ? block : 0}, 0);
    if (is_new) at->second = fresh_slot(r, block);
    return at->second;
  }

  void note_writes(const LevelledEvent& e) {
    const auto& step = network_.step(e.event);
    const Rank r = network_.block(e.event.threadblock).rank;
    if (!step.kind->stores) return;
    const int target = plan_.cell(r, step.target);
    const bool in_place = step.kind->combines && (!step.kind->receives || plan_.cell(r, step.source) == target);
    for (int i = 0; i < step.count; ++i) at(r, target + i).written_at.emplace_back(e.level, in_place);
  }

  /// In a round that sends what is there it may be combined, but not replaced.
  bool is_written_between(Rank r, int cell, int since, int until) {
    return std::ranges::any_of(at(r, cell).written_at, [&](const auto& write) {
      const auto& [level, combines] = write;
      return since < level && (level < until || (level == until && !combines));
    });
  }

  // Each level has three rounds: before, for what is copied so that something can be folded onto it; the round itself;
  // and after, for messages that must leave before their source is overwritten.
  enum Moment { before, itself, after };
  void add(int level, Moment moment, const Step& step, std::string_view says) {
    auto& [captions, steps] = rounds_[3 * level + moment];
    captions.emplace(says);
    steps.push_back(step);
  }

  void convert(const LevelledEvent& e) {
    const auto& step = network_.step(e.event);
    const auto& kind = *step.kind;
    const Rank r = network_.block(e.event.threadblock).rank;
    if (kind.receives)
      receive(e, r);
    else if (kind.stores)
      for (int i = 0; i < step.count; ++i) {
        const auto source = at(r, plan_.cell(r, step.source) + i);
        auto& target = at(r, plan_.cell(r, step.target) + i);
        if (kind.combines && target.block != source.block) mixed();
        if (!kind.combines) put(r, step, i, source.block);
        if (target.slot != source.slot || kind.combines)
          add(e.level, itself, local(r, source.slot, target.slot, kind.combines), kind.name);
      }
    if (kind.sends && !kind.receives) {
      Sent sent{{}, {}, {}, e.level};
      for (int i = 0; i < step.count; ++i) {
        const int cell = plan_.cell(r, step.source) + i;
        sent.cells.push_back(cell);
        sent.slots.push_back(at(r, cell).slot);
        sent.blocks.push_back(at(r, cell).block);
      }
      sent_.emplace(key(e.event), std::move(sent));
    }
  }

  void put(Rank r, const PlanStep& step, int i, int block) {
    const int number = plan_.cell(r, step.target) + i;
    at(r, number).slot = slot_for(r, number, block);
    at(r, number).block = block;
  }

  static Step local(Rank r, int from, int to, bool folds) {
    return {r, r, {from, 1}, to, folds ? Action::fold_right : Action::replace};
  }

  void receive(const LevelledEvent& e, Rank r) {
    const auto& step = network_.step(e.event);
    const auto& kind = *step.kind;
    const Rank from = network_.block(e.from.threadblock).rank;
    const auto message = sent_.extract(key(e.from)).mapped();
    Sent onward{{}, {}, {}, e.level};
    for (int i = 0; i < step.count; ++i) {
      const int block = message.blocks[index(i)], cell = message.cells[index(i)];
      int slot;  // where it arrives
      if (kind.combines) {
        const auto source = at(r, plan_.cell(r, step.source) + i);
        if (source.block != block) mixed();
        if (kind.stores) put(r, step, i, block);
        slot = kind.stores ? at(r, plan_.cell(r, step.target) + i).slot : fresh_slot(r, block);
        if (slot != source.slot) add(e.level, before, local(r, source.slot, slot, false), kind.name);
      } else {
        put(r, step, i, block);
        slot = at(r, plan_.cell(r, step.target) + i).slot;
      }
      const auto action = kind.combines ? Action::fold_right : Action::replace;
      const bool must_leave = cell >= 0 && is_written_between(from, cell, message.level, e.level);
      if (must_leave) {
        const int staging = fresh_slot(r, block);
        add(message.level, after, {from, r, {message.slots[index(i)], 1}, staging, Action::replace}, "s");
        add(e.level, itself, local(r, staging, slot, kind.combines), kind.name);
      } else {
        add(e.level, itself, {from, r, {message.slots[index(i)], 1}, slot, action}, kind.name);
      }
      onward.cells.push_back(kind.stores ? plan_.cell(r, step.target) + i : -1);
      onward.slots.push_back(slot);
      onward.blocks.push_back(block);
    }
    if (kind.sends) sent_.emplace(key(e.event), std::move(onward));
  }

  /// In a last round what is due goes where it is due.
  void bring_results_home() {
    const int last = all_.empty() ? 0 : all_.back().level + 1;
    for (Rank r = 0; r < plan_.ranks(); ++r)
      for (int o = 0; o < plan_.outputs(); ++o) {
        const int home = schedule_.exchange                                     ? plan_.ranks() + o
                         : plan_.collective == Collective::reduce_scatter_block ? r
                                                                                : o;
        if (!due(plan_.collective, plan_.ranks(), plan_.root, r, home)) continue;
        const auto& cell = at(r, plan_.cell(r, {Buffer::output, o}));
        if (cell.slot != home && cell.slot >= 0) add(last, itself, local(r, cell.slot, home, false), "to the output");
      }
  }

  /// All ranks have as many slots; steps of a message stand together, and those of neighbouring slots are one.
  void finish() {
    std::size_t most = 0;
    for (const auto& labels : scratch_) most = std::max(most, labels.size());
    schedule_.extra = static_cast<int>(most);
    for (Rank r = 0; r < plan_.ranks() && most > 0; ++r) {
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
  }

  [[noreturn]] static void mixed() {
    throw NoSchedule("chunks of different numbers are combined on the way, which rounds of blocks cannot say");
  }
  static std::pair<int, int> key(const PlanEvent& e) { return {e.threadblock, e.step}; }

  const Plan& plan_;
  Network network_;
  std::vector<LevelledEvent> all_;
  Schedule schedule_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::vector<int>> scratch_;  ///< labels
  std::map<std::tuple<Rank, int, int>, int> other_slots_;
  std::map<std::pair<int, int>, Sent> sent_;
  std::map<int, std::pair<std::set<std::string, std::less<>>, std::vector<Step>>> rounds_;
};

}  // namespace

GivenSchedule schedule_of(const Plan& plan) {
  if (row(plan.collective).cut != Cut::freely && plan.chunks > 1)
    throw NoSchedule(fmt::format("each block has {} chunks, for which rounds of blocks have no words", plan.chunks));
  GivenSchedule given;
  given.name = plan.name;
  given.collective = plan.collective;
  given.root = plan.root;
  given.schedule = Converter(plan).take();
  return given;
}

}  // namespace tutti::others
