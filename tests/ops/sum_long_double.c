// type: long double
// function: sum
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: more bits round as well

typedef int MPI_Datatype;

void sum(void* in, void* inout, int* len, MPI_Datatype* type) {
  long double *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i] += a[i];
  (void)type;
}
