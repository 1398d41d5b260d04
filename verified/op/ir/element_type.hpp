// What an operator itself says of the type of its elements.
#pragma once
#include <vector>

#include "verified/op/ir/execute.hpp"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace tutti::op::ir {

/// The types to whose pointers the function makes its first two parameters, and functions that it passes them to, in C;
/// each once; those that debug information says come first.
std::vector<SeenType> element_types(const llvm::Module& module, const llvm::Function& function);

}  // namespace tutti::op::ir
