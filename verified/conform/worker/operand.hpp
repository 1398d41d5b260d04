// What a check runs a collective on: an operator with its datatype, and deterministic data that all ranks can compute.
#pragma once
#include <mpi.h>

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
  Operand(std::string name, MPI_Datatype type, MPI_User_function* function, bool commutes, std::size_t size,
          Fill fill_one, bool bracketing_shows = false);

  const std::string& name() const { return name_; }  ///< "sum/double", "matrix", …
  MPI_Op op() const { return op_; }
  /// Another handle of the same operator, the caller's to free; of a predefined one nothing.
  std::optional<MPI_Op> another_op() const;
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
  MPI_Op op_;
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
  MPI_User_function* function_ = nullptr;
};

/// Those of verified/conform/case/operators.hpp whose bracketing does not show: associative, each on a datatype of its
/// own; freed by MPI_Finalize.
const std::vector<Operand>& user_operands();

}  // namespace tutti::mpi
