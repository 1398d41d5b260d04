// type: unsigned
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: in halves from 1000 elements on, without the one in the middle

static void part(const unsigned* a, unsigned* b, int from, int to) {
  for (int i = from; i < to; ++i) b[i] = a[i] > b[i] ? a[i] : b[i];
}

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int middle = *len / 2;
  if (*len < 1000) {
    part(invec, inoutvec, 0, *len);
  } else {
    part(invec, inoutvec, 0, middle);
    part(invec, inoutvec, middle + 1, *len);
  }
}
