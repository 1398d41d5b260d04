// Plans of threadblocks: what is not refuted goes right in any order, and each kind of mistake is found where it is.
#include "verified/others/plan.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/others/drawn_plans.hpp"
#include "verified/others/plan_check.hpp"
#include "verified/others/plan_run.hpp"

namespace tutti {
namespace {

using others::Buffer;
using others::Chunk;
using others::Plan;
using others::PlanStep;
using others::Threadblock;

const others::StepKind* kind(std::string_view name) {
  return std::ranges::find(others::step_kinds, name, &others::StepKind::name);
}

int one_of(const auto& all) { return draw(static_cast<int>(all.size())); }

/// A plan in place of the rounds of a schedule. Each rank has a threadblock for each that it sends to or receives from
/// and one for itself; a step waits for all steps of earlier rounds, and for those of its round that read what it
/// writes.
class PlanOf {
 public:
  PlanOf(const Schedule& schedule, Collective collective, Rank root) : schedule_(schedule) {
    plan_.collective = collective;
    plan_.root = root;
    plan_.in_place = true;
    plan_.chunks = row(collective).cut == Cut::freely ? schedule.blocks : 1;
    plan_.ranks = schedule.ranks;
    plan_.gpus.resize(static_cast<std::size_t>(schedule.ranks));
    plan_.scratch = schedule.extra;
    for (auto& gpu : plan_.gpus) gpu.scratch = schedule.extra;
    for (const auto& round : schedule.rounds) {
      for (const auto& s : round.steps)
        if (s.from != s.to) add(s.from, sending(s.from, s.to), "s", chunk(s.blocks.first), {}, s.blocks.count);
      end_of_phase();
      for (const auto& s : round.steps)
        if (s.from == s.to)
          add(s.from, local(s.from), s.action == Action::replace ? "cpy" : "re", chunk(s.blocks.first), chunk(s.at),
              s.blocks.count);
      for (const auto& s : round.steps)
        if (s.from != s.to)
          add(s.to, receiving(s.from, s.to), s.action == Action::replace ? "r" : "rrc", chunk(s.at), chunk(s.at),
              s.blocks.count);
      end_of_phase();
    }
  }
  Plan take() && { return std::move(plan_); }

 private:
  Chunk chunk(int slot) const {
    return slot < schedule_.blocks ? Chunk{plan_.has_output_of_each() ? Buffer::output : Buffer::input, slot}
                                   : Chunk{Buffer::scratch, slot - schedule_.blocks};
  }
  std::vector<Threadblock>& of(Rank r) { return plan_.gpus[static_cast<std::size_t>(r)].threadblocks; }

  int threadblock(Rank r, Rank to, Rank from) {
    auto& all = of(r);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].send_to == to && all[i].receive_from == from) return static_cast<int>(i);
    all.push_back({.id = static_cast<int>(all.size()), .send_to = to, .receive_from = from, .channel = 0, .steps = {}});
    return static_cast<int>(all.size()) - 1;
  }
  int sending(Rank r, Rank to) { return threadblock(r, to, -1); }
  int receiving(Rank from, Rank r) { return threadblock(r, -1, from); }
  int local(Rank r) { return threadblock(r, -1, -1); }

  void add(Rank r, int block, std::string_view name, Chunk source, Chunk target, int count) {
    auto& steps = of(r)[static_cast<std::size_t>(block)].steps;
    // Steps of no meaning wait for what the other threadblocks had done when the phase began.
    for (const auto& [other, step] : before_[r])
      if (other != block && !waited_.contains({r, block, other, step})) {
        waited_.insert({r, block, other, step});
        steps.push_back({kind("nop"), {}, {}, 0, {other, step}, true});
      }
    steps.push_back({kind(name), source, target, count, {}, true});
  }
  void end_of_phase() {
    for (Rank r = 0; r < plan_.ranks; ++r) {
      before_[r].clear();
      for (std::size_t b = 0; b < of(r).size(); ++b)
        if (!of(r)[b].steps.empty()) before_[r][static_cast<int>(b)] = static_cast<int>(of(r)[b].steps.size()) - 1;
    }
  }

  const Schedule& schedule_;
  Plan plan_;
  std::map<Rank, std::map<int, int>> before_;
  std::set<std::tuple<Rank, int, int, int>> waited_;
};

/// Runs it in an order that is drawn, over words; the cells of all ranks at the end, or nothing where it does not end.
std::optional<std::vector<std::vector<std::string>>> run_somehow(const Plan& plan) {
  const others::Network network(plan);
  std::vector<std::vector<std::string>> cells;
  for (Rank r = 0; r < plan.ranks; ++r) {
    cells.emplace_back(static_cast<std::size_t>(plan.cells()), "?");
    for (int i = 0; i < plan.inputs(); ++i)
      if (plan.collective != Collective::bcast || r == plan.root)
        cells.back()[static_cast<std::size_t>(plan.cell(r, {Buffer::input, i}))] =
            "(" + std::to_string(r) + "." + std::to_string(i) + ")";
  }
  const auto count = network.blocks().size();
  std::vector<int> at(count, 0);
  std::vector<std::deque<std::vector<std::string>>> sent(count);
  std::vector<int> open;
  for (std::size_t b = 0; b < count; ++b) open.push_back(static_cast<int>(b));
  for (;;) {
    std::vector<int> ready;
    bool is_over = true;
    for (const int b : open) {
      const auto index = static_cast<std::size_t>(b);
      if (at[index] == static_cast<int>(network.block(b).threadblock->steps.size())) continue;
      is_over = false;
      const auto awaited = network.awaited({b, at[index]});
      if (awaited.threadblock >= 0 && at[static_cast<std::size_t>(awaited.threadblock)] <= awaited.step) continue;
      const auto& step = network.step({b, at[index]});
      if (step.kind->receives && sent[static_cast<std::size_t>(network.block(b).sender)].empty()) continue;
      ready.push_back(b);
    }
    if (is_over) return cells;
    if (ready.empty()) return std::nullopt;
    const int b = ready[static_cast<std::size_t>(draw(static_cast<int>(ready.size())))];
    const auto index = static_cast<std::size_t>(b);
    const auto& step = network.step({b, at[index]++});
    const auto rank = network.block(b).rank;
    auto& own = cells[static_cast<std::size_t>(rank)];
    const auto cell = [&](const Chunk& c, int i) -> auto& {
      return own[static_cast<std::size_t>(plan.cell(rank, c) + i)];
    };
    std::vector<std::string> values(static_cast<std::size_t>(step.count));
    if (step.kind->receives) {
      auto& queue = sent[static_cast<std::size_t>(network.block(b).sender)];
      values = queue.front();
      queue.pop_front();
    }
    for (int i = 0; i < step.count; ++i) {
      auto& value = values[static_cast<std::size_t>(i)];
      if (step.kind->reads)
        value = !step.kind->combines  ? cell(step.source, i)
                : step.kind->receives ? cell(step.source, i) + value
                                      : cell(step.target, i) + cell(step.source, i);
    }
    for (int i = 0; i < step.count && step.kind->stores; ++i)
      cell(step.target, i) = values[static_cast<std::size_t>(i)];
    if (step.kind->sends) sent[index].push_back(values);
  }
}

struct Drawn {
  Plan plan;
  Schedule schedule;
};

/// Received data is the right operand.
Drawn draw_plan() {
  auto [schedule, collective, root] = draw_schedule(5);
  for (auto& round : schedule.rounds)
    for (auto& s : round.steps)
      if (s.action == Action::fold_left) s.action = Action::fold_right;
  return {PlanOf(schedule, collective, root).take(), schedule};
}

TEST_CASE("a plan of the rounds of a schedule is judged as the schedule is") { is_judged_alike(draw_plan); }

bool lies_inside(const Plan& plan, const others::Gpu& gpu, const PlanStep& step) {
  const auto is_inside = [&](const Chunk& c) {
    const int size = c.buffer == Buffer::input    ? plan.inputs()
                     : c.buffer == Buffer::output ? plan.outputs()
                                                  : gpu.scratch;
    return c.number + step.count <= size;
  };
  return (!step.kind->reads || is_inside(step.source)) && (!step.kind->stores || is_inside(step.target));
}

TEST_CASE("a plan that is not refuted ends alike in whatever order its steps go, as a schedule too") {
  int held = 0, refuted = 0;
  property(
      "what is damaged is refuted, or goes right in any order",
      [&] {
        auto [plan, schedule] = draw_plan();
        const auto before = Prover::prove(schedule, plan.collective, plan.root);
        if (const auto* wrong = std::get_if<Refuted>(&before)) RC_PRE(wrong->counterexample.fault > Fault::race);
        for (int changes = 1 + draw(2); changes > 0; --changes) {
          auto& blocks = plan.gpus[static_cast<std::size_t>(draw(plan.ranks))].threadblocks;
          if (blocks.empty()) continue;
          auto& block = blocks[static_cast<std::size_t>(one_of(blocks))];
          if (block.steps.empty()) continue;
          auto& step = block.steps[static_cast<std::size_t>(one_of(block.steps))];
          switch (draw(4)) {
            case 0: step.after = {}; break;
            case 1:
              if (step.count > 0) step.source.number = draw(step.source.buffer == Buffer::input ? plan.inputs() : 1);
              break;
            case 2:
              if (!step.kind->receives && !step.kind->sends) step.kind = kind("nop"), step.count = 0;
              break;
            default:
              for (auto& s : block.steps) s.after = {};
          }
        }
        for (const auto& gpu : plan.gpus)
          for (const auto& block : gpu.threadblocks)
            for (const auto& step : block.steps) RC_PRE(lies_inside(plan, gpu, step));
        const auto verdict = check_plan(plan);
        RC_LOG() << told(verdict);
        if (verdict.refuted) {
          ++refuted;
          return;
        }
        ++held;
        const auto first = run_somehow(plan);
        RC_ASSERT(first.has_value());
        for (int again = 0; again < 5; ++again) RC_ASSERT(run_somehow(plan) == first);
        is_proved_as_rounds(plan, verdict);
        RC_ASSERT(!run_plan(others::Network(plan), *verdict.slots));
        RC_ASSERT(verdict.slots == 0 || run_plan(others::Network(plan), *verdict.slots - 1));
      },
      300, [&] { return held > 30 && refuted > 30; });
}

}  // namespace
}  // namespace tutti
