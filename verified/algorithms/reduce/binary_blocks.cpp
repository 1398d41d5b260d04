// The ranks in blocks of falling powers of two; each block scatters its result by halving, smaller blocks fold theirs
// into the next larger one. A root outside the largest block takes over the segment and the seat of rank 0.
#include "verified/algorithms/binary_blocks.hpp"

#include "verified/algorithms/slots.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

/// Only where the root is not below q. Rank 0 has one segment left, the first.
struct HandToRoot : Phase, Counting<HandToRoot> {
  static Expression begin(const Ranks&) { return 0; }
  static Expression end(const Ranks& g) { return chosen(g.q <= g.root, 1, 0); }
  static Caption caption(const Ranks&, const Expression&) {
    return "rank 0 hands its segment and its seat to the root";
  }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v == 0, v, g.root, 0, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression&) { return 0; }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {(v < g.q && j == share_first(g, v, g.q)) || (0 < k && v == g.root && j == 0), 0, g.p};
  }
};

const Registered reduce_binary_blocks({
    .rules = program<PerSeat, FoldInBlocks, HandToRoot, Seated<LargestBlock, GatherShares>>,
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
