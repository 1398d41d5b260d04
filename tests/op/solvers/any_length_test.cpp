// What is proved of vectors of every length, by induction over the elements, and what must not be.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/op/ir.hpp"
#include "verified/op/prove/prove_laws.hpp"

using namespace tutti::op;

namespace {

const Type i32 = scalar_type(Scalar::i32), u32 = scalar_type(Scalar::u32), i64 = scalar_type(Scalar::i64);
const Type three = array_type(Scalar::u32, 3);

/// Memory, total, pure and split-safe, in one word; asked as if the loop were none that is recognised.
std::string judged(const std::string& body, const Type& type, const std::string& before = "") {
  const Snippet snippet("#include <stdlib.h>\n#include <string.h>\n" + before +
                        "\nvoid f(void *in, void *inout, int *len, void *datatype) {" + body + "\n}\n");
  const Symbolic symbolic{.type = type, .call = once([&](z3::context& context, int len, Floats floats) {
                                          return snippet.module().execute("f", type, len, floats, context);
                                        })};
  const auto found = prove_laws(symbolic, {.effort = 0.3, .jobs = 1});
  const Law laws[] = {Law::memory, Law::total, Law::pure, Law::split_safe};
  const auto all = [&](Answer answer) {
    return std::ranges::all_of(
        laws, [&](Law law) { return std::ranges::find(found, law, &LawFinding::law)->answer == answer; });
  };
  const bool none_refuted = std::ranges::none_of(
      laws, [&](Law law) { return std::ranges::find(found, law, &LawFinding::law)->answer == Answer::refuted; });
  return all(Answer::proved) ? "proved" : none_refuted ? "open" : "refuted";
}

const std::string ints = "unsigned *a = in, *b = inout;\n";

}  // namespace

TEST_CASE("loops of many forms are proved for every length") {
  CHECK(judged(ints + "for (int n = *len; n-- > 0;) *b++ |= *a++;", u32) == "proved");
  CHECK(judged(ints + "for (int i = *len - 1; i >= 0; --i) b[i] |= a[i];", u32) == "proved");
  CHECK(judged(ints + "for (unsigned *end = a + *len; a != end;) *b++ += *a++;", u32) == "proved");
  CHECK(judged(ints + "for (long i = 0; i < 3L * *len; ++i) b[i] += a[i];", three) == "proved");
  CHECK(judged("char *a = in, *b = inout; for (size_t i = 0; i < (size_t)*len * 4; ++i) b[i] ^= a[i];", u32) ==
        "proved");
  CHECK(judged(ints + "for (int i = 0; i < *len; ++i) b[i] = ~b[i]; for (int i = 0; i < *len; ++i) b[i] &= a[i];",
               u32) == "proved");
}

TEST_CASE("unrolled loops are proved with their rest, and with a mistake in one lane they are not") {
  const std::string rest = "for (; i < *len; ++i) b[i] += a[i];";
  const std::string two = "b[i] += a[i]; b[i + 1] += a[i + 1];";
  CHECK(judged(ints + "int i = 0; for (; i + 1 < *len; i += 2) {" + two + "}" + rest, u32) == "proved");
  CHECK(judged(ints + "int i = 0; for (; i + 1 < *len; i += 2) { b[i] += a[i]; b[i + 1] += a[i]; }" + rest, u32) !=
        "proved");
  CHECK(judged(ints + "int i = 0; for (; i + 3 < *len; i += 2) { b[i] += a[i]; b[i + 1] |= a[i + 1]; }" + rest, u32) ==
        "open");
  CHECK(judged(ints + "int i = 0; for (; i + 3 < *len; i += 2) {" + two + "} ++i; --i;" + rest, u32) == "proved");
  CHECK(judged(ints + "int i = 0; for (; i + 3 < *len; i += 2) {" + two + "} i += i > 0;" + rest, u32) != "proved");
}

TEST_CASE("memory of the length is proved where it is copied as a whole, and not where a part is left") {
  const std::string copy = "unsigned *c = malloc(*len * sizeof *c), *b = inout;";
  const std::string work = "for (int i = 0; i < *len; ++i) c[i] |= b[i];";
  const auto of = [&](const std::string& length) {
    return judged(
        copy + "memcpy(c, in, *len * sizeof *c);" + work + "memcpy(b, c, " + length + " * sizeof *c); free(c);", u32);
  };
  CHECK(of("*len") == "proved");
  CHECK(of("(*len - *len / 4)") != "proved");
}

TEST_CASE("what goes wrong for some length only is not proved") {
  CHECK(judged(ints + "for (unsigned char i = 0; i < *len; ++i) b[i] += a[i];", u32) == "open");
  CHECK(judged(ints + "if (*len > 100000) return; for (int i = 0; i < *len; ++i) b[i] += a[i];", u32) == "open");
  CHECK(judged(ints + "for (int i = 0; i < *len; ++i) b[i] += i == 70000 ? 0 : a[i];", u32) == "open");
  CHECK(judged(ints + "const short n = *len; for (int i = 0; i < n; ++i) b[i] += a[i];", u32) == "open");
  CHECK(judged(ints + "for (int i = 0; i < *len; ++i) b[i & 1023] += a[i & 1023];", u32) == "open");
  CHECK(judged(ints + "for (int i = 0; i < *len + *len / 1000; ++i) b[i] += a[i];", u32) == "open");
  CHECK(judged(ints + "for (int i = 0; i < *len - *len / 1000; ++i) b[i] += a[i];", u32) == "open");
  CHECK(judged(ints + "for (int i = 0; i < *len; ++i) { if (i > 9 && a[i] == 3) return; b[i] += a[i]; }", u32) ==
        "open");
}

TEST_CASE("a product that overflows an int for some length leaves total open, and the other laws proved") {
  CHECK(judged("unsigned *a = in, *b = inout; for (int i = 0; i < *len * 3; ++i) b[i] += a[i];", three) == "open");
}

TEST_CASE("what the source says of the length is no fact, for MPI may call with another") {
  const std::string sum = "for (int i = 0; i < *len; ++i) b[i] += a[i];";
  CHECK(judged(ints + "__builtin_assume(*len >= 0);" + sum, u32) == "proved");
  CHECK(judged(ints + "__builtin_assume(*len < 1000);" + sum, u32) == "open");
}

TEST_CASE("elements that are combined with other elements are not proved") {
  CHECK(judged(ints + "for (int i = 0; i < *len; ++i) b[i] += a[*len - 1 - i];", u32) == "refuted");
  CHECK(judged(ints + "unsigned s = 0; for (int i = 0; i < *len; ++i) { b[i] += s & 0; s += a[i]; }", u32) != "proved");
  CHECK(judged(ints + "for (int i = 0; i < *len; ++i) b[i] += a[i] + (i > 5 ? b[i - 1] : 0);", u32) == "open");
}
