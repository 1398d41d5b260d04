// Allreduce by halving and doubling, written by hand for a power of two of ranks: what the executor is measured
// against.
#pragma once
#include <mpi.h>

#include <vector>

#include "verified/run/kernels.hpp"

namespace tutti::bench {

/// Sums doubles. No copy of the input: the first fold reads the send buffer, and what arrives first lands in the
/// receive buffer.
class HandWritten {
 public:
  HandWritten(MPI_Comm comm, int count) : count_(count) {
    MPI_Comm_dup(comm, &comm_);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
    scratch_.resize(static_cast<std::size_t>(count));
  }
  ~HandWritten() { MPI_Comm_free(&comm_); }
  HandWritten(const HandWritten&) = delete;
  HandWritten& operator=(const HandWritten&) = delete;

  void run(const double* send, double* receive) {
    int first = 0, last = count_;
    const double* mine = send;
    int bounds[64][2];
    int level = 0;
    for (int d = 1; d < size_; d *= 2, ++level) {
      bounds[level][0] = first;
      bounds[level][1] = last;
      const int middle = first + (last - first + 1) / 2;
      const bool low = (rank_ & d) == 0;
      const int keep = low ? first : middle, keep_end = low ? middle : last;
      const int give = low ? middle : first, give_end = low ? last : middle;
      double* landed = d == 1 ? receive + keep : scratch_.data();
      exchange(mine + give, give_end - give, landed, keep_end - keep, rank_ ^ d);
      if (low)
        sum_(mine + keep, landed, receive + keep, keep_end - keep);
      else
        sum_(landed, mine + keep, receive + keep, keep_end - keep);
      mine = receive;
      first = keep;
      last = keep_end;
    }
    for (int d = size_ / 2; d >= 1; d /= 2) {
      --level;
      const int whole = bounds[level][0], whole_end = bounds[level][1];
      const int theirs = first == whole ? last : whole, theirs_end = first == whole ? whole_end : first;
      exchange(receive + first, last - first, receive + theirs, theirs_end - theirs, rank_ ^ d);
      first = whole;
      last = whole_end;
    }
  }

 private:
  void exchange(const double* out, int n_out, double* in, int n_in, int peer) {
    MPI_Request both[2];
    MPI_Irecv(in, n_in, MPI_DOUBLE, peer, 0, comm_, &both[0]);
    MPI_Isend(out, n_out, MPI_DOUBLE, peer, 0, comm_, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  }

  MPI_Comm comm_;
  int count_, rank_, size_;
  std::vector<double> scratch_;
  Kernel sum_ = kernel(Op::sum, Type::double_);
};

}  // namespace tutti::bench
