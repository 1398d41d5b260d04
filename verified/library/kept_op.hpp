// Operators of the application that stay usable after it has freed them, as datatypes do: MPI has no duplicate of one,
// so libtutti frees it later.
#pragma once
#include <mpi.h>

#include <atomic>
#include <memory>

namespace tutti::library {

/// An operator that prepared calls use. As long as there is one, the MPI does not free it, and so gives its handle to
/// no other operator. Several threads may use all of this at once.
class KeptOp {
 public:
  /// The one that is kept of that operator, which is alive.
  static std::shared_ptr<const KeptOp> of(MPI_Op op);
  /// What MPI_Op_free does with an operator that is kept: it becomes MPI_OP_NULL and is freed with the last call that
  /// uses it. False, and nothing is done, where it is not kept.
  static bool free_later(MPI_Op* op);

  explicit KeptOp(MPI_Op op) : op_(op) {}
  ~KeptOp();
  KeptOp(const KeptOp&) = delete;
  KeptOp& operator=(const KeptOp&) = delete;

  bool freed() const { return freed_.load(std::memory_order_relaxed); }  ///< by the application

 private:
  MPI_Op op_;
  std::atomic<bool> freed_ = false;
};

}  // namespace tutti::library
