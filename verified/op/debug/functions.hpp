// The operators of a binary, by its debug information (DWARF 5, 2.22 and 3.3): names that the linker has dropped, and
// of which type the elements are.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "verified/op/function.hpp"
#include "verified/op/seen_type.hpp"

namespace tutti::op {

enum class Language { c, cpp, fortran, other };

struct BinaryFunction {
  bool is_operator;       ///< it has the parameters of an MPI_User_function: four addresses, the third that of a number
  std::string name;       ///< with its namespaces and classes: "ns::add<long int>"; of a lambda its place_of
  std::string last_name;  ///< without these: "add<long int>"; of a lambda empty
  std::string symbol;     ///< mangled, where that is another name
  std::uint64_t address;  ///< as the symbol table of the file has it
  SourceLine defined;     ///< where debug information has that; else the line is 0
  std::string source;     ///< the file that was compiled, absolute
  Language language;
  std::string producer;  ///< the compiler, and where it tells them its flags; of what -D defines it tells nothing
  /// What the first two parameters of an operator and its variables say, where these are pointers to something: of the
  /// first kind that says anything, these being parameters, pointers, and references. Of arrays in Fortran the
  /// elements.
  std::vector<SeenType> types;
};

/// All that have code of their own, in the order of their units; none where there is no debug information, or this
/// build has no LLVM. `file` is an ELF file of any kind, which errors call `called`. Throws InputError where it is no
/// such file, or is damaged. It is read in a child.
std::vector<BinaryFunction> binary_functions(const std::string& file, const std::string& called);

}  // namespace tutti::op
