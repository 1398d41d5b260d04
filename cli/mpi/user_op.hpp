// A user's function and type as MPI knows them.
#pragma once
#include <mpi.h>

#include "verified/op/function.hpp"
#include "verified/op/law_finding.hpp"

namespace tutti::mpi {

/// An operator and its datatype, freed with this. The function stays loaded as long.
class UserOp {
 public:
  /// An operator of a function that is known to be for large counts by MPI_Op_create_c. Throws InputError where this
  /// MPI has none.
  UserOp(op::Function function, const op::Type& type, bool commutes);
  ~UserOp();
  UserOp(const UserOp&) = delete;
  UserOp& operator=(const UserOp&) = delete;

  MPI_Op op() const { return op_; }
  /// MPI's own datatype for a scalar; else a struct of the leaves and the padding at its end, resized to the bytes of
  /// an element.
  MPI_Datatype type() const { return type_; }
  /// `inout` becomes in ∘ inout, by MPI_Reduce_local. Both hold equally many elements; `in` may be spoilt.
  void combine(op::Bytes in, op::Bytes& inout) const;

 private:
  op::Function function_;
  std::size_t size_;
  MPI_Datatype type_;
  bool derived_;
  MPI_Op op_;
};

}  // namespace tutti::mpi
