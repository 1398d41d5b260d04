// Calls that the executor must refuse before any message is sent, each with the message that it must give. Run as two
// processes; prints a line per call that is not refused like that, and ends with status 1 then.
#include <cstdio>

#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;

int wrong = 0;

void refused(const char* because, const char* algorithm, const std::vector<int>& counts, MPI_Datatype type, MPI_Op op,
             Rank root) {
  std::string said = "nothing";
  try {
    mpi::Reduction(MPI_COMM_WORLD, *find_algorithm(algorithm), counts, type, op, root, false);
  } catch (const mpi::Error& e) {
    said = e.what();
  }
  if (said.find(because) != std::string::npos) return;
  ++wrong;
  std::printf("due \"%s\", said \"%s\"\n", because, said.c_str());
}

MPI_Datatype resized(MPI_Aint extent) {
  MPI_Datatype type;
  MPI_Type_create_resized(MPI_DOUBLE, 0, extent, &type);
  MPI_Type_commit(&type);
  return type;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype overlapping = resized(4), flat = resized(0);
  refused("root 2 is outside the communicator", "reduce/ring", {3}, MPI_DOUBLE, MPI_SUM, 2);
  refused("root -1 is outside the communicator", "reduce/ring", {3}, MPI_DOUBLE, MPI_SUM, -1);
  refused("the count -1 is negative", "allreduce/ring", {-1}, MPI_DOUBLE, MPI_SUM, 0);
  refused("takes one count, not 2", "allreduce/ring", {1, 2}, MPI_DOUBLE, MPI_SUM, 0);
  refused("one receive count per rank, not 3", "reduce_scatter/pairwise", {1, 2, 3}, MPI_DOUBLE, MPI_SUM, 0);
  refused("takes the same count for every rank", "reduce_scatter_block/pairwise", {1, 2}, MPI_DOUBLE, MPI_SUM, 0);
  refused("MPI_BAND is not defined for MPI_DOUBLE", "allreduce/ring", {3}, MPI_DOUBLE, MPI_BAND, 0);
  refused("MPI_SUM is not defined for a derived datatype", "allreduce/ring", {3}, resized(16), MPI_SUM, 0);
  refused("elements of this datatype overlap", "allreduce/ring", {3}, overlapping, MPI_SUM, 0);
  refused("an extent of 0 bytes", "allreduce/ring", {3}, flat, MPI_SUM, 0);
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
