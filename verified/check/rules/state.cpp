#include "verified/check/rules/state.hpp"

namespace tutti::rules {

State state_at_start(const CollectiveRow& shape, const E& blocks) {
  const auto p = variable("p"), root = variable("root");
  State s;
  const auto input = shape.input;
  s.there = [=](const E& r, const E& j) {
    switch (input) {
      case Input::contributions: break;
      case Input::of_root: return j < blocks && r == root;
      case Input::own_block: return j < blocks && j == r;
      case Input::one_for_each: return j < p;
    }
    return j < blocks;
  };
  if (shape.moves()) {
    s.origin = [there = s.there](const E& r, const E& j) { return Origin{there(r, j), r, j}; };
  } else {
    s.contributions = [there = s.there](const E& r, const E& j) { return Contributions{there(r, j), r, r + E(1)}; };
    s.has = [](const E& r, const E&, const E& c) { return c == r; };
    s.known = [](const E&, const E&) { return C(true); };
  }
  return s;
}

C is_due(const CollectiveRow& shape, const E& r, const E& j) {
  switch (shape.result) {
    case Result::at_root: return r == variable("root");
    case Result::own_block: return j == r;
    case Result::prefix_before: return E(0) < r;
    case Result::one_from_each: return variable("p") <= j;
    case Result::everywhere:
    case Result::prefix:
    case Result::all_entered: break;
  }
  return C(true);
}

C is_right(const CollectiveRow& shape, const State& state, const E& r, const E& j, const E& c) {
  const auto p = variable("p"), root = variable("root");
  const auto prefix = shape.result == Result::prefix || shape.result == Result::prefix_before;
  const E end = shape.result == Result::prefix ? r + E(1) : shape.result == Result::prefix_before ? r : p;
  if (state.origin) {
    const auto o = state.origin(r, j);
    const E rank = shape.input == Input::of_root ? root : shape.input == Input::own_block ? j : j - p;
    const E slot = shape.input == Input::one_for_each ? r : j;
    return o.there && o.rank == rank && o.slot == slot;
  }
  if (state.contributions) {
    const auto word = state.contributions(r, j);
    return word.there && word.known && word.first == E(0) && word.end == end;
  }
  if (!state.known) return C(false);
  return state.there(r, j) && state.known(r, j) && state.has(r, j, c) == (prefix ? c < end : C(true));
}

}  // namespace tutti::rules
