#include "verified/check/rules/claims.hpp"

#include <algorithm>
#include <limits>

#include "verified/check/malformed.hpp"

namespace tutti::rules {
std::vector<C> Claims::assumptions_of_ranks() const {
  const auto g = ranks();
  std::vector<C> all{E(1) <= g.p, E(0) <= g.root, g.root < g.p, E(1) <= g.q, g.q <= g.p, g.p - g.q < g.q};
  all.insert(all.end(), {E(0) <= g.lg, g.lg <= E(slots_.exchange ? 15 : 30), g.q == (E(1) << g.lg)});
  all.push_back(g.q == E(1) || g.q % E(2) == E(0));  // which is all that integers need to know
  if (!row(algorithm_.owner).rooted()) all.push_back(g.root == E(0));
  if (slots_.most_ranks < std::numeric_limits<int>::max())
    all.push_back(g.p <= E(slots_.exchange ? std::min(slots_.most_ranks, most_in_exchange) : slots_.most_ranks));
  return all;
}

std::optional<C> Claims::supported() const {
  if (algorithm_.supports.name() == Supports::all_p.name()) return std::nullopt;
  return algorithm_.supports.of_any();  // of ranks().p and q
}

std::vector<C> Claims::assumptions() const {
  auto all = assumptions_of_ranks();
  if (const auto it = supported()) all.push_back(*it);
  return all;
}

void Claims::add_supported() {
  if (const auto it = supported())
    claims_.push_back({name_ + "/supports",
                       "for which p it is has a value",
                       assumptions_of_ranks(),
                       *it || !*it,
                       {},
                       false,
                       phase_,
                       step_});
}

void Claims::add(const std::string& name, std::string states, const std::vector<C>& assumptions, const C& holds,
                 bool needs_bits) {
  claims_.push_back({name_ + "/" + name, std::move(states), with(this->assumptions(), assumptions), holds, recall_,
                     needs_bits, phase_, step_});
}

}  // namespace tutti::rules
