#include "verified/conform/worker/buffered_job.hpp"

#include <algorithm>

#include "verified/conform/worker/declined.hpp"

namespace tutti::mpi::conform {

BufferedJob::~BufferedJob() = default;

void BufferedJob::make_buffers(std::size_t send_bytes, std::size_t receive_bytes) {
  // An empty one would have the address of the other, which an MPI may take for the same buffer.
  if (case_.adjacent && send_bytes > 0 && receive_bytes > 0)
    sent_.resize(send_bytes);
  else
    send_.emplace(Lent::send, send_bytes);
  receive_.emplace(Lent::receive, sent_.size() + receive_bytes);
}

void BufferedJob::start() {
  if (send_)
    send_->forbid_writing();
  else
    std::ranges::copy(send(), sent_.begin());
  call_->start();
}

void BufferedJob::finish() {
  call_->finish();
  if (send_) send_->allow_writing();
}

void BufferedJob::wipe() {
  if (send_) send_->wipe();
  receive_->wipe();
}

std::string BufferedJob::digest(Report& report) {
  report = declined() ? skip() : outcome();
  return report.wrong.empty() && report.skipped.empty() ? digest_of_result() : std::string();
}

bool BufferedJob::declined() {
  if (!call_->declined()) return false;
  return says_declined(call_->error_code()) || (!receive_->changed_before() && is_untouched());
}

Report BufferedJob::outcome() {
  Report report;
  if (call_->error()) report.wrong.push_back(*call_->error());
  if (!send_ && !std::ranges::equal(send(), sent_))
    report.wrong.push_back({tutti::conform::Kind::outside, "the send buffer was written"});
  if (const auto changed = receive_->changed_before()) report.wrong.push_back(*changed);
  return report;
}

int root_argument(const Case& c, const Group& group) {
  if (!group.inter() || !group.lower) return c.root;
  return group.rank == c.root ? MPI_ROOT : MPI_PROC_NULL;
}

}  // namespace tutti::mpi::conform
