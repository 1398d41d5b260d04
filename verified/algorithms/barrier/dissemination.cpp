// In round k every rank tells rank + 2^k all that it knows; after ceil(lg p) rounds everybody knows of everybody.
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered barrier_dissemination({.rules = program<Whole, Dissemination>,
                                        .cost = {.paper = "", .differs = "ceil(lg(p))*alpha"},
                                        .cites = "Hensgen, Finkel, Manber 1988"});

}  // namespace
}  // namespace tutti
