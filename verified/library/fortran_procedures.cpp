// The same procedures for Fortran, as far as the MPI's own ones for Fortran do not come through those for C. Open MPI's
// call PMPI_* themselves: those of mpif.h and of the module mpi, which have one name that compilers write in four ways,
// and those of mpi_f08, which have another name and the same arguments, of which the last one may be left away. Of
// MPICH's mpi_f08 those do so that have no buffer.
#include <mpi.h>

#if defined(OPEN_MPI) || defined(MPICH_VERSION)

#include <vector>

#include "verified/call/procedures.hpp"
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
using tutti::library::serve;

using Int = MPI_Fint;

namespace {

MPI_Comm comm_of(const Int* comm) { return PMPI_Comm_f2c(*comm); }
MPI_Op op_of(const Int* op) { return PMPI_Op_f2c(*op); }

/// Where the code of the error goes.
class Ierror {
 public:
  explicit Ierror(Int* given) : to_(given ? given : &nobody_) {}
  Int* address() { return to_; }
  void set(int code) { *to_ = code; }

 private:
  Int nobody_ = MPI_SUCCESS;
  Int* to_;
};

}  // namespace

// The procedure under all its names, with this body, in which `ierror` is an Ierror. The MPI's own is own(…), and the
// procedure itself has `the_name`.
#ifdef OPEN_MPI
#define TUTTI_FORTRAN(name, NAME, parameters, ...)                            \
  extern "C" {                                                                \
  void pmpi_##name##_ parameters __attribute__((weak));                       \
  void mpi_##name##_ parameters {                                             \
    [[maybe_unused]] constexpr auto& own = pmpi_##name##_;                    \
    [[maybe_unused]] constexpr const char* the_name = "mpi_" #name "_";       \
    Ierror ierror(ierr);                                                      \
    __VA_ARGS__                                                               \
  }                                                                           \
  void mpi_##name parameters __attribute__((alias("mpi_" #name "_")));        \
  void mpi_##name##__ parameters __attribute__((alias("mpi_" #name "_")));    \
  void MPI_##NAME parameters __attribute__((alias("mpi_" #name "_")));        \
  void mpi_##name##_f08_ parameters __attribute__((alias("mpi_" #name "_"))); \
  }
#else
#define TUTTI_FORTRAN(name, NAME, parameters, ...)                          \
  extern "C" {                                                              \
  void pmpir_##name##_f08_ parameters __attribute__((weak));                \
  void mpi_##name##_f08_ parameters {                                       \
    [[maybe_unused]] constexpr auto& own = pmpir_##name##_f08_;             \
    [[maybe_unused]] constexpr const char* the_name = "mpi_" #name "_f08_"; \
    Ierror ierror(ierr);                                                    \
    __VA_ARGS__                                                             \
  }                                                                         \
  }
#endif

#define TUTTI_SERVE(comm, call, ...)    \
  const auto the_own = [&] {            \
    own(__VA_ARGS__, ierror.address()); \
    return *ierror.address();           \
  };                                    \
  ierror.set(serve(comm, call, Own(the_own)));

TUTTI_FORTRAN(init, INIT, (Int * ierr), {
  tutti::library::next(the_name, own)(ierror.address());
  if (*ierror.address() == MPI_SUCCESS) tutti::library::begin();
})

TUTTI_FORTRAN(init_thread, INIT_THREAD, (Int * required, Int* provided, Int* ierr), {
  tutti::library::next(the_name, own)(required, provided, ierror.address());
  if (*ierror.address() == MPI_SUCCESS) tutti::library::begin();
})

TUTTI_FORTRAN(finalize, FINALIZE, (Int * ierr), {
  tutti::library::next(the_name, own)(ierror.address());
  tutti::library::finish();
})

TUTTI_FORTRAN(op_create, OP_CREATE, (void (*function)(), Int* commutes, Int* op, Int* ierr), {
  own(function, commutes, op, ierror.address());
  if (*ierror.address() == MPI_SUCCESS)
    tutti::library::RecordedOp::note(op_of(op), reinterpret_cast<const void*>(function), *commutes != 0, false);
})

TUTTI_FORTRAN(op_free, OP_FREE, (Int * op, Int* ierr), {
  auto freed = op_of(op);
  tutti::library::RecordedOp::forget(freed);
  if (tutti::library::KeptOp::free_later(&freed)) {
    *op = PMPI_Op_c2f(MPI_OP_NULL);
    ierror.set(MPI_SUCCESS);
  } else {
    own(op, ierror.address());
  }
})

#define TUTTI_ENDS(name, NAME)                            \
  TUTTI_FORTRAN(name, NAME, (Int * comm, Int * ierr), {   \
    const auto ended = comm_of(comm);                     \
    const tutti::library::Service::Ending ending(&ended); \
    own(comm, ierror.address());                          \
  })
TUTTI_ENDS(comm_free, COMM_FREE)
TUTTI_ENDS(comm_disconnect, COMM_DISCONNECT)
#undef TUTTI_ENDS

TUTTI_FORTRAN(barrier, BARRIER, (Int * comm, Int* ierr), {TUTTI_SERVE(comm_of(comm), Call{Collective::barrier}, comm)})

#ifdef OPEN_MPI

extern "C" {
// Defined where the program is linked with Open MPI's libraries for Fortran; of what has an address only.
extern Int mpi_fortran_in_place_ __attribute__((weak));
extern Int mpi_fortran_bottom_ __attribute__((weak));
}

namespace {

MPI_Datatype type_of(const Int* type) { return PMPI_Type_f2c(*type); }

const void* buffer_of(const void* address) {
  if (address == &mpi_fortran_in_place_) return MPI_IN_PLACE;
  if (address == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return address;
}

Argument one(const void* buffer, const Int* count, const Int* type) {
  return {.buffer = buffer_of(buffer), .count = *count, .type = type_of(type)};
}

Argument many(const void* buffer, const Int* counts, const Int* displacements, const Int* type) {
  return {.buffer = buffer_of(buffer),
          .type = type_of(type),
          .counts = Numbers(counts),
          .displacements = Numbers(displacements)};
}

/// The datatypes of an argument by rank; none of MPI_IN_PLACE, which has none.
std::vector<MPI_Datatype> types_of(const void* buffer, const Int* types, MPI_Comm comm) {
  std::vector<MPI_Datatype> all;
  int size = 0;
  if (comm == MPI_COMM_NULL || buffer_of(buffer) == MPI_IN_PLACE || PMPI_Comm_size(comm, &size) != MPI_SUCCESS)
    return all;
  for (int r = 0; r < size; ++r) all.push_back(type_of(types + r));
  return all;
}

Argument typed(const void* buffer, const Int* counts, const Int* displacements,
               const std::vector<MPI_Datatype>& types) {
  return {.buffer = buffer_of(buffer),
          .counts = Numbers(counts),
          .displacements = Numbers(displacements),
          .types = types.data()};
}

Argument counted(const void* buffer, const Int* counts, const Int* type) {
  return {.buffer = buffer_of(buffer), .type = type_of(type), .counts = Numbers(counts)};
}

}  // namespace

// What the words of verified/call/procedures.hpp are here: P as parameters, V as values of a Call.
#define TUTTI_P_NONE(x)
#define TUTTI_P_BUFFER(x) void *x,
#define TUTTI_P_ONE(x) void *x, Int *x##n, Int *x##t,
#define TUTTI_P_COUNTS(x) TUTTI_P_ONE(x)
#define TUTTI_P_MANY(x) void *x, Int *x##n, Int *x##d, Int *x##t,
#define TUTTI_P_TYPED(x) TUTTI_P_MANY(x)
#define TUTTI_P_OP Int *op,
#define TUTTI_P_NO_OP
#define TUTTI_P_ROOT Int *root,
#define TUTTI_P_NO_ROOT
#define TUTTI_V_NONE(x) Argument()
#define TUTTI_V_BUFFER(x) \
  Argument { .buffer = buffer_of(x) }
#define TUTTI_V_ONE(x) one(x, x##n, x##t)
#define TUTTI_V_COUNTS(x) counted(x, x##n, x##t)
#define TUTTI_V_MANY(x) many(x, x##n, x##d, x##t)
#define TUTTI_V_TYPED(x) typed(x, x##n, x##d, types_of(x, x##t, on))
#define TUTTI_V_OP op_of(op)
#define TUTTI_V_NO_OP MPI_OP_NULL
#define TUTTI_V_ROOT *root
#define TUTTI_V_NO_ROOT 0

#define TUTTI_PROCEDURE(Name, name, NAME, send, receive, op_, root_)                                                   \
  TUTTI_FORTRAN(                                                                                                       \
      name, NAME, (TUTTI_P_##send(s) TUTTI_P_##receive(r) TUTTI_P_##op_ TUTTI_P_##root_ Int * comm, Int * ierr), {     \
        const auto on = comm_of(comm);                                                                                 \
        TUTTI_SERVE(on,                                                                                                \
                    (Call{Collective::name, TUTTI_V_##send(s), TUTTI_V_##receive(r), TUTTI_V_##op_, TUTTI_V_##root_}), \
                    TUTTI_A_##send(s) TUTTI_A_##receive(r) TUTTI_A_##op_ TUTTI_A_##root_ comm)                         \
      })
TUTTI_COLLECTIVES(TUTTI_PROCEDURE)

#endif
#endif
