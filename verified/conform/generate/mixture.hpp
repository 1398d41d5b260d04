// Cases drawn at random from those of a programme, for a soak: calls of all procedures on the same communicators, for
// as long as one likes.
#pragma once
#include <cstdint>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// Cases of `from` that a launch may hold together: of one number of ranks, which changes with `turn`, none with a
/// wrong argument, on several threads or under a choice; in an order that (seed, turn) determines, each with data of
/// its own, and any of them several times. `most` of them; none where `from` has none such.
std::vector<Case> mixture(const std::vector<Case>& from, std::size_t most, std::uint64_t seed, std::uint64_t turn);

}  // namespace tutti::conform
