// Which function of a module is the operator.
#pragma once
#include <optional>
#include <string>

#include "verified/op/function.hpp"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace tutti::op::ir {

/// A definition with so many parameters, each a pointer.
bool has_parameters(const llvm::Function& function, unsigned count);

/// The function to which the source's entry points (see Source::function), that of this place_of, or else that of the
/// name in C. Null where there is none, and where there are several at the place.
const llvm::Function* operator_called(const llvm::Module& module, const std::string& name);

/// As a message names it: of a lambda the place by which it is called for.
std::string name_for_user(const llvm::Function& function);

/// Where it is defined; nothing where debug information does not say it.
std::optional<SourceLine> definition_of(const llvm::Function& function);

}  // namespace tutti::op::ir
