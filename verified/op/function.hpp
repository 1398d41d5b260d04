// An operator as machine code: the MPI_User_function of a shared library (MPI-4.0, 6.9.5).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/op/deadline.hpp"
#include "verified/op/type.hpp"
#include "verified/system/temporary_folder.hpp"

namespace tutti::op {

/// void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype). The handle is opaque here. A function for
/// large counts (MPI_User_function_c) takes the third for an MPI_Count*, of 64 bits.
using UserFunction = void(void* invec, void* inoutvec, int* len, void* datatype);

/// A function, and its library, which stays loaded as long as some copy lives.
class Function {
 public:
  /// By its name in C, or in C++ without parameters: "ns::my_op"; in Fortran without the underscore that is put behind
  /// it; or by that of a Source. What the library lacks is missed only when called. Throws InputError where there is no
  /// such library or function; its text lists the functions that there are.
  static Function load(const std::string& library, const std::string& name);
  /// By its address, as the library's debug information has it, whether it is exported or not.
  static Function load(const std::string& library, std::uint64_t address, const std::string& name);
  /// A function of this program.
  static Function of(UserFunction* function, std::string name) { return {nullptr, function, std::move(name)}; }

  UserFunction* get() const { return function_; }
  /// Whether a precondition holds, which is an int f(const T* element).
  bool holds(const void* element) const;
  const std::string& name() const { return name_; }
  /// What stands in *datatype when it is called: the first handle that its source was compiled for (see
  /// Source::datatypes), or a pattern that is none.
  std::uint64_t handle() const { return handle_; }
  Function with_handle(std::uint64_t handle) const;
  /// Whether it is for large counts, where that is known.
  std::optional<bool> large_count() const { return large_count_; }
  Function with_large_count(std::optional<bool> large) const;
  /// The 8 bytes at *len: an MPI_Count, but of a function that is known to take an int other bytes behind that one.
  std::uint64_t length_word(int len) const;
  /// Calls it on vectors of so many elements.
  void call(void* invec, void* inoutvec, int len) const;
  static constexpr std::uint64_t no_handle = 0x5a5a'5a5a'5a5a'5a5a;

 private:
  static Function opened(const std::string& library, const std::string& name);
  Function(std::shared_ptr<void> library, UserFunction* function, std::string name)
      : library_(std::move(library)), function_(function), name_(std::move(name)) {}
  std::shared_ptr<void> library_;
  UserFunction* function_;
  std::string name_;
  std::uint64_t handle_ = no_handle;
  std::optional<bool> large_count_ = {};
};

/// "it exports add, sub": the functions that a library lists for others, for a message.
std::string exported(const std::string& library);

/// C or C++ source (by its suffix: .c, else C++) and how to compile it.
struct Source {
  std::string file;
  std::vector<std::string> flags;  ///< such as -I and -D
  /// Compiled in although it may be static or a template: an expression such as "my_op", "ns::my_op<3>". Where given,
  /// the constant entry_symbol(function) points to it. Or the place of a lambda, see place_of, to which nothing points.
  std::string function = {};
  std::vector<std::string> constants = {};  ///< "NAME" or "NAME=VALUE": global variables that no call changes
  /// A predefined datatype, by its constant such as "MPI_DOUBLE".
  struct Datatype {
    std::string handle;
    std::size_t size, extent;
  };
  /// If the source includes mpi.h: for these MPI_Type_size and its like answer, and the first is what *datatype is.
  std::vector<Datatype> datatypes = {};
  Deadline deadline = {};  ///< of each compiler that is run on it
};

/// Where a function is defined, as debug information tells it.
struct SourceLine {
  std::string file;  ///< absolute
  int line;
};

/// The place that a function is named by, as a lambda has no other name: "main.cpp:42" is that which line 42 begins.
/// Nothing where it is named otherwise.
std::optional<SourceLine> place_of(const std::string& function);
/// Whether what is defined there is meant by such a place, whose file may be the end of the path, in whole names.
bool is_at(const SourceLine& defined, const SourceLine& place);

/// The names of global constants with which a compiled source says what goes with it: the handles of its datatypes, of
/// each of Source::constants where the variable is and which value it has, and whether the parameters of its function,
/// as far as the language tells them, are for large counts.
constexpr const char *datatype_symbol = "tutti_datatype", *parameter_symbol = "tutti_parameter_",
                     *value_symbol = "tutti_value_", *large_count_symbol = "tutti_large_count";

/// Those of the first `count` of Source::datatypes, in the library that was made of the source; none where it does not
/// include mpi.h. Throws InputError where the library cannot be loaded.
std::vector<std::uint64_t> datatype_handles(const std::string& library, std::size_t count);

/// "tutti_entry_ns__my_op_3_" of "ns::my_op<3>".
std::string entry_symbol(const std::string& function);

/// A file that is removed with its folder when the last copy dies.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name);  ///< in a new folder; to be written by the caller
  const std::string& path() const { return path_; }

 private:
  std::shared_ptr<const TemporaryFolder> folder_;
  std::string path_;
};

/// The machine lacks something, such as a compiler.
struct EnvironmentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct DoesNotCompile : InputError {
  using InputError::InputError;
};
/// Whether it is Source::function that does not compile, behind the source.
bool names_function(const DoesNotCompile& errors);

/// The compilers, run as programs. They throw DoesNotCompile with what the compiler says, EnvironmentError where there
/// is no such compiler, and DeadlinePassed where it is not over by Source::deadline. A shared library, by cc or c++;
/// a·b + c rounds twice unless the flags say otherwise. It prefers its own functions to those of the same name in this
/// program and its libraries.
TemporaryFile compile_library(const Source& source);

/// A compiler, how much it may change, and whether it may round a·b + c once.
struct Compiler {
  std::string name;  ///< "gcc -O3 -march=native"
  std::string c, cxx;
  std::vector<std::string> flags;
  bool contracts = false;
};
TemporaryFile compile_library(const Source& source, const Compiler& compiler);
/// By which an operator may be compiled, too: gcc and clang, from no optimisation to all of it.
const std::vector<Compiler>& other_compilers();
/// Flags with which undefined arithmetic ends the process by a signal.
const std::vector<std::string>& trapping_flags();
/// LLVM bitcode, by clang-14, with debug locations, as its front end makes it: with the lifetimes of variables, no
/// passes run, llvm.fmuladd wherever C lets a·b + c round once, and a trap before each shift to the left of a signed
/// number that the language does not define for all numbers: see ir/signed_shifts.hpp.
struct Bitcode {
  TemporaryFile file;
  /// "my_op.c:12": lines where a variable is written and used in no order, by the language of the source: undefined
  /// (C17, 6.5p2; C++17, [intro.execution] p17).
  std::vector<std::string> unsequenced = {};
};
Bitcode compile_bitcode(const Source& source);
/// What gcc's preprocessor leaves of the file with these flags, its own lines among it (`# 12 "sum.c"`), macros not
/// expanded; what the compiler defines itself stands in the file "<built-in>".
TemporaryFile preprocess(const Source& source, const std::vector<std::string>& flags);
/// The same for clang-14, which knows no macros that are not expanded: clang replaces the includes and the conditions
/// of #if, and gcc does the rest with clang's macros in place of its own.
TemporaryFile preprocess_as_clang(const Source& source, const std::vector<std::string>& flags);

/// C source of the operator `tutti_op` whose x ∘ y is the expression of `a` (= x) and `b` (= y), both of type T:
/// --expr 'a.v > b.v ? a : b'. A list in braces is a T: '{a.n + b.n, a.x * b.x}'. <math.h> and its like are included.
/// Errors name the option that gave it. Throws InputError for arrays, which have no values in C.
std::string source_of_expression(const Type& type, const std::string& expression, std::string_view option = "--expr");
/// C source of `int tutti_pre(const tutti_t*)` for --pre 'a.n > 0'.
std::string source_of_precondition(const Type& type, const std::string& expression);

}  // namespace tutti::op
