// MPI's own operations, as if a user had written them: the function that runs, and its terms.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "spec/op.hpp"
#include "verified/op/function.hpp"
#include "verified/op/prove/prove_laws.hpp"

namespace tutti::op {

/// The row whose MPI constant is `name`, such as "MPI_SUM".
std::optional<Op> predefined_op(std::string_view name);
/// The row whose MPI constant, name without MPI_, or C type is `name`: "MPI_DOUBLE_INT", "double_int", "double".
std::optional<tutti::Type> predefined_datatype(std::string_view name);

/// A predefined datatype of C, Fortran or C++.
struct PredefinedDatatype {
  std::string_view mpi_name;
  tutti::Type elements;  ///< where Fortran's kinds are the usual ones
};
std::vector<PredefinedDatatype> predefined_datatypes();
/// By the MPI constant, in full or in lower case without MPI_.
std::optional<PredefinedDatatype> predefined_datatype_of_any_language(std::string_view name);

/// The elements of a predefined datatype, in C: "double _Complex", "struct{double value; int index;}".
Type element_type(tutti::Type datatype);

/// Both combine every element by reference/scalar.hpp. InputError where the operation does not take the datatype
/// (MPI-4.0, 6.9.2 and 6.9.4).
Function predefined_function(Op op, tutti::Type datatype);
Symbolic predefined_terms(Op op, tutti::Type datatype);

}  // namespace tutti::op
