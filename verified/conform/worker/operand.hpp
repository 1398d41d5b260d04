// What a check runs a collective on: an operator with its datatype, and deterministic data that all ranks can compute.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reference/operator.hpp"
#include "spec/predefined_types.hpp"
#include "spec/schedule.hpp"

namespace tutti::mpi {

/// What the data of an element depends on.
struct Contribution {
  Rank rank;
  std::int64_t element;
  std::uint64_t seed;
  std::uint64_t random;  ///< a pseudo-random function of the three
};

#if MPI_VERSION >= 4
using LargeUserFunction = MPI_User_function_c;
#else
using LargeUserFunction = void;
#endif

/// What an operator of the user's computes, for MPI_Op_create and for MPI_Op_create_c.
struct UserFunctions {
  MPI_User_function* plain;
  LargeUserFunction* large = nullptr;  ///< none where the MPI has no such procedure
};

/// Both, of the first, which is called again and again where there are more elements than an int can say.
template <MPI_User_function* function>
constexpr UserFunctions user_functions = [] {
#if MPI_VERSION >= 4
  constexpr auto large = [](void* in, void* inout, MPI_Count* length, MPI_Datatype* type) {
    constexpr MPI_Count most = INT_MAX;
    MPI_Count lower = 0, extent = 0;
    if (*length > most) MPI_Type_get_extent_c(*type, &lower, &extent);
    MPI_Count done = 0;
    do {
      auto some = static_cast<int>(std::min(most, *length - done));
      function(static_cast<std::byte*>(in) + done * extent, static_cast<std::byte*>(inout) + done * extent, &some,
               type);
      done += most;
    } while (done < *length);
  };
  return UserFunctions{function, large};
#else
  return UserFunctions{function};
#endif
}();

/// An operator as MPI sees it and as the reference evaluates it. User operators and their datatypes are made once and
/// live as long as the program.
class Operand {
 public:
  using Fill = void (*)(std::byte* element, const Contribution& contribution);

  Operand(Op op, Type type);
  /// With elements of `type` in a datatype of another language. Throws
  /// std::invalid_argument, which skips the case, where this MPI has no such
  /// datatype, or one of another size.
  Operand(Op op, const tutti::ForeignType& type);
  /// Associative, unless its `bracketing_shows`. `type` is committed and `size` bytes wide; the operator is made here.
  /// Both are the caller's to free.
  Operand(std::string name, MPI_Datatype type, UserFunctions functions, bool commutes, std::size_t size, Fill fill_one,
          bool bracketing_shows = false);

  const std::string& name() const { return name_; }  ///< "sum/double", "matrix", …
  /// For procedures with large counts one that MPI_Op_create_c has made, where it is the user's.
  MPI_Op op(bool large_count = false) const { return large_count ? large_op_ : op_; }
  /// Another handle of the same operator, the caller's to free; of a predefined one nothing.
  std::optional<MPI_Op> another_op(bool large_count) const;
  /// What was made by the constructor, of a user operator.
  void free_handles() const;
  MPI_Datatype type() const { return type_; }
  const Operator& reference() const { return reference_; }
  std::size_t size() const { return reference_.size(); }  ///< bytes from element to element
  /// Bracketing never shows, so the result is that of the sequential evaluation itself.
  bool bracketing_is_invisible() const { return exact_; }

  /// What `rank` of so many contributes: `elements` elements that (seed, rank,
  /// ranks) determine.
  void fill(std::byte* to, std::int64_t elements, Rank rank, int ranks, std::uint64_t seed) const;
  /// The first element in which the two differ, or -1.
  std::int64_t first_difference(const std::byte* found, const std::byte* due, std::int64_t elements) const;
  /// An element as text, for messages.
  std::string print(const std::byte* element) const;

 private:
  std::string name_;
  MPI_Op op_, large_op_;
  MPI_Datatype type_;
  Operator reference_;
  bool exact_;
  struct Predefined {
    Op op;
    Type type;
    bool only_0_and_1 = false;  ///< of truth values
  };
  std::optional<Predefined> predefined_ = {};
  Fill fill_ = nullptr;
  UserFunctions functions_ = {};
};

/// Those of verified/conform/case/operators.hpp whose bracketing does not show: associative, each on a datatype of its
/// own; freed by MPI_Finalize.
const std::vector<Operand>& user_operands();

}  // namespace tutti::mpi
