// Operators as a recording describes them: those of the application with their function and a sample of real operands.
#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verified/library/recorded_type.hpp"

namespace tutti::library {

/// A few of the first operands of one datatype that an operator was called with, no two alike. Several threads may add
/// at once.
class RecordedOperands {
 public:
  explicit RecordedOperands(const RecordedType& type) : type_(type) {}
  bool wants_more() const { return looks_.load(std::memory_order_relaxed) > 0; }
  /// Looks at some of the `n` elements at `buffer`; at none where they lie on a device.
  void add(const void* buffer, std::int64_t n);
  nlohmann::ordered_json print() const;

 private:
  static constexpr std::size_t most_elements = 8;
  static constexpr int most_looks = 64;
  const RecordedType& type_;
  std::atomic<int> looks_ = most_looks;
  std::vector<std::string> elements_;  ///< their bytes in hexadecimal
};

/// What a recording says of an operator. Operators of one function that commute alike share one, which lasts as long as
/// the program. Several threads may use all of this at once.
class RecordedOp {
 public:
  /// What MPI_Op_create has made, or MPI_Op_create_c, whose functions are for large counts.
  static void note(MPI_Op op, const void* function, bool commutes, bool large_count);
  /// Before the application frees it, after which its handle may be that of another one.
  static void forget(MPI_Op op);
  /// How many have been forgotten.
  static std::uint64_t freed();
  /// That of an operator that MPI has just taken. Throws Error where MPI fails.
  static RecordedOp& of(MPI_Op op);
  /// All that are not predefined, in the order of their numbers.
  static std::vector<nlohmann::ordered_json> print_all();

  /// How a call names it: the name of a predefined one, the number of others.
  const nlohmann::ordered_json& name() const { return name_; }
  /// Where operands of that datatype go; null where the operator is predefined or the datatype is too large.
  RecordedOperands* operands(const RecordedType& type);

 private:
  nlohmann::ordered_json name_;
  nlohmann::ordered_json description_;  ///< null where it is predefined
  std::map<const RecordedType*, RecordedOperands> operands_;
};

}  // namespace tutti::library
