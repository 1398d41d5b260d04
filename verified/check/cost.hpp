// What a schedule costs: its replay in the papers' single-ported model, its volume, and the check of a record's claim.
#pragma once
#include <cstdint>
#include <optional>

#include "spec/verdict.hpp"
#include "verified/check/formula.hpp"

namespace tutti {

/// Seconds until the last rank has finished, for a vector of `bytes` >= 0 bytes cut into schedule.parts() equal parts.
/// Every rank has one send and one receive port. The messages of a round start in the order in which they are listed,
/// as soon as both ranks have finished their earlier rounds and the two ports are free. A message is one-way where its
/// sender receives nothing in that round and its receiver sends nothing in it; shifts round a ring are two-way, as in
/// Rabenseifner 3.1. A rank has finished a round when its messages have ended and then, gamma per byte, its folds; a
/// fold inside the rank counts, a move there costs nothing. The schedule must hold the steps of all ranks. O(steps).
double replay(const Schedule& schedule, const Prices& prices, double bytes);

/// How much goes where. Bytes are shares of n, the size of the vector at one rank. Moves inside a rank are no messages.
struct Volume {
  int rounds = 0;             ///< those with any step
  std::int64_t messages = 0;  ///< of all ranks
  double folded_by_all = 0;   ///< bytes folded by all ranks together: p - 1 is the least possible (Rabenseifner 3.1)

  // The maximum over the ranks, of each for itself:
  int rank_rounds = 0;    ///< rounds in which the rank has a step
  int rank_messages = 0;  ///< sends and receives
  double sent = 0, received = 0, folded = 0;
};

/// The schedule must hold the steps of all ranks. O(steps).
Volume volume(const Schedule& schedule);

/// Compares the replay of `schedule`, built by `algorithm` for `group`, with the time that its record claims (paper +
/// differs), for a few fixed prices under which every coefficient counts, to a relative 1e-9. Nothing where they agree;
/// else a Counterexample with Fault::cost, which gives both times with their coefficients, or the error in the formula.
/// A barrier carries no bytes.
std::optional<Counterexample> check_cost(const Algorithm& algorithm, const Schedule& schedule, const Group& group);

}  // namespace tutti
