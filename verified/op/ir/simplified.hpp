// A module as it is easier to reason about, with the same meaning.
#pragma once
#include <llvm/IR/Module.h>

#include <memory>

namespace tutti::op::ir {

/// Helpers inlined, local variables in registers; nothing that relies on undefined behaviour.
std::unique_ptr<llvm::Module> simplified(const llvm::Module& module);

}  // namespace tutti::op::ir
