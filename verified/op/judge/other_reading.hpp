// Whether every build reads the same source: of what stands behind #ifdef __OPTIMIZE__ one reading alone is judged.
#pragma once
#include <optional>
#include <string>

#include "verified/op/function.hpp"

namespace tutti::op {

/// Where the preprocessor leaves another text of the user's own files without optimisation than with it, for clang than
/// for gcc, for this processor, in a shared library, in a file that another one includes, or at another time; where a
/// macro that a compiler defines by itself has another value so; or where flags choose an alignment: "for clang
/// sum.c:12 says something else". What is installed below /usr, system headers and MPI's do not count, nor what macros
/// of theirs expand to. What is written for other processors and compilers than these is not read. Nothing where there
/// is one reading, or no gcc or clang to tell.
std::optional<std::string> other_reading(const Source& source);

/// Where a source, of which nobody tells which macros its compiler was told to define, asks for one that neither
/// it, nor a header, nor a compiler defines, and no flag of these: "by a flag -DFAST sum.c:12 says something else".
/// Names that are reserved for compilers do not count.
std::optional<std::string> reading_by_flags(const Source& source);

/// A file of the user, the source or what it includes, that was changed after `binary` was made of it.
std::optional<std::string> newer_file(const Source& source, const std::string& binary);

}  // namespace tutti::op
