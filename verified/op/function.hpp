// An operator as machine code: the MPI_User_function of a shared library (MPI-4.0, 6.9.5).
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "verified/op/type.hpp"

namespace tutti::user {

/// void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype). The handle is opaque here.
using UserFunction = void(void* invec, void* inoutvec, int* len, void* datatype);

/// A function of a library that stays loaded as long as some copy lives.
class Function {
 public:
  /// Throws InputError where there is no such library or function; its text lists the functions that there are.
  static Function load(const std::string& library, const std::string& name);
  UserFunction* get() const { return function_; }
  const std::string& name() const { return name_; }

 private:
  Function(std::shared_ptr<void> library, UserFunction* function, std::string name)
      : library_(std::move(library)), function_(function), name_(std::move(name)) {}
  std::shared_ptr<void> library_;
  UserFunction* function_;
  std::string name_;
};

/// C or C++ source (by its suffix: .c, else C++) and how to compile it.
struct Source {
  std::string file;
  std::vector<std::string> flags;  ///< such as -I and -D
};

/// A file that is removed with its folder when the last copy dies.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name);  ///< in a new folder
  const std::string& path() const { return *path_; }

 private:
  std::shared_ptr<const std::string> path_;
};

/// The compilers run as programs. They throw InputError with what the compiler says, and EnvironmentError where there
/// is no such compiler.
struct EnvironmentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
TemporaryFile compile_library(const Source& source);
/// LLVM bitcode by clang-14, with debug locations, not optimised but for mem2reg.
TemporaryFile compile_bitcode(const Source& source);

/// C source of the operator `tutti_op` whose x ∘ y is the expression of `a` (= x) and `b` (= y):
/// --expr 'a.v > b.v ? a : b'.
std::string source_of_expression(const Type& type, const std::string& expression);
/// C source of `int tutti_pre(const tutti_t* a)` for --pre 'a.n > 0'.
std::string source_of_precondition(const Type& type, const std::string& expression);

}  // namespace tutti::user
