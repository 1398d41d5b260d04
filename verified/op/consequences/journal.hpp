// Differences as bytes, for the way from a child of this process to it.
#pragma once
#include <vector>

#include "verified/op/consequences/difference_search.hpp"

namespace tutti::op {

Bytes pack(const Difference& difference);

/// Those whose bytes stand one after another in `journal`. One that is not complete at the end is left out.
std::vector<Difference> unpack(const Bytes& journal);

}  // namespace tutti::op
