// What a schedule means. One interpreter, many value types: numbers run it, trees prove it, clocks price it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "spec/schedule.hpp"

namespace tutti {

/// The slots of all ranks. V is anything that can be copied.
template <class V>
class State {
 public:
  State(int ranks, int slots, const V& initial = V{})
      : slots_(static_cast<std::size_t>(slots)), cells_(static_cast<std::size_t>(ranks) * slots_, initial) {}
  V* at(Rank rank, int slot) {
    return &cells_[static_cast<std::size_t>(rank) * slots_ + static_cast<std::size_t>(slot)];
  }
  const V* at(Rank rank, int slot) const { return const_cast<State*>(this)->at(rank, slot); }

 private:
  std::size_t slots_;
  std::vector<V> cells_;
};

/// Watches a run: `sent` sees what each step carries, `after` the state when a round is over.
struct Unwatched {
  template <class V>
  void sent(int, const Step&, std::span<const V>) {}
  template <class V>
  void after(int, const State<V>&) {}
};

/// Runs the schedule over `state`: in every round all steps read the state from before it, then take effect in the
/// order in which they are listed. `op(left, right)` combines two values.
template <class V, class Op, class Watch = Unwatched>
void interpret(const Schedule& schedule, State<V>& state, Op&& op, Watch&& watch = {}) {
  std::vector<V> wire;
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) {
    const auto& steps = schedule.rounds[r].steps;
    std::size_t carried = 0;
    for (const auto& s : steps) carried += static_cast<std::size_t>(s.blocks.count);
    if (wire.size() < carried) wire.resize(carried);

    V* out = wire.data();
    for (const auto& s : steps) {
      const V* src = state.at(s.from, s.blocks.first);
      watch.sent(static_cast<int>(r), s, std::span<const V>(src, static_cast<std::size_t>(s.blocks.count)));
      out = std::copy_n(src, s.blocks.count, out);
    }
    const V* in = wire.data();
    for (const auto& s : steps) {
      V* dst = state.at(s.to, s.at);
      switch (s.action) {
        case Action::replace: std::copy_n(in, s.blocks.count, dst); break;
        case Action::fold_left:
          for (int i = 0; i < s.blocks.count; ++i) dst[i] = op(in[i], dst[i]);
          break;
        case Action::fold_right:
          for (int i = 0; i < s.blocks.count; ++i) dst[i] = op(dst[i], in[i]);
          break;
      }
      in += s.blocks.count;
    }
    watch.after(static_cast<int>(r), state);
  }
}

}  // namespace tutti
