// What a graph of verified/schedule/expression.hpp comes to, by the meaning that C++ gives its operators: an evaluator
// that shares nothing with the translation for Z3.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "verified/schedule/expression.hpp"

namespace tutti {

using Assignment = std::map<std::string, int>;

/// The value of a number, or 0 or 1 for a condition; nothing where an int would overflow or C++ leaves it undefined.
std::optional<std::int64_t> evaluate(const Graph& graph, const Assignment& variables);

}  // namespace tutti
