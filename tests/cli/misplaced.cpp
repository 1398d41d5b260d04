// Records in the registry that stand where none can be: a program with them must say so, and do nothing else.
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

const Record record{
    .make = [](const Group&) { return Schedule(); }, .cost = {.paper = "", .differs = "0"}, .cites = "nobody"};

const Registered of_no_collective(record, "/src/verified/algorithms/foo/ring.cpp");
const Registered first(record, "/src/verified/algorithms/bcast/twice.cpp");
const Registered second(record, "/src/verified/algorithms/bcast/twice.cpp");

}  // namespace
}  // namespace tutti
