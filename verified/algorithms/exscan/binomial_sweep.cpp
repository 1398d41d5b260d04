// Every value goes one rank up; the scan of what ranks 1 … p-1 then hold, up and down a binomial tree, is the result.
// Rank 0 only sends.
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/sweeps.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered exscan_binomial_sweep({
    .rules = program<WholeTwice, SendUp, TakePlace, Seated<ButFirst, SweepUp>, Seated<ButFirst, SweepDown>>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "p == 1 ? 0 : p == 2 ? alpha_uni + n*beta_uni"
                        "       : alpha + n*beta + max(last, 2*(lg(floor2(p - 1)) - 1)*hop + message)",
             .why = "the papers do not price it; the shift, then the scan's time for p - 1 ranks",
             .loop = {.of = "p - 1",
                      .each = "message = alpha_uni + n*beta_uni,"
                              "hop = message + n*gamma,"
                              "last = 2*bit > p - 1 ? lg(bit)*hop + last : max(message + lg(bit)*hop, hop + last)"}},
    .cites = "Brent and Kung 1982; Blelloch, Prefix sums and their applications, 1990; Sanders and Träff 2006",
});

}  // namespace
}  // namespace tutti
