// Stands in for debug information in a build without LLVM 14.
#include "verified/op/debug/functions.hpp"

namespace tutti::op {

std::vector<BinaryFunction> binary_functions(const std::string&, const std::string&) { return {}; }

}  // namespace tutti::op
