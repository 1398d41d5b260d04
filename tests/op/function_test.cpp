// Operators as source, as expressions and as libraries become functions.
#include "verified/op/function.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/support/program.hpp"
#include "tests/support/says.hpp"

namespace {

using namespace tutti::op;
using tutti::says;

struct Written {
  tutti::Folder folder;
  std::string path;
  Written(const char* name, const std::string& text) : path((folder / name).string()) { std::ofstream(path) << text; }
};

constexpr const char* sum =
    "void sum(int* in, int* inout, int* len, void* type) {\n"
    "  for (int i = 0; i < *len; ++i) inout[i] += in[i];\n}\n";

/// in ∘ inout for one element.
template <class T>
T call(const Function& function, T in, T inout) {
  int len = 1;
  int datatype = 0;
  function.get()(&in, &inout, &len, &datatype);
  return inout;
}

Function compiled(const char* file, const std::string& text, const std::string& function, bool as_entry = false) {
  const Written source(file, text);
  return Function::load(compile_library({source.path, {}, as_entry ? function : ""}).path(), function);
}

Function of_expression(const Type& type, const std::string& expression) {
  return compiled("a.c", source_of_expression(type, expression), "tutti_op");
}

template <class Act>
std::string thrown(Act act) {
  try {
    act();
  } catch (const InputError& e) {
    return e.what();
  } catch (const EnvironmentError& e) {
    return std::string("environment: ") + e.what();
  }
  return "nothing";
}

TEST_CASE("a function of C source is called, and its library outlives its file") {
  const auto function = compiled("a.c", sum, "sum");
  CHECK(function.name() == "sum");
  CHECK(call(function, 3, 4) == 7);
}

TEST_CASE("a function of C++ is found by its name without parameters") {
  const std::string text = std::string("namespace ns {\n") + sum + "}\nvoid other(int) {}\n";
  CHECK(call(compiled("a.cpp", text, "ns::sum"), 3, 4) == 7);
  CHECK(call(compiled("a.cc", std::string("extern \"C\" ") + sum, "sum"), 3, 4) == 7);
}

TEST_CASE("a function that nothing else uses is kept: static, a template, a member") {
  CHECK(call(compiled("a.c", std::string("static ") + sum, "sum", true), 3, 4) == 7);
  CHECK(call(compiled("a.cpp", std::string("static ") + sum, "sum", true), 3, 4) == 7);
  CHECK(call(compiled("a.cpp", std::string("template<class T> ") + sum, "sum<char>", true), 3, 4) == 7);
  CHECK(call(compiled("a.cpp", std::string("struct Ops { static ") + sum + "};", "Ops::sum", true), 3, 4) == 7);
  CHECK(entry_symbol("ns::sum<3>") == "tutti_entry_ns__sum_3_");
}

TEST_CASE("a static function is in the bitcode, with its lines, where the source names it") {
  const Written source("a.c", std::string("static ") + sum);
  const auto bitcode = compile_bitcode({source.path, {}, "sum"});
  const auto text = tutti::run("llvm-dis-14", "-o - " + bitcode.file.path());
  CHECK(says(text.out, "@tutti_entry_sum = dso_local constant"));
  CHECK(says(text.out, "define internal void @sum"));
  CHECK(says(text.out, "a.c"));
  CHECK_FALSE(says(text.out, "optnone"));
}

TEST_CASE("flags reach the compiler, and includes are found beside the source") {
  const Written source("a.c", "#include \"b.h\"\n" + std::string("void f(int* in, int* inout) { *inout = N + M; }\n"));
  std::ofstream(source.folder / "b.h") << "#define M 5\n";
  CHECK(call(Function::load(compile_library({source.path, {"-DN=2"}}).path(), "f"), 0, 0) == 7);
  CHECK(call(Function::load(compile_library({source.path, {"-DN=3"}, "f"}).path(), "f"), 0, 0) == 8);
}

TEST_CASE("what a library lacks is missed only when called") {
  const auto function =
      compiled("a.c", std::string("int no_such(void);\nint g(void) { return no_such(); }\n") + sum, "sum");
  CHECK(call(function, 3, 4) == 7);
}

TEST_CASE("a function runs that bears the name of one of the C library") {
  const auto text = std::string(sum).replace(5, 3, "step");
  CHECK(call(compiled("a.c", text, "step", true), 2, 3) == 5);
  CHECK(call(compiled("a.c", text, "step"), 2, 3) == 5);
}

TEST_CASE("a temporary file goes with its folder and its last copy") {
  std::string path;
  {
    const TemporaryFile file("x");
    path = std::filesystem::path(file.path()).parent_path();
    CHECK(std::filesystem::is_directory(path));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("an expression of scalars, structs, or a list of members is an operator") {
  CHECK(call(of_expression(parse_type("int"), "a - b // in that order"), 7, 4) == 3);
  CHECK(call(of_expression(parse_type("double"), "fmax(a, b)"), 1.5, -1.0) == 1.5);
  struct Pair {
    double v;
    int i;
  };
  const auto type = parse_type("struct{double v; int i;}");
  CHECK(call(of_expression(type, "a.v > b.v ? a : b"), Pair{1, 2}, Pair{0, 3}).i == 2);
  CHECK(call(of_expression(type, "{a.v + b.v, a.i * b.i}"), Pair{1, 2}, Pair{0, 3}).i == 6);
  const auto product = call(of_expression(parse_type("float _Complex"), "a * b"), Pair{}, Pair{});
  CHECK(product.v == 0);
}

TEST_CASE("a precondition of a struct or an array is a function of its element") {
  const auto holds = [](const Type& type, const std::string& pre, const auto& element) {
    return compiled("a.c", source_of_precondition(type, pre), "tutti_pre").holds(&element);
  };
  struct {
    double v;
    int n;
  } element{0.25, 3};
  const auto type = parse_type("struct{double v; int n;}");
  CHECK(holds(type, "a.n > 0 && a.v", element) == 1);
  CHECK(holds(type, "a.n > 3", element) == 0);
  const int sorted[] = {1, 2, 4};
  CHECK(holds(parse_type("int[3]"), "a[0] < a[1] && a[1] < a[2]", sorted) == 1);
  CHECK(holds(parse_type("int[3]"), "a[2] < a[1]", sorted) == 0);
  const int matrix[2][2] = {{1, 2}, {3, 4}};
  CHECK(holds(parse_type("int[2][2]"), "a[1][0] == 3", matrix) == 1);
}

TEST_CASE("what cannot be used is refused with its place and a remedy") {
  CHECK(thrown([] { compile_library({"/no/such.c", {}}); }) == "/no/such.c cannot be read: No such file or directory");
  const Written quoted("a\"b.c", sum);
  CHECK(says(thrown([&] {
               compile_library({quoted.path, {}});
             }),
             "a\"b.c: a path with a quote or a line break cannot be included; rename it"));
  CHECK(thrown([] { Function::load("/no/such.so", "f"); }) == "/no/such.so: there is no such file");
  const Written text("a.so", "no library");
  CHECK(says(thrown([&] { Function::load(text.path, "f"); }), "is no shared library that can be loaded"));
  CHECK(says(thrown([] { compiled("a.c", sum, "summ"); }), "has no function summ; it exports sum"));
  CHECK(says(thrown([] { compiled("a.cpp", "namespace ns { void f(int) {} void f(char) {} }", "ns::f"); }),
             "has no function ns::f; it exports ns::f(char), ns::f(int)"));
  CHECK(says(thrown([] { compiled("a.c", "static int x;", "sum"); }), "it exports none (is yours static?)"));
  CHECK(says(thrown([] { compiled("a.c", sum, "summ", true); }), "--function:2:1: error:"));
  CHECK(says(thrown([] { compiled("a.c", "int f( {\n", "f"); }), "a.c:1:8: error:"));
  CHECK(says(thrown([] { of_expression(parse_type("int"), "a + c"); }), "--expr:1:5: error:"));
  CHECK(says(thrown([] { of_expression(parse_type("int[2]"), "a"); }), "put it into a struct"));
}

TEST_CASE("a missing compiler is said, with what to install") {
  const Written source("a.c", sum);
  const std::string path = getenv("PATH");
  setenv("PATH", "/no/such", 1);
  const auto library = thrown([&] { compile_library({source.path, {}}); });
  const auto bitcode = thrown([&] { compile_bitcode({source.path, {}}); });
  setenv("PATH", path.c_str(), 1);
  CHECK(library == "environment: cc cannot be run: No such file or directory; install gcc and g++");
  CHECK(says(bitcode, "environment: clang-14 cannot be run: No such file or directory; install clang-14"));
}

}  // namespace
