// Records that do not say how their schedule is made, or say it twice, so that a program with them shows what each
// command answers.
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered neither({.needs = {.associative = true}, .cites = "nobody"}, "algorithms/scan/no_builder.cpp");

const Registered both({.make = [](const Group&) { return Schedule(); },
                       .rules = program<Whole, BinomialReduce<Whole>, BinomialBcast<Whole>>(),
                       .cites = "nobody"},
                      "algorithms/scan/two_builders.cpp");

}  // namespace
}  // namespace tutti
