// Neighbours 2j and 2j + 1 exchange their blocks; these are pair j. Then every rank turns to its other neighbour and
// back, in turn, and exchanges with it the pair that it got last: p/2 rounds, all with the two neighbours.
#include "verified/algorithms/neighbours.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allgatherv_neighbour_exchange({
    .rules = program<PerRank, NeighbourExchange>,
    .supports = Supports::even_p,
    .cost = {.paper = "", .differs = "p/2*alpha + (p - 1)/p*n*beta"},
    .cites = "Chen et al. 2005 (HPC Asia), neighbor exchange; not in the papers",
});

}  // namespace
}  // namespace tutti
