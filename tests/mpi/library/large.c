/* Messages of more than 2^31 - 1 elements, of MPI 4: with two processes they take 9 GiB. Prints a line for each thing
 * that is wrong, and ends with status 1 then. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int wrong, rank, size;

#define EXPECT(it_is)                                                                                \
  do {                                                                                               \
    if (!(it_is) && wrong++ < 20) printf("wrong at rank %d: line %d: %s\n", rank, __LINE__, #it_is); \
  } while (0)

static unsigned char pattern(MPI_Count i, int of) { return (unsigned char)((i ^ (i >> 17)) * 31 + of); }

int main(int argc, char** argv) {
  const MPI_Count n = ((MPI_Count)1 << 31) + 12345;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  unsigned char* send = malloc((size_t)n);
  unsigned char* receive = malloc((size_t)n);
  for (MPI_Count i = 0; i < n; ++i) send[i] = pattern(i, rank), receive[i] = 0;
  MPI_Allreduce_c(send, receive, n, MPI_UNSIGNED_CHAR, MPI_BXOR, MPI_COMM_WORLD);
  for (MPI_Count i = 0; i < n; i += 997) {
    unsigned char due = 0;
    for (int r = 0; r < size; ++r) due ^= pattern(i, r);
    EXPECT(receive[i] == due);
  }
  MPI_Bcast_c(send, n, MPI_BYTE, size - 1, MPI_COMM_WORLD);
  for (MPI_Count i = 0; i < n; i += 997) EXPECT(send[i] == pattern(i, size - 1));
  EXPECT(send[n - 1] == pattern(n - 1, size - 1));

  /* One element of as many bytes at the root. */
  MPI_Datatype whole, part;
  for (MPI_Count i = 0; i < n; ++i) send[i] = pattern(i, rank);
  MPI_Type_contiguous_c(n / 3, MPI_BYTE, &part);
  MPI_Type_contiguous(3, part, &whole);
  MPI_Type_commit(&whole);
  if (rank == 0)
    MPI_Bcast(send, 1, whole, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast_c(send, n / 3 * 3, MPI_BYTE, 0, MPI_COMM_WORLD);
  for (MPI_Count i = 0; i < n / 3 * 3; i += 997) EXPECT(send[i] == pattern(i, 0));

  /* The same from MPI_BOTTOM. */
  MPI_Datatype at_address;
  MPI_Aint address;
  int one = 1;
  for (MPI_Count i = 0; i < n; ++i) send[i] = pattern(i, rank);
  MPI_Get_address(send, &address);
  MPI_Type_create_hindexed(1, &one, &address, whole, &at_address);
  MPI_Type_commit(&at_address);
  if (rank == 0)
    MPI_Bcast(MPI_BOTTOM, 1, at_address, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast_c(send, n / 3 * 3, MPI_BYTE, 0, MPI_COMM_WORLD);
  for (MPI_Count i = 0; i < n / 3 * 3; i += 997) EXPECT(send[i] == pattern(i, 0));
  MPI_Type_free(&at_address);
  MPI_Type_free(&whole);
  MPI_Type_free(&part);
  MPI_Finalize();
  return wrong ? 1 : 0;
}
