// What an MPI operator computes, element by element.
#pragma once
#include "verified/run/kernels.hpp"
#include "verified/run/mpi/layout.hpp"

namespace tutti::mpi {

/// Whether MPI defines `op` for elements of `type`, and we compute it. An operator of the caller's is for all types.
bool is_defined(MPI_Op op, MPI_Datatype type);

/// left ∘ right for vectors: our own kernels for the predefined operations, MPI_Reduce_local for all others.
class Combiner {
 public:
  /// Throws Error where MPI does not define `op` for the type of `layout`. An operator of the caller's must outlive
  /// this: MPI has no duplicate of one.
  Combiner(MPI_Op op, const Layout& layout);

  const Layout& layout() const { return copier_.layout(); }
  bool commutative() const { return commutative_; }
  /// to = left ∘ right, `n` elements; `to` may be `left` or `right`, else overlaps neither. Operands are never swapped:
  /// an operator that commutes may do so but for the sign of a zero, and all ranks are to have the same bits.
  void combine(const void* left, const void* right, void* to, std::int64_t n);
  /// As Copier::copy.
  void copy(const void* from, void* to, std::int64_t n) { copier_.copy(from, to, n); }

 private:
  void combine_through_spare(const void* left, const void* right, void* to, std::int64_t n);

  Copier copier_;
  MPI_Op op_;
  Kernel kernel_ = nullptr;
  bool commutative_;
  std::int64_t chunk_;            ///< elements that `spare_` takes
  std::vector<std::byte> spare_;  ///< for user operators: a copy of a right operand that must stay as it is
};

}  // namespace tutti::mpi
