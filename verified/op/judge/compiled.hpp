// Is what runs what was proved?
#pragma once
#include <optional>
#include <string>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/prove/prove_laws.hpp"

namespace tutti::op {

/// The compiled function and the terms of its source on the same random operands.
struct Comparison {
  int compared = 0;    ///< calls
  int undefined = 0;   ///< besides, not compared: the source says that the call has a fault
  int unmodelled = 0;  ///< and these: what the source computes there is not known, or whether it has a fault
  std::optional<Counterexample> difference;
  std::string failed;  ///< why the comparison ended early, if it did
};

/// Up to 4000 calls of one element each, and as many fewer as their terms are large or the time is short. NaNs are one
/// value; padding is not compared.
Comparison compare_compiled(const Symbolic& symbolic, const Trial& trial, double seconds = 1);

}  // namespace tutti::op
