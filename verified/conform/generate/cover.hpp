// A covering design: few cases in which every pair of values meets.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// One choice to be made of a case. `set` may rely on the factors before it; the first level is the plainest.
struct Factor {
  std::string name;
  int levels;
  std::function<void(Case&, int level)> set;
  bool permits = false;  ///< another level than the first may permit what is refused with the first
};

/// Numbers of factors, of which every combination of levels must be in some case, where a legal one has it.
using Together = std::vector<std::size_t>;

/// Every pair of `n` factors.
std::vector<Together> all_pairs(std::size_t n);

/// `start` with these levels.
Case made(Case start, const std::vector<Factor>& factors, const std::vector<int>& levels);

/// How many of the combinations that some factors have are in a design. The others are impossible.
struct Coverage {
  std::vector<std::string> factors;
  int combinations = 0, met = 0;
};

struct Cover {
  std::vector<Case> cases;
  std::vector<Coverage> met;  ///< of each Together
};

/// Why a case is impossible, or nothing where it is possible.
using Refusal = std::function<std::optional<std::string>(const Case&)>;

/// Possible cases, greedily few, in which all that must meet does; factors that are free in a case are drawn. Where no
/// draw is possible, a case is built from the plainest: one refusal after the other is undone by another level of one
/// free factor that permits. So what meets is the same whatever is drawn, and what does not meet is impossible.
Cover cover(const Case& start, const std::vector<Factor>& factors, const std::vector<Together>& meet,
            const Refusal& refusal, std::mt19937_64& random);

}  // namespace tutti::conform
