// type: struct{char grade; int id;}
// function: smaller
// commute: 1
// expect: memory proved|unknown; total refuted
// why: memcmp compares the padding, which nobody set

#include <mpi.h>
#include <string.h>

typedef struct {
  char grade;
  int id;
} student;

void smaller(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  student *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i)
    if (memcmp(&in[i], &inout[i], sizeof(student)) < 0) inout[i] = in[i];
  (void)type;
}
