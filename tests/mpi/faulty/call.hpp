// A call of a collective as the faults see it that do not depend on what it does: a wrong byte of its result where
// several of its features meet, and what becomes of a wrong argument.
#pragma once
#include <mpi.h>

#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::faulty {

struct Call {
  conform::Procedure procedure;
  MPI_Comm comm;
  void* receive = nullptr;  ///< that buffer
  MPI_Aint count = 0;       ///< of elements in it, or in each block of it
  MPI_Datatype type = MPI_DATATYPE_NULL;
  bool in_place = false;
  int root = 0;
  MPI_Op op = MPI_OP_NULL;
  conform::Form form = conform::Form::blocking;
};

/// A rank enters a blocking call, of which a fault may ask when that was.
void entered();

/// What the procedure returns instead of an error, where a fault of this run is one of that wrong argument.
int instead_of(int error, conform::Procedure procedure);

/// What the call returns instead of `result`, after a fault of this run has spoilt what was received. Collective.
int returned(int result, const Call& call);

/// Likewise of a call whose request is to be completed; the result is spoilt then.
int started(int result, const Call& call, const MPI_Request* request);

/// These requests have been completed, where they were any.
void completed(const std::vector<MPI_Request>& requests);

/// MPI_COMM_WORLD has another duplicate.
void duplicated_world(MPI_Comm duplicate);

/// MPI_T has been opened, and closed.
void opened_tool();
void closed_tool();

/// The request will not be completed any more.
void forgotten(MPI_Request request);

}  // namespace tutti::faulty
