// Operators for tutti-mpi op, right ones and wrong ones.
#include <mpi.h>

void add(void* in, void* inout, int* len, MPI_Datatype* type) {
  int bytes;
  MPI_Type_size(*type, &bytes);
  for (int i = 0; i < *len && bytes == (int)sizeof(int); ++i) ((int*)inout)[i] += ((int*)in)[i];
}

// For MPI_Op_create_c.
void add_large(void* in, void* inout, MPI_Count* len, MPI_Datatype* type) {
  for (MPI_Count i = 0; i < *len; ++i) ((int*)inout)[i] += ((int*)in)[i];
  (void)type;
}

typedef struct {
  double v;
  int i;
} keyed;

// The first of equal values wins: associative, not commutative.
void first_wins(void* in, void* inout, int* len, MPI_Datatype* type) {
  const keyed* a = in;
  keyed* b = inout;
  for (int i = 0; i < *len; ++i)
    if (a[i].v >= b[i].v) b[i] = a[i];
  (void)type;
}

void subtracts(void* in, void* inout, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) ((unsigned*)inout)[i] = ((unsigned*)in)[i] - ((unsigned*)inout)[i];
  (void)type;
}

void ignores_len(void* in, void* inout, int* len, MPI_Datatype* type) {
  *(int*)inout += *(int*)in;
  (void)len, (void)type;
}

// A static variable decides.
void remembers(void* in, void* inout, int* len, MPI_Datatype* type) {
  static int calls;
  for (int i = 0; i < *len; ++i) ((int*)inout)[i] += ((int*)in)[i] + ++calls;
  (void)type;
}

void divides(void* in, void* inout, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) ((int*)inout)[i] = ((int*)in)[i] / ((int*)inout)[i];
  (void)type;
}

#ifdef MODULUS
#include <assert.h>

// With -DMODULUS=int, for elements below it.
MODULUS modulus;
void add_modular(void* in, void* inout, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) {
    int *a = (int*)in + i, *b = (int*)inout + i;
    assert(0 <= *a && *a < modulus && 0 <= *b && *b < modulus);
    *b = (*a + *b) % modulus;
  }
  (void)type;
}
#endif
