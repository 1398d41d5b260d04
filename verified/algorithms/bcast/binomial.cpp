// A binomial tree: in every round each rank that has the vector sends it to one that has not.
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered bcast_binomial({
    .rules = program<Whole, Seated<FromRoot, BinomialBcast<Whole>>>,
    .cost = {.paper = "ceil(lg(p)) * (alpha_uni + n*beta_uni)"},
    .cites = "Thakur et al. 2005, 4.2; Rabenseifner 2004, extended version, 3.3 (the broadcast in the allreduce)",
});

}  // namespace
}  // namespace tutti
