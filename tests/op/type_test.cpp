// Types of operands as --type gives them: the layout is the compiler's, and literals give the values back.
#include "verified/op/type.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "tests/support/program.hpp"
#include "tests/support/property.hpp"

namespace {

using namespace tutti::op;
using tutti::draw;

/// A random type of up to `depth` levels of structs, and some array dimensions behind it.
struct Drawn {
  std::string base, dimensions;
};

std::string draw_dimensions() {
  std::string text;
  while (draw(4) == 0) text += fmt::format("[{}]", 1 + draw(3));
  return text;
}

Drawn draw_type(int depth) {
  constexpr const char* names[] = {
      "bool",        "char",     "signed char", "unsigned char",     "short",          "unsigned short int",
      "int",         "unsigned", "long",        "long unsigned int", "long long",      "unsigned long long",
      "float",       "double",   "long double", "float _Complex",    "double complex", "long double _Complex",
      "int8_t",      "uint16_t", "int32_t",     "uint64_t",          "size_t",         "ptrdiff_t",
      "int_fast16_t"};
  if (depth == 0 || draw(2) == 0) return {names[draw(std::size(names))], draw_dimensions()};
  std::string members;
  const int n = 1 + draw(4);
  for (int i = 0; i < n; ++i) {
    const auto member = draw_type(depth - 1);
    members += fmt::format("{} m{}{}; ", member.base, i, member.dimensions);
  }
  return {"struct { " + members + "}", draw_dimensions()};
}

constexpr const char* preamble =
    "#include <complex.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
    "#include <stdio.h>\n";

/// What the C program with that body prints.
std::string printed(const std::string& globals, const std::string& body) {
  const tutti::Folder folder;
  std::ofstream(folder / "a.c") << preamble << globals << "\nint main(void) {\n" << body << "return 0;\n}\n";
  const auto file = (folder / "a").string();
  const auto compiled = tutti::run("cc", fmt::format("-std=gnu11 -w -o {0} {0}.c", file));
  REQUIRE_MESSAGE(compiled.status == 0, compiled.err);
  return tutti::run(file, "").out;
}

std::vector<Type> draw_types(int n) {
  std::vector<Type> types;
  for (int i = 0; i < n; ++i) {
    const auto drawn = draw_type(3);
    types.push_back(parse_type(drawn.base + drawn.dimensions));
  }
  return types;
}

/// A value of the leaf's type: any bits, or near 0, or not finite.
void draw_leaf(const Leaf& leaf, std::byte* at) {
  for (std::size_t i = 0; i < value_bytes(leaf.scalar); ++i) at[i] = static_cast<std::byte>(draw(256));
  const int kind = draw(4);
  if (kind < 2) std::memset(at, kind == 0 ? 0 : 255, value_bytes(leaf.scalar));
  if (leaf.scalar == Scalar::boolean) at[0] &= std::byte{1};
  if (leaf.scalar == Scalar::f80) {  // no invalid encodings
    constexpr long double values[] = {0.0L, -0.0L, 1.0L / 3, -0x1p16383L, 0x1p-16445L, INFINITY, NAN};
    std::memcpy(at, &values[draw(7)], 10);
  }
}

bool is_nan(const Leaf& leaf, const std::byte* at) {
  float f;
  double d;
  long double l = 0;
  switch (leaf.scalar) {
    case Scalar::f32: return std::memcpy(&f, at, 4), f != f;
    case Scalar::f64: return std::memcpy(&d, at, 8), d != d;
    case Scalar::f80: return std::memcpy(&l, at, 10), l != l;
    default: return false;
  }
}

/// The value's bytes in hexadecimal; "nan" for any NaN.
std::string shown(const Type& type, const std::vector<std::byte>& element) {
  std::string text;
  for (const Leaf& leaf : type.leaves) {
    const auto* at = element.data() + leaf.offset;
    for (std::size_t i = 0; i < value_bytes(leaf.scalar); ++i)
      if (!is_nan(leaf, at)) text += fmt::format("{:02x}", std::to_integer<int>(at[i]));
    text += is_nan(leaf, at) ? "nan " : " ";
  }
  return text;
}

std::string refused(const std::string& text) {
  try {
    parse_type(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST_CASE("size, alignment and the offset of every leaf are the compiler's") {
  tutti::property(
      "the layout is the compiler's",
      [] {
        std::string globals, body, due;
        const auto types = draw_types(40);
        for (std::size_t i = 0; i < types.size(); ++i) {
          const auto name = fmt::format("t{}", i);
          globals += fmt::format("{}\n{} v{};\n", declare(types[i], name), name, i);
          body += fmt::format("printf(\"%zu %zu\\n\", sizeof({0}), _Alignof({0}));\n", name);
          due += fmt::format("{} {}\n", types[i].size, types[i].alignment);
          for (const Leaf& leaf : types[i].leaves) {
            const auto part = leaf.in_complex ? leaf.path.substr(0, leaf.path.size() - 3) : leaf.path;
            const std::string_view of = leaf.path.ends_with(".im") && leaf.in_complex ? "__imag__ " : "";
            const std::string_view re = leaf.path.ends_with(".re") && leaf.in_complex ? "__real__ " : "";
            body += fmt::format("printf(\"%td\\n\", (char*)&({}{}v{}{}) - (char*)&v{});\n", of, re, i, part, i);
            due += fmt::format("{}\n", leaf.offset);
          }
        }
        RC_ASSERT(printed(globals, body) == due);
      },
      3);
}

TEST_CASE("a literal, compiled, gives the leaves back") {
  tutti::property(
      "a literal gives the leaves back",
      [] {
        std::string globals, body, due;
        const auto types = draw_types(40);
        for (std::size_t i = 0; i < types.size(); ++i) {
          std::vector<std::byte> element(types[i].size);
          for (const Leaf& leaf : types[i].leaves) draw_leaf(leaf, element.data() + leaf.offset);
          const auto name = fmt::format("t{}", i);
          globals += fmt::format("{}\n{} v{} = {};\n", declare(types[i], name), name, i, literal(types[i], element));
          for (const Leaf& leaf : types[i].leaves) {
            const auto bytes = value_bytes(leaf.scalar);
            const auto* at = element.data() + leaf.offset;
            if (is_nan(leaf, at)) {
              const auto* c = leaf.scalar == Scalar::f32   ? "float"
                              : leaf.scalar == Scalar::f64 ? "double"
                                                           : "long double";
              body += fmt::format("{{ {} x = *({}*)((char*)&v{} + {}); printf(x != x ? \"nan \" : \"no nan \"); }}\n",
                                  c, c, i, leaf.offset);
            } else {
              body += fmt::format(
                  "for (int i = 0; i < {}; ++i) printf(\"%02x\", ((unsigned char*)&v{})[{} + i]); printf(\" \");\n",
                  bytes, i, leaf.offset);
            }
          }
          due += shown(types[i], element);
        }
        RC_ASSERT(printed(globals, body) == due);
      },
      3);
}

TEST_CASE("a literal and a description nest as the type does") {
  const auto type = parse_type("struct pair {double v; int i, j[2]; struct {bool b;} s; float complex z;}");
  CHECK(type.size == 32);
  std::vector<std::byte> element(type.size);
  const double v = 1.5;
  const float parts[] = {-0.0f, 2};
  const int j = -3;
  std::memcpy(element.data(), &v, 8);
  std::memcpy(element.data() + 16, &j, 4);
  std::memcpy(element.data() + 24, parts, 8);
  CHECK(literal(type, element) ==
        "{.v = 0x1.8p+0, .i = 0, .j = {0, -3}, .s = {.b = false}, .z = CMPLXF(-0x0p+0f, 0x1p+1f)}");
  CHECK(describe(type, element) ==
        "{.v = 1.5 (0x3ff8000000000000), .i = 0, .j = {0, -3}, .s = {.b = false}, "
        ".z = {.re = -0 (0x80000000), .im = 2 (0x40000000)}}");
  CHECK(declare(parse_type("struct {int n[2];}[3]"), "t") == "typedef struct {int n[2];} t[3];");
  CHECK(literal(parse_type("int64_t"), std::vector<std::byte>{{}, {}, {}, {}, {}, {}, {}, std::byte{0x80}}) ==
        "-9223372036854775807 - 1");
}

TEST_CASE("members named re and im are no complex number") {
  const auto type = parse_type("struct {struct {double re, im;} z;}");
  CHECK(literal(type, std::vector<std::byte>(16)) == "{.z = {.re = 0x0p+0, .im = 0x0p+0}}");
}

TEST_CASE("a type may be deep and its names long, but neither without end") {
  const auto nested = [](int depth) {
    std::string text = "int";
    for (int i = 0; i < depth; ++i) text = "struct{" + text + " m;}";
    return text;
  };
  CHECK(parse_type(nested(64)).leaves.front().path.size() == 2 * 64);
  CHECK_THROWS_WITH_AS(parse_type(nested(65)), doctest::Contains("a struct has at most 63 others around it"),
                       InputError);
  std::string open;
  for (int i = 0; i < 100'000; ++i) open += "struct{";
  CHECK_THROWS_AS(parse_type(open), InputError);
  const auto named = [](std::size_t length) { return "struct{int " + std::string(length, 'm') + "[65536];}"; };
  CHECK(parse_type(named(200)).leaves.size() == 65536);
  CHECK_THROWS_WITH_AS(parse_type(named(100'000)), doctest::Contains("too long in all"), InputError);
  std::string dimensions = "int[65536]";
  for (int i = 0; i < 10'000; ++i) dimensions += "[1]";
  CHECK_THROWS_WITH_AS(parse_type(dimensions), doctest::Contains("too long in all"), InputError);
}

TEST_CASE("the gap of a type is the padding at its end, and that of a datatype is where it has no data besides") {
  const auto gaps = [](const Type& type) {
    std::string text;
    for (const auto& [bytes, of_last_only] : type.gaps)
      text += fmt::format("{}-{}{} ", bytes.begin, bytes.end, of_last_only ? " of the last" : "");
    return text;
  };
  CHECK(gaps(parse_type("int[3]")) == "");
  CHECK(gaps(parse_type("struct{char c; int n;}")) == "");
  CHECK(gaps(parse_type("long double")) == "");  // MPI_LONG_DOUBLE has 16 bytes
  CHECK(gaps(parse_type("struct{double v; int i;}")) == "12-16 of the last ");
  CHECK(gaps(parse_type("struct{double v; int i;}[2]")) == "28-32 of the last ");
  const auto type = parse_type("struct{long k; int a[2]; char c;}");
  const auto with = [&](const std::vector<ByteRange>& data) { return with_data(type, data); };
  CHECK(gaps(with({{0, 24}})) == "");
  CHECK(gaps(with({{0, 17}})) == "17-24 of the last ");
  CHECK(gaps(with({{0, 8}, {12, 17}})) == "8-12 17-24 of the last ");
  const auto only_second = with({{12, 16}});
  CHECK(gaps(only_second) == "0-8 8-12 16-17 16-24 of the last ");
  std::vector<std::byte> element(24);
  element[12] = std::byte{7};
  CHECK(literal(only_second, element) == "{.a = {[1] = 7}}");
  CHECK_THROWS_WITH_AS(with({{0, 6}}), doctest::Contains("of 8 bytes at 0, which are taken for a number, only 6"),
                       InputError);
  CHECK_THROWS_WITH_AS(with({{17, 24}}), doctest::Contains("none of its elements' data are where"), InputError);
}

TEST_CASE("what is no type of an operand is refused with its column and a remedy") {
  CHECK(refused("") == "type '', column 1: a type is missing");
  CHECK(refused("foo") ==
        "type 'foo', column 1: the type 'foo' is not known; write it out, as in struct{double v; int i;}");
  CHECK(refused("double*") ==
        "type 'double*', column 7: a pointer means nothing to another process; give what it points to");
  CHECK(refused("struct{int *p;}") ==
        "type 'struct{int *p;}', column 12: a pointer means nothing to another process; give what it points to");
  CHECK(refused("struct{int (*f)(void);}").find("column 12: a pointer") != std::string::npos);
  CHECK(refused("struct{int a : 3;}").find("column 14: a bit-field has no address") != std::string::npos);
  CHECK(refused("union{int a;}").find("column 1: a union does not say") != std::string::npos);
  CHECK(refused("struct{int a; double a;}").find("column 22: there is a member 'a' already") != std::string::npos);
  CHECK(refused("struct{int a}").find("column 13: ';' is missing behind the member") != std::string::npos);
  CHECK(refused("struct{int a;").find("column 14: '}' is missing") != std::string::npos);
  CHECK(refused("struct{}").find("a struct needs a member") != std::string::npos);
  CHECK(refused("struct pair").find("the members of the struct are missing") != std::string::npos);
  CHECK(refused("struct{int;}").find("column 11: the name of a member is missing") != std::string::npos);
  CHECK(refused("struct{int int;}").find("C has no type of the words int int") != std::string::npos);
  CHECK(refused("unsigned double").find("column 1: C has no type of the words double unsigned") != std::string::npos);
  CHECK(refused("int[]").find("column 5: the length of an array") != std::string::npos);
  CHECK(refused("int[n]").find("the length of an array") != std::string::npos);
  CHECK(refused("int[0]").find("at least one element") != std::string::npos);
  CHECK(refused("int[70000]").find("at most 65536 numbers") != std::string::npos);
  CHECK(refused("int[99999999999999999999999]").find("at most 65536 numbers") != std::string::npos);
  CHECK(refused("int[300][300]").find("at most 65536 numbers") != std::string::npos);
  CHECK(refused("int x").find("column 5: nothing is expected behind the type, but 'x'") != std::string::npos);
}

}  // namespace
