/* Reductions by the application's own operators, on predefined and derived datatypes, what TUTTI=record=FILE is to note
 * of them; an intercommunicator; and very many calls that differ. Linked so that the operators have symbols. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

/* x -> a x + b, one after another; does not commute. */
void compose(void* in, void* inout, int* n, MPI_Datatype* type) {
  const uint32_t* left = in;
  uint32_t* right = inout;
  (void)type;
  for (int i = 0; i < *n; ++i, left += 2, right += 2) {
    const uint32_t a = right[0] * left[0], b = right[0] * left[1] + right[1];
    right[0] = a, right[1] = b;
  }
}

void smaller(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; ++i)
    if (((int*)in)[i] < ((int*)inout)[i]) ((int*)inout)[i] = ((int*)in)[i];
}

enum { times = 20 };

static void on_world(void) {
  MPI_Op affinely, least;
  MPI_Datatype pair;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op_create(compose, 0, &affinely);
  MPI_Op_create(smaller, 1, &least);
  MPI_Type_contiguous(2, MPI_UINT32_T, &pair);
  MPI_Type_set_name(pair, "affine map");
  MPI_Type_commit(&pair);
  uint32_t maps[6] = {3, (uint32_t)rank, 1, 2, 0xabcdef01, 7}, composed[6];
  int value = 100 - rank;
  for (int i = 0; i < times; ++i) MPI_Allreduce(maps, composed, 3, pair, affinely, MPI_COMM_WORLD);
  for (int i = 0; i < times; ++i) MPI_Scan(MPI_IN_PLACE, &value, 1, MPI_INT, least, MPI_COMM_WORLD);
  MPI_Op_free(&affinely);
  MPI_Op_free(&least);
  MPI_Type_free(&pair);
}

/* The same operator, made again and again; datatypes, too. */
static void again(void) {
  for (int i = 0; i < times; ++i) {
    MPI_Op op;
    MPI_Datatype type;
    MPI_Op_create(smaller, 1, &op);
    MPI_Type_contiguous(1 + i % 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    int own[2] = {i, i}, least[2];
    MPI_Allreduce(own, least, 2, MPI_INT, op, MPI_COMM_SELF);
    MPI_Bcast(own, 1, type, 0, MPI_COMM_SELF);
    MPI_Type_free(&type);
    MPI_Op_free(&op);
  }
}

/* More distinct calls than a recording has lines. */
static void many(void) {
  static char all[11000];
  for (int n = 0; n < (int)sizeof all; ++n) MPI_Bcast(all, n, MPI_BYTE, 0, MPI_COMM_SELF);
}

/* Rank 0 on one side, the others on the other one. */
static void between_groups(void) {
  MPI_Comm group, both;
  int rank, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &both);
  for (int i = 0; i < times; ++i) {
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, rank > 0 ? 0 : MPI_ROOT, both);
    MPI_Barrier(both);
  }
  MPI_Comm_free(&both);
  MPI_Comm_free(&group);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  on_world();
  again();
  between_groups();
  many();
  MPI_Finalize();
  return 0;
}
