// The root sends everything to one rank after the other.
#include "verified/algorithms/linear.hpp"

#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered bcast_linear({
    .rules = program<Whole, LinearBcast>,
    .cost = {.paper = "",
             .differs = "(p - 1) * (alpha_uni + n*beta_uni)",
             .why = "the papers do not price it; one one-way message for each other rank"},
    .cites = "not in the papers; the baseline",
});

}  // namespace
}  // namespace tutti
