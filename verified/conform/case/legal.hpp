// Which cases the MPI standard allows, and what each procedure has a use for.
#pragma once
#include <optional>
#include <string>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// What of a case means anything to a procedure.
struct Uses {
  bool root, in_place, count, irregular, scattered, large_count;
  bool operators;  ///< its load is an operator
  bool datatypes;  ///< its load is a pair of datatypes
  bool intercommunicators;
};
Uses uses(Procedure procedure);

/// Whether some rank has arguments that the standard calls not significant there.
bool has_insignificant(const Case& c);

/// Why such a case must not be run, with the clause of MPI 4.0; nothing where it may. What a procedure has no use for
/// must have the default, so that no two lines say the same. That an MPI is too old for a case is no matter of this.
std::optional<std::string> why_not(const Case& c);

}  // namespace tutti::conform
