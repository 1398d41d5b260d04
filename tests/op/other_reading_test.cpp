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
}

}  // namespace
}  // namespace tutti::op
