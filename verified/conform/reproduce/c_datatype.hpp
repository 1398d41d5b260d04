// Datatypes (verified/conform/case/datatype.hpp) in C.
#pragma once
#include <string>

#include "verified/conform/case/datatype.hpp"
#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {

/// The C type of an element; of a pair that of its value.
std::string c_type(Type type);

/// Statements that make `name`, a datatype that is not predefined, on the way by way of `part`; of `large_count` by the
/// constructors with counts of MPI_Count.
Lines c_constructors(const Datatype& type, const std::string& name, const std::string& part, bool large_count = false);

}  // namespace tutti::conform
