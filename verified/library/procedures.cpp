// The procedures of MPI that libtutti defines: those that it serves, and where it has to know what the application
// does. What is not served is left to the MPI's own procedure of the same name.
#include "verified/library/kept_op.hpp"
#include "verified/library/library.hpp"
#include "verified/library/next.hpp"
#include "verified/library/recorded_op.hpp"
#include "verified/library/service.hpp"

using tutti::Collective;
using tutti::library::Argument;
using tutti::library::Call;
using tutti::library::Numbers;
using tutti::library::Own;
using tutti::library::RecordedOp;
using tutti::library::serve;

namespace {

/// One count and one datatype.
Argument one(const void* buffer, std::int64_t count, MPI_Datatype type) {
  return {.buffer = buffer, .count = count, .type = type};
}

/// Counts and displacements by rank.
template <class N, class D>
Argument many(const void* buffer, const N* counts, const D* displacements, MPI_Datatype type) {
  return {.buffer = buffer, .type = type, .counts = Numbers(counts), .displacements = Numbers(displacements)};
}

/// Datatypes, too.
template <class N, class D>
Argument typed(const void* buffer, const N* counts, const D* displacements, const MPI_Datatype* types) {
  return {.buffer = buffer, .counts = Numbers(counts), .displacements = Numbers(displacements), .types = types};
}

Call reduction(Collective collective, const void* send, const Argument& receive, MPI_Op op, int root = 0) {
  return {.collective = collective, .send = {.buffer = send}, .receive = receive, .op = op, .root = root};
}

Call movement(Collective collective, const Argument& send, const Argument& receive, int root = 0) {
  return {.collective = collective, .send = send, .receive = receive, .root = root};
}

}  // namespace

#define TUTTI_SERVE(comm, call, own)        \
  const auto the_own = [&] { return own; }; \
  return serve(comm, call, Own(the_own))

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  const int code = tutti::library::next("MPI_Init", PMPI_Init)(argc, argv);
  if (code == MPI_SUCCESS) tutti::library::begin();
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = tutti::library::next("MPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided);
  if (code == MPI_SUCCESS) tutti::library::begin();
  return code;
}

int MPI_Finalize() {
  const int code = tutti::library::next("MPI_Finalize", PMPI_Finalize)();
  tutti::library::finish();
  return code;
}

int MPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* op) {
  const int code = PMPI_Op_create(function, commutes, op);
  if (code == MPI_SUCCESS) RecordedOp::note(*op, reinterpret_cast<const void*>(function), commutes != 0, false);
  return code;
}

int MPI_Op_free(MPI_Op* op) {
  if (op) RecordedOp::forget(*op);
  if (op && tutti::library::KeptOp::free_later(op)) return MPI_SUCCESS;
  return PMPI_Op_free(op);
}

int MPI_Comm_free(MPI_Comm* comm) {
  const tutti::library::Service::Ending ending(comm);
  return tutti::library::next("MPI_Comm_free", PMPI_Comm_free)(comm);
}

int MPI_Comm_disconnect(MPI_Comm* comm) {
  const tutti::library::Service::Ending ending(comm);
  return tutti::library::next("MPI_Comm_disconnect", PMPI_Comm_disconnect)(comm);
}

int MPI_Barrier(MPI_Comm comm) { TUTTI_SERVE(comm, Call{Collective::barrier}, PMPI_Barrier(comm)); }

#define TUTTI_MPI(Name) MPI_##Name
#define TUTTI_PMPI(Name) PMPI_##Name
#define Count int
#define Displacement int
#include "verified/library/counted_procedures.hpp"
#undef TUTTI_MPI
#undef TUTTI_PMPI
#undef Count
#undef Displacement

#if MPI_VERSION >= 4
int MPI_Op_create_c(MPI_User_function_c* function, int commutes, MPI_Op* op) {
  const int code = PMPI_Op_create_c(function, commutes, op);
  if (code == MPI_SUCCESS) RecordedOp::note(*op, reinterpret_cast<const void*>(function), commutes != 0, true);
  return code;
}

#define TUTTI_MPI(Name) MPI_##Name##_c
#define TUTTI_PMPI(Name) PMPI_##Name##_c
#define Count MPI_Count
#define Displacement MPI_Aint
#include "verified/library/counted_procedures.hpp"
#endif

}  // extern "C"
