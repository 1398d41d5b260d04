// Shifts to the left of signed numbers, which the language may leave undefined: in LLVM they look like all others.
#pragma once
#include <optional>

#include "verified/op/ir/integer.hpp"

namespace llvm {
class BinaryOperator;
class Module;
}  // namespace llvm

namespace tutti::op::ir {

/// clang puts a trap before such a shift (-fsanitize=shift-base), unless the standard or a flag such as -fwrapv defines
/// it: C++20 does, C and older C++ do not. The trap becomes a mark on the shift, as it is narrower than the standard.
void mark_signed_shifts(llvm::Module& module);

/// The rules of a shift with such a mark; nothing for others.
std::optional<integer::ShiftRules> rules_of_shift(const llvm::BinaryOperator& operation);

}  // namespace tutti::op::ir
