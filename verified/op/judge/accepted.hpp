// --type auto: on which datatypes an operator does something of their own.
#pragma once
#include <string>
#include <vector>

#include "verified/op/judge/subject.hpp"

namespace tutti::op {

/// The names of the predefined datatypes whose handles the function of a file tells from one that no MPI has: some call
/// on random elements ends otherwise, or leaves something else. Throws InputError where there is none, and as
/// subject_of does.
std::vector<std::string> accepted_datatypes(const Request& request);

}  // namespace tutti::op
