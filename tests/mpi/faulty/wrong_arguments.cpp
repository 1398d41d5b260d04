// What becomes of a wrong argument that the MPI has noticed: one row per fault.
#include <unistd.h>

#include <csignal>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/shim.hpp"

namespace tutti::faulty {
namespace {

using conform::Procedure;
using enum conform::Procedure;

/// In place of a class of errors.
constexpr int crash = -1, hang = -2;

struct ArgumentFault {
  std::string_view name;
  Procedure procedure;
  int error_class, instead;
};

const ArgumentFault argument_faults[] = {
    {"scan-accepts-every-communicator", scan, MPI_ERR_COMM, MPI_SUCCESS},
    {"allreduce-accepts-the-null-operator", allreduce, MPI_ERR_OP, MPI_SUCCESS},
    {"op-commutative-accepts-the-null-operator", op_commutative, MPI_ERR_OP, MPI_SUCCESS},
    {"reduce-local-accepts-pairs-for-a-sum", reduce_local, MPI_ERR_OP, MPI_SUCCESS},
    {"alltoall-accepts-an-uncommitted-datatype", alltoall, MPI_ERR_TYPE, MPI_SUCCESS},
    {"allgather-accepts-one-buffer-in-place-of-the-other", allgather, MPI_ERR_BUFFER, MPI_SUCCESS},
    {"neighbor-allgather-topology-error-of-another-class", neighbor_allgather, MPI_ERR_TOPOLOGY, MPI_ERR_TAG},
    {"barrier-null-communicator-error-of-another-class", barrier, MPI_ERR_COMM, MPI_ERR_GROUP},
    {"alltoallv-negative-count-error-of-another-class", alltoallv, MPI_ERR_COUNT, MPI_ERR_TRUNCATE},
    {"scatter-crashes-at-a-root-that-is-no-rank", scatter, MPI_ERR_ROOT, crash},
    {"bcast-crashes-at-the-null-datatype", bcast, MPI_ERR_TYPE, crash},
    {"reduce-hangs-at-a-root-that-is-no-rank", reduce, MPI_ERR_ROOT, hang},
    {"allreduce-calls-the-handler-and-accepts-a-negative-count", allreduce, MPI_ERR_COUNT, MPI_SUCCESS},
};

}  // namespace

int instead_of(int error, Procedure procedure) {
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(error, &error_class);
  for (const auto& fault : argument_faults) {
    if (fault.procedure != procedure || fault.error_class != error_class || !on(fault.name)) continue;
    if (fault.instead == crash) std::raise(SIGSEGV);
    while (fault.instead == hang) pause();
    return fault.instead;
  }
  return error;
}

}  // namespace tutti::faulty
