// A pipeline: the vector runs in k segments along the chain root, root + 1, ... A rank passes a segment on while it
// receives the next one. The shape is k.
#include "verified/algorithms/rounds.hpp"
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

struct PipelineSegments : Segments {
  static constexpr int most_ranks = Segments::most_ranks - 16;
};

/// In step t, seat v sends segment t - v. Before it, a seat has the segments up to t - v.
struct Chain : Phase, Counting<Chain> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) {
    return if_else(
        1 < g.p, [&] { return g.p - 1 + (g.k - 1); }, [] { return Expression(0); });
  }
  static Caption caption(const Ranks&, const Expression& t) {
    return numbered("segments move on by one rank, step", t);
  }
  static Message message(const Ranks& g, const Expression& t, const Expression& v) {
    return moves(v < g.p - 1 && v <= t && t - v < g.k, v, v + 1, t - v, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u - 1; }
  static Origin origin(const Ranks& g, const Expression& t, const Expression& v, const Expression& j) {
    return {j < g.k && (v == 0 || v <= t - j), 0, j};
  }
};

const Registered bcast_chain({
    .rules = program<PipelineSegments, Seated<FromRoot, Chain>>,
    .cost = {.paper = "",
             .differs = "k == 1 || p <= 2 ? (p - 1)*(k*alpha_uni + n*beta_uni)"
                        " : 2*(alpha_uni + n/k*beta_uni) + (p + k - 4)*(alpha + n/k*beta)",
             .why = "p + k - 2 steps of n/k bytes; in the first and the last only one rank sends, and else two or more "
                    "neighbours, so that all messages are two-way"},
    .cites = "not in the papers; the linear pipeline of the literature",
    .shapes =
        [](int) {
          return std::vector<Shape>{{8}, {1}, {2}, {3}, {16}};
        },
});

}  // namespace
}  // namespace tutti
