// Round a ring: every rank passes on to rank + 1 what it got last, at first its own block; p - 1 times.
#include "verified/algorithms/allgather.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule ring(const Group& g) {
  Builder s(g, g.ranks);
  ring_allgather(s, Seats(g.ranks));
  return std::move(s).done();
}

const Registered record({
    .make = ring,
    .cost = {.paper = "(p - 1)*alpha + (p - 1)/p*n*beta"},
    .cites = "Thakur et al. 2005, 4.1",
});

}  // namespace
}  // namespace tutti
