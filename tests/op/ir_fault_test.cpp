#include <doctest/doctest.h>

#include <algorithm>

#include "tests/op/ir.hpp"

using namespace tutti::op;

namespace {

using Kind = Fault::Kind;

const Type i32 = scalar_type(Scalar::i32), u32 = scalar_type(Scalar::u32), f64 = scalar_type(Scalar::f64);
const Type padded = struct_type({{"v", Scalar::f64}, {"i", Scalar::i32}});

std::string each(const std::string& type, const std::string& body, const std::string& before = "") {
  return "#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "typedef " +
         type + ";\n" + before +
         "\nvoid f(void *in, void *inout, int *len, void *datatype) {\n"
         "  T *a = in, *b = inout;\n  for (int i = 0; i < *len; ++i) {\n    T *x = a + i, *y = b + i;\n" +
         body + "\n  }\n}\n";
}

bool can_happen(const Summary& summary, const Fault& fault) {
  z3::solver solver(fault.when.ctx());
  for (const z3::expr& condition : summary.assumed) solver.add(condition);
  solver.add(fault.when);
  return solver.check() != z3::unsat;
}

/// The kinds of faults that can happen for len 2, each once: "undefined, writes other".
std::string faults_of(const std::string& source, const Type& type, Floats floats = Floats::ieee,
                      const std::string& suffix = ".c", const std::vector<std::string>& flags = {}) {
  const Snippet snippet(source, suffix, flags);
  z3::context context;
  const auto result = snippet.module().execute("f", type, 2, floats, context);
  if (const auto* stopped = std::get_if<Unsupported>(&result)) return "unsupported: " + stopped->what;
  const Summary& summary = std::get<Summary>(result);
  std::vector<std::string> kinds;
  for (const Fault& fault : summary.faults) {
    const std::string kind = name_of(fault.kind);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end() && can_happen(summary, fault)) kinds.push_back(kind);
  }
  std::sort(kinds.begin(), kinds.end());
  std::string text;
  for (const std::string& kind : kinds) text += (text.empty() ? "" : ", ") + kind;
  return text;
}

void check_faulty(Kind kind, const std::string& source, const Type& type) {
  CAPTURE(source);
  CHECK(faults_of(source, type) == name_of(kind));
}

void check_clean(const std::string& source, const Type& type, Floats floats = Floats::ieee) {
  CAPTURE(source);
  CHECK(faults_of(source, type, floats) == "");
}

void check_unsupported(const std::string& why, const std::string& source, const Type& type) {
  CAPTURE(source);
  CHECK(faults_of(source, type) == "unsupported: " + why);
}

}  // namespace

TEST_CASE("an access outside of the elements is a fault, the last element is not") {
  check_faulty(Kind::read_outside, each("unsigned T", "*y += a[i + 1];"), u32);
  check_clean(each("unsigned T", "*y += a[*len - 1];"), u32);
  check_faulty(Kind::write_outside, each("unsigned T", "b[i + 1] = *x;"), u32);
  check_faulty(Kind::read_outside, each("struct { double v; int i; } T", "y->v = ((double *)in)[2 * i + 2];"), padded);
  check_faulty(Kind::read_outside, each("unsigned T", "*y = table[*x & 3];", "static const T table[3] = {1, 2, 3};"),
               u32);
  check_clean(each("unsigned T", "*y = table[*x % 3];", "static const T table[3] = {1, 2, 3};"), u32);
  check_faulty(Kind::write_outside, each("int T", "T t[4] = {0}; if (*x < 4) t[*x] = 1; *y = t[0];"), i32);
  check_clean(each("int T", "T t[4] = {0}; if (*x >= 0 && *x < 4) t[*x] = 1; *y = t[0];"), i32);
  check_faulty(Kind::write_outside, each("int T", "memset(y, 0, 2 * sizeof *y);"), i32);
}

TEST_CASE("a write to invec, *len, the datatype or a constant is a fault") {
  check_faulty(Kind::writes_invec, each("unsigned T", "*x += *y; *y = *x;"), u32);
  check_clean(each("unsigned T", "T t = *x; t += *y; *y = t;"), u32);
  check_faulty(Kind::writes_other, "void f(void *in, void *inout, int *len, void *type) { --*len; }", u32);
  check_faulty(Kind::writes_other, "void f(void *in, void *inout, int *len, int *type) { *type = 0; }", u32);
  check_faulty(Kind::undefined, each("unsigned T", "*(T *)&one = *x; *y = *x;", "static const T one = 1;"), u32);
}

TEST_CASE("a read of a variable that is not constant is a fault where the result depends on what was in it") {
  check_faulty(Kind::reads_state, each("unsigned T", "*y = *x * factor;", "unsigned factor = 3;"), u32);
  check_clean(each("unsigned T", "*y = *x * factor;", "static unsigned factor = 3;"), u32);
  check_clean(each("unsigned T", "*y = *x * factor;", "const unsigned factor = 3;"), u32);
  check_faulty(Kind::reads_state, each("unsigned T", "static unsigned calls; *y += calls++;"), u32);
  check_faulty(Kind::reads_state, each("unsigned T", "static unsigned calls; if (calls++) *y += *x;"), u32);
  check_faulty(Kind::reads_state, each("unsigned T", "static unsigned last; *y += last; last = *x;"), u32);
  check_clean(each("unsigned T", "calls = 1; *y += *x;", "int calls;"), u32);
  check_clean(each("unsigned T", "static unsigned calls; ++calls; *y += *x;"), u32);
  check_clean(each("unsigned T", "static unsigned last; last = *x; *y += last;"), u32);
}

TEST_CASE("of a fault that depends on what was in a variable, that is said; of others it is not") {
  const auto by_state = [](const std::string& body) {
    const Snippet snippet(each("int T", body));
    z3::context context;
    const auto result = snippet.module().execute("f", i32, 1, Floats::ieee, context);
    std::vector<bool> all;
    for (const Fault& fault : std::get<Summary>(result).faults) all.push_back(fault.by_state);
    return all;
  };
  CHECK(by_state("static int calls; ++calls; *y ^= *x;") == std::vector{true});
  CHECK(by_state("static int slots[8]; static unsigned n; slots[n++] = 1; *y ^= *x;") == std::vector{true});
  CHECK(by_state("static unsigned calls; ++calls; *y += *x;") == std::vector{false});
}

TEST_CASE("undefined arithmetic is a fault, and its defined twin is not") {
  check_faulty(Kind::undefined, each("int T", "*y += *x;"), i32);
  check_clean(each("int T", "*y = (int)((unsigned)*y + (unsigned)*x);"), i32);
  check_clean(each("int T", "if (!__builtin_add_overflow(*x, *y, y)) *y += 0;"), i32);
  check_faulty(Kind::undefined, each("int T", "*y = *x * 3;"), i32);
  check_clean(each("int T", "*y = *x / 4 * 3;"), i32);
  check_faulty(Kind::undefined, each("unsigned T", "*y /= *x;"), u32);
  check_clean(each("unsigned T", "if (*x) *y /= *x;"), u32);
  check_faulty(Kind::undefined, each("int T", "if (*x) *y /= *x;"), i32);
  check_clean(each("int T", "if (*x && !(*x == -1 && *y == INT32_MIN)) *y /= *x;"), i32);
  check_faulty(Kind::undefined, each("unsigned T", "*y <<= *x;"), u32);
  check_clean(each("unsigned T", "*y <<= *x & 31;"), u32);
  check_faulty(Kind::undefined, each("double T", "*y = (int)*x;"), f64);
  check_clean(each("double T", "if (*x > -2147483649. && *x < 2147483648.) *y = (int)*x;"), f64);
  check_faulty(Kind::undefined, each("double T", "if (*x >= -2147483649. && *x < 2147483648.) *y = (int)*x;"), f64);
  check_faulty(Kind::undefined, each("int T", "T t = (int)1e10; *y = *x;"), i32);
  check_faulty(Kind::undefined, each("int T", "*y = abs(*x);"), i32);
  check_clean(each("int T", "if (*x != INT32_MIN) *y = abs(*x);"), i32);
}

/// The same function in C++.
std::string in_cxx(const std::string& body) {
  return "extern \"C\" void f(int *a, int *b, int *len, void *) {\n  for (int i = 0; i < *len; ++i) " + body + "\n}\n";
}

TEST_CASE("a signed shift to the left is undefined as the standard of the source has it") {
  const auto c = [](const std::string& body, const std::vector<std::string>& flags = {}) {
    return faults_of(each("int T", body), i32, Floats::ieee, ".c", flags);
  };
  const auto cxx = [](const std::string& body, const char* standard) {
    return faults_of(in_cxx(body), i32, Floats::ieee, ".cpp", {standard});
  };
  CHECK(c("*y = (*x << 0) | *y;") == "undefined");
  CHECK(c("*y = ((*x & 0x7fff) << 16) | *y;") == "");
  CHECK(c("*y = ((*x & 0xffff) << 16) | *y;") == "undefined");
  CHECK(c("*y = (int)((unsigned)*x << 16) | *y;") == "");
  CHECK(c("*y = (*x << 0) | *y;", {"-fwrapv"}) == "");
  CHECK(c("int t = *x; t <<= 1; *y |= t;") == "undefined");
  for (const auto* standard : {"-std=c++14", "-std=c++17"}) {
    CHECK(cxx("b[i] = (a[i] << 0) | b[i];", standard) == "undefined");
    CHECK(cxx("b[i] = ((a[i] & 0xffff) << 16) | b[i];", standard) == "");
    CHECK(cxx("b[i] = ((a[i] & 0x1ffff) << 16) | b[i];", standard) == "undefined");
  }
  CHECK(cxx("b[i] = (a[i] << 3) | b[i];", "-std=c++20") == "");
}

TEST_CASE("a variable that is written and used in no order is a fault where that is executed") {
  check_faulty(Kind::undefined, each("int T", "T k = 0; *y = (k = *x) ^ (k = *y);"), i32);
  check_faulty(Kind::undefined, each("int T", "T k = 0; k = k++; *y ^= *x;"), i32);
  check_clean(each("int T", "T k = 0; k = 1, k = 2; *y = k ^ *x;"), i32);
  check_clean(each("int T", "*y ^= *x;", "static int other(int k) { return k++ ^ k; }"), i32);
  const auto with = [](const char* standard) {
    return faults_of(in_cxx("{ int k = 0; k = k++; b[i] ^= a[i]; }"), i32, Floats::ieee, ".cpp", {standard});
  };
  CHECK(with("-std=c++14") == "undefined");
  CHECK(with("-std=c++17") == "");
}

TEST_CASE("a wild access, a trap and an end are faults where they are reached") {
  check_faulty(Kind::undefined, each("int T", "T *p = *x > 0 ? y : 0; *p = 1;"), i32);
  check_clean(each("int T", "T *p = *x > 0 ? y : 0; if (p) *p = 1;"), i32);
  check_faulty(Kind::undefined, each("int T", "if (*x == 77) abort(); *y = *x;"), i32);
  check_clean(each("int T", "if (*x != *x) abort(); *y = *x;"), i32);
  check_faulty(Kind::undefined, each("int T", "if (*x == 77) __builtin_unreachable();"), i32);
  check_faulty(Kind::undefined,
               each("int T", "*y = *gone();", "static T *gone(void) { T t = 1; T *p = &t; return p; }"), i32);
  check_faulty(Kind::undefined, each("int T", "T *p; { T t = 3; p = &t; } *y = *p;"), i32);
  check_clean(each("int T", "T *p = malloc(4); *p = *x; *y = *p; free(p);"), i32);
  check_faulty(Kind::uninitialised, each("int T", "T *p = malloc(4); *y = *p; free(p);"), i32);
  check_faulty(Kind::undefined, each("int T", "T *p = malloc(4); free(p); *p = 1;"), i32);
  check_faulty(Kind::undefined, each("int T", "T *p = malloc(4); free(p); free(p);"), i32);
  check_faulty(Kind::undefined, each("struct { char c[4]; } T", "memcpy(y->c, y->c + 1, 3);"), u32);
}

TEST_CASE("what the source has the compiler take for granted is a fault where it does not hold") {
  const auto ints = [](const std::string& body, const std::string& before = "") {
    return each("unsigned T", body, before);
  };
  check_faulty(Kind::undefined, ints("__builtin_assume(*x < 100); *y += *x;"), u32);
  check_faulty(Kind::undefined, ints("__builtin_assume(*len % 4 == 0); *y += *x;"), u32);
  check_clean(ints("__builtin_assume(*len == 2); *y += *x;"), u32);
  check_faulty(Kind::misaligned, ints("T *z = __builtin_assume_aligned(y, 32); *z += *x;"), u32);
  check_clean(ints("T *z = __builtin_assume_aligned(y, 4); *z += *x;"), u32);
  check_unsupported("an assumption about the alignment of a local variable",
                    ints("T c = *x, *z = __builtin_assume_aligned(&c, 32); *y += *z;"), u32);
  const std::string aligned =
      "typedef T *__attribute__((align_value(16))) P;\nstatic void add(P to, T by) { *to += by; }";
  check_faulty(Kind::misaligned, ints("add(y, *x);", aligned), u32);
}

TEST_CASE("what a restrict pointer points to is not modelled where another argument points, too") {
  const std::string add = "static void add(T *restrict to, const T *restrict from) { *to += *from; }";
  check_clean(each("unsigned T", "add(y, x);", add), u32);
  check_faulty(Kind::unmodelled, each("unsigned T", "add(y, y);", add), u32);
}

TEST_CASE("what nobody set is a fault where it matters, and may be copied") {
  check_faulty(Kind::uninitialised, each("int T", "T t; if (*x > 0) t = 1; *y = t;"), i32);
  check_clean(each("int T", "T t; if (*x > 0) t = 1; if (*x > 0) *y = t;"), i32);
  check_faulty(Kind::uninitialised, each("int T", "T t; if (t) *y = 1;"), i32);
  check_faulty(Kind::uninitialised, each("int T", "T t[2]; t[0] = 1; *y = t[*x & 1];"), i32);
  check_faulty(Kind::uninitialised, each("int T", "for (int j = 0; j < 2; ++j) { T t; if (j == 0) t = *x; *y = t; }"),
               i32);
  const std::string record = "struct { double v; int i; } T";
  check_clean(each(record, "*y = *x;"), padded);
  check_clean(each(record, "memcpy(y, x, sizeof *y);"), padded);
  check_clean(
      each(record, "char *p = (char *)x, *q = (char *)y; for (unsigned j = 0; j < sizeof *y; ++j) q[j] = p[j];"),
      padded);
  check_clean(
      each(record, "char *p = (char *)x, *q = (char *)y; for (unsigned j = 8; j < sizeof *y; ++j) q[j] |= p[j];"),
      padded);
  CHECK(faults_of(each(record, "if (memcmp(x, y, sizeof *x) < 0) *y = *x;"), padded) == "uninitialised, unmodelled");
  check_faulty(Kind::uninitialised, each(record, "if (memcmp(&x->i, &y->i, 8) < 0) *y = *x;"), padded);
  check_clean(each(record, "if (memcmp(&x->i, &y->i, 4) < 0) *y = *x;"), padded);
}

TEST_CASE("an access to a gap is a fault, wherever it comes from, and padding between members is none") {
  const auto ends_early = parse_type("struct{double v; int i;}"), inner = parse_type("struct{int i; double v;}");
  const std::string record = "struct { double v; int i; } T", reversed = "struct { int i; double v; } T";
  check_faulty(Kind::in_gap, each(record, "*y = *x;"), ends_early);
  check_faulty(Kind::in_gap, each(record, "T t = *x; y->v = t.v;"), ends_early);
  check_faulty(Kind::in_gap, each(record, "if (i == *len - 1) memcpy(y, x, sizeof *y);"), ends_early);
  check_clean(each(record, "if (i < *len - 1) memcpy(y, x, sizeof *y);"), ends_early);
  check_clean(each(record, "y->v = x->v, y->i = x->i;"), ends_early);
  check_clean(each(reversed, "*y = *x;"), inner);
  const std::vector<ByteRange> second{{4, 8}};
  const auto lower_is_none = with_data(parse_type("int[2]"), second);
  check_faulty(Kind::in_gap, each("int T", "b[2 * i] = a[2 * i];"), lower_is_none);
  check_clean(each("int T", "b[2 * i + 1] = a[2 * i + 1];"), lower_is_none);
}

TEST_CASE("what is not modelled is a fault of its own where operands lead there") {
  check_faulty(Kind::unmodelled, each("double T", "uint64_t n; memcpy(&n, x, 8); if (n >> 63) *y = *x;"), f64);
  check_clean(each("double T", "uint64_t n; memcpy(&n, x, 8); if (*x == *x && n >> 63) *y = *x;"), f64);
  check_clean(each("double T", "uint64_t n; memcpy(&n, x, 8); memcpy(y, &n, 8);"), f64);
  check_faulty(Kind::unmodelled, each("int T", "if (*x == 3) puts(\"three\");"), i32);
  check_clean(each("int T", "if (*x == 3 && *x == 4) puts(\"three\");"), i32);
  check_faulty(Kind::unmodelled,
               "void f(void *in, void *inout, int *len, int *type) { if (*type == 3) *(int *)inout = 0; }", i32);
  check_clean(each("unsigned T", "for (unsigned n = *x & 15; n > 0; --n) *y += n;"), u32);
}

TEST_CASE("a loop or a recursion that goes on for long is not modelled, and no fault, whether it has an end or not") {
  check_faulty(Kind::unmodelled, each("unsigned T", "while (*y != *x) *y = *y * 5 + 1;"), u32);
  check_faulty(Kind::unmodelled, each("unsigned T", "for (int k = 0; k < (*x & 127); ++k) *y += k;"), u32);
  check_faulty(Kind::unmodelled, each("unsigned T", "T n = *x; while (n) { T rest = *y % n; *y = n; n = rest; }"), u32);
  check_faulty(Kind::unmodelled,
               each("unsigned T", "*y = count(*x);", "static T count(T n) { return n ? count(n - 1) + 1 : 0; }"), u32);
  check_clean(each("unsigned T", "for (int k = 0; k < (*x & 31); ++k) *y += k;"), u32);
}

TEST_CASE("what cannot be executed is named with its line") {
  check_unsupported("a call of puts", each("int T", "puts(\"hello\");"), i32);
  check_unsupported("an array of variable length",
                    "void f(void *in, int *inout, int *len, void *type) { int n[*inout]; n[0] = 1; *inout = n[0]; }",
                    i32);
  check_unsupported("a pointer to a function", each("int T", "T (*p)(T) = abs; *y = p(*x);"), i32);
  const Snippet snippet(
      "#include <stdio.h>\nvoid f(void *in, void *inout, int *len, void *type) {\n  puts(\"\");\n}\n");
  z3::context context;
  const auto result = snippet.module().execute("f", i32, 1, Floats::ieee, context);
  REQUIRE(std::holds_alternative<Unsupported>(result));
  CHECK(std::get<Unsupported>(result).where == "f.c:3");
}

TEST_CASE("over the reals a division needs a divisor, and bits are not modelled") {
  const auto of = [](const std::string& body) { return faults_of(each("double T", body), f64, Floats::real); };
  CHECK(of("*y = *x / *y;") == "unmodelled result");
  check_clean(each("double T", "if (*y != 0) *y = *x / *y;"), f64, Floats::real);
  check_clean(each("double T", "if (isnan(*x) || isinf(*y)) abort(); *y += *x;"), f64, Floats::real);
  CHECK(of("uint64_t n; memcpy(&n, x, 8); if (n) *y = 0;") == "unmodelled");
  check_clean(each("double T", "*y = *x * *y + 0.5;"), f64, Floats::real);
}
