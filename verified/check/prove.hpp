// What the prover (spec/verdict.hpp) counts, starts from and says.
#pragma once
#include "spec/verdict.hpp"
#include "verified/check/trees.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti {

/// How much work a proof was.
struct Effort {
  std::int64_t messages = 0;
  std::int64_t steps = 0;
};

/// What every rank holds at the start, as leaves; nothing elsewhere.
State<Tree> symbolic_inputs(const Schedule& schedule, Collective collective, Rank root);

/// What a letter stands for: the contribution of rank "3", block "C of rank 3", or in an exchange the block "3→5".
std::string letter_name(Collective collective, int ranks, Rank root, int letter);

/// "reduce/ring, p = 5, root 2, round 3, rank 1, block B: found 0·2, due 0-4 (contract)"
std::string describe(const Counterexample& c);

/// A, B, … Z, AA, AB, …: the papers' names of the blocks.
std::string block_name(int block);

}  // namespace tutti
