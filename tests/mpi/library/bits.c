/* Are the bits of sums those that depend on the number of ranks alone? Calls of few elements and of many, to each root,
 * for the same operands. Prints at rank 0 of each procedure "same" or "other"; on at most 64 ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 60000, few = 7, sizes = 5 };
static const int counts[sizes] = {1, few, 100, 3000, most};
static int rank, size;
static double *mine, *sum, *due;

/* Element i is the same number in each call, and what the ranks add to it rounds. */
static void fill(void) {
  for (int i = 0; i < most; ++i) mine[i] = 1.0 / (3 + rank * 7 + i % few) + (i % few == rank % few ? 1e6 : 0);
}

static int is_other(const double* found, const double* is_due, int n) {
  return memcmp(found, is_due, (size_t)n * sizeof(double)) != 0;
}

static void say(const char* procedure, int other) {
  int any;
  MPI_Allreduce(&other, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("%s: %s\n", procedure, any ? "other" : "same");
}

/* Commutes, but for the sign of a zero. */
static void greater(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
  double *x = in, *y = inout;
  for (int i = 0; i < *length; ++i) y[i] = x[i] > y[i] ? x[i] : y[i];
}

static MPI_Op op = MPI_SUM;

static void allreduce(int n, int root) {
  (void)root;
  MPI_Allreduce(mine, sum, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
}
static void scan(int n, int root) {
  (void)root;
  MPI_Scan(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void allreduce_in_place(int n, int root) {
  (void)root;
  memcpy(sum, mine, (size_t)n * sizeof(double));
  MPI_Allreduce(MPI_IN_PLACE, sum, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
}
/* The root's sum, at all ranks. */
static void reduce(int n, int root) {
  MPI_Reduce(mine, sum, n, MPI_DOUBLE, op, root, MPI_COMM_WORLD);
  MPI_Bcast(sum, n, MPI_DOUBLE, root, MPI_COMM_WORLD);
}

/* Element i of a long vector has the operands of element i % few. */
static int compare(void (*procedure)(int n, int root), int roots) {
  int other = 0;
  procedure(few, 0);
  memcpy(due, sum, few * sizeof(double));
  if (procedure != scan) MPI_Bcast(due, few, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int root = 0; root < roots; ++root)
    for (int s = 0; s < sizes; ++s) {
      procedure(counts[s], root);
      for (int i = 0; i < counts[s]; ++i) other |= is_other(sum + i, due + i % few, 1);
    }
  return other;
}

/* Rank r's blocks of 1 and of many elements. */
static int compare_blocks(void) {
  int other = 0;
  double one;
  for (int i = 0; i < size; ++i) mine[i] = 1.0 / (3 + rank * 7 + i);
  MPI_Reduce_scatter_block(mine, &one, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const int n = most / size;
  for (int i = 0; i < n * size; ++i) mine[i] = 1.0 / (3 + rank * 7 + i / n);
  MPI_Reduce_scatter_block(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i) other |= is_other(sum + i, &one, 1);
  return other;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = malloc(most * sizeof(double)), sum = malloc(most * sizeof(double)), due = malloc(few * sizeof(double));
  fill();
  say("MPI_Allreduce", compare(allreduce, 1));
  say("MPI_Reduce", compare(reduce, size));
  say("MPI_Scan", compare(scan, 1));
  say("MPI_Reduce_scatter_block", compare_blocks());
  for (int i = 0; i < most; ++i) mine[i] = rank == 0 ? 0.0 : -0.0;
  MPI_Op_create(greater, 1, &op);
  say("MPI_Allreduce of zeros", compare(allreduce, 1) | compare(allreduce_in_place, 1));
  say("MPI_Reduce of zeros", compare(reduce, size));
  MPI_Op_free(&op);
  free(mine), free(sum), free(due);
  MPI_Finalize();
  return 0;
}
