#include "verified/baseline/recording.hpp"

#include <algorithm>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::baseline {
namespace {

/// Bytes that one unit of the count adds to the largest buffer of a rank.
std::int64_t bytes_of_unit(const Case& c) {
  return std::int64_t{conform::bytes_of_load(c.load)} * (conform::has_blocks(c.procedure) ? c.ranks : 1);
}

}  // namespace

const TreeSegment* TreeChain::at(std::int64_t count) const {
  for (const auto& s : segments)
    if (s.first <= count && count <= s.last) return &s;
  return nullptr;
}

std::string key_of_chain(const TreeChain& chain) {
  auto c = chain.which;
  c.count = 1;
  return print(c);
}

std::int64_t bytes_of(const Case& c) { return conform::uses(c.procedure).count ? c.count * bytes_of_unit(c) : 0; }

Case with_bytes(Case c, std::int64_t bytes) {
  if (conform::uses(c.procedure).count) c.count = std::max<std::int64_t>(1, bytes / bytes_of_unit(c));
  return c;
}

bool Result::repeats() const {
  return std::ranges::all_of(ranks, [](const auto& rank) { return rank.different.size() <= 1; });
}

bool Result::ranks_agree() const {
  const auto collective = row(which.procedure).collective;
  if (!collective || tutti::row(*collective).result != tutti::Result::everywhere) return true;
  return std::ranges::all_of(ranks, [&](const auto& rank) { return rank == ranks.front(); });
}

}  // namespace tutti::baseline
