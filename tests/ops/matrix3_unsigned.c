// type: struct{unsigned m[9];}
// function: mat3_mul
// commute: 0
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: 3x3 matrices modulo 2^32

struct mat3 {
  unsigned m[9];
};

void mat3_mul(void* in, void* inout, int* len, void* type) {
  struct mat3 *a = in, *b = inout;
  for (; *len > 0 && b < (struct mat3*)inout + *len; ++a, ++b) {
    struct mat3 c = {{0}};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) c.m[3 * i + j] += a->m[3 * i + k] * b->m[3 * k + j];
    *b = c;
  }
  (void)type;
}
