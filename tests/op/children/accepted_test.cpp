// Which datatypes an operator tells apart.
#include "verified/op/judge/accepted.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>

#include "tests/support/program.hpp"

namespace tutti::op {
namespace {

using Names = std::vector<std::string>;

constexpr auto text = R"(#include <mpi.h>
#include <stdlib.h>
static void by_switch(void* in, void* inout, int* len, MPI_Datatype* type) {
  switch (*type) {
    case MPI_DOUBLE: for (int i = 0; i < *len; ++i) ((double*)inout)[i] += ((double*)in)[i]; break;
    case MPI_DOUBLE_PRECISION: for (int i = 0; i < *len; ++i) ((double*)inout)[i] *= ((double*)in)[i]; break;
    case MPI_2INT: for (int i = 0; i < 2 * *len; ++i) ((int*)inout)[i] ^= ((int*)in)[i]; break;
    default: abort();
  }
}
void with_default(void* in, void* inout, int* len, MPI_Datatype* type) {
  if (*type == MPI_FLOAT) for (int i = 0; i < *len; ++i) ((float*)inout)[i] += ((float*)in)[i];
  else for (int i = 0; i < *len; ++i) ((char*)inout)[i] ^= ((char*)in)[i];
}
void by_size(void* in, void* inout, int* len, MPI_Datatype* type) {
  int size;
  MPI_Type_size(*type, &size);
  if (size == 16) for (int i = 0; i < size * *len; ++i) ((char*)inout)[i] ^= ((char*)in)[i];
}
void plain(void* in, void* inout, int* len, MPI_Datatype* type) { *(char*)inout ^= *(char*)in; }
void *keep(void) { return by_switch; }
)";

class Compiled {
 public:
  Compiled() {
    std::ofstream(at("f.c")) << text;
    REQUIRE(run("mpicc.mpich", "-g -c " + at("f.c") + " -o " + at("f.o")).status == 0);
  }
  std::string at(const char* file) const { return (folder_ / file).string(); }
  Names accepted(const char* file, const char* function) const {
    Request request;
    request.file = at(file);
    request.function = function;
    return accepted_datatypes(request);
  }

 private:
  Folder folder_;
};

TEST_CASE("a datatype is accepted where a call with it differs from one with a handle that is none") {
  const Compiled c;
  CHECK(c.accepted("f.c", "by_switch") == Names{"MPI_DOUBLE", "MPI_2INT", "MPI_DOUBLE_PRECISION"});
  CHECK(c.accepted("f.c", "with_default") == Names{"MPI_FLOAT"});
  CHECK(c.accepted("f.c", "by_size").size() > 20);
  CHECK_THROWS_WITH_AS(c.accepted("f.c", "plain"),
                       doctest::Contains("plain does not tell one predefined datatype from"), InputError);
}

TEST_CASE("so it is in machine code, whose static functions are found by debug information") {
  const Compiled c;
  std::filesystem::remove(c.at("f.c"));
  CHECK(c.accepted("f.o", "by_switch") == Names{"MPI_DOUBLE", "MPI_2INT", "MPI_DOUBLE_PRECISION"});
  CHECK_THROWS_AS(c.accepted("f.o", "plain"), InputError);
}

TEST_CASE("machine code finds the handle of the datatype that is named in *datatype") {
  const Compiled c;
  std::filesystem::remove(c.at("f.c"));
  Request request;
  request.file = c.at("f.o");
  request.function = "with_default";
  request.datatype = "MPI_FLOAT";
  const auto subject = subject_of(request);
  const float x = 1, y = 2;
  Bytes in(sizeof x), inout(sizeof y);
  std::memcpy(in.data(), &x, sizeof x);
  std::memcpy(inout.data(), &y, sizeof y);
  float sum;
  const auto result = combine(subject.trial.function, subject.trial.type, in, inout);
  std::memcpy(&sum, result.data(), sizeof sum);
  CHECK(sum == 3);
}

}  // namespace
}  // namespace tutti::op
