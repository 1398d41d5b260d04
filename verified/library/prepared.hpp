// A call that is prepared: the proved schedule, and all that must live as long.
#pragma once
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "verified/library/area.hpp"
#include "verified/library/call.hpp"
#include "verified/library/kept_op.hpp"
#include "verified/library/report.hpp"
#include "verified/library/settings.hpp"
#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace tutti::library {

constexpr const char* elements_are_large = "a datatype has elements of more than 2^31 - 1 bytes";

/// Why a call is the MPI's, decided alike at all ranks of the communicator; empty where it is served. It depends on the
/// operator, and in a reduction on the datatype, which all ranks give alike.
std::string why_not(const Key& key);

/// Whether data of this rank would lie at the null pointer, where there is no memory. That pointer is MPI_BOTTOM as
/// well, from which displacements and datatypes lead to addresses (MPI 4.0, 5.1.12). The key must be right.
bool lies_at_null(const Key& key, const void* send, const void* receive, int rank, int size);

/// Whether a call for `size` ranks moves more than 2^31 - 1 bytes, as far as every rank knows it: false where the sizes
/// of blocks are for some ranks only to know. The same at all ranks.
bool is_large(const Key& key, int size);
/// Whether a datatype of this rank has elements of more than 2^31 - 1 bytes, which we do not pack.
bool has_large_elements(const Key& key);

class Prepared {
 public:
  /// Collective over `comm` in what the first call of a kind needs, and local in the rest: ranks whose datatypes or
  /// counts are new prepare again while the others do not. There must be no reason why_not(). Throws as Reduction and
  /// Movement do.
  Prepared(const Key& key, MPI_Comm comm, mpi::Communicator& state, const Preference& preference);
  /// Whether the profile has measured the MPI's own procedure as faster than the schedule that the selector chose. The
  /// same at all ranks.
  bool native_is_faster() const { return native_is_faster_; }

  const Key& key() const { return key_; }
  bool is_large() const { return is_large_; }
  /// Neither the operator nor a datatype has been freed by the application: its handle is not another one's by now.
  bool lives() const;
  /// Throws as the run() of Reduction and Movement.
  void run(const void* send, void* receive);

  /// The same where the buffers meet or lie on a device: then on copies of them, at this rank alone. Throws besides
  /// what a Copy does; where that is thrown behind the messages, the ranks are in step.
  void run_anywhere(mpi::Communicator& on, const void* send, void* receive);

  /// Counts a call as one that this schedule has served, or checked.
  void count() { calls_->fetch_add(1, std::memory_order_relaxed); }
  /// The name of the schedule, such as "allreduce/ring".
  const std::string& name() const { return name_; }
  /// Where what it reads and writes lies in the buffers.
  const mpi::Reaches& reaches() const { return reaches_; }
  /// Whether what is sent may have bytes of what is received: in a collective with counts by rank the blocks of one may
  /// lie between those of the other, elsewhere in its holes, which is not looked into.
  bool buffers_meet(const void* send, const void* receive, int rank, int size) const {
    return mpi::meet(send, reaches_.sent, receive, reaches_.received) && blocks_meet(send, receive, rank, size);
  }
  /// Whether data of either buffer lies on a device.
  bool lies_on_device(const void* send, const void* receive, int rank, int size) const;
  /// Whether blocks that are received are seen to overlap.
  bool receives_overlap() const;
  /// Where in the send buffer what this rank sends lies; none where it has none.
  std::vector<Area> sent(int size) const;
  /// Where in the receive buffer what this rank contributes in place, or its result, lies: the former covers the
  /// latter.
  std::vector<Area> received(int rank, int size) const;
  /// Where in the receive buffer the result of this rank is due; none where it has none.
  std::vector<Area> results(int rank, int size) const;

 private:
  /// Whether blocks of one buffer may lie anywhere, and not together.
  bool has_scattered_data() const { return !types_.empty() || key_.collective == Collective::alltoallw; }
  bool sends_from_device(const void* send, int size) const;
  bool receives_on_device(const void* receive, int rank, int size) const;
  bool blocks_meet(const void* send, const void* receive, int rank, int size) const;

  Key key_;
  bool is_large_, native_is_faster_ = false;
  std::shared_ptr<const KeptOp> op_;  ///< null where it is predefined or none
  std::vector<mpi::KeptType> types_;  ///< that are not predefined
  std::variant<std::monostate, mpi::Reduction, mpi::Movement> collective_;
  mpi::Reaches reaches_;
  std::string name_;
  Counter* calls_;
};

}  // namespace tutti::library
