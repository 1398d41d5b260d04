// What libtutti adds to a call that it knows: MPI_Allreduce and MPI_Bcast under it, beside the run() of the same
// schedule, in turns inside one run. Prints nanoseconds and their difference. One process, so that no message is waited
// for:
//   LD_PRELOAD=build/lib/libtutti.so TUTTI=after=0 mpiexec.mpich -n 1 build/bin/bench-library
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;

double median(std::vector<double> v) {
  std::ranges::nth_element(v, v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2));
  return v[v.size() / 2];
}

/// Nanoseconds per call.
template <class Call>
double time_of(const Call& call) {
  constexpr int calls = 20000;
  call();
  const double start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) call();
  return (MPI_Wtime() - start) / calls * 1e9;
}

template <class Library, class Run>
void compare(const char* name, const Library& library, const Run& run) {
  std::vector<double> by_library, by_run;
  for (int turn = 0; turn < 101; ++turn) {
    by_library.push_back(time_of(library));
    by_run.push_back(time_of(run));
  }
  const double a = median(by_library), b = median(by_run);
  std::printf("%-24s %8.1f ns through the library, %8.1f ns by run(): %+.1f ns\n", name, a, b, a - b);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double send[3] = {1, 2, 3}, receive[3];
  mpi::Reduction sum(MPI_COMM_WORLD, Collective::allreduce, {3}, MPI_DOUBLE, MPI_SUM, 0, false);
  compare(
      "MPI_Allreduce, 24 bytes", [&] { MPI_Allreduce(send, receive, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); },
      [&] { sum.run(send, receive); });
  const mpi::Side one{.counts = {3}, .types = {MPI_DOUBLE}};
  mpi::Movement bcast(MPI_COMM_WORLD, Collective::bcast, {}, one, 0, false);
  compare(
      "MPI_Bcast, 24 bytes", [&] { MPI_Bcast(send, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD); },
      [&] { bcast.run(nullptr, send); });
  mpi::Movement gather(MPI_COMM_WORLD, Collective::allgather, one, one, 0, false);
  compare(
      "MPI_Allgather, 24 bytes", [&] { MPI_Allgather(send, 3, MPI_DOUBLE, receive, 3, MPI_DOUBLE, MPI_COMM_WORLD); },
      [&] { gather.run(send, receive); });
  MPI_Finalize();
}
