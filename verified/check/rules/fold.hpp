// Makes a graph smaller where its constants decide something.
#pragma once
#include "verified/schedule/expression.hpp"

namespace tutti::rules {

/// A condition that has the same truth wherever `condition` has a value, and may have one where that has none; so it
/// stands only for what is said, of which it is claimed elsewhere that it has a value, and not for what runs. Bits of
/// 0, differences and comparisons of a node with itself, and operations on constants are gone, and what depended on
/// them.
Condition folded(const Condition& condition);
/// The same of any graph: of a number that is written down in two ways, what they have in common.
Graph folded(const Graph& graph);

}  // namespace tutti::rules
