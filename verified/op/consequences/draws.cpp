#include "verified/op/consequences/draws.hpp"

#include <algorithm>

#include "verified/op/consequences/trap.hpp"

namespace tutti::op {

bool satisfy(const Trial& trial, const Operands& operands) {
  const auto size = static_cast<std::ptrdiff_t>(trial.type.size);
  const auto satisfied = [&](const Bytes& vector) {
    for (auto at = vector.begin(); at != vector.end(); at += size)
      if (!satisfies(*trial.pre, {at, at + size})) return false;
    return true;
  };
  return !trial.pre || std::ranges::all_of(operands, satisfied);
}

Draws::Draws(const Trial& trial, const Pool& pool, int ranks)
    : trial_(trial),
      pool_(pool),
      ranks_(static_cast<std::size_t>(ranks)),
      ways_(pool.seeds.empty() ? 0 : 1),
      drawer_(trial.type, trial.seed) {
  constexpr std::size_t few = 256;
  for (int r = 0; r < ranks && ways_ <= few; ++r) ways_ *= pool.seeds.size();
  if (ways_ > few) ways_ = 0;
}

std::optional<Operands> Draws::next(int elements) {
  const auto end = ways_ + static_cast<std::size_t>(pool_.tries);
  while (drawn_ < end) {
    auto operands = drawn_ < ways_ && elements == 1 ? of_seeds(drawn_) : at_random(elements);
    ++drawn_;
    if (satisfy(trial_, operands)) return operands;
  }
  return std::nullopt;
}

Operands Draws::of_seeds(std::size_t way) const {
  Operands operands(ranks_);
  for (auto& element : operands) {
    element = pool_.seeds[way % pool_.seeds.size()];
    way /= pool_.seeds.size();
  }
  return operands;
}

Operands Draws::at_random(int elements) {
  const auto tier = tiers[drawn_ % (static_cast<std::size_t>(pool_.last_tier) + 1)];
  const auto all = draw(tier, ranks_ * static_cast<std::size_t>(elements));
  const auto bytes = static_cast<std::ptrdiff_t>(all.size() / ranks_);
  Operands operands(ranks_);
  for (auto at = all.begin(); auto& vector : operands) {
    vector.assign(at, at + bytes);
    at += bytes;
  }
  return operands;
}

/// Where seeds exist half of the elements are seeds. An element that does not satisfy the precondition is drawn again,
/// a few times.
Bytes Draws::draw(Tier tier, std::size_t elements) {
  constexpr int attempts = 50;
  const auto size = trial_.type.size;
  Bytes all(elements * size);
  drawer_.draw(tier, elements, all.data());
  for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(size))
    for (int i = 0; i < attempts; ++i) {
      if (!pool_.seeds.empty() && drawer_.below(2) == 0)
        std::ranges::copy(pool_.seeds[drawer_.below(pool_.seeds.size())], at);
      else if (i > 0)
        drawer_.draw(tier, 1, &*at);
      if (!trial_.pre || satisfies(*trial_.pre, {at, at + static_cast<std::ptrdiff_t>(size)})) break;
    }
  return all;
}

}  // namespace tutti::op
