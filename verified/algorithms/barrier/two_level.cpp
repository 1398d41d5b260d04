// The ranks of every block of k, the shape, signal its master; every master signals every other one, all at once; then
// each releases its block. Fewer messages one after another than up and down a tree where, as on the Cray X1, one
// vector store reaches all masters.
#include "verified/algorithms/masters.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

/// In turn t every master signals the one t + 1 ahead, in slot t + 1. What is in slot j came from the master j behind.
struct SignalEachOther : Phase, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "every master signals every other one"; }
  static Expression turns(const Ranks& g) { return g.p - 1; }
  static Expression turn(const Ranks&, const Expression&, const Expression&, const Expression& j) { return j - 1; }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression&) {
    return moves(true, v, wrap_up(v, t + 1, g.p), 0, 1, t + 1);
  }
  static Expression source(const Ranks& g, const Expression&, const Expression& t, const Expression& u) {
    return if_else(
        t < g.p, [&] { return wrap_down(u, t + 1, g.p); }, [&] { return u; });
  }
  static Members members(const Ranks& g, const Expression& k, const Expression& v, const Expression& j,
                         const Expression& c) {
    return {j == 0 || (0 < k && j < g.p), wrap_down(v, c, g.p) == j};
  }
};

/// In round i every master notes the signal in slot i: it knows of itself and of the i - 1 masters behind it before.
struct NoteSignals : Local, UpToP<1> {
  static Caption caption(const Ranks&, const Expression& i) {
    return numbered("masters note the signal from master -", i);
  }
  static Message message(const Ranks&, const Expression& i, const Expression& v) {
    return folds_on(false, true, v, v, i, 1, 0);
  }
  static Members members(const Ranks& g, const Expression& i, const Expression& v, const Expression& j,
                         const Expression& c) {
    const Expression behind = wrap_down(v, c, g.p);
    return {j == 0 || (i <= j && j < g.p), (j == 0 && behind < i) || (j != 0 && behind == j)};
  }
};

const Registered barrier_two_level({
    .rules = program<TwoLevelSlots, StoreAtMasters<BlocksOfK>, FoldStored<BlocksOfK>, Seated<Masters, SignalEachOther>,
                     Seated<Masters, NoteSignals>, ReleaseByMasters<BlocksOfK>>,
    .cost = {.paper = "",
             .differs = "2*(min(k, p) - 1)*alpha_uni + (ceil(p/k) - 1)*alpha",
             .why = "the papers do not price it; into and out of the first block, and between the masters one message "
                    "to and from each"},
    .cites = "Pritchard et al., CUG 2004, 4 (JS tree)",
    .shapes =
        [](int) {
          return std::vector<Shape>{{64}, {2}, {3}, {4}, {8}};
        },
});

}  // namespace
}  // namespace tutti
