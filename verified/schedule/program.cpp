#include "verified/schedule/program.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

Ranks<int> ranks_of(const Group& g) {
  const auto p = static_cast<unsigned>(g.ranks);
  return {.p = g.ranks,
          .root = g.root,
          .q = static_cast<int>(std::bit_floor(p)),
          .lg = static_cast<int>(std::bit_width(p)) - 1,
          .k = g.shape.empty() ? 1 : g.shape.front()};
}

/// The steps of one program.
class Maker {
 public:
  using Watch = std::function<void(const Said&)>;
  Maker(const Program& program, const Group& group, const Watch& watch)
      : ranks_(ranks_of(group)),
        only_(group.only),
        watch_(watch),
        builder_(program.exchange ? Builder::exchange(group) : Builder(group, program.run.blocks(ranks_))) {
    const auto& slots = program.run;
    const int blocks = slots.blocks(ranks_);
    if (const int extra = slots.extra(ranks_); extra > 0)
      builder_.scratch(extra, [&](Rank r, int s) { return slots.label(ranks_, r, blocks + s); });
    for (const auto& phase : program.phases) {
      run(phase);
      ++phase_;
    }
  }
  Schedule done() && { return std::move(builder_).done(); }

 private:
  void run(const PhaseTable& phase) {
    const auto& rules = phase.run;
    const auto group = rules.group(ranks_);
    std::vector<int> numbers;
    for (int k = rules.first(group); rules.more(group, k); k = rules.next(group, k)) numbers.push_back(k);
    if (phase.backwards) std::ranges::reverse(numbers);
    for (const int k : numbers)
      for (int h = 0; h < phase.steps; ++h) round(phase, group, k, h);
  }

  void round(const PhaseTable& phase, const Ranks<int>& group, int k, int h) {
    if (phase.run.silent(group, k, h)) return;
    builder_.round(only_ < 0 ? phase.caption(group, k, h) : std::string());
    const bool few =
        only_ >= 0 && phase.one_source && !phase.by_receiver;  // who send something that concerns this rank
    const int own = few ? phase.run.seat(ranks_, only_) : 0;
    for (int t = 0, turns = phase.run.turns(group); t < turns; ++t) {
      if (!few) {
        for (int v = 0; v < group.p; ++v) send(phase, group, k, h, t, v);
      } else if (const int source = phase.run.source(group, k, h, t, own, 0); true) {
        send(phase, group, k, h, t, own);
        if (source != own) send(phase, group, k, h, t, source);
      }
    }
  }

  void send(const PhaseTable& phase, const Ranks<int>& group, int k, int h, int t, int v) {
    if (v < 0 || v >= group.p) return;
    for (int i = 0, parts = phase.run.parts(group); i < parts; ++i) {
      const auto m = phase.run.message(group, k, h, t, v, i);
      if (!m.there || m.count == 0) continue;
      const Rank from = phase.run.rank(ranks_, m.from), to = phase.run.rank(ranks_, m.to);
      if (watch_ && (only_ < 0 || from == only_ || to == only_)) watch_({phase_, h, k, t, v, i, ranks_, m});
      for (int part = 0; part < phase.seating_runs; ++part) {
        const auto run = phase.run.run(ranks_, part, {m.first, m.count});
        step(m, from, to, {run.first, run.count}, phase.same_slots ? m.at : run.first);
      }
    }
  }

  void step(const Message<int>& m, Rank from, Rank to, Blocks blocks, int at) {
    if (m.replaces)
      builder_.move(from, to, blocks, at);
    else if (m.left)
      builder_.fold_left(from, to, blocks, at);
    else
      builder_.fold_right(from, to, blocks, at);
  }

  Ranks<int> ranks_;
  Rank only_;
  const Watch& watch_;
  int phase_ = 0;
  Builder builder_;
};

}  // namespace

Schedule Program::schedule(const Group& group, const std::function<void(const Said&)>& watch) const {
  return Maker(*this, group, watch).done();
}

}  // namespace tutti
