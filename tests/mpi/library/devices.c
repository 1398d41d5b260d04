// Collectives on buffers of a device (device.c), each compared with the MPI's own on buffers of the host.
// usage: devices LIBRARY all|one|mixed|managed|fails [HOST_CALLS]   whose buffers are on the device: those of all
// ranks, of rank 1, or now the send and now the receive buffers; of all, where the processor may touch them; of rank 1,
// whose copies back fail now and then. After so many calls on the host's, before which no runtime is loaded
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most = 4096 };  // bytes of a buffer
static int rank, size, failures, calls;
static const char* mode;
static void* (*allocate)(size_t);
static void (*free_all)(void), (*copy)(void*, const void*, size_t), (*initialise)(void);
static long (*copied)(void);
static void (*manage)(void), (*fail)(int);

static int on_device(int receives) {
  if (strcmp(mode, "one") == 0) return rank == 1;
  if (strcmp(mode, "mixed") == 0) return (calls + rank + receives) % 2 == 0;
  return 1;
}

static char sent_here[most], due[most], found[most];
static char *send, *receive;

/// Fills the buffers of the host, and makes those of the call alike.
static void begin(void) {
  ++calls;
  for (int i = 0; i < most; ++i) {
    sent_here[i] = (char)((i * 7 + rank * 13 + calls) % 50);
    due[i] = (char)((i * 3 + rank * 5 + calls) % 40);
  }
  send = on_device(0) ? allocate(most) : malloc(most);
  receive = on_device(1) ? allocate(most) : malloc(most);
  copy(send, sent_here, most);
  copy(receive, due, most);
}

static void end(const char* what) {
  copy(found, receive, most);
  if (memcmp(found, due, most) != 0) {
    ++failures;
    int i = 0;
    while (found[i] == due[i]) ++i;
    fprintf(stderr, "rank %d: %s (call %d): byte %d is %d, due %d\n", rank, what, calls, i, found[i], due[i]);
  }
  copy(found, send, most);
  if (memcmp(found, sent_here, most) != 0) {
    ++failures;
    fprintf(stderr, "rank %d: %s (call %d): has written what is sent\n", rank, what, calls);
  }
  if (!on_device(0)) free(send);
  if (!on_device(1)) free(receive);
  free_all();
}

/// The call by the MPI on the host, and by libtutti on what it is given; S and R are the buffers.
#define CALL(what, Name, ...)                   \
  do {                                          \
    begin();                                    \
    {                                           \
      char *S = sent_here, *R = due;            \
      (void)S;                                  \
      PMPI_##Name(__VA_ARGS__, MPI_COMM_WORLD); \
    }                                           \
    {                                           \
      char *S = send, *R = receive;             \
      (void)S;                                  \
      MPI_##Name(__VA_ARGS__, MPI_COMM_WORLD);  \
    }                                           \
    end(what);                                  \
  } while (0)

static void affine(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; ++i) ((int*)inout)[i] = 3 * ((int*)in)[i] + ((int*)inout)[i];
}

static void all_collectives(void) {
  int counts[8], places[8], ints[8], bytes[8];
  MPI_Datatype types[8], holes, spaced;
  MPI_Type_vector(3, 2, 3, MPI_INT, &holes);  // two of three ints; an element ends with its data
  MPI_Type_commit(&holes);
  MPI_Type_create_resized(MPI_INT, 0, 12, &spaced);  // one of three
  MPI_Type_commit(&spaced);
  MPI_Op op;
  MPI_Op_create(affine, 0, &op);
  for (int r = 0; r < size; ++r) {
    counts[r] = 2 + r;
    places[r] = r * (size + 2);
    ints[r] = 1;
    bytes[r] = 40 * (size - 1 - r);
    types[r] = r % 2 == 0 ? holes : MPI_INT;
  }
  const int root = size - 1;
  for (int n = 0; n <= 30; n += 15) {
    CALL("reduce", Reduce, S, R, n, MPI_INT, MPI_SUM, root);
    CALL("reduce, own operator", Reduce, S, R, n, MPI_INT, op, 0);
    CALL("allreduce", Allreduce, S, R, n, MPI_UNSIGNED, MPI_BXOR);
    CALL("allreduce, in place", Allreduce, MPI_IN_PLACE, R, n, MPI_INT, MPI_MAX);
    CALL("reduce_scatter_block", Reduce_scatter_block, S, R, n, MPI_SHORT, MPI_SUM);
    CALL("reduce_scatter_block, in place", Reduce_scatter_block, MPI_IN_PLACE, R, n, MPI_SHORT, MPI_SUM);
    CALL("reduce_scatter", Reduce_scatter, S, R, counts, MPI_INT, MPI_SUM);
    CALL("scan", Scan, S, R, n, MPI_INT, op);
    CALL("scan, in place", Scan, MPI_IN_PLACE, R, n, MPI_INT, MPI_SUM);
    CALL("bcast", Bcast, R, n, MPI_INT, root);
    CALL("bcast with holes", Bcast, R, n, holes, 0);
    CALL("gather", Gather, S, n, MPI_INT, R, n, MPI_INT, root);
    CALL("gather with holes", Gather, S, 1, holes, R, 6, spaced, 1);
    CALL("gatherv", Gatherv, S, counts[rank], MPI_INT, R, counts, places, MPI_INT, root);
    CALL("scatter", Scatter, S, n, MPI_INT, R, n, MPI_INT, 0);
    CALL("scatterv", Scatterv, S, counts, places, MPI_INT, R, counts[rank], MPI_INT, root);
    CALL("allgather", Allgather, S, n, MPI_SHORT, R, n, MPI_SHORT);
    CALL("allgatherv", Allgatherv, S, counts[rank], spaced, R, counts, places, spaced);
    CALL("alltoall", Alltoall, S, n, MPI_INT, R, n, MPI_INT);
    CALL("alltoall with holes", Alltoall, S, 2, holes, R, 2, holes);
    CALL("alltoall, in place", Alltoall, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, R, n, MPI_INT);
    for (int r = 0; r < size; ++r) ints[r] = counts[(r + rank) % size];
    CALL("alltoallv", Alltoallv, S, ints, places, MPI_SHORT, R, ints, places, MPI_SHORT);
    for (int r = 0; r < size; ++r) ints[r] = 1;
    for (int r = 0; r < size; ++r) types[r] = (r + rank) % 2 == 0 ? holes : MPI_INT;
    CALL("alltoallw", Alltoallw, S, ints, bytes, types, R, ints, bytes, types);
  }
  MPI_Type_free(&holes);
  MPI_Type_free(&spaced);
  MPI_Op_free(&op);
}

/// A datatype of two addresses, the first of the host, the second of the device, from MPI_BOTTOM on.
static void by_addresses(void) {
  begin();
  char* here = malloc(8);
  char* there = on_device(1) ? allocate(8) : malloc(8);
  const char first[8] = {1, 2, 3, 4, 5, 6, 7, 8}, second[8] = {8, 7, 6, 5, 4, 3, 2, 1};
  char zeros[8] = {0}, got[8];
  copy(here, rank == 0 ? first : zeros, 8);
  copy(there, rank == 0 ? second : zeros, 8);
  int lengths[2] = {8, 8};
  MPI_Aint places[2];
  MPI_Get_address(here, &places[0]);
  MPI_Get_address(there, &places[1]);
  MPI_Datatype type;
  MPI_Type_create_hindexed(2, lengths, places, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
  copy(got, there, 8);
  if (memcmp(here, first, 8) != 0 || memcmp(got, second, 8) != 0) ++failures, fprintf(stderr, "by addresses\n");
  MPI_Type_free(&type);
  free(here);
  if (!on_device(1)) free(there);
  end("by addresses");
}

/// A call whose result does not reach the device returns an error at that rank, and the next ones are as good as
/// before.
static void copies_back_fail(void) {
  int data[4], sum[4];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; i < 12; ++i) {
    const int n = 1 + i / 4, fails = i % 4 == 0 || i % 4 == 2; /* the first call with that count, and one later */
    int* result = rank == 1 ? allocate(sizeof sum) : sum;
    for (int k = 0; k < 4; ++k) data[k] = rank + k;
    fail(fails);
    const int code = MPI_Allreduce(data, result, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    fail(0);
    copy(sum, result, sizeof sum);
    if ((code != MPI_SUCCESS) != (fails && rank == 1)) ++failures, fprintf(stderr, "call %d: code %d\n", i, code);
    for (int k = 0; k < n && code == MPI_SUCCESS; ++k)
      if (sum[k] != size * (size - 1) / 2 + size * k) ++failures, fprintf(stderr, "call %d: %d\n", i, sum[k]);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mode = argv[2];
  for (int i = argc > 3 ? atoi(argv[3]) : 0; i > 0; --i) {
    int one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != size) ++failures;
  }
  void* library = dlopen(argv[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  *(void**)&initialise = dlsym(library, "device_initialise");
  *(void**)&allocate = dlsym(library, "device_allocate");
  *(void**)&free_all = dlsym(library, "device_free_all");
  *(void**)&copy = dlsym(library, "device_copy");
  *(void**)&copied = dlsym(library, "device_copied");
  *(void**)&manage = dlsym(library, "device_manage");
  *(void**)&fail = dlsym(library, "device_fail");
  usleep(20000);  // as long as a runtime takes at least
  int one = 1, sum;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // it is loaded, and nobody has initialised it
  initialise();
  if (strcmp(mode, "fails") == 0) return copies_back_fail(), MPI_Finalize(), failures != 0;
  if (strcmp(mode, "managed") == 0) manage();
  all_collectives();
  if (strcmp(mode, "managed") == 0) return MPI_Finalize(), failures != 0;
  by_addresses();
  const long bytes = copied();
  const int is_used = strcmp(mode, "one") != 0 || rank == 1;
  if (bytes < 0 || (bytes > 0) != is_used) ++failures, fprintf(stderr, "rank %d: %ld bytes copied\n", rank, bytes);
  MPI_Finalize();
  return failures != 0;
}
