// type: float _Complex
// function: csum
// commute: 1
// effort: 10
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: sums of real and imaginary parts, which round

#include <mpi.h>

#include <complex>

extern "C" void csum(void* in, void* inout, int* len, MPI_Datatype*) {
  auto* a = static_cast<std::complex<float>*>(in);
  auto* b = static_cast<std::complex<float>*>(inout);
  for (int i = 0; i < *len; ++i) b[i] += a[i];
}
