// Operators and contributions of a case, in C.
#pragma once
#include <string>

#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {

/// How Parts a and b are combined, and what rank r contributes in element i of call k.
struct COperator {
  std::string type;            ///< a declaration that ends in "Part;"
  Lines helpers = {};          ///< functions that `combine` calls
  std::string combine, value;  ///< expressions; the value of a struct is a list in braces
  std::string unused = {};     ///< "(void)i, (void)k, " where the value depends on the rank only
  std::string mpi_type, mpi_op;
  std::string get_type = {};           ///< a statement that gets `type`, where it is no constant and yet MPI's
  Lines make = {};                     ///< statements that make `type` and `op`, where they are none of MPI's
  std::string format, shown, differs;  ///< see CProgram
};

/// For the load of `c`. Results are exact, and show a wrong bit or a wrong order of the ranks: whole numbers have bits
/// everywhere, by the function h(r, i, k), and others bits behind the point; truth values are neither 0 nor 1 alone;
/// there are ties. Words and terms become strings, A for rank 0.
COperator operator_of(const Case& c);

/// For a load of terms: such strings with brackets, "((AB)C)", which show how they were combined.
COperator bracketed_words(const Case& c);

}  // namespace tutti::conform
