// type: struct{double sum, squares; unsigned count;}
// function: accumulate
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: sums of the values, of their squares and of their number

#include <mpi.h>

namespace stats {
struct Sums {
  double sum, squares;
  unsigned count;

  Sums& operator+=(const Sums& other) {
    sum += other.sum;
    squares += other.squares;
    count += other.count;
    return *this;
  }
};

template <class T>
void plus(void* in, void* inout, int* len, MPI_Datatype*) {
  for (int i = 0; i < *len; ++i) static_cast<T*>(inout)[i] += static_cast<T*>(in)[i];
}
}  // namespace stats

extern "C" void accumulate(void* in, void* inout, int* len, MPI_Datatype* type) {
  stats::plus<stats::Sums>(in, inout, len, type);
}
