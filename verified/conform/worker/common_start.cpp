#include "verified/conform/worker/common_start.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

namespace tutti::mpi::conform {
namespace {

constexpr int tag = 1, comparisons = 10;
constexpr double first_lead = 5e-6, longest_lead = 2e-3;  // seconds
constexpr double no_start = -1;

double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void send(double value, Rank to, MPI_Comm comm) { MPI_Send(&value, 1, MPI_DOUBLE, to, tag, comm); }

double receive(Rank from, MPI_Comm comm) {
  double value = no_start;
  MPI_Recv(&value, 1, MPI_DOUBLE, from, tag, comm, MPI_STATUS_IGNORE);
  return value;
}

}  // namespace

bool clock_stands_still() {
  const double before = MPI_Wtime();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
  while (std::chrono::steady_clock::now() < end) continue;
  return MPI_Wtime() - before < 1e-3;
}

CommonStart::CommonStart(MPI_Comm comm, Rank rank, int ranks)
    : comm_(comm), rank_(rank), ranks_(ranks), lead_(first_lead) {
  if (rank_ != 0) {
    for (int i = 0; i < comparisons; ++i) {
      receive(0, comm_);
      send(clock_seconds(), 0, comm_);
    }
    offset_ = receive(0, comm_);
    return;
  }
  for (Rank other = 1; other < ranks_; ++other) send(offset_to_rank_0(other), other, comm_);
}

void CommonStart::begin(const Series& series) {
  series_ = series;
  begun_ = clock_seconds();
  calls_ = 0;
  times_ = {};
}

/// By the answer that came fastest, which was given halfway (Cristian 1989).
double CommonStart::offset_to_rank_0(Rank other) {
  double fastest = std::numeric_limits<double>::infinity(), offset = 0;
  for (int i = 0; i < comparisons; ++i) {
    const double asked = clock_seconds();
    send(0, other, comm_);
    const double theirs = receive(other, comm_), answered = clock_seconds();
    if (answered - asked >= fastest) continue;
    fastest = answered - asked;
    offset = (asked + answered) / 2 - theirs;
  }
  return std::abs(offset) <= fastest ? 0 : offset;
}

double CommonStart::now() const { return clock_seconds() + offset_; }

bool CommonStart::enough() const {
  const auto in_time = times_.seconds.size(), tried = in_time + static_cast<std::size_t>(times_.late);
  if (in_time >= series_.most) return true;
  const bool is_time_over = clock_seconds() - begun_ > series_.seconds;
  return is_time_over && (in_time >= series_.least || tried >= 4 * series_.least);
}

/// Rank 0 hears from each other when it was done, negative where it had begun too late.
void CommonStart::collect_ends() {
  double last = end_;
  bool was_late = was_late_;
  for (Rank other = 1; other < ranks_; ++other) {
    const double end = receive(other, comm_);
    was_late = was_late || end < 0;
    last = std::max(last, std::abs(end));
  }
  if (calls_ <= series_.warm_up) return;
  if (was_late) {
    ++times_.late;
    lead_ = std::min(2 * lead_, longest_lead);
  } else {
    times_.seconds.push_back(std::max(last - start_, 1e-9));
  }
}

bool CommonStart::next() {
  if (rank_ == 0) {
    collect_ends();
    start_ = enough() ? no_start : now() + lead_ * ranks_;
    for (Rank other = 1; other < ranks_; ++other) send(start_, other, comm_);
  } else {
    send(was_late_ ? -end_ : end_, 0, comm_);
    start_ = receive(0, comm_);
  }
  if (start_ < 0) return false;
  was_late_ = now() > start_;
  while (now() < start_) continue;
  return true;
}

void CommonStart::done() {
  end_ = now();
  ++calls_;
}

}  // namespace tutti::mpi::conform
