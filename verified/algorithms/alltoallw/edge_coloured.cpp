// The edges of the complete graph on the ranks in as few colours as possible, so that no two of one colour meet: m = p
// for odd p, m = p - 1 for even p. The ranks below m pair up in colour c where their sum is c modulo m; one is left,
// the one whose double is c: it is alone for odd p and has rank p - 1 as its partner for even p.
#include "verified/algorithms/edge_colours.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered alltoallw_edge_coloured({.rules = program<Exchange, KeepOwnBlock, EdgeColoured>,
                                          .cost = {.paper = "",
                                                   .differs = "p == 1 ? 0 : (p - 1 + mod(p, 2))*(alpha + n/p*beta)"},
                                          .cites = "Pritchard, Nicholson, Schwarzmeier, CUG 2004, 4 (long messages)"});

}  // namespace
}  // namespace tutti
