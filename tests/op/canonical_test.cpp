// Which operators treat each element by itself, and preconditions.
#include <doctest/doctest.h>

#include "tests/op/ir.hpp"

using namespace tutti::op;

namespace {

std::string why_not(const std::string& before, const std::string& body, const Type& type) {
  const Snippet snippet("#include <math.h>\n#include <string.h>\n" + before +
                        "\nvoid f(void *in, void *inout, int *len, void *datatype) {" + body + "\n}\n");
  return snippet.module().canonical_loop("f", type).why_not;
}

const Type i32 = scalar_type(Scalar::i32), f64 = scalar_type(Scalar::f64);
const Type matrix = array_type(Scalar::f64, 4);
const std::string ints = "int *a = in, *b = inout;";

}  // namespace

TEST_CASE("one loop over the elements that touches element i only is canonical") {
  CHECK(why_not("", ints + "for (int i = 0; i < *len; ++i) b[i] = a[i] > b[i] ? a[i] : b[i];", i32) == "");
  CHECK(why_not("", ints + "int n = *len; for (int i = 0; i < n; i++) { if (a[i] == 0) continue; b[i] += a[i]; }",
                i32) == "");
  CHECK(why_not("", ints + "for (int i = 0; i < *len; ++i) *b++ += *a++;", i32) == "");
  CHECK(why_not("",
                "double *a = in, *b = inout; for (unsigned i = 0; i < (unsigned)*len; ++i) b[i] = sqrt(a[i] * b[i]);",
                f64) == "");
  CHECK(why_not("typedef struct { double m[2][2]; } T; static T product(const T *p, const T *q) { T r; for (int i = 0; "
                "i < 2; ++i)"
                " for (int j = 0; j < 2; ++j) { r.m[i][j] = 0; for (int k = 0; k < 2; ++k) r.m[i][j] += p->m[i][k] * "
                "q->m[k][j]; } return r; }",
                "T *a = in, *b = inout; for (int i = 0; i < *len; ++i) b[i] = product(&a[i], &b[i]);", matrix) == "");
}

TEST_CASE("what is not one loop over element i is not canonical, and the reason is said with its line") {
  CHECK(why_not("", ints + "b[0] += a[0];", i32) == "no loop over the elements");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) b[i] += a[0];", i32) ==
        "f.c:5: an access that is not to element i");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < 4; ++i) b[i] += a[i];", i32) ==
        "f.c:5: the loop is not over i < *len");
  CHECK(why_not("", ints + "\nfor (int i = 1; i < *len; ++i) b[i] += a[i];", i32) ==
        "f.c:5: the loop is not over i < *len");
  CHECK(why_not("", ints + "\nfor (char i = 0; i < *len; ++i) b[i] += a[i];", i32) ==
        "f.c:5: the loop is not over i < *len");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) b[i] += i;", i32) ==
        "f.c:5: what is computed depends on the index");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) b[i ^ 1] += a[i];", i32) ==
        "f.c:5: what is computed depends on the index");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) b[i] += *len;", i32) ==
        "f.c:5: the length serves for more than the loop's end");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) { if (a[i] < 0) return; b[i] += a[i]; }", i32) ==
        "f.c:5: the loop can end in several ways");
  CHECK(why_not("", ints + "int s = 0;\nfor (int i = 0; i < *len; ++i) { s += a[i]; b[i] += s; }", i32)
            .ends_with("a variable keeps its value from one element to the next"));
  CHECK(why_not("int calls;", ints + "\nfor (int i = 0; i < *len; ++i) { b[i] += a[i]; ++calls; }", i32) ==
        "f.c:5: an access to other memory than the elements");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) a[i] = b[i];", i32) == "f.c:5: a write to invec");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) b[i] += a[i];\nb[0] = 1;", i32) ==
        "f.c:6: an effect outside of the loop");
  CHECK(why_not("", ints + "\nfor (int i = 0; i < *len; ++i) b[2 * i] += a[2 * i];", i32) ==
        "f.c:5: an access that is not to element i");
  CHECK(why_not("void g(int);", ints + "\nfor (int i = 0; i < *len; ++i) { b[i] += a[i]; g(b[i]); }", i32) ==
        "f.c:5: a call of g");
}

TEST_CASE("a precondition is a truth over the leaves, and may not have faults") {
  const Snippet snippet(
      "typedef struct { double v; int i; } T;\nint f(const T *a) { return a->i > 2 && a->v < 1; }\n"
      "int g(const T *a) { return 7 / a->i; }\nint h(const T *a) { return a->i != 0 && 7 / a->i > 1; }\n");
  const Type type = struct_type({{"v", Scalar::f64}, {"i", Scalar::i32}});
  z3::context context;
  const auto holds = [&](const char* name, int i) {
    const auto result = snippet.module().execute_precondition(name, type, Floats::ieee, context);
    REQUIRE(std::holds_alternative<z3::expr>(result));
    z3::solver solver(context);
    solver.add(std::get<z3::expr>(result));
    solver.add(context.bv_const("a0.i", 32) == i);
    return solver.check() == z3::sat;
  };
  CHECK(holds("f", 3));
  CHECK_FALSE(holds("f", 2));
  CHECK(holds("h", 3));
  CHECK_FALSE(holds("h", 0));
  CHECK(std::holds_alternative<Unsupported>(snippet.module().execute_precondition("g", type, Floats::ieee, context)));
}

TEST_CASE("what is no operator is refused, with the list of those that there are") {
  const Snippet snippet("void f(void *in, void *inout, int *len, void *datatype) {}\nint g(int n) { return n; }\n");
  CHECK_NOTHROW(snippet.module().check_operator("f"));
  for (const char* name : {"g", "h"}) {
    CHECK_THROWS_WITH_AS(snippet.module().check_operator(name), doctest::Contains("it defines f"), InputError);
  }
  CHECK_THROWS_AS(Module("/nonexistent.bc"), InputError);
}
