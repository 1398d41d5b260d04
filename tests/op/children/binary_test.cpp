// Operators in what compilers make: which functions debug information tells of, and by what they are judged.
#include "verified/op/judge/binary.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <random>

#include "tests/support/program.hpp"
#include "tests/support/says.hpp"
#include "verified/op/debug/functions.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::op {
namespace {

constexpr auto in_c = R"(typedef struct { double v; int i; } pair;
int modulus = 97;
static void secret(void *in, void *inout, int *len, void *type) {
  const pair *a = in;
  pair *b = inout;
  for (int k = 0; k < *len; ++k) if (a[k].v > b[k].v) b[k] = a[k];
}
void add(void *in, void *inout, int *len, void *type) {
  unsigned *b = inout;
  for (int k = 0; k < *len; ++k) b[k] = (((unsigned*)in)[k] + b[k]) % modulus;
}
void no_operator(void *in, void *inout, int len, void *type) { add(in, inout, &len, type); }
void *keep(void) { return secret; }
)";
constexpr auto in_cpp = R"(#include <complex>
using F = void(void*, void*, int*, int*);
namespace { struct At { long n; }; void hidden(void* in, void* inout, int*, int*) {
  const auto* a = static_cast<const At*>(in); auto* b = static_cast<At*>(inout); if (a->n > b->n) *b = *a; } }
namespace ns { template <class T> void add(void* in, void* inout, int* len, int*) {
  auto* b = static_cast<T*>(inout); for (int i = 0; i < *len; ++i) b[i] += static_cast<T*>(in)[i]; } }
F* all[] = {hidden, ns::add<float>,
  [](void* in, void* inout, int* len, int*) {
    unsigned *a = static_cast<unsigned*>(in), *b = static_cast<unsigned*>(inout);
    for (int i = 0; i < *len; ++i) b[i] |= a[i]; }};
int main() { return all[0] == all[1]; }
)";
constexpr auto in_fortran = R"(subroutine my_op(invec, inoutvec, len, datatype)
  integer :: len, datatype
  real(8) :: invec(len), inoutvec(len)
  inoutvec = invec + inoutvec
end subroutine
module m
  type t
    real(4) :: v
    integer(8) :: n
  end type
contains
subroutine wide(invec, inoutvec, len, datatype)
  integer :: len, datatype
  complex(4) :: invec(2, 3, *), inoutvec(2, 3, *)
  inoutvec(:, :, 1) = invec(:, :, 1)
end subroutine
subroutine derived(invec, inoutvec, len, datatype)
  integer :: len, datatype
  type(t) :: invec(len), inoutvec(len)
  inoutvec = invec
end subroutine
subroutine by_pointer(invec, inoutvec, len, datatype) bind(c)
  use iso_c_binding
  type(c_ptr), value :: invec, inoutvec
  integer :: len, datatype
  logical(4), pointer :: a(:), b(:)
  call c_f_pointer(invec, a, [len])
  call c_f_pointer(inoutvec, b, [len])
  b = a .or. b
end subroutine
end module
)";

/// A source in a folder, and what is compiled of it there.
class Compiled {
 public:
  Compiled(const std::string& source, const char* text, const std::string& command) : source_(source) {
    std::ofstream(at(source)) << text;
    const auto outcome = run("cd " + folder_.path().string() + " && " + command, "");
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  }
  std::string at(const std::string& file) const { return (folder_ / file).string(); }
  void without_source() const { std::filesystem::remove(at(source_)); }

  std::string types_of(const std::string& file, const std::string& function) const {
    const auto all = binary_functions(at(file), file);
    const auto found = std::ranges::find(all, function, &BinaryFunction::name);
    if (found == all.end()) return "no such function";
    std::string text;
    for (const auto& type : found->types) text += (text.empty() ? "" : ", ") + type.text;
    return text;
  }
  Subject judged(const std::string& file, const std::string& function, const std::string& type = "") const {
    Request request;
    request.file = at(file);
    request.function = function;
    request.type = type;
    return subject_of(request);
  }
  std::string refusal(const std::string& file, const std::string& function, const std::string& type = "") const {
    try {
      return "it is judged on " + judged(file, function, type).trial.type.text;
    } catch (const InputError& e) {
      return e.what();
    }
  }

 private:
  std::string source_;
  Folder folder_;
};

TEST_CASE(
    "debug information tells of static functions, templates, members of namespaces and lambdas, by any compiler") {
  for (const auto* how : {"g++ -O0 -g", "g++ -O2 -g", "clang++-14 -g", "g++ -gdwarf-4 -g", "g++ -g -gz",
                          "g++ -g -gsplit-dwarf", "g++ -g -fdebug-types-section"}) {
    CAPTURE(how);
    const Compiled c("f.cpp", in_cpp, std::string(how) + " -c f.cpp && g++ -shared -Wl,-Bsymbolic f.o -o f.so");
    for (const auto* file : {"f.o", "f.so"}) {
      CHECK(c.types_of(file, "hidden") == "struct{int64_t n;}");
      CHECK(c.types_of(file, "ns::add<float>") == "float");
      CHECK(c.types_of(file, c.at("f.cpp") + ":8") == "uint32_t");
      CHECK(c.types_of(file, "nowhere") == "no such function");
    }
  }
}

TEST_CASE("of a procedure in Fortran the elements are those of its arrays, or of the pointers that it makes") {
  const Compiled c("f.f90", in_fortran, "gfortran -g -c f.f90");
  CHECK(c.types_of("f.o", "my_op") == "double");
  CHECK(c.types_of("f.o", "wide") == "float _Complex[3][2]");
  CHECK(c.types_of("f.o", "derived") == "struct{float v; int64_t n;}");
  CHECK(c.types_of("f.o", "by_pointer") == "int32_t");
}

TEST_CASE("a function is judged from its source, whatever its compiled form, by its name or its place") {
  const Compiled c("f.c", in_c,
                   "gcc -g -c f.c && gcc -shared f.o -Wl,-Bsymbolic -o f.so && ar rc f.a f.o && "
                   "echo 'int main() { return 0; }' >main.c && gcc -g main.c f.o -o f");
  for (const auto* file : {"f.o", "f.so", "f.a", "f"}) {
    CAPTURE(file);
    const auto subject = c.judged(file, "secret");
    CHECK(subject.terms.has_value());
    CHECK(subject.trial.type.text == "struct{double v; int32_t i;}");
    CHECK(subject.type_line == 4);
    CHECK(subject.definition->line == 3);
    CHECK(subject.by_source == c.at("f.c"));
  }
  std::filesystem::last_write_time(c.at("f.c"), std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(says(c.judged("f.o", "secret").by_source, "f.c, which is newer than "));
  CHECK(says(c.judged("f.o", "secret").other_reading.value_or(""), "f.c is newer than "));
  const Compiled lambda("f.cpp", in_cpp, "g++ -g -O2 f.cpp -o f");
  for (const auto& name : {std::string("f.cpp:8"), lambda.at("f.cpp") + ":8"}) {
    const auto subject = lambda.judged("f", name);
    CHECK(subject.terms.has_value());
    CHECK(subject.definition->line == 8);
  }
  CHECK(lambda.judged("f", "add").trial.type.text == "float");
}

TEST_CASE("a header that is newer than the binary, and a flag that nobody knows, leave open what the binary does") {
  const auto source = "#include \"f.h\"\nvoid f(void* a, void* b, int* n, void* t) { ADD(a, b, *n); (void)t; }\n";
  const std::string header =
      "echo '#define ADD(a, b, n) for (int i = 0; i < n; ++i) ((unsigned*)b)[i] += ((unsigned*)a)[i]' >f.h && ";
  const Compiled c("f.c", source, header + "gcc -g -O2 -fPIC -fstack-protector -c f.c");
  CHECK(c.judged("f.o", "f").other_reading.value_or("") == "");
  std::filesystem::last_write_time(c.at("f.h"), std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(says(c.judged("f.o", "f").by_source, "f.c, of which " + c.at("f.h") + " is newer than "));
  CHECK(says(c.judged("f.o", "f").other_reading.value_or(""), "f.h is newer than "));

  const std::string flag = "-funsigned-bitfields";
  const Compiled unknown("f.c", source, header + "gcc -g " + flag + " -c f.c");
  CHECK(says(unknown.judged("f.o", "f").other_reading.value_or(""), "by the flag " + flag + " of its compiler"));
  CHECK(flag_in_doubt("GNU C17 12.2.0 -mfpmath=387 -O2 -g"));
}

TEST_CASE("what runs is the binary's own code, and its source is read by the flags that debug information tells") {
  const auto source =
      "void f(void* a, void* b, int* n, void* t) {\n  (void)t;\n  unsigned *x = a, *y = b;\n  for (int i = 0; i < *n; "
      "++i)\n"
      "#ifdef MINUS\n    y[i] = x[i] - y[i];\n#else\n    y[i] = x[i] + y[i];\n#endif\n}\n";
  const Compiled minus("f.c", source, "gcc -g -DMINUS -c f.c");
  const auto subject = minus.judged("f.o", "f");
  unsigned three = 3, one = 1;
  subject.trial.function.call(&three, &one, 1);
  CHECK(one == 2);
  CHECK(says(subject.other_reading.value_or(""), "by a flag -DMINUS f.c:5 says something else"));
  const Compiled wraps("f.c",
                       "void f(void* a, void* b, int* n, void* t) {\n  (void)t;\n  int *x = a, *y = b;\n"
                       "  for (int i = 0; i < *n; ++i) y[i] += x[i];\n}\n",
                       "gcc -g -fwrapv -O2 -c f.c");
  CHECK(!wraps.judged("f.o", "f").other_reading);
  Judgement judged = judge(wraps.judged("f.o", "f"), {}, Deadline(20));
  CHECK(fit_for_mpi(judged, Law::total) == Answer::proved);
}

TEST_CASE("in a source a lambda is meant by the end of its place, and a wrong name is answered by such a place") {
  const Compiled source("f.cpp", in_cpp, "true");
  CHECK(source.judged("f.cpp", "f.cpp:8").definition->line == 8);
  CHECK(source.judged("f.cpp", source.at("f.cpp") + ":8").definition->line == 8);
  const auto said = source.refusal("f.cpp", "f.cpp:9");
  CHECK_MESSAGE(says(said, "it defines hidden, ns::add<float>, f.cpp:8 (a lambda)"), said);
}

TEST_CASE("without its source, or where that does not compile, a function is judged as machine code, which is said") {
  const Compiled c("f.c", in_c,
                   "gcc -g -c f.c && gcc -shared f.o -Wl,-Bsymbolic -o f.so && "
                   "echo 'int main() { return 0; }' >main.c && gcc -g main.c f.o -o f");
  c.without_source();
  for (const auto* file : {"f.o", "f.so", "f"}) {
    CAPTURE(file);
    const auto subject = c.judged(file, "secret");
    CHECK_FALSE(subject.terms.has_value());
    CHECK(says(subject.without_terms, "f.c is not there; random runs can refute, and never prove"));
    CHECK(subject.trial.type.text == "struct{double v; int32_t i;}");
    CHECK(combine(subject.trial.function, parse_type("struct{double v; int i;}"), Bytes(16), Bytes(16)) == Bytes(16));
    CHECK(c.judged(file, "secret", "float").other_type == "'struct{double v; int32_t i;}' in line 4");
  }
  std::ofstream(c.at("f.c")) << "#include \"nowhere.h\"\n" << in_c;
  CHECK(says(c.judged("f.o", "secret").without_terms, "f.c does not compile, with what --cflags says"));
  const Compiled fortran("f.f90", in_fortran, "gfortran -g -c f.f90");
  CHECK(says(fortran.judged("f.o", "my_op").without_terms, "f.f90 is neither C nor C++"));
}

TEST_CASE("without debug information an exported function is judged on the type that is named") {
  const Compiled c("f.c", in_c, "gcc -c f.c");
  CHECK(c.judged("f.o", "add", "unsigned").trial.type.text == "unsigned");
  CHECK(says(c.refusal("f.o", "add"), "f.o: add does not say of which type its elements are; name it with --type"));
  CHECK(says(c.refusal("f.o", "secret", "int"),
             "has no function secret; it exports add, keep, no_operator; of what is "
             "compiled with -g, static functions are found, too"));
  const Compiled fortran("f.f90", in_fortran, "gfortran -c f.f90");
  CHECK(fortran.refusal("f.o", "my_op", "double") == "it is judged on double");
}

TEST_CASE("a name that no function has is answered by those that would do, and one of several by their places") {
  const Compiled c("f.c", in_c, "gcc -g -c f.c");
  CHECK(c.refusal("f.o", "ad")
            .ends_with(
                "f.o has no function ad; of those with the parameters of an MPI_User_function it has add, secret"));
  CHECK(says(c.refusal("f.o", "f.c:4"), "has no function f.c:4"));
  CHECK(says(
      c.refusal("f.o", "no_operator", "int"),
      "f.o: no_operator does not have the parameters of an MPI_User_function; of those that have it has add, secret"));
  const Compiled two("f.c", in_c,
                     "sed s/double/float/ f.c >g.c && gcc -g -fPIC -shared f.c g.c -Wl,-z,muldefs -o f.so");
  CHECK(two.refusal("f.so", "secret")
            .ends_with("f.so has 2 functions secret; name one by its place, which is f.c:3 and g.c:3"));
  CHECK(two.refusal("f.so", "g.c:3") == "it is judged on struct{float v; int32_t i;}");
  CHECK(two.refusal("f.so", "f.c:3") == "it is judged on struct{double v; int32_t i;}");
  const Compiled alike("f.c", in_c,
                       "mkdir x y && cp f.c x/u.c && sed s/double/float/ f.c >y/u.c && "
                       "gcc -g -fPIC -shared x/u.c y/u.c -Wl,-z,muldefs -o f.so");
  const auto first = alike.at("x/u.c") + ":3", second = alike.at("y/u.c") + ":3";
  CHECK(alike.refusal("f.so", "secret").ends_with("its place, which is " + first + " and " + second));
  CHECK(alike.refusal("f.so", second) == "it is judged on struct{float v; int32_t i;}");
  const Compiled lambdas(
      "f.cpp",
      "using F = void(void*, void*, int*, int*);\n"
      "F* all[] = {[](void*, void*, int*, int*) {}, [](void*, void* b, int*, int*) { ++*(int*)b; }};\n",
      "g++ -g -c f.cpp");
  CHECK(says(lambdas.refusal("f.o", "f.cpp:2", "int"), "has 2 functions f.cpp:2"));
}

TEST_CASE("damaged debug information is refused or passed over, and never a verdict") {
  const Compiled c("f.c", in_c, "gcc -g -fPIC -shared f.c -o f.so");
  const auto whole = read(c.at("f.so"));
  const auto begin = whole.find("GNU C17");  // in the strings that debug information has
  REQUIRE(begin != std::string::npos);
  std::mt19937 random(7);  // NOLINT: the same damage each time
  for (int i = 0; i < 20; ++i) {
    auto damaged = whole;
    for (int n = 0; n < 200; ++n) damaged[begin - 1 - random() % 700] = static_cast<char>(random());
    std::ofstream(c.at("damaged.so"), std::ios::binary) << damaged;
    try {
      const auto all = binary_functions(c.at("damaged.so"), "damaged.so");
      CHECK(all.size() < 10);
    } catch (const InputError& e) {
      CHECK(says(e.what(), "damaged.so"));
    }
  }
}

TEST_CASE("what cannot be loaded is refused with the reason and what to give instead") {
  const Compiled c(
      "f.c", in_c,
      "gcc -g -fno-pie -O1 -c f.c -o fixed.o && gcc -g -c f.c -o f.o && "
      "echo '__thread int n; int main(void) { return n; }' >main.c && gcc -g main.c f.o -o threads && "
      "echo 'int main(void) { return 0; }' >main2.c && gcc -fno-pie -no-pie -g main2.c fixed.o -o fixed && "
      "echo '__attribute__((constructor)) void f(void) { __builtin_trap(); }' >trap.c && "
      "gcc -g -fPIC -shared trap.c f.o -Wl,-Bsymbolic -o trap.so && "
      "echo 'extern int n; int *m(void) { return &n; }' >need.c && "
      "gcc -g -fPIC -shared need.c f.o -Wl,-Bsymbolic -o need.so && "
      "objcopy --only-keep-debug f.o debug.o && "
      "head -c 100 f.o >cut.o && head -c 3000 f.o >half.o && echo text >text.o && : >empty.o && "
      "cp text.o text.so && cp text.o text.a");
  c.without_source();
  for (const auto& [file, what] : {std::array<const char*, 2>{"fixed.o",
                                                              "fixed.o cannot be linked into a shared "
                                                              "library; compile it with -fPIC"},
                                   {"threads", "threads has variables for each thread"},
                                   {"fixed", "fixed runs at fixed addresses"},
                                   {"trap.so", "trap.so cannot be loaded: what runs then ends by signal 4"},
                                   {"need.so", "undefined symbol: n; give a shared library that is linked with all"},
                                   {"half.o", "half.o cannot be linked"},
                                   {"cut.o", "cut.o"},
                                   {"debug.o", "debug.o has debug information and no code"},
                                   {"text.o", "text.o: by its ending it is no source"},
                                   {"empty.o", "empty.o: by its ending it is no source"},
                                   {"text.so", "by what it holds no object file, archive, shared library or program"},
                                   {"text.a", "by what it holds no object file"},
                                   {"nowhere.so", "nowhere.so: there is no such file"}}) {
    const auto refusal = c.refusal(file, "secret");
    CHECK_MESSAGE(says(refusal, what), refusal);
  }
}

}  // namespace
}  // namespace tutti::op
