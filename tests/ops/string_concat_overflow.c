// type: char[8]
// function: concat
// commute: 0
// pre: a[7] == 0
// expect: memory refuted|unknown
// why: two strings do not fit in the space of one: writes behind inoutvec

#include <mpi.h>
#include <string.h>

void concat(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) {
    char both[16];
    strcpy(both, (char*)invec + 8 * i);
    strcat(both, (char*)inoutvec + 8 * i);
    strcpy((char*)inoutvec + 8 * i, both);
  }
  (void)type;
}
