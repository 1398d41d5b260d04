// Do the executor and the library that gives way agree on whether there are more ranks than processors? Run with `yes`
// or `no`, which is due; the launcher binds the ranks. Prints a line per sentence that does not hold, and ends with
// status 1 then.
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>

#include "verified/run/mpi/communicator.hpp"

namespace {

std::atomic<int> given_way = 0;

/// A message that is late: a rank that waits for it finds nothing to do for a tenth of a second.
void wait_for_a_late_message(int rank, int size) {
  constexpr int late_by_us = 100'000;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) usleep(late_by_us);
  int message = 0;
  if (rank == 0)
    for (int to = 1; to < size; ++to) MPI_Send(&message, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int check(int rank, const char* who, bool found, bool due) {
  if (found == due) return 0;
  std::printf("rank %d: %s takes the node %s oversubscribed\n", rank, who, found ? "to be" : "not to be");
  return 1;
}

}  // namespace

/// Stands before the system's own, and counts the calls by the library.
extern "C" int sched_yield() {
  Dl_info caller;
  if (dladdr(__builtin_return_address(0), &caller) && std::strstr(caller.dli_fname, "libtutti-yield")) ++given_way;
  static const auto real = reinterpret_cast<int (*)()>(dlsym(RTLD_NEXT, "sched_yield"));
  return real();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const bool due = argc > 1 && std::string(argv[1]) == "yes";
  int wrong = check(rank, "the executor", tutti::mpi::Communicator::of(MPI_COMM_WORLD).oversubscribed(), due);
  given_way = 0;  // while the ranks start, some are not there yet
  wait_for_a_late_message(rank, size);
  if (rank > 0) wrong += check(rank, "the library", given_way > 0, due);
  MPI_Finalize();
  return wrong > 0 ? 1 : 0;
}
