#include "verified/check/rules/claims.hpp"

#include <algorithm>
#include <limits>

#include "verified/check/malformed.hpp"

namespace tutti::rules {
std::vector<C> Claims::assumptions() const {
  const auto g = ranks();
  std::vector<C> all{E(1) <= g.p, E(0) <= g.root, g.root < g.p, E(1) <= g.q, g.q <= g.p, g.p - g.q < g.q};
  all.insert(all.end(), {E(0) <= g.lg, g.lg <= E(slots_.exchange ? 15 : 30), g.q == (E(1) << g.lg)});
  all.push_back(g.q == E(1) || g.q % E(2) == E(0));  // which is all that integers need to know
  if (!row(algorithm_.owner).rooted()) all.push_back(g.root == E(0));
  if (slots_.most_ranks < std::numeric_limits<int>::max())
    all.push_back(g.p <= E(slots_.exchange ? std::min(slots_.most_ranks, most_in_exchange) : slots_.most_ranks));
  if (const auto supported = algorithm_.supports.of_any(g.p, g.q)) all.push_back(*supported);
  return all;
}

void Claims::add(const std::string& name, std::string states, const std::vector<C>& assumptions, const C& holds,
                 bool needs_bits) {
  const unsigned bits = slots_.exchange ? 19 : 32;  // in an exchange no number is greater than the number of slots
  claims_.push_back({name_ + "/" + name, std::move(states), with(this->assumptions(), assumptions), holds, recall_,
                     bits, needs_bits, phase_, step_});
}

}  // namespace tutti::rules
