// Operators that were compiled here or elsewhere, and the handles that MPI has for their datatypes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "verified/op/function.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::op {

/// The source that a request names, with the MPI that this tutti knows to include.
Source source_of(const Request& request);
/// Throws InputError that lists the functions of the source where these errors are that it has none of the name.
void check_name(const Request& request, const DoesNotCompile& errors);
/// f(), of whose DoesNotCompile a wrong name becomes such an InputError.
template <class F>
auto with_known_name(const Request& request, F f) {
  try {
    return f();
  } catch (const DoesNotCompile& errors) {
    check_name(request, errors);
    throw;
  }
}

/// The function of a library that was made here of a source, by its name or its place_of.
Function load(const TemporaryFile& library, const std::string& function);

/// The handles that these have in the MPI that this tutti knows; none where it knows none.
std::vector<std::uint64_t> handles_of(const std::vector<Source::Datatype>& datatypes);

}  // namespace tutti::op
