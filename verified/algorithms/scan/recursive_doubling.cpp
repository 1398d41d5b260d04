// Pairs at distance 1, 2, 4, … exchange the sums of their runs of ranks and both fold them; the upper rank of a pair
// also folds the sum of the lower run into its prefix. A rank without a partner sits the round out, for any p.
#include "verified/algorithms/prefix.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered scan_recursive_doubling({
    .rules = program<PrefixAndSum, BeginSum, PrefixDoubling<true>>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "p == q ? lg(p)*(alpha + n*beta + 2*n*gamma)"
                        "       : max(lg(q)*(alpha + n*beta + 2*n*gamma),"
                        "             ceil(lg(p))*(alpha + n*beta) + (ceil(lg(p)) + 1 + floor(lg(p - q)))*n*gamma)",
             .why = "the papers do not price it; in an exchange the lower rank folds once, the upper one twice, and "
                    "in the last exchange of other p only the lowest p - q ranks have a partner"},
    .cites = "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.3; MPICH, MPI_Scan",
});

}  // namespace
}  // namespace tutti
