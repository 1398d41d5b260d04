// type: struct{int v[3]; int k;}
// function: f
// commute: 0
// fit: refuted
// expect: total refuted
// why: the loop goes one index beyond the array, to a number that belongs to the element and not to the array
struct s {
  int v[3];
  int k;
};

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const struct s* a = invec;
  struct s* b = inoutvec;
  for (int i = 0; i < *len; ++i)
    for (int j = 0; j <= 3; ++j) b[i].v[j] |= a[i].v[j];
}
