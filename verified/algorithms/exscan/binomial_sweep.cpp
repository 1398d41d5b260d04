// Every value goes one rank up; the scan of what ranks 1 … p-1 then hold, up and down a binomial tree, is the result.
// Rank 0 only sends.
#include "verified/algorithms/prefix.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Schedule binomial_sweep(const Group& g) {
  const int p = g.ranks, landing = 1;
  Builder s(g, 1);
  s.scratch(1, [](Rank, int) { return 0; });
  const Seats all(p), but_first(p, p - 1, [](int v) { return v + 1; });
  if (p > 1) s.round("send the own value one rank up");
  for (int r : s.senders(all, [](int u) { return u - 1; }))
    if (r + 1 < p) s.move(r, r + 1, {0, 1}, landing);
  if (p > 1) s.round("it takes the place of the value there");
  for (int v : s.senders(but_first, [](int) { return -1; })) s.move(but_first[v], but_first[v], {landing, 1}, 0);
  prefix_by_sweeps(s, but_first);
  return std::move(s).done();
}

const Registered record({
    .make = binomial_sweep,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "p == 1 ? 0 : p == 2 ? alpha_uni + n*beta_uni"
                        "       : alpha + n*beta + max(last, 2*(lg(floor2(p - 1)) - 1)*hop + message)",
             .why = "the papers do not price it; the shift, then the scan's time for p - 1 ranks",
             .loop = {.of = "p - 1",
                      .each = "message = alpha_uni + n*beta_uni,"
                              "hop = message + n*gamma,"
                              "last = 2*bit > p - 1 ? lg(bit)*hop + last : max(message + lg(bit)*hop, hop + last)"}},
    .cites = "Brent and Kung 1982; Blelloch, Prefix sums and their applications, 1990; Sanders and Träff 2006",
});

}  // namespace
}  // namespace tutti
