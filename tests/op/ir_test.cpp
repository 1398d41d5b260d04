#include "tests/op/ir.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/support/property.hpp"
#include "verified/op/ir/execute.hpp"

using namespace tutti;
using namespace tutti::op;

namespace {

Summary summary_of(const Snippet& snippet, const Type& type, int len, z3::context& context,
                   Floats floats = Floats::ieee) {
  auto result = snippet.module().execute("f", type, len, floats, context);
  if (const auto* stopped = std::get_if<Unsupported>(&result)) FAIL(stopped->where << ": " << stopped->what);
  return std::get<Summary>(result);
}

/// On random operands the terms become what the machine code leaves, unless a fault happens. Those that happen are in
/// `tolerated`, by the beginning of their text. At least a quarter of the cases must be without.
void check_agrees(const std::string& says, const std::string& source, const Type& type, int cases = 100,
                  const std::vector<std::string>& tolerated = {}, const std::string& suffix = ".c") {
  CAPTURE(says);
  Snippet snippet(source, suffix);
  for (const int len : {1, 3}) {
    z3::context context;
    const Summary summary = summary_of(snippet, type, len, context);
    const Evaluator evaluate(type, summary);
    int compared = 0, called = 0;
    property(
        says + ", len " + std::to_string(len),
        [&] {
          const auto in = draw_elements(type, len, draw), inout = draw_elements(type, len, draw);
          const Evaluated terms = evaluate(in, inout);
          ++called;
          for (const std::string& fault : terms.faults) {
            const bool expected = std::any_of(tolerated.begin(), tolerated.end(),
                                              [&](const std::string& prefix) { return fault.starts_with(prefix); });
            if (!expected) RC_FAIL(fault);
          }
          if (!terms.faults.empty()) return;
          ++compared;
          if (!terms.undecided.empty()) RC_FAIL(terms.undecided[0]);
          const auto machine = snippet.run("f", in, inout, len);
          RC_ASSERT(machine && same_values(type, terms.result, *machine));
        },
        cases, [&] { return 4 * compared >= called; });
  }
}

/// A function of x and y = *inout over all elements: `body` sets *y from *x.
std::string each(const std::string& type, const std::string& body, const std::string& before = "") {
  return "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "#include <complex.h>\ntypedef " +
         type + ";\n" + before +
         "\nvoid f(void *in, void *inout, int *len, void *datatype) {\n  T *a = in, *b = inout;\n"
         "  for (int i = 0; i < *len; ++i) {\n    const T *x = a + i;\n    T *y = b + i;\n    " +
         body + "\n  }\n}\n";
}

const Type f32 = scalar_type(Scalar::f32), f64 = scalar_type(Scalar::f64), f80 = scalar_type(Scalar::f80);
const Type i32 = scalar_type(Scalar::i32), u32 = scalar_type(Scalar::u32), i64 = scalar_type(Scalar::i64);
const Type i8 = scalar_type(Scalar::i8), u8 = scalar_type(Scalar::u8), u64 = scalar_type(Scalar::u64);

}  // namespace

TEST_CASE("terms of integer arithmetic become what the machine computes") {
  check_agrees("wrapping", each("uint32_t T", "*y = (*x * 2654435761u + *y) ^ (*y >> 3) ^ (*x << 7);"), u32);
  check_agrees("narrow", each("uint8_t T", "*y = (*x + 3 * *y) % 7 | (*x & ~*y);"), u8);
  check_agrees("signed", each("int T", "*y = (*x & 0xffff) * 3 - (*y >> 18) + -(*x >> 20);"), i32);
  check_agrees("quotients", each("long T", "*y = *y != 0 && *y != -1 ? *x / *y + *x % *y : 7;"), i64);
  check_agrees("narrow quotients", each("int8_t T", "*y = *y ? *x / *y ^ *x % *y ^ *x / 7u : 7;"), i8);
  check_agrees("quotients of either sign", each("uint8_t T", "*y = *y ? *x / -*y - (*x - 77) % *y : 7;"), u8);
  check_agrees("unsigned quotients", each("uint64_t T", "*y = *y ? *x / *y ^ *x % *y : *x;"), u64);
  check_agrees("wide", each("uint64_t T", "*y = (uint64_t)((unsigned __int128)*x * *y % 1000000007u);"), u64, 60);
  check_agrees("builtins",
               each("unsigned T",
                    "*y = __builtin_popcount(*x) + 64 * __builtin_bswap32(*y) + (*x ? __builtin_clz(*x) * 7 + "
                    "__builtin_ctz(*x) : 5);"),
               u32);
  check_agrees("overflow builtins",
               each("int T",
                    "int r, s, t; r = __builtin_add_overflow(*x, *y, &s) ? 1 : s; r ^= __builtin_sub_overflow(*x, *y, "
                    "&t) ? 2 : t;"
                    "unsigned u; r ^= __builtin_mul_overflow(*x, *y, &s) ? 4 : s; r ^= __builtin_umul_overflow(*x, *y, "
                    "&u) ? 8 : (int)u; *y = r;"),
               i32);
  check_agrees(
      "overflow builtins of long",
      each("long T",
           "long s, t, u; int n = __builtin_add_overflow(*x, *y, &s) + 2 * __builtin_sub_overflow(*x, *y, &t) +"
           "4 * __builtin_mul_overflow(*x, *y, &u); *y = (s ^ t ^ u) + (n & 0) ^ n;"),
      i64, 60);
}

TEST_CASE("terms of floating-point arithmetic become what the machine computes, to the bit") {
  check_agrees("double", each("double T", "*y = (*x + *y) * (*x - *y) / (*y + 1) - -*x;"), f64);
  check_agrees("float", each("float T", "*y = *x * *y + *x / 3 - sqrtf(fabsf(*y));"), f32);
  check_agrees("long double", each("long double T", "*y = *x * *y + *x;"), f80, 100);
  check_agrees(
      "comparisons",
      each("double T",
           "int n = (*x < *y) + 2 * (*x <= *y) + 4 * (*x == *y) + 8 * (*x != *y) + 16 * (*x > *y) + 32 * !(*x >= *y) +"
           "64 * isnan(*x) + 128 * isunordered(*x, *y) + 256 * (isinf(*y) != 0) + 512 * isless(*x, *y); *y = n;"),
      f64);
  check_agrees("rounding",
               each("double T", "*y = floor(*x) + ceil(*y) * 3 + trunc(*x) / 7 - rint(*y) + round(*x + *y);"), f64);
  check_agrees("fma", each("double T", "*y = fma(*x, *y, -*x);"), f64);
  check_agrees("formats", each("double T", "*y = (float)*x + (double)(float)*y;"), f64);
  check_agrees("to integers",
               each("double T",
                    "if (fabs(*x) < 1e9 && fabs(*y) < 1e9) *y = (int)*x + 3 * (long)*y + (*x >= 0 ? (unsigned char)(*x "
                    "/ 1e8) : 0); else *y = 0;"),
               f64);
  check_agrees(
      "from integers",
      each("long T",
           "double d = *x; float e = (unsigned long)*y; *y = (d < e) + 2 * (d == (float)*x) + 4 * (e > 1e10f);"),
      i64);
  check_agrees("fmin and fmax", each("double T", "*y = fmin(*x, *y) + fmax(*x, *y);"), f64, 100, {"unmodelled"});
  check_agrees("copysign", each("double T", "*y = copysign(*x, *y);"), f64, 100, {"unmodelled"});
}

TEST_CASE("terms of control flow become what the machine computes") {
  check_agrees("gcd", each("unsigned char T", "T m = *x, n = *y; while (n) { T t = m % n; m = n; n = t; } *y = m;"), u8,
               100);
  check_agrees("nested loops",
               each("unsigned T",
                    "for (int j = 0; j < 3; ++j) { if (*x >> j & 1) continue; for (int k = j; k < 4; ++k) { if (*y == "
                    "k) break; *y += j * k ^ *x; } }"),
               u32);
  check_agrees("switch",
               each("unsigned T",
                    "switch (*x & 7) { case 0: *y += 1; break; case 1: *y *= 3; case 2: *y ^= *x; break; case 5: case "
                    "6: *y = 9; break; default: *y -= 2; }"),
               u32);
  check_agrees("short circuits",
               each("int T", "if ((*x > 0 && *y < 5) || !(*x == -3 || *y == 2)) *y = *x; else if (*x & 1) *y &= 15;"),
               i32);
  check_agrees("goto", each("int T", "int n = 0; again: if (n < 3) { ++n; if (*x > n) goto again; } *y = n;"), i32);
  check_agrees("do", each("int T", "int n = 0; do { ++n; } while (n < 5 && (*x >> n & 1)); *y = n;"), i32);
  check_agrees("calls",
               each("unsigned T", "*y = twice(twice(*x)) + pick(x, y);",
                    "static T twice(T n) { return 2 * n; } static T pick(const T *p, const T *q) { if (*p < *q) return "
                    "*p; return *q; }"),
               u32);
  check_agrees(
      "recursion",
      each("unsigned T", "*y = power(*x, *y & 7);",
           "static T power(T b, T n) { return n == 0 ? 1 : n & 1 ? b * power(b, n - 1) : power(b * b, n / 2); }"),
      u32, 60);
  check_agrees("pointers", each("int T", "const T *p = *x > *y ? x : y; *y = *p; T *e = y + 1; *y ^= (int)(e - y);"),
               i32);
}

TEST_CASE("terms of memory become what the machine leaves") {
  const Type pair = struct_type({{"v", Scalar::f64}, {"i", Scalar::i32}});
  check_agrees("struct copies",
               each("struct { double v; int i; } T",
                    "if (x->v > y->v) *y = *x; else if (x->v == y->v && x->i < y->i) y->i = x->i;"),
               pair);
  check_agrees("structs by value",
               each("struct { double v; int i; } T", "*y = best(*x, *y);",
                    "static T best(T p, T q) { T r = p; if (q.i > p.i) { r.v = q.v; r.i = q.i - 1 | 1; } return r; }"),
               pair);
  check_agrees("small structs by value",
               each("struct { int a; char b; } T", "*y = best(*x, *y);",
                    "static T best(T p, T q) { T r = {p.a ^ q.a, (char)(p.b & q.b)}; return r; }"),
               struct_type({{"a", Scalar::i32}, {"b", Scalar::i8}}));
  check_agrees("pairs of floats by value",
               each("struct { float a, b; } T", "*y = sum(*x, *y);",
                    "static T sum(T p, T q) { T r = {p.a + q.b, p.b * q.a}; return r; }"),
               struct_type({{"a", Scalar::f32}, {"b", Scalar::f32}}));
  check_agrees("bytes",
               each("double T",
                    "const char *p = (const char *)x; char *q = (char *)y; for (unsigned j = 0; j < sizeof *x; ++j) "
                    "q[j] = p[j];"),
               f64);
  check_agrees("bytes of integers",
               each("unsigned T", "unsigned char *q = (unsigned char *)y; q[1] ^= *x; q[3] = q[0] + 1; *y += q[2];"),
               u32);
  check_agrees("bits of floats",
               each("double T", "uint64_t n; memcpy(&n, y, 8); n ^= 1ull << 63; memcpy(y, &n, 8); *y += *x;"), f64, 100,
               {"unmodelled"});
  check_agrees(
      "unions",
      each("float T", "union { float f; unsigned u; } p; p.f = *x; if (p.u >> 31) p.u &= 0x7fffffff; *y = p.f;"), f32,
      100, {"unmodelled"});
  check_agrees("local arrays",
               each("struct { unsigned n[4]; } T",
                    "T t; for (int r = 0; r < 2; ++r) for (int c = 0; c < 2; ++c) { t.n[2 * r + c] = 0; for (int k = "
                    "0; k < 2; ++k) t.n[2 * r + c] += x->n[2 * r + k] * y->n[2 * k + c]; } *y = t;"),
               array_type(Scalar::u32, 4));
  check_agrees(
      "indices that depend on operands",
      each("struct { unsigned n[4]; } T",
           "unsigned t[4] = {1, 2, 3, 4}; t[x->n[0] & 3] += x->n[y->n[1] % 4]; y->n[t[1] & 3] = t[y->n[3] & 3];"),
      array_type(Scalar::u32, 4));
  check_agrees("merging",
               each("struct { int n[3]; } T",
                    "int t[3], p = 0, q = 0; for (int k = 0; k < 3; ++k) t[k] = x->n[p] > y->n[q] ? x->n[p++] : "
                    "y->n[q++]; memcpy(y->n, t, sizeof t);"),
               array_type(Scalar::i32, 3), 100);
  check_agrees("tables",
               each("unsigned T", "*y = primes[*x & 3] * weights[1][*y & 1];",
                    "static const unsigned primes[] = {2, 3, 5, 7}, weights[2][2] = {{1, 10}, {100, 1000}};"),
               u32);
  check_agrees("memory functions",
               each("struct { unsigned char n[6]; } T",
                    "unsigned char t[6]; memset(t, 7, sizeof t); memmove(t + 1, x->n, 3); if (memcmp(t, y->n, 4) < 0) "
                    "memcpy(y, t, 6); else y->n[5] = 1;"),
               array_type(Scalar::u8, 6));
  check_agrees("bools",
               each("struct { bool a, b; int n; } T",
                    "y->a = (x->a && !y->b) || x->n > y->n; y->b ^= x->b; y->n = x->a + y->b;"),
               struct_type({{"a", Scalar::boolean}, {"b", Scalar::boolean}, {"n", Scalar::i32}}));
  check_agrees("bit-fields",
               each("struct { unsigned a : 5, b : 11, c : 16; } T", "y->a += x->a; y->b ^= x->c; y->c -= x->b;"), u32);
  const std::string record = "struct { char s[8]; int n; } T";
  const Type text = struct_type({{"s[0]", Scalar::i8},
                                 {"s[1]", Scalar::i8},
                                 {"s[2]", Scalar::i8},
                                 {"s[3]", Scalar::i8},
                                 {"s[4]", Scalar::i8},
                                 {"s[5]", Scalar::i8},
                                 {"s[6]", Scalar::i8},
                                 {"s[7]", Scalar::i8},
                                 {"n", Scalar::i32}});
  const std::string terminated = "T s = *x, t = *y; s.s[3] = 0; t.s[3] = 0; s.s[1] &= 1; t.s[2] &= 1;";
  check_agrees("string functions",
               each(record, terminated + "strcat(t.s, s.s); y->n = strlen(t.s); strncpy(y->s, t.s, 8);"), text, 50);
  check_agrees(
      "bounded string functions",
      each(
          record,
          terminated +
              "strncat(t.s, s.s, 2); y->n = strcmp(s.s, t.s) < 0 ? 1 : strncmp(y->s, s.s, 2) == 0; strcpy(y->s, t.s);"),
      text, 50);
}

TEST_CASE("terms of complex products are those of C's annex G, infinities included") {
  const Type complex = struct_type({{"re", Scalar::f64}, {"im", Scalar::f64}});
  check_agrees("complex", each("double complex T", "*y *= *x;"), complex, 400);
  check_agrees("complex float", each("float complex T", "*y = *x * *y + *x;"),
               struct_type({{"re", Scalar::f32}, {"im", Scalar::f32}}), 400);
}

TEST_CASE("a product that is added is rounded once where contraction is asked for, and twice where it is not") {
  const Snippet snippet(each("double T", "*y = *x * *y + 0.1;"));
  z3::context context;
  const auto of = [&](Floats floats) {
    return Evaluator(f64, std::get<Summary>(snippet.module().execute("f", f64, 1, floats, context)));
  };
  const Evaluator twice = of(Floats::ieee), once = of(Floats::ieee_fused);
  const auto bytes = [](double v) {
    const auto* at = reinterpret_cast<const std::byte*>(&v);
    return std::vector<std::byte>(at, at + sizeof v);
  };
  int differ = 0;
  const auto contracts = [&] {
    const double x = draw(1000) / 7.0, y = draw(1000) / 11.0;
    const volatile double product = x * y;
    const double rounded = product + 0.1, fused = std::fma(x, y, 0.1);
    RC_ASSERT(twice(bytes(x), bytes(y)).result == bytes(rounded));
    RC_ASSERT(once(bytes(x), bytes(y)).result == bytes(fused));
    differ += rounded != fused ? 1 : 0;
  };
  property("contraction", contracts, 100, [&] { return differ > 0; });
}

TEST_CASE("C++ is executed as C is") {
  const std::string source =
      "#include <algorithm>\n#include <array>\nusing T = std::array<int, 3>;\n"
      "struct Least { template <class U> U operator()(const U &p, const U &q) const { return std::min(p, q); } };\n"
      "extern \"C\" void f(void *in, void *inout, int *len, void *) {\n"
      "  const T *a = static_cast<const T *>(in); T *b = static_cast<T *>(inout);\n"
      "  for (int i = 0; i < *len; ++i) for (std::size_t k = 0; k < 3; ++k) b[i][k] = Least{}(a[i][k], b[i][k]);\n}\n";
  check_agrees("templates", source, array_type(Scalar::i32, 3), 100, {}, ".cpp");
}
