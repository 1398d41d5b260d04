// What --type and --datatype say together.
#pragma once
#include <optional>

#include "verified/op/function.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::op {

/// The element's type, by --type, or else by --datatype. Throws InputError where the two do not say the same, or one
/// says nothing that is known.
Type type_of(const Request& request);

/// What *datatype is: predefined where a name of MPI says so; else a derived one, of which nothing but the size is
/// known.
std::optional<Source::Datatype> datatype_of(const Request& request, const Type& type);
/// The predefined one of that name, whose elements are of the type.
Source::Datatype datatype_of(const std::string& name, const Type& type);

}  // namespace tutti::op
