// What tells sets of claims apart, so that a proof of one is not taken for a proof of another.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "verified/check/rules/claims.hpp"

namespace tutti::rules {

/// 128 bits, mixed from the operators, constants and names of all graphs of the claims: whoever changes one of them has
/// another digest, but for one case in 2^64 or so. (It guards against oversight, not against somebody who looks for two
/// programs with the same digest.)
struct Digest {
  std::uint64_t high = 0, low = 0;
  auto operator<=>(const Digest&) const = default;
};

/// The digest of all that is claimed of the rules of an algorithm (obligations.hpp), and of what runs beside: how its
/// phases are walked, and what the record says of its collective and its needs. Names and sentences do not matter.
/// Throws NoSchedule, and what the rules throw when they are written down.
Digest digest_of(const Algorithm& algorithm);

/// "{0x0123456789abcdef, 0x0123456789abcdef}"
std::string print(const Digest& digest);

}  // namespace tutti::rules
