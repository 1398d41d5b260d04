// Operators in C, right ones and classic mistakes, for tests that compile them.
#pragma once

namespace tutti {

/// OP(name, T, body): for each element, `a` of invec and `b` of inoutvec.
inline constexpr const char* black_box_operators = R"(
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define OP(name, T, ...) \
  void name(void* invec, void* inoutvec, int* len, void* datatype) { \
    T *in = invec, *inout = inoutvec; \
    for (int i = 0; i < *len; ++i) { T *a = &in[i], *b = &inout[i]; __VA_ARGS__; } \
  }
typedef struct { double v; int i; } pair;
typedef struct { char c; int n; } padded;
typedef struct { unsigned m[2][2]; } matrix;
typedef struct { unsigned char v[4000]; } big;

OP(sum, unsigned, *b += *a)
OP(any_bits, unsigned char, *b |= *a)
OP(min_long, long, if (*a < *b) *b = *a)
OP(both, _Bool, *b = *a && *b)
OP(product, matrix, matrix r;
   for (int x = 0; x < 2; ++x) for (int y = 0; y < 2; ++y)
     r.m[x][y] = a->m[x][0] * b->m[0][y] + a->m[x][1] * b->m[1][y];
   *b = r)
OP(max_pair, pair, if (a->v > b->v || (a->v == b->v && a->i < b->i)) *b = *a)
OP(first_pair, pair, *b = *a)
OP(first_pair_by_members, pair, b->v = a->v; b->i = a->i)
OP(writes_padding, padded, memset(b, 0x55, sizeof *b); b->c = a->c; b->n = a->n)
OP(first, int, *b = *a)
OP(block, big, for (int k = 0; k < 4000; ++k) b->v[k] |= a->v[k])
OP(block_but_last, big, b->v[3999] = b->v[3999] > 1 ? 0 : b->v[3999])

OP(difference, int, *b = (int)((unsigned)*a - (unsigned)*b))
OP(average, double, *b = (*a + *b) / 2)
OP(sum_double, double, *b += *a)
OP(sum_float, float, *b += *a)
OP(sum_long_double, long double, *b += *a)
OP(max_first, pair, if (a->v >= b->v) *b = *a)
OP(max_double, double, if (*a > *b) *b = *a)
OP(divides, int, *b = *a / *b)
OP(aborts, int, if (*a == 2) abort())
OP(null, int, if (*b == 1) *(volatile int*)0 = 1)
OP(exits, int, if (*b == 1) exit(3))
OP(hangs, int, while (*a == 1) __asm__ volatile(""))
OP(clobbers, int, *b |= *a; *a = *b)
OP(behind, int, b[1] = a[0])
OP(before, int, *b += a[-1])
OP(changes_len, int, *b = *a; if (i == 1) *len = 1)
OP(changes_type, int, *b = *a; *(int*)datatype = 0)
OP(counts, int, static int n; *b = n++)
OP(first_call, int, static int set, base; if (!set) { set = 1; base = *a; } *b = base)
OP(process, int, *b = getpid())
OP(compares_padding, padded, if (memcmp(a, b, sizeof *a) > 0) *b = *a)
OP(positive_sum, int, if (*a <= 0 || *b <= 0) abort(); *b = *a > 1000 || *b > 1000 - *a ? 1000 : *a + *b)
OP(positive_difference, int, if (*a <= 0 || *b <= 0) abort(); *b = *a - *b)
OP(prints, int, puts("printed"); fflush(stdout); *b += *a)
int no_such(void);
OP(lacks, int, *b = no_such())
void only_first(int* in, int* inout, int* len, void* type) { inout[0] |= in[0]; }
void one_value(int* in, int* inout, int* len, void* type) { for (int i = 0; i < 3; ++i) inout[i] |= in[i]; }
void carries(unsigned* in, unsigned* inout, int* len, void* type) {
  unsigned carry = 0;
  for (int i = 0; i < *len; ++i) { carry += in[i]; inout[i] += carry; }
}
int is_positive(const int* n) { return *n > 0; }
int is_never(const int* n) { return 0; }
)";

}  // namespace tutti
