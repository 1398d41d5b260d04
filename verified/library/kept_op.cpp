#include "verified/library/kept_op.hpp"

#include <map>
#include <mutex>

namespace tutti::library {
namespace {

struct Kept {
  std::mutex mutex;
  std::map<MPI_Op, std::weak_ptr<KeptOp>> by_handle;
};

/// Never destroyed: operators may be freed until the end.
Kept& kept() {
  static auto& all = *new Kept;
  return all;
}

}  // namespace

std::shared_ptr<const KeptOp> KeptOp::of(MPI_Op op) {
  const std::lock_guard lock(kept().mutex);
  auto& known = kept().by_handle[op];
  auto found = known.lock();
  if (!found) known = found = std::make_shared<KeptOp>(op);
  return found;
}

bool KeptOp::free_later(MPI_Op* op) {
  std::shared_ptr<KeptOp> found;  // goes after the lock, since it may be the last
  const std::lock_guard lock(kept().mutex);
  const auto at = kept().by_handle.find(*op);
  if (at == kept().by_handle.end()) return false;
  found = at->second.lock();
  kept().by_handle.erase(at);
  if (!found) return false;
  found->freed_ = true;
  *op = MPI_OP_NULL;
  return true;
}

KeptOp::~KeptOp() {
  if (freed_) PMPI_Op_free(&op_);
}

}  // namespace tutti::library
