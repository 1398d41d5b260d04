// What the executor does with datatypes that the application frees after it has prepared a collective. Run as four
// processes; prints a line for each thing that is wrong, and ends with status 1 then.
#include <mpi.h>

#include <cstdio>
#include <vector>

#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;

int wrong = 0;
MPI_Datatype seen = MPI_DATATYPE_NULL;  ///< by the user function

void expect(bool it_is, const char* what) {
  if (it_is) return;
  ++wrong;
  std::printf("wrong: %s\n", what);
}

/// Adds pairs of doubles.
void add_pairs(void* in, void* inout, int* n, MPI_Datatype* type) {
  seen = *type;
  for (int i = 0; i < 2 * *n; ++i) static_cast<double*>(inout)[i] += static_cast<double*>(in)[i];
}

MPI_Datatype pair() {
  MPI_Datatype type;
  MPI_Type_contiguous(2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

/// So that whoever uses a handle that was freed meets another datatype there.
void make_others() {
  for (int i = 0; i < 8; ++i) {
    MPI_Datatype other;
    MPI_Type_vector(3, 1, 2 + i, MPI_CHAR, &other);
    MPI_Type_commit(&other);
  }
}

void a_datatype_is_freed(int rank, int size, MPI_Op op) {
  auto type = pair();
  const auto given = type;
  std::vector<double> send{rank + 1.0, -rank - 1.0}, receive(2);
  const double sum = 0.5 * size * (size + 1);
  mpi::Reduction first(MPI_COMM_WORLD, *find_algorithm("allreduce/recursive_doubling"), {1}, type, op, 0, false);
  mpi::Reduction second(MPI_COMM_WORLD, *find_algorithm("allreduce/halving_doubling"), {1}, type, op, 0, false);
  first.run(send.data(), receive.data());
  expect(receive == std::vector{sum, -sum}, "a sum of pairs");
  expect(seen == given, "a user function sees the handle of the caller");

  const mpi::Side all{.counts = {1}, .types = {type}};
  mpi::Movement gather(MPI_COMM_WORLD, *find_algorithm("allgather/ring"), all, all, 0, false);
  MPI_Type_free(&type);
  make_others();
  receive.assign(2, 0);
  first.run(send.data(), receive.data());
  expect(receive == std::vector{sum, -sum}, "a sum of pairs after their datatype was freed");
  receive.assign(2, 0);
  second.run(send.data(), receive.data());
  expect(receive == std::vector{sum, -sum}, "another sum of pairs after their datatype was freed");
  std::vector<double> gathered(2 * static_cast<std::size_t>(size));
  gather.run(send.data(), gathered.data());
  for (int r = 0; r < size; ++r)
    expect(gathered[2 * static_cast<std::size_t>(r)] == r + 1.0, "a block gathered after its datatype was freed");
}

void a_datatype_is_made_and_freed_often(int rank, MPI_Op op) {
  for (int i = 0; i < 100; ++i) {
    auto type = pair();
    std::vector<double> send{rank + 1.0, 0}, receive(2);
    mpi::Reduction sum(MPI_COMM_WORLD, *find_algorithm("reduce/binomial"), {1}, type, op, 0, false);
    MPI_Type_free(&type);
    sum.run(send.data(), receive.data());
    if (rank == 0) expect(receive[0] == 10, "a sum after a datatype of the same kind was freed");
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op op;
  MPI_Op_create(add_pairs, true, &op);
  a_datatype_is_freed(rank, size, op);
  a_datatype_is_made_and_freed_often(rank, op);
  MPI_Op_free(&op);
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
