// The procedures of MPI that libtutti defines: those that it serves, and where it has to know what the application
// does. What is not served is left to the MPI's own procedure of the same name.
#include "verified/call/procedures.hpp"

#include "verified/library/kept_op.hpp"
#include "verified/library/library.hpp"
#include "verified/library/next.hpp"
#include "verified/library/recorded_op.hpp"
#include "verified/library/service.hpp"

using tutti::Collective;
using tutti::library::Argument;
using tutti::library::Numbers;
using tutti::library::Own;
using tutti::library::RecordedOp;
using tutti::library::serve;

namespace {

/// One count and one datatype.
Argument one(const void* buffer, std::int64_t count, MPI_Datatype type) {
  return {.buffer = buffer, .count = count, .type = type};
}

/// Counts by rank, the blocks one behind the other.
template <class N>
Argument counted(const void* buffer, const N* counts, MPI_Datatype type) {
  return {.buffer = buffer, .type = type, .counts = Numbers(counts)};
}

/// Displacements, too.
template <class N, class D>
Argument many(const void* buffer, const N* counts, const D* displacements, MPI_Datatype type) {
  return {.buffer = buffer, .type = type, .counts = Numbers(counts), .displacements = Numbers(displacements)};
}

/// Datatypes, too.
template <class N, class D>
Argument typed(const void* buffer, const N* counts, const D* displacements, const MPI_Datatype* types) {
  return {.buffer = buffer, .counts = Numbers(counts), .displacements = Numbers(displacements), .types = types};
}

}  // namespace

// What the words of verified/call/procedures.hpp are here: P as parameters, V as values of a Call.
// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define TUTTI_P_NONE(Void, Count, Displacement, x)
#define TUTTI_P_BUFFER(Void, Count, Displacement, x) Void *x,
#define TUTTI_P_ONE(Void, Count, Displacement, x) Void *x, Count x##n, MPI_Datatype x##t,
#define TUTTI_P_COUNTS(Void, Count, Displacement, x) Void *x, const Count *x##n, MPI_Datatype x##t,
#define TUTTI_P_MANY(Void, Count, Displacement, x) \
  Void *x, const Count *x##n, const Displacement *x##d, MPI_Datatype x##t,
#define TUTTI_P_TYPED(Void, Count, Displacement, x) \
  Void *x, const Count *x##n, const Displacement *x##d, const MPI_Datatype *x##t,
#define TUTTI_P_OP MPI_Op op,
#define TUTTI_P_NO_OP
#define TUTTI_P_ROOT int root,
#define TUTTI_P_NO_ROOT
#define TUTTI_V_NONE(x) Argument()
#define TUTTI_V_BUFFER(x) \
  Argument { .buffer = (x) }
#define TUTTI_V_ONE(x) one(x, x##n, x##t)
#define TUTTI_V_COUNTS(x) counted(x, x##n, x##t)
#define TUTTI_V_MANY(x) many(x, x##n, x##d, x##t)
#define TUTTI_V_TYPED(x) typed(x, x##n, x##d, x##t)
#define TUTTI_V_OP op
#define TUTTI_V_NO_OP MPI_OP_NULL
#define TUTTI_V_ROOT root
#define TUTTI_V_NO_ROOT 0

#define TUTTI_PROCEDURE(NAME, OWN, Count, Displacement, name, send, receive, op_, root_)                             \
  int NAME(TUTTI_P_##send(const void, Count, Displacement, s) TUTTI_P_##receive(void, Count, Displacement, r)        \
               TUTTI_P_##op_ TUTTI_P_##root_ MPI_Comm comm) {                                                        \
    const auto own = [&] { return OWN(TUTTI_A_##send(s) TUTTI_A_##receive(r) TUTTI_A_##op_ TUTTI_A_##root_ comm); }; \
    return serve(comm, {Collective::name, TUTTI_V_##send(s), TUTTI_V_##receive(r), TUTTI_V_##op_, TUTTI_V_##root_},  \
                 Own(own));                                                                                          \
  }
// NOLINTEND(bugprone-macro-parentheses)
#define TUTTI_WITH_INT(Name, name, NAME, send, receive, op, root) \
  TUTTI_PROCEDURE(MPI_##Name, PMPI_##Name, int, int, name, send, receive, op, root)
#define TUTTI_WITH_COUNT(Name, name, NAME, send, receive, op, root) \
  TUTTI_PROCEDURE(MPI_##Name##_c, PMPI_##Name##_c, MPI_Count, MPI_Aint, name, send, receive, op, root)

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

int MPI_Barrier(MPI_Comm comm) {
  const auto own = [&] { return PMPI_Barrier(comm); };
  return serve(comm, {Collective::barrier}, Own(own));
}

TUTTI_COLLECTIVES(TUTTI_WITH_INT)

#if MPI_VERSION >= 4
int MPI_Op_create_c(MPI_User_function_c* function, int commutes, MPI_Op* op) {
  const int code = PMPI_Op_create_c(function, commutes, op);
  if (code == MPI_SUCCESS) RecordedOp::note(*op, reinterpret_cast<const void*>(function), commutes != 0, true);
  return code;
}

TUTTI_COLLECTIVES(TUTTI_WITH_COUNT)
#endif

}  // extern "C"
