// A covering design: few cases in which every pair of values meets.
#pragma once
#include <cstdint>
#include <functional>
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
};

/// Numbers of factors, of which every combination of levels must be in some case, where a legal one has it.
using Together = std::vector<std::size_t>;

/// Every pair of `n` factors.
std::vector<Together> all_pairs(std::size_t n);

/// `start` with these levels.
Case made(Case start, const std::vector<Factor>& factors, const std::vector<int>& levels);

/// How many of the combinations that some factors have are in a design. The
/// others are impossible.
struct Coverage {
  std::vector<std::string> factors;
  int combinations = 0, met = 0;
};

struct Cover {
  std::vector<Case> cases;
  std::vector<Coverage> met;  ///< of each Together
};

/// Possible cases, greedily few, in which all that must meet does; factors that
/// are free in a case are drawn. What no draw of many makes possible counts as
/// impossible.
Cover cover(const Case& start, const std::vector<Factor>& factors, const std::vector<Together>& meet,
            const std::function<bool(const Case&)>& possible, std::mt19937_64& random);

}  // namespace tutti::conform
