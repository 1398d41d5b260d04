// Whether an operator treats each element by itself.
#pragma once
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace tutti::op::ir {

/// Why a function of a simplified module is not canonical. Empty where the function is `for (i = 0; i < *len; ++i)`
/// around a body that is the same for every i, given that it is total and keeps to its memory for len 1: it accesses
/// the vectors at byte i · extent and offsets that do not depend on i, keeps nothing from one iteration to the next,
/// and has no other effect. Else why not, with the line.
std::string why_not_canonical(const llvm::Module& module, const std::string& function, std::int64_t extent);

}  // namespace tutti::op::ir
