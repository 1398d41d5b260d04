// The functions of <math.h> and <complex.h>, and LLVM's intrinsics of the same names.
#pragma once
#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <span>
#include <string>

namespace tutti::op::ir {

class Machine;
struct Value;

/// The result of a call of the function of that name ("sqrtf"; of an intrinsic "sqrt"); nothing where it is none of
/// these. Those that IEEE 754 does not define, such as exp, are uninterpreted.
std::optional<Value> call_math(Machine& machine, const llvm::CallBase& call, const std::string& name,
                               std::span<const Value> arguments);
/// A declared function whose result depends on its arguments' values alone: errno aside, it has no effect.
bool is_math(const llvm::Function& function);

}  // namespace tutti::op::ir
