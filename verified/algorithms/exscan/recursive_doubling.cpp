// As the scan: pairs at distance 1, 2, 4, … exchange the sums of their runs of ranks. The first sum that arrives from a
// lower rank takes the place of the own value, later ones are folded on its left; nothing lower arrives at rank 0.
#include "verified/algorithms/prefix.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered exscan_recursive_doubling({
    .rules = program<PrefixAndSum, BeginSum, PrefixDoubling<false>>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "p == q ? lg(p)*(alpha + n*beta) + max(2*lg(p) - 1, 0)*n*gamma"
                        "       : max(lg(q)*(alpha + n*beta) + (2*lg(q) - 1)*n*gamma,"
                        "             ceil(lg(p))*(alpha + n*beta) + (ceil(lg(p)) + floor(lg(p - q)))*n*gamma)",
             .why = "the papers do not price it; the scan's time less one fold, since what arrives first from a lower "
                    "rank is not folded into the result"},
    .cites = "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.3; MPICH, MPI_Exscan",
});

}  // namespace
}  // namespace tutti
