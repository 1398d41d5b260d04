// type: int
// function: f
// commute: 1
// fit: unknown
// expect: memory unknown; associative proved; commutative proved
// why: of no element it writes one, which is known of runs alone: what is proved is proved of one element or more
void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  int i = 0;
  do b[i] = a[i] | b[i];
  while (++i < *len);
}
