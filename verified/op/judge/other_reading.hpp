// Whether every build reads the same source: of what stands behind #ifdef __OPTIMIZE__ one reading alone is judged.
#pragma once
#include <optional>
#include <string>

#include "verified/op/function.hpp"

namespace tutti::op {

/// Where the preprocessor leaves another text of the user's own files without optimisation than with it, for clang than
/// for gcc, in a file that another one includes, or at another time: "for clang sum.c:12 says something else". System
/// headers do not count, nor what macros of theirs expand to. Nothing where there is one reading, or no gcc to tell.
std::optional<std::string> other_reading(const Source& source);

}  // namespace tutti::op
