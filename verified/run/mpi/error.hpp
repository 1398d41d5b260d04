// Errors by the name under which an application catches them, and MPI's return codes made into them.
#pragma once
#include <mpi.h>

#include <string>

#include "verified/schedule/error.hpp"

namespace tutti::mpi {

using tutti::Error;

/// What a procedure of MPI returned: its code, which the MPI has a text and a class for.
struct Failed : Error {
  Failed(const std::string& what, int returned) : Error(what), code(returned) {}
  int code;
};

/// Throws Failed with the name of the MPI procedure that returned `code`, the class of the error and the MPI's text.
[[noreturn]] void fail(int code, const char* procedure);

/// The same unless `code` is MPI_SUCCESS. Every call of MPI in the executor is made through it: what failed must not
/// look like a result.
inline void check(int code, const char* procedure) {
  if (code != MPI_SUCCESS) [[unlikely]]
    fail(code, procedure);
}

}  // namespace tutti::mpi
