// The ranks in blocks of falling powers of two; each block scatters its result by halving, smaller blocks fold theirs
// into the next larger one. A root outside the largest block takes over the segment and the seat of rank 0.
#include "verified/algorithms/phases.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binary_blocks(const Group& g) {
  const int q = floor2(g.ranks);
  Builder s(g, q);
  const BinaryBlocks blocks(g.ranks);
  blocks.reduce_scatter(s);
  Seats seat = blocks.largest();
  if (seat.of(g.root) < 0) {
    s.round("rank 0 hands its segment and its seat to the root");
    s.move(0, g.root, share(0, q, q));
    seat.assign(0, g.root);
  }
  gather_shares(s, seat, seat.of(g.root));
  return std::move(s).done();
}

const Registered record({
    .make = binary_blocks,
    .needs = {.associative = true},
    .cost = {.paper = "lg(q)*(alpha + alpha_uni) + n*(beta + beta_uni) + n*gamma"
                      " - 1/q * (n*(beta + beta_uni) + n*gamma)",
             .differs = "latest - (lg(q)*alpha + (1 - 1/q)*n*(beta + gamma))",
             .why = "the papers price powers of two only, as halving and doubling; for other p that is the largest "
                    "block by itself, and it waits for the smaller ones and for a root that has still to send to it",
             .loop = {.of = "p",
                      .each = "halved = lg(bit)*alpha + (1 - 1/bit)*n*(beta + gamma),"
                              "message = alpha_uni + n/bit*beta_uni,"
                              "fold = below > 0 ? n/bit*gamma : 0,"
                              "messages = below > 0 ? bit/below : 0,"
                              "messages_to_seat = below > 0 ? floor(mod(root - q, bit)/below) + 1 : 0,"
                              "handed_over = bit == q && root >= q && root < q + below"
                              "              ? max(halved, at_seat) + (messages + 1)*message : 0,"
                              "at_seat = max(halved, at_seat) + messages_to_seat*message + fold,"
                              "latest = max(max(halved, latest) + messages*message + fold, handed_over)"}},
    .cites = "Rabenseifner 2004, extended version, 3.6; Thakur et al. 2005, 5.2",
});

}  // namespace
}  // namespace tutti
