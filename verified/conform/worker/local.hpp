// MPI_Reduce_local and MPI_Op_commutative, which do not communicate.
#pragma once
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/call.hpp"

namespace tutti::mpi::conform {

/// For the operator `c.load`. MPI_Reduce_local: inout = in ∘ inout with `in` read-only, and as notes what becomes of
/// NaN and of zeros of both signs. Throws std::invalid_argument for a load that there is not.
tutti::conform::Report run_locally(const tutti::conform::Case& c);

/// A call of MPI_Reduce_local that may be made again and again, each time onto what the one before has left.
std::unique_ptr<Call> reduce_locally(const tutti::conform::Case& c);

}  // namespace tutti::mpi::conform
