// A covering design: few cases in which every pair of values meets.
#pragma once
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// One choice to be made of a case. `set` may rely on the factors before it.
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

/// Legal cases, greedily few, in which all that must meet does; factors that are free in a case are drawn. What no draw
/// of many makes legal counts as impossible.
std::vector<Case> cover(const Case& start, const std::vector<Factor>& factors, const std::vector<Together>& meet,
                        std::mt19937_64& random);

}  // namespace tutti::conform
