// Reads debug information by libLLVM, which not every damaged file survives: see binary_functions.
#pragma once
#include <string>
#include <vector>

#include "verified/op/debug/functions.hpp"

namespace tutti::op::debug {

/// As binary_functions, in this process. The text of an InputError is that behind the name of the file.
std::vector<BinaryFunction> read_functions(const std::string& file);

}  // namespace tutti::op::debug
