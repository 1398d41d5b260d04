// Sources that compilers read differently.
#include "verified/op/judge/other_reading.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "tests/support/program.hpp"

namespace tutti::op {
namespace {

struct Written {
  Folder folder;
  std::string path;
  Written(const char* name, const std::string& text) : path((folder / name).string()) { std::ofstream(path) << text; }
};

std::string reading(const char* name, const std::string& text, const std::vector<std::string>& flags = {}) {
  const Written written(name, text);
  return other_reading({.file = written.path, .flags = flags}).value_or("one");
}

/// Which compilers define for it alone.
std::string a_macro_of_this_processor() {
  const auto macros = [](const std::string& flags) { return run("gcc", flags + " -dM -E -x c /dev/null").out; };
  const auto usual = macros("");
  std::istringstream lines(macros("-march=native"));
  for (std::string define, name, line; std::getline(lines, line);) {
    std::istringstream(line) >> define >> name;
    if (usual.find("#define " + name + " ") == std::string::npos) return name;
  }
  return "__OPTIMIZE__";
}

TEST_CASE("where another compiler, or optimisation, reads another text, the first such line is named") {
  CHECK(reading("op.c", "#include <string.h>\n#ifdef __OPTIMIZE__\nint step = 4;\n#else\nint step = 3;\n#endif\n") ==
        "with optimisation op.c:3 says something else");
  CHECK(reading("op.c", "int one;\n#ifdef __OPTIMIZE_SIZE__\nint two;\n#endif\n") ==
        "with optimisation for size op.c:3 says something else");
  CHECK(reading("op.c", "int one;\n#if defined(__clang__)\nint two;\n#endif\n") ==
        "for clang op.c:3 says something else");
  CHECK(reading("op.c", "int one;\n#ifdef " + a_macro_of_this_processor() + "\nint two;\n#endif\n") ==
        "for this processor (-march=native) op.c:3 says something else");
  CHECK(reading("op.cpp", "#ifndef __OPTIMIZE__\n#include <vector>\nint two;\n#endif\n") ==
        "with optimisation op.cpp:3 says something else");
}

TEST_CASE("clang's own conditions and operators are asked of clang, and not of its name alone") {
  CHECK(reading("op.c", "int one;\n#if __GNUC__ >= 5\nint two;\n#endif\n") == "for clang op.c:3 says something else");
  CHECK(reading("op.cpp", "int one;\n#if !defined(__clang_major__)\nint two;\n#endif\n") ==
        "for clang op.cpp:3 says something else");
  CHECK(reading("op.c", "int one;\n#if __has_builtin(__builtin_bitreverse32)\nint two;\n#endif\n") ==
        "for clang op.c:3 says something else");
  CHECK(reading("op.c", "int one;\n#ifdef __has_feature\nint two;\n#endif\n") ==
        "for clang op.c:3 says something else");
  CHECK(reading("op.c", "int one;\n#if defined(__has_attribute) && __has_attribute(unused)\nint two;\n#endif\n") ==
        "one");
}

TEST_CASE("a macro of the compiler has another value elsewhere, and what flags decide is another thing, too") {
  CHECK(reading("op.c", "int one;\nint two = __GNUC__ > 4;\n") == "for clang op.c:2 says something else");
  CHECK(reading("op.c", "#define NEW (__GNUC__ > 4)\nint two = NEW;\n") == "for clang op.c:1 says something else");
  CHECK(reading("op.c", "double largest = __DBL_MAX__;\nint bits = 8 * sizeof(__INT32_TYPE__);\n") == "one");
  CHECK(reading("op.c", "#ifndef __PIE__\nint two;\n#endif\n") ==
        "in a shared library (-fPIC) op.c:2 says something else");
  CHECK(reading("op.c", "struct {\n  int x;\n} __attribute__((aligned)) s;\n") ==
        "by other flags op.c:3 says something else");
  CHECK(reading("op.c", "struct {\n  int x;\n} __attribute__((aligned(16))) s;\nint is_aligned(int);\n") == "one");
  CHECK(reading("op.c", "int f(int x) {\n  return __builtin_constant_p(x);\n}\n") ==
        "with optimisation op.c:2 says something else");
}

TEST_CASE("a flag may define what a source asks for and nobody else defines, but for a guard or what is reserved") {
  const auto by_flag = [](const std::string& text, const std::vector<std::string>& flags = {}) {
    const Written written("op.c", text);
    return reading_by_flags({.file = written.path, .flags = flags}).value_or("one");
  };
  const auto fast = "int one;\n#ifdef FAST\nint two;\n#endif\n";
  CHECK(by_flag(fast) == "by a flag -DFAST op.c:2 says something else; --cflags tells which is meant");
  CHECK(by_flag(fast, {"-UFAST"}) == "one");
  CHECK(by_flag(std::string("#define FAST\n") + fast) == "one");
  const auto scale = "#ifndef SCALE\n#define SCALE 2\n#endif\nint scale = SCALE;\n";
  CHECK(by_flag(scale) == "by a flag -DSCALE op.c:2 says something else; --cflags tells which is meant");
  CHECK(by_flag(scale, {"-DSCALE=3"}) == "one");
  CHECK(by_flag("#ifndef OP_H\n#define OP_H\n#endif\n#if defined(_MSC_VER) || CHAR_BIT < 9\nint one;\n#endif\n") !=
        "one");  // CHAR_BIT is of no header that is included
  CHECK(by_flag("#include <limits.h>\n#ifndef OP_H\n#define OP_H\n#endif\n#if defined(_MSC_VER) || CHAR_BIT < 9\n"
                "int one;\n#endif\n") == "one");
}

TEST_CASE("a macro with several meanings is such a text, and so is one in a header of the user") {
  CHECK(reading("op.c", "#ifdef __OPTIMIZE__\n#define STEP 4\n#else\n#define STEP 3\n#endif\nint step = STEP;\n") ==
        "with optimisation op.c:2 says something else");
  const Written header("step.h", "#ifdef __clang__\nint step;\n#endif\n");
  const auto source = "#include \"" + header.path + "\"\nint other;\n";
  CHECK(reading("op.c", source) == "for clang step.h:2 says something else");
}

TEST_CASE("so is what a compiler puts in by the time, or only where no other file includes the source") {
  CHECK(reading("op.c", "int one;\n#if __INCLUDE_LEVEL__ == 0\nint two;\n#endif\n") ==
        "where another file includes it op.c:3 says something else");
  CHECK(reading("op.cpp", "int one;\nint last = __TIME__[7];\n") ==
        "compiled another time op.cpp:2 says something else");
}

TEST_CASE("what system headers say does not count, and neither does what no compiler of ours reads") {
  CHECK(reading("op.c", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n") == "one");
  CHECK(reading("op.cpp", "#include <algorithm>\n#include <functional>\n#include <string>\n#include <cmath>\n") ==
        "one");
  CHECK(reading("op.c",
                "#ifdef _MSC_VER\nint two;\n#endif\n#if defined(__GNUC__) || defined(__clang__)\nint one;\n#endif\n") ==
        "one");
}

TEST_CASE("an MPI's own header does not count, wherever it is installed") {
  const Written header("mpi.h", "#ifdef __clang__\nint step;\n#endif\n"),
      own("ops.h", "#ifdef __clang__\nint step;\n#endif\n");
  CHECK(reading("op.c", "#include \"" + header.path + "\"\nint other;\n") == "one");
  CHECK(reading("op.c", "#include \"" + own.path + "\"\nint other;\n") == "for clang ops.h:2 says something else");
}

TEST_CASE("what is compiled besides, for a static function or a datatype, is no other reading") {
  const Written written("op.c", "static void f(void* a, void* b, int* n, void* t) {}\n");
  const Source source{
      .file = written.path, .flags = {}, .function = "f", .datatypes = {{"MPI_INT", sizeof(int), sizeof(int)}}};
  CHECK(!other_reading(source));
}

TEST_CASE("flags of the user decide what can be read") {
  const auto source = "#if defined(SAFE) || !defined(__OPTIMIZE__)\nint step = 3;\n#endif\n";
  CHECK(reading("op.c", source) == "with optimisation op.c:2 says something else");
  CHECK(reading("op.c", source, {"-DSAFE"}) == "one");
  CHECK(reading("op.c", "int step = STEP;\n", {"-DSTEP=3"}) == "one");
  CHECK(reading("op.c", "int step = STEP;\n#ifdef __clang__\nint two;\n#endif\n", {"-D", "STEP=3"}) ==
        "for clang op.c:3 says something else");
}

}  // namespace
}  // namespace tutti::op
