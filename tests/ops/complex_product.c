// type: struct{double re, im;}
// function: multiply
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: the product of complex numbers as the MPI standard writes it in its example
// why: 1 is no identity where an infinity meets 0

#include <mpi.h>

typedef struct {
  double real, imag;
} Complex;

void multiply(void* invec, void* inoutvec, int* len, MPI_Datatype* dptr) {
  Complex *in = invec, *inout = inoutvec;
  int i;
  Complex c;
  for (i = 0; i < *len; ++i) {
    c.real = inout->real * in->real - inout->imag * in->imag;
    c.imag = inout->real * in->imag + inout->imag * in->real;
    *inout = c;
    in++;
    inout++;
  }
  (void)dptr;
}
