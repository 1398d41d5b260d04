// Up a binomial tree, the last rank of each run of 1, 2, 4, … ranks gets the sum of the run; down again, it sends what
// has become its prefix to the ranks that lack it. Nearly twice the rounds of recursive doubling, but fewer than 2p
// messages instead of about p·lg p, and one fold for each.
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/sweeps.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered scan_binomial_sweep({
    .rules = program<Whole, SweepUp, SweepDown>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "max(last, 2*(lg(q) - 1)*hop + message)",
             .why = "the papers do not price it; the later of the last rank of the largest run of q, which serves the "
                    "p - q ranks above it, and the rank before its middle, which sends up once before it sends down",
             .loop = {.of = "p",
                      .each = "message = alpha_uni + n*beta_uni,"
                              "hop = message + n*gamma,"
                              "last = bit == q ? lg(q)*hop + last : max(message + lg(bit)*hop, hop + last)"}},
    .cites = "Brent and Kung 1982; Blelloch, Prefix sums and their applications, 1990; Sanders and Träff 2006",
});

}  // namespace
}  // namespace tutti
