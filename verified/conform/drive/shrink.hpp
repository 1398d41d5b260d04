// From a case that fails to a smallest one that fails as well.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// No size of `a` is greater than that of `b`, and one is smaller: number of ranks, count, root, seed, and the places
/// of the scenario, the communicator, the form and the load in an order from simple to special. Well-founded.
bool is_smaller(const Case& a, const Case& b);

/// Legal cases, each smaller than `c`, the greatest steps first. What is wrong in the scenario "error" stays so.
std::vector<Case> smaller(const Case& c);

/// The index of the first of these cases that fails; nothing where none does, or nobody wants to know any more.
using FirstFailing = std::function<std::optional<std::size_t>(const std::vector<Case>&)>;

/// Goes from `c` to the first smaller case that fails, and on from there, until none does.
Case smallest(const Case& c, const FirstFailing& first_failing);

}  // namespace tutti::conform
