// Another tool of MPI's profiling interface: counts the calls of MPI_Allreduce that come to it, and begins and ends
// with MPI as tools do.
#include <mpi.h>

#include <cstdio>

namespace {
long calls = 0;
bool has_begun = false;
}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  has_begun = true;
  return PMPI_Init(argc, argv);
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++calls;
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}

int MPI_Finalize() {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    std::printf("tool: %ld calls%s\n", calls, has_begun ? ", from MPI_Init on" : "");
    std::fflush(stdout);
  }
  return PMPI_Finalize();
}

}  // extern "C"
