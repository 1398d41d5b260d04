// Wrong algorithms in the registry, so that a program with them shows how `tutti` reports a refutation, what it cannot
// decide, and what it does not claim.
#include <stdexcept>

#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

Schedule forgets_rank_0(const Group& g) {
  Builder s(g, 1);
  for (Rank r = 1; r < g.ranks; ++r) {
    if (r == g.root) continue;
    s.round("fold at the root rank", r);
    s.fold(r, g.root, {0, 1});
  }
  return std::move(s).done();
}

const Registered refuted({.make = forgets_rank_0,
                          .needs = {.associative = true, .commutative = true},
                          .cost = {.paper = "", .differs = "(p - 1)*(alpha_uni + n*beta_uni + n*gamma)"},
                          .cites = "nobody"},
                         "algorithms/reduce/forgets_rank_0.cpp");

/// A family whose first shape is right; where the shape has two numbers the last block stays with the root.
Schedule forgets_a_segment(const Group& g) {
  const int blocks = g.shape.front();
  Builder s(g, blocks);
  s.round("the root sends to every other rank");
  for (Rank r = 0; r < g.ranks; ++r)
    if (r != g.root) s.move(g.root, r, {0, g.shape.size() == 1 ? blocks : blocks - 1});
  return std::move(s).done();
}

const Registered family({.make = forgets_a_segment,
                         .cost = {.paper = "", .differs = "(p - 1)*(alpha_uni + n*beta_uni)"},
                         .cites = "nobody",
                         .shapes =
                             [](int) {
                               return std::vector<Shape>{{4}, {3, 2}};
                             }},
                        "algorithms/bcast/forgets_a_segment.cpp");

/// A family without members.
const Registered empty({.make = forgets_a_segment,
                        .cost = {.paper = "", .differs = "0"},
                        .cites = "nobody",
                        .shapes = [](int) { return std::vector<Shape>(); }},
                       "algorithms/barrier/no_shapes.cpp");

/// Right for all p, as its rules are; but it claims a wrong time at p = 5.
const Registered wrong_once({.rules = program<Whole, BinomialReduce<Whole>, BinomialBcast<Whole>>,
                             .needs = {.associative = true},
                             .cost = {.paper = "ceil(lg(p)) * (2*alpha_uni + 2*n*beta_uni + n*gamma)",
                                      .differs = "p == 5 ? alpha_uni : 0",
                                      .why = "nothing does"},
                             .cites = "nobody"},
                            "algorithms/allreduce/wrong_at_5.cpp");

/// Right where its own test says; its name for that is the author's word.
const Registered own_test({.rules = program<Whole, RecursiveDoubling<Whole>>,
                           .supports = Supports("every p",
                                                [](const Expression& p, const Expression& q) { return p == q; }),
                           .needs = {.associative = true}},
                          "algorithms/allreduce/own_test.cpp");

/// These throw where a schedule is due, or its shapes, and not only what is a std::exception.
const Registered thrower({.make = [](const Group&) -> Schedule { throw std::runtime_error("out of ideas"); },
                          .cost = {.paper = "", .differs = "0"},
                          .cites = "nobody"},
                         "algorithms/alltoall/throws.cpp");

const Registered thrower_of_a_number({.make = [](const Group&) -> Schedule { throw 42; },
                                      .cost = {.paper = "", .differs = "0"},
                                      .cites = "nobody"},
                                     "algorithms/alltoall/throws_42.cpp");

const Registered thrower_of_shapes({.make = [](const Group&) -> Schedule { throw 42; },
                                    .cost = {.paper = "", .differs = "0"},
                                    .cites = "nobody",
                                    .shapes = [](int) -> std::vector<Shape> {
                                      throw std::runtime_error("out of shapes");
                                    }},
                                   "algorithms/alltoall/throws_shapes.cpp");

}  // namespace
}  // namespace tutti
