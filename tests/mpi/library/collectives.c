/* All blocking collectives on several communicators, with each result compared with what is due. It knows nothing of
 * libtutti, which a test preloads, links ahead of the MPI, or leaves away. Prints a line for each thing that is wrong,
 * and ends with status 1 then. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 64, block = 5, times = 30 };

static int wrong, rank, size;
static MPI_Comm comm;
static const char* where;

#define EXPECT(it_is)                                                                                   \
  do {                                                                                                  \
    if (!(it_is)) {                                                                                     \
      if (wrong++ < 10) printf("wrong at rank %d of %s: line %d: %s\n", rank, where, __LINE__, #it_is); \
    }                                                                                                   \
  } while (0)

static int send[most * most], receive[most * most];
static int counts[most], starts[most];

/* What rank r has for place i. */
static int value(int r, int i) { return 1000 * r + i + 1; }
static void fill(int n) {
  for (int i = 0; i < n; ++i) send[i] = value(rank, i), receive[i] = -1;
}
static int sum_up_to(int r, int i) { return 1000 * (r * (r + 1) / 2) + (r + 1) * (i + 1); }

/* As MPI_SUM, but it does not say that it commutes. */
static void add(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

/* x -> a x + b, one after another; does not commute. */
static void compose(void* in, void* inout, int* n, MPI_Datatype* type) {
  const uint32_t* left = in;
  uint32_t* right = inout;
  (void)type;
  for (int i = 0; i < *n; ++i, left += 2, right += 2) {
    const uint32_t a = right[0] * left[0], b = right[0] * left[1] + right[1];
    right[0] = a, right[1] = b;
  }
}

static void barriers(void) { EXPECT(MPI_Barrier(comm) == MPI_SUCCESS); }

static void reductions(int root, MPI_Op op) {
  fill(block);
  MPI_Reduce(send, receive, block, MPI_INT, op, root, comm);
  for (int i = 0; i < block; ++i) EXPECT(receive[i] == (rank == root ? sum_up_to(size - 1, i) : -1));

  fill(block);
  MPI_Allreduce(send, receive, block, MPI_INT, op, comm);
  for (int i = 0; i < block; ++i) EXPECT(receive[i] == sum_up_to(size - 1, i));
  fill(block);
  MPI_Allreduce(MPI_IN_PLACE, send, block, MPI_INT, op, comm);
  for (int i = 0; i < block; ++i) EXPECT(send[i] == sum_up_to(size - 1, i));

  fill(block);
  MPI_Scan(send, receive, block, MPI_INT, op, comm);
  for (int i = 0; i < block; ++i) EXPECT(receive[i] == sum_up_to(rank, i));
  fill(block);
  MPI_Exscan(send, receive, block, MPI_INT, op, comm);
  for (int i = 0; i < block; ++i) EXPECT(rank == 0 || receive[i] == sum_up_to(rank - 1, i));

  fill(size * block);
  MPI_Reduce_scatter_block(send, receive, block, MPI_INT, op, comm);
  for (int i = 0; i < block; ++i) EXPECT(receive[i] == sum_up_to(size - 1, rank * block + i));
  for (int r = 0, at = 0; r < size; ++r) counts[r] = r % 3, starts[r] = at, at += r % 3;
  fill(size * block);
  MPI_Reduce_scatter(send, receive, counts, MPI_INT, op, comm);
  for (int i = 0; i < counts[rank]; ++i) EXPECT(receive[i] == sum_up_to(size - 1, starts[rank] + i));
  EXPECT(receive[counts[rank]] == -1);
}

static void doubles(void) {
  double mine[2] = {rank + 0.5, -rank}, all[2];
  MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, comm);
  EXPECT(all[0] == size - 0.5 && all[1] == 0);
  struct {
    double value;
    int at;
  } one = {rank % 2, rank}, least;
  MPI_Allreduce(&one, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm);
  EXPECT(least.value == 0 && least.at == 0);
}

static void affine(MPI_Op op, MPI_Datatype pair) {
  uint32_t mine[2] = {2u * (unsigned)rank + 1, (unsigned)rank + 7}, all[2], due[2] = {1, 7};
  for (int r = 1; r < size; ++r) {
    const uint32_t a = 2u * (unsigned)r + 1;
    due[0] *= a, due[1] = a * due[1] + (unsigned)r + 7;
  }
  MPI_Allreduce(mine, all, 1, pair, op, comm);
  EXPECT(memcmp(all, due, sizeof due) == 0);
}

static void broadcasts(int root, MPI_Datatype every_other) {
  fill(3 * block);
  MPI_Bcast(send, 3 * block, MPI_INT, root, comm);
  for (int i = 0; i < 3 * block; ++i) EXPECT(send[i] == value(root, i));
  fill(2 * block); /* holes at the root, none elsewhere: the same signature */
  if (rank == root)
    MPI_Bcast(send, 1, every_other, root, comm);
  else
    MPI_Bcast(send, block, MPI_INT, root, comm);
  for (int i = 0; i < block; ++i)
    EXPECT(rank == root ? send[2 * i] == value(root, 2 * i) : send[i] == value(root, 2 * i));
}

static void gathers(int root) {
  fill(block);
  MPI_Gather(send, block, MPI_INT, receive, block, MPI_INT, root, comm);
  for (int r = 0; r < size && rank == root; ++r)
    for (int i = 0; i < block; ++i) EXPECT(receive[r * block + i] == value(r, i));
  if (rank == root) { /* in place there */
    for (int i = 0; i < block; ++i) receive[root * block + i] = value(root, i);
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, receive, block, MPI_INT, root, comm);
  } else {
    MPI_Gather(send, block, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, root, comm);
  }
  for (int r = 0; r < size && rank == root; ++r)
    for (int i = 0; i < block; ++i) EXPECT(receive[r * block + i] == value(r, i));

  for (int r = 0; r < size; ++r) counts[r] = (r + 2) % 4, starts[r] = r * block;
  fill(size * block);
  MPI_Gatherv(send, counts[rank], MPI_INT, receive, counts, starts, MPI_INT, root, comm);
  for (int r = 0; r < size && rank == root; ++r)
    for (int i = 0; i < block; ++i) EXPECT(receive[r * block + i] == (i < counts[r] ? value(r, i) : -1));

  fill(size * block);
  MPI_Allgather(send, block, MPI_INT, receive, block, MPI_INT, comm);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < block; ++i) EXPECT(receive[r * block + i] == value(r, i));
  fill(size * block);
  MPI_Allgatherv(send, counts[rank], MPI_INT, receive, counts, starts, MPI_INT, comm);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < block; ++i) EXPECT(receive[r * block + i] == (i < counts[r] ? value(r, i) : -1));
}

static void scatters(int root) {
  fill(size * block);
  MPI_Scatter(send, block, MPI_INT, receive, block, MPI_INT, root, comm);
  for (int i = 0; i < block; ++i) EXPECT(receive[i] == value(root, rank * block + i));
  fill(size * block);
  if (rank == root)
    MPI_Scatter(send, block, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, comm);
  else
    MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, receive, block, MPI_INT, root, comm);
  for (int i = 0; i < block; ++i) EXPECT(rank == root || receive[i] == value(root, rank * block + i));
  for (int r = 0; r < size; ++r) counts[r] = (r + 1) % 4, starts[r] = r * block;
  fill(size * block);
  MPI_Scatterv(send, counts, starts, MPI_INT, receive, counts[rank], MPI_INT, root, comm);
  for (int i = 0; i < counts[rank]; ++i) EXPECT(receive[i] == value(root, rank * block + i));
}

static void exchanges(void) {
  fill(size * block);
  MPI_Alltoall(send, block, MPI_INT, receive, block, MPI_INT, comm);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < block; ++i) EXPECT(receive[r * block + i] == value(r, rank * block + i));
  fill(size * block);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, send, block, MPI_INT, comm);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < block; ++i) EXPECT(send[r * block + i] == value(r, rank * block + i));

  int taken[most], places[most]; /* from r: (r + rank) % 3 elements */
  for (int r = 0; r < size; ++r) counts[r] = taken[r] = (r + rank) % 3, starts[r] = places[r] = r * block;
  fill(size * block);
  MPI_Alltoallv(send, counts, starts, MPI_INT, receive, taken, places, MPI_INT, comm);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < taken[r]; ++i) EXPECT(receive[r * block + i] == value(r, rank * block + i));

  MPI_Datatype types[most];
  for (int r = 0; r < size; ++r) types[r] = MPI_INT, starts[r] = places[r] = r * block * (int)sizeof(int);
  fill(size * block);
  MPI_Alltoallw(send, counts, starts, types, receive, taken, places, types, comm);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < taken[r]; ++i) EXPECT(receive[r * block + i] == value(r, rank * block + i));
}

static void nothing(int root) {
  MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, comm);
  MPI_Bcast(NULL, 0, MPI_INT, root, comm);
  MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, root, comm);
  MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm);
}

static void all_on(const char* name, MPI_Comm on) {
  where = name;
  comm = on;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Op sum, affinely;
  MPI_Datatype pair, every_other;
  MPI_Op_create(add, 0, &sum);
  MPI_Op_create(compose, 0, &affinely);
  MPI_Type_contiguous(2, MPI_UINT32_T, &pair);
  MPI_Type_vector(block, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&pair);
  MPI_Type_commit(&every_other);
  for (int i = 0; i < times; ++i) {
    const int root = i % size;
    barriers();
    reductions(root, i % 3 ? MPI_SUM : sum);
    doubles();
    affine(affinely, pair);
    broadcasts(root, every_other);
    gathers(root);
    scatters(root);
    exchanges();
    nothing(root);
  }
  MPI_Type_free(&pair);
  MPI_Type_free(&every_other);
  MPI_Op_free(&sum);
  MPI_Op_free(&affinely);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int all, me;
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  all_on("MPI_COMM_WORLD", MPI_COMM_WORLD);
  all_on("MPI_COMM_SELF", MPI_COMM_SELF);
  MPI_Comm made;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &made);
  all_on("a split, reversed", made);
  MPI_Comm_free(&made);
  int periods[1] = {1};
  MPI_Cart_create(MPI_COMM_WORLD, 1, &all, periods, 0, &made);
  all_on("a ring", made);
  MPI_Comm_free(&made);
  MPI_Finalize();
  return wrong ? 1 : 0;
}
