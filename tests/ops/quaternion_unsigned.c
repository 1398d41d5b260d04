// type: unsigned[4]
// function: qmul
// commute: 0
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: the product of quaternions over the integers modulo 2^32

typedef unsigned quaternion[4];

void qmul(void* in, void* inout, int* len, void* type) {
  quaternion *p = in, *q = inout;
  for (int i = 0; i < *len; ++i) {
    const unsigned *a = p[i], *b = q[i];
    unsigned w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    unsigned x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    unsigned y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    unsigned z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    q[i][0] = w, q[i][1] = x, q[i][2] = y, q[i][3] = z;
  }
  (void)type;
}
