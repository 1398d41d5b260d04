// Of which type the elements are, where the user does not say it and the code does.
#include <doctest/doctest.h>

#include <array>
#include <fstream>

#include "tests/support/program.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::op {
namespace {

Subject subject_of_text(const std::string& text, const std::string& type = "", const char* name = "f.c") {
  const Folder folder;
  const auto file = (folder / name).string();
  std::ofstream(file) << text;
  Request request;
  request.file = file;
  request.function = "f";
  request.type = type;
  return subject_of(request);
}

std::string type_by(const std::string& text, const char* name = "f.c") {
  return subject_of_text(text, "", name).trial.type.text;
}

/// What is said where no type is known.
std::string refusal_of(const std::string& text) {
  try {
    return "it is " + type_by(text);
  } catch (const InputError& e) {
    return e.what();
  }
}

std::string operator_with(const std::string& body) {
  return "#include <stdint.h>\n#include <string.h>\nvoid f(void* in, void* inout, int* len, void* type) {\n" + body +
         "\n}\n";
}

TEST_CASE("the type of a variable that points to a vector is that of the elements, by its line") {
  const auto subject = subject_of_text(
      "struct at { double v; int i[2]; const unsigned char c; };\nvoid f(void* in, void* inout, int* len, void* type) "
      "{\n"
      "  const struct at* a = in;\n  struct at* b = inout;\n"
      "  for (int i = 0; i < *len; ++i) if (a[i].v > b[i].v) b[i].i[0] = a[i].i[0];\n}\n");
  CHECK(subject.trial.type.text == "struct{double v; int32_t i[2]; uint8_t c;}");
  CHECK(subject.trial.type.size == 24);
  CHECK(subject.type_line == 3);
}

TEST_CASE("typedefs, arrays, complex numbers and truth values are types of elements") {
  const std::array<std::array<const char*, 2>, 6> rows{{
      {"typedef uint16_t half; half* b = inout; b[0] += ((half*)in)[0];", "uint16_t"},
      {"float (*b)[3] = inout; b[0][1] = 1;", "float[3]"},
      {"double _Complex* b = inout; b[0] *= 2;", "double _Complex"},
      {"long double* b = inout; b[0] *= 2;", "long double"},
      {"_Bool* b = inout; b[0] = !b[0];", "bool"},
      {"enum e { yes, no } *b = inout; b[0] = no;", "uint32_t"},
  }};
  for (const auto& [body, type] : rows) CHECK(type_by(operator_with(body)) == type);
}

TEST_CASE("what is cast and used at once has a type, and so has what a helper takes, a lambda and a class of C++") {
  CHECK(type_by(operator_with("for (int i = 0; i < *len; ++i) ((double*)inout)[i] += ((double*)in)[i];")) == "double");
  CHECK(type_by("static void help(const unsigned* a, unsigned* b, int n) { while (n--) *b++ += *a++; }\n" +
                operator_with("help(in, inout, *len);")) == "uint32_t");
  CHECK(type_by(
            "class At { long n = 0; public: void add(const At& o) { n += o.n; } };\n"
            "extern \"C\" void f(void* in, void* inout, int* len, void*) {\n"
            "  const auto add = [](const void* a, void* b) { static_cast<At*>(b)->add(*static_cast<const At*>(a)); };\n"
            "  for (int i = 0; i < *len; ++i) add(static_cast<At*>(in) + i, static_cast<At*>(inout) + i);\n}\n",
            "f.cpp") == "struct{int64_t n;}");
}

TEST_CASE("a function that dispatches on its datatype, moves bytes or has elements of a union is asked about") {
  CHECK(refusal_of(
            operator_with("if (*(long*)type == 1) { int* b = inout; *b = 1; } else { double* b = inout; *b = 1; }"))
            .find("takes its elements for 'double' in line 4, 'int32_t' in line 4; name theirs with --type") !=
        std::string::npos);
  CHECK(refusal_of(operator_with("memcpy(inout, in, *len * 8);")).find("does not say of which type its elements are") !=
        std::string::npos);
  CHECK(refusal_of(operator_with("union { int i; float f; }* b = inout; b[0].i = 1;"))
            .find("takes its elements for what --type cannot say in line 4") != std::string::npos);
  CHECK(refusal_of(operator_with("struct { int i : 3; }* b = inout; b[0].i = 1;"))
            .find("what --type cannot say in line 4") != std::string::npos);
}

TEST_CASE("another type than the code's is said, several elements or components of one are not another") {
  const auto sum = operator_with("double* b = inout; for (int i = 0; i < *len; ++i) b[i] += ((double*)in)[i];");
  CHECK(subject_of_text(sum, "float").other_type == "'double' in line 4");
  CHECK(subject_of_text(sum, "struct{double a, b, c;}").other_type.empty());
  CHECK(subject_of_text(sum, "double").other_type.empty());
  CHECK_FALSE(subject_of_text(sum, "double").type_line.has_value());
}

}  // namespace
}  // namespace tutti::op
