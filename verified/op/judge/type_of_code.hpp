// The type of the elements, as the code of an operator says it: its source, or the debug information of a binary.
#pragma once
#include <string>
#include <vector>

#include "verified/op/ir/execute.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// A type that the code takes its elements for.
struct TypeOfCode {
  Type type;
  int line;  ///< that says so
};

/// The only one. Throws InputError, which begins with `place`, where the code says nothing, or several things that do
/// not lie alike in memory. As bytes, elements of any type are copied and compared: these say nothing.
TypeOfCode type_of_code(const std::vector<SeenType>& seen, const std::string& place);

/// What the code takes its elements for, where that is one type, and another one than `type`, "'double' in line 4";
/// else empty.
std::string other_type(const std::vector<SeenType>& seen, const Type& type);

}  // namespace tutti::op
