// Pairs at distance 1, 2, 4, … signal each other. Of p - q surplus ranks each signals a neighbour before, and is
// released by it at the end.
#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/surplus.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

struct Signal : RecursiveDoubling<Whole> {
  static Caption caption(const Ranks&, const Expression& d) { return numbered("signal each other, distance", d); }
};
struct Release : ServeSurplus<Whole> {
  static Caption caption(const Ranks&, const Expression&) { return "surplus ranks are released"; }
};

const Registered barrier_recursive_doubling({
    .rules = program<Whole, EvenTakesAll<Whole>, Seated<EvenStays, Signal>, Release>,
    .cost = {.paper = "",
             .differs = "lg(q)*alpha + (p == q ? 0 : 2*alpha_uni)",
             .why = "the papers do not price it; the allreduce by recursive doubling with nothing in its messages"},
    .cites = "Brooks, The butterfly barrier, Int. J. Parallel Programming, 1986",
});

}  // namespace
}  // namespace tutti
