// Proves one schedule; needs no MPI. Prints how many algorithms there are.
#include <iostream>

#include "verified/check/prove.hpp"

int main() {
  const auto* ring = tutti::find_algorithm("allreduce/ring");
  if (!ring || !std::holds_alternative<tutti::Proved>(tutti::Prover::prove(*ring, {.ranks = 5}))) return 1;
  std::cout << tutti::algorithms().size() << " algorithms\n";
}
