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
  static Caption caption(const Ranks<Expression>&, const Expression&) { return "every master signals every other one"; }
  template <class N>
  static N turns(const Ranks<N>& g) {
    return g.p - 1;
  }
  template <class N>
  static N turn(const Ranks<N>&, const N&, const N&, const N& j) {
    return j - 1;
  }
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& t, const N& v, const N&) {
    return moves<N>(true, v, wrap_up(v, t + 1, g.p), 0, 1, t + 1);
  }
  template <class N>
  static N source(const Ranks<N>& g, const N&, const N& t, const N& u) {
    return if_else(
        t < g.p, [&] { return wrap_down(u, t + 1, g.p); }, [&] { return u; });
  }
  template <class N>
  static Members<N> members(const Ranks<N>& g, const N& k, const N& v, const N& j, const N& c) {
    return {j == 0 || (0 < k && j < g.p), wrap_down(v, c, g.p) == j};
  }
};

/// In round i every master notes the signal in slot i: it knows of itself and of the i - 1 masters behind it before.
struct NoteSignals : Local, UpToP<1> {
  static Caption caption(const Ranks<Expression>&, const Expression& i) {
    return numbered("masters note the signal from master -", i);
  }
  template <class N>
  static Message<N> message(const Ranks<N>&, const N& i, const N& v) {
    return folds_on<N>(false, true, v, v, i, 1, 0);
  }
  template <class N>
  static Members<N> members(const Ranks<N>& g, const N& i, const N& v, const N& j, const N& c) {
    const N behind = wrap_down(v, c, g.p);
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
