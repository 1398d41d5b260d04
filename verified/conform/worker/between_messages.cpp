#include "verified/conform/worker/between_messages.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/job.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Comm;
using tutti::conform::Form;
using tutti::conform::Kind;
using tutti::conform::mix;
using tutti::conform::Wrong;

constexpr int messages = 2;  ///< from one rank to the next
/// 0, which an implementation may take for a tag of its own, and another.
constexpr int tag_of(int message) { return 11 * message; }
constexpr auto patience = std::chrono::seconds(5);

/// Whom a rank sends to and receives from; MPI_PROC_NULL where it has no partner: the next and the previous rank, of an
/// intercommunicator the rank of the same number.
struct Partners {
  int to, from;
};
Partners partners(const Group& g) {
  if (!g.inter()) return {(g.rank + 1) % g.size, (g.rank + g.size - 1) % g.size};
  const int same = g.rank < g.remote_size ? g.rank : MPI_PROC_NULL;
  return {same, same};
}

/// A barrier out of messages, on a communicator that nothing else uses.
void meet(const Group& g) {
  for (int distance = 1; distance < g.size; distance *= 2)
    MPI_Sendrecv(nullptr, 0, MPI_BYTE, (g.rank + distance) % g.size, 0, nullptr, 0, MPI_BYTE,
                 (g.rank + g.size - distance) % g.size, 0, g.comm, MPI_STATUS_IGNORE);
}

// Who starts a nonblocking call waits for nobody (MPI 4.0, 6.12): so a rank may start its own when the one before it
// has.

constexpr int started_tag = 1;

void wait_for_the_rank_before(const Group& g) {
  if (g.rank > 0) MPI_Recv(nullptr, 0, MPI_BYTE, g.rank - 1, started_tag, g.comm, MPI_STATUS_IGNORE);
}

void tell_the_rank_behind(const Group& g) {
  if (g.rank + 1 < g.size) MPI_Send(nullptr, 0, MPI_BYTE, g.rank + 1, started_tag, g.comm);
}

std::string from(const MPI_Status& status) {
  return "from rank " + std::to_string(status.MPI_SOURCE) + " with tag " + std::to_string(status.MPI_TAG);
}

class Traffic {
 public:
  Traffic(const Case& c, const Group& group) : group_(group), partners_(partners(group)), seed_(c.seed) {
    requests_.fill(MPI_REQUEST_NULL);
  }

  void send() {
    for (int m = 0; m < messages; ++m) {
      sent_[at(m)] = content(group_.rank, m);
      MPI_Isend(&sent_[at(m)], sizeof sent_[at(m)], MPI_BYTE, partners_.to, tag_of(m), group_.comm,
                &requests_[at(messages + m)]);
    }
  }

  void post_receive(int m) {
    if (partners_.from == MPI_PROC_NULL) return;
    MPI_Irecv(&received_[at(m)], sizeof received_[at(m)], MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, group_.comm,
              &requests_[at(m)]);
  }

  /// Gives up after a while: a message that was taken never arrives.
  void wait(Report& report) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!all_done()) {
      if (std::chrono::steady_clock::now() > deadline) return give_up(report);
      sched_yield();
    }
    compare(report);
  }

  /// Receives what is left, so that the next case finds nothing of it.
  void sweep(Report& report) const {
    constexpr int most = 16;
    for (int n = 0; n < most; ++n) {
      int there = 0, bytes = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, group_.comm, &there, &status);
      if (!there) return;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      report.wrong.push_back({Kind::stray_message, "a message " + from(status) + " is left behind"});
      std::vector<std::byte> rest(static_cast<std::size_t>(std::max(bytes, 0)));
      MPI_Recv(rest.data(), bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, group_.comm, MPI_STATUS_IGNORE);
    }
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::uint64_t content(Rank sender, int m) const {
    return mix(mix(seed_ + static_cast<std::uint64_t>(sender)) + static_cast<std::uint64_t>(m));
  }

  bool all_done() {
    bool all = true;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (requests_[i] == MPI_REQUEST_NULL) continue;
      int done = 0;
      MPI_Test(&requests_[i], &done, &statuses_[i]);
      all = all && done;
    }
    return all;
  }

  void compare(Report& report) const {
    for (int m = 0; m < messages && partners_.from != MPI_PROC_NULL; ++m) {
      const auto& status = statuses_[at(m)];
      const bool same = status.MPI_SOURCE == partners_.from && status.MPI_TAG == tag_of(m) &&
                        received_[at(m)] == content(partners_.from, m);
      if (same) continue;
      report.wrong.push_back({Kind::stray_message, "a receive with MPI_ANY_SOURCE took a message " + from(status) +
                                                       " where the one from rank " + std::to_string(partners_.from) +
                                                       " with tag " + std::to_string(tag_of(m)) + " was due"});
    }
  }

  void give_up(Report& report) {
    for (auto& request : requests_) {
      if (request == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&request);
      MPI_Request_free(&request);
    }
    report.wrong.push_back({Kind::stray_message, "a message from rank " + std::to_string(partners_.from) +
                                                     " has not arrived: somebody else has taken it"});
  }

  const Group& group_;
  Partners partners_;
  std::uint64_t seed_;
  std::array<std::uint64_t, messages> sent_{}, received_{};
  std::array<MPI_Request, std::size_t{2} * messages> requests_;  ///< the receives first
  std::array<MPI_Status, std::size_t{2} * messages> statuses_;
};

}  // namespace

Report between_messages(const Case& c, Groups& groups) {
  const auto& group = groups.of(c.comm);
  const auto& all = groups.of(Comm::dup, 1);
  const auto job = Job::make(c, group);
  Traffic traffic(c, group);
  traffic.post_receive(0);
  const bool early = group.rank % 2 == 0;  // the others' first receives are pending all the time
  if (early) traffic.send();
  const bool is_pending = c.form == Form::nonblocking;
  if (is_pending) wait_for_the_rank_before(all);
  job->start();
  if (is_pending) tell_the_rank_behind(all);
  job->finish();
  if (!early) traffic.send();
  traffic.post_receive(1);
  auto report = job->compare();
  traffic.wait(report);
  meet(all);  // what was left behind has been sent by now
  traffic.sweep(report);
  meet(all);  // no message of the next case before everybody has looked
  return report;
}

}  // namespace tutti::mpi::conform
