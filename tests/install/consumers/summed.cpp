// The sum of the ranks' numbers, 1 to p, by the algorithm that is chosen; rank 0 prints it.
#include <iostream>

#include "verified/run/mpi/reduction.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int mine = rank + 1;
  tutti::mpi::Reduction allreduce(MPI_COMM_WORLD, tutti::Collective::allreduce, {1}, MPI_INT, MPI_SUM, 0, false);
  allreduce.run(&mine, &sum);
  if (rank == 0) std::cout << "the sum is " << sum << ", by " << tutti::algorithms().size() << " algorithms\n";
  MPI_Finalize();
  return sum == size * (size + 1) / 2 ? 0 : 1;
}
