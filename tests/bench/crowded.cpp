// What spinning costs with more ranks than processors: 1000 allreduces of 8 bytes by the MPI itself and by our
// executor.
//   mpiexec.mpich -n 8 build/bin/bench-crowded
//   mpiexec.mpich -genv LD_PRELOAD build/lib/libtutti-yield.so -n 8 build/bin/bench-crowded
#include <cstdio>
#include <cstdlib>

#include "verified/run/mpi/reduction.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int calls = argc > 1 ? std::atoi(argv[1]) : 1000;
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double mine = rank, sum = 0;
  const auto& algorithm = *tutti::find_algorithm("allreduce/recursive_doubling");
  tutti::mpi::Reduction ours(MPI_COMM_WORLD, algorithm, {1}, MPI_DOUBLE, MPI_SUM, 0, false);
  const auto time_of = [&](auto call) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < calls; ++i) call();
    return MPI_Wtime() - start;
  };
  const double own = time_of([&] { ours.run(&mine, &sum); });
  const double theirs = time_of([&] { MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); });
  if (rank == 0) std::printf("p = %2d, %d allreduces of 8 bytes: MPI %.3f s, ours %.3f s\n", size, calls, theirs, own);
  MPI_Finalize();
}
