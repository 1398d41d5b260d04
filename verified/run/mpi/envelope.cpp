#include "verified/run/mpi/envelope.hpp"

#include "verified/run/mpi/error.hpp"

#if MPI_VERSION < 4
// Some of these have it already.
extern "C" int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count* integers, MPI_Count* addresses,
                                       MPI_Count* large_counts, MPI_Count* types, int* combiner) __attribute__((weak));
#endif

namespace tutti::mpi {
namespace {

bool has_large_counts() {
#if MPI_VERSION < 4
  return MPI_Type_get_envelope_c != nullptr;
#else
  return true;
#endif
}

}  // namespace

Envelope envelope_of(MPI_Datatype type) {
  Envelope e{};
  if (has_large_counts()) {
    check(MPI_Type_get_envelope_c(type, &e.integers, &e.addresses, &e.large_counts, &e.types, &e.combiner),
          "MPI_Type_get_envelope_c");
    return e;
  }
  int integers, addresses, types;
  check(MPI_Type_get_envelope(type, &integers, &addresses, &types, &e.combiner), "MPI_Type_get_envelope");
  e.integers = integers, e.addresses = addresses, e.types = types;
  return e;
}

bool is_predefined(MPI_Datatype type) { return envelope_of(type).combiner == MPI_COMBINER_NAMED; }

}  // namespace tutti::mpi
