// From a case that fails to a smallest one that fails as well.
#pragma once
#include <functional>
#include <vector>

#include "verified/conform/case.hpp"

namespace tutti::conform {

/// No size of `a` is greater than that of `b`, and one is smaller: number of ranks, count, root, seed, and the places
/// of the scene, the communicator, the form and the load in an order from simple to special. Well-founded.
bool is_smaller(const Case& a, const Case& b);

/// Legal cases, each smaller than `c`, the greatest steps first. What is wrong in the scene "error" stays so.
std::vector<Case> smaller(const Case& c);

/// Goes from `c` to the first smaller case for which `fails`, and on from there, until none does or it has been asked
/// `most_runs` times.
Case smallest(const Case& c, const std::function<bool(const Case&)>& fails, int most_runs);

}  // namespace tutti::conform
