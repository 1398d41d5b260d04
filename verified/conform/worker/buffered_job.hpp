// What jobs that send and receive have in common.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "verified/conform/worker/buffer.hpp"
#include "verified/conform/worker/job.hpp"

namespace tutti::mpi::conform {

/// Makes the send buffer read-only from start() to finish(); where it is side by side with the receive buffer, it is
/// compared instead.
class BufferedJob : public Job {
 public:
  ~BufferedJob() override;
  void start() override;
  void finish() override;
  void join(StartedTogether& together) override { call_->join(together); }
  void leave_to(CompletedTogether& together) override { call_->leave_to(together); }
  std::string digest(Report& report) override;

 protected:
  explicit BufferedJob(const Case& c) : case_(c), seed_(c.seed) {}

  /// The buffers, all canaries.
  void make_buffers(std::size_t send_bytes, std::size_t receive_bytes);
  void make_call(std::unique_ptr<Call> call) { call_ = std::move(call); }
  const Call& call() const { return *call_; }
  std::span<std::byte> send() { return send_ ? send_->bytes() : receive_->bytes().first(sent_.size()); }
  std::span<std::byte> receive() { return send_ ? receive_->bytes() : receive_->bytes().subspan(sent_.size()); }
  /// Canaries everywhere.
  void wipe();
  /// The MPI says that it declined the call, or returned an error that may mean it and has written nothing.
  bool declined();
  /// In the receive buffer there is what was there before the call.
  virtual bool is_untouched() = 0;
  /// The name of what is due here, as it stands in the receive buffer.
  virtual std::string digest_of_result() = 0;
  /// The report of a call that was declined().
  Report skip() const { return {.wrong = {}, .skipped = call_->error()->text}; }
  /// Begins the report of another: an error that MPI has returned, and what was written before the receive buffer.
  Report outcome();

  Case case_;
  std::uint64_t seed_;                        ///< of the data in the buffers
  std::optional<std::uint64_t> seed_before_;  ///< of the data of the start before

 private:
  std::optional<Buffer> send_, receive_;  ///< where they are side by side the second is both
  std::vector<std::byte> sent_;           ///< then what was sent
  std::unique_ptr<Call> call_;            ///< destroyed before the buffers
};

/// What `group` gives to the call as root: MPI_ROOT and MPI_PROC_NULL in the root's group of an intercommunicator.
int root_argument(const Case& c, const Group& group);

}  // namespace tutti::mpi::conform
