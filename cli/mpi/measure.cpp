#include "cli/mpi/measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <thread>
#include <vector>

#include "verified/run/kernels.hpp"

namespace tutti::mpi {
namespace {

constexpr int smallest = 8, largest = 4 << 20, largest_short = 1 << 10;  // bytes
constexpr int sweeps = 3;                                                // over all sizes, against slow moments
constexpr double seconds_per_timing = 0.04;
constexpr double seconds_per_batch = 2e-4;  // long against the clock's resolution, short against a time slice

/// The two ranks, and what they send and reduce.
class Pair {
 public:
  explicit Pair(MPI_Comm comm) : comm_(comm), out_(largest / sizeof(double)), in_(out_.size()) {
    MPI_Comm_rank(comm, &rank_);
  }
  bool first() const { return rank_ == 0; }
  MPI_Comm comm() const { return comm_; }

  void send(int bytes) const { MPI_Send(out_.data(), bytes, MPI_BYTE, 1 - rank_, 0, comm_); }
  void receive(int bytes) { MPI_Recv(in_.data(), bytes, MPI_BYTE, 1 - rank_, 0, comm_, MPI_STATUS_IGNORE); }
  void exchange(int bytes) {
    MPI_Request requests[2];
    MPI_Irecv(in_.data(), bytes, MPI_BYTE, 1 - rank_, 0, comm_, &requests[0]);
    MPI_Isend(out_.data(), bytes, MPI_BYTE, 1 - rank_, 0, comm_, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  void fold(int bytes) { sum_(in_.data(), out_.data(), in_.data(), bytes / static_cast<int>(sizeof(double))); }
  /// From rank 0 to rank 1 and back.
  void round_trip(int bytes) {
    if (first()) send(bytes);
    receive(bytes);
    if (!first()) send(bytes);
  }

 private:
  MPI_Comm comm_;
  int rank_;
  std::vector<double> out_, in_;
  Kernel sum_ = kernel(Op::sum, Type::double_);
};

/// Seconds that `operation` takes, `repetitions` times in a row.
template <class F>
double time_of(int repetitions, F operation) {
  const double start = MPI_Wtime();
  for (int i = 0; i < repetitions; ++i) operation();
  return MPI_Wtime() - start;
}

/// Seconds of one operation: batch(n) gives those of n at rank 0. Batches grow until they are long enough, and are then
/// repeated for seconds_per_timing; the fastest counts. Both ranks call this, and rank 0 decides.
template <class Batch>
double fastest(const Pair& pair, Batch batch) {
  double best = std::numeric_limits<double>::infinity();
  const double start = MPI_Wtime();
  for (int repetitions = 1; repetitions > 0; MPI_Bcast(&repetitions, 1, MPI_INT, 0, pair.comm())) {
    MPI_Barrier(pair.comm());
    const double seconds = batch(repetitions);
    if (!pair.first()) continue;
    if (seconds < seconds_per_batch) {
      repetitions *= 2;
    } else {
      best = std::min(best, seconds / repetitions);
      if (MPI_Wtime() - start > seconds_per_timing) repetitions = 0;
    }
  }
  return best;
}

double two_way(Pair& pair, int bytes) {
  return fastest(pair, [&](int n) { return time_of(n, [&] { pair.exchange(bytes); }); });
}

double one_way(Pair& pair, int bytes) {
  return fastest(pair, [&](int n) { return time_of(n, [&] { pair.round_trip(bytes); }); }) / 2;
}

double fold(Pair& pair, int bytes) {
  return fastest(pair, [&](int n) { return time_of(n, [&] { pair.fold(bytes); }); });
}

/// One of a batch of messages back to back; rank 1 answers the last one.
double spacing(Pair& pair, int bytes) {
  return fastest(pair, [&](int n) {
    return time_of(1, [&] {
      for (int i = 1; i < n; ++i) pair.first() ? pair.send(bytes) : pair.receive(bytes);
      pair.round_trip(bytes);
    });
  });
}

/// How long a send keeps rank 0: in rows short enough for the network to take them without waiting, and long enough for
/// the clock; rank 1 answers each row.
double send(Pair& pair, int bytes) {
  constexpr int row = 16;
  const auto seconds_of_rows = [&](int n) {
    double total = 0;
    for (int i = 0; i < n; ++i) {
      total += time_of(row, [&] { pair.first() ? pair.send(bytes) : pair.receive(bytes); });
      pair.first() ? pair.receive(bytes) : pair.send(bytes);
    }
    return total;
  };
  return fastest(pair, seconds_of_rows) / row;
}

/// One kind of measurement: where its timings go, the largest size, and how it is done.
struct TimedKind {
  std::vector<Timing> Timings::*timings;
  int largest;
  double (*seconds)(Pair&, int bytes);
};
constexpr TimedKind kinds[] = {{&Timings::two_way, largest, two_way},
                               {&Timings::one_way, largest, one_way},
                               {&Timings::fold, largest, fold},
                               {&Timings::spacing, largest_short, spacing},
                               {&Timings::send, largest_short, send}};

std::size_t measurements() {
  std::size_t n = 0;
  for (const auto& kind : kinds)
    for (int bytes = smallest; bytes <= kind.largest; bytes *= 2) ++n;
  return n * sweeps;
}

/// Messages of three sizes, both ways together, in turns.
std::array<double, 3> time_three(Pair& pair, const std::array<int, 3>& bytes) {
  std::array<double, 3> least;
  least.fill(std::numeric_limits<double>::infinity());
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t i = 0; i < bytes.size(); ++i)
      least[i] = std::min(least[i], two_way(pair, bytes[i]) + one_way(pair, bytes[i]));
  return least;
}

/// Where the regimes begin that the timings at rank 0 show; rank 0 says which sizes are timed, until it says 0.
std::vector<double> find_beginnings(Pair& pair, const Timings& timings) {
  std::array<int, 3> sizes{};
  const auto tell = [&] { MPI_Bcast(sizes.data(), 3, MPI_INT, 0, pair.comm()); };
  if (!pair.first()) {
    for (tell(); sizes[0] > 0; tell()) time_three(pair, sizes);
    return {};
  }
  const auto begins = find_regimes_begin(timings, [&](const std::array<double, 3>& bytes) {
    std::ranges::transform(bytes, sizes.begin(), [](double size) { return static_cast<int>(size); });
    tell();
    return time_three(pair, sizes);
  });
  sizes = {};
  tell();
  return begins;
}

Timings measure_all(Pair& pair, const std::function<void(std::size_t, std::size_t)>& report) {
  Timings timings;
  std::size_t done = 0;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const auto& kind : kinds)
      for (int bytes = smallest; bytes <= kind.largest; bytes *= 2) {
        const double seconds = kind.seconds(pair, bytes);
        if (!pair.first()) continue;
        (timings.*kind.timings).push_back({static_cast<double>(bytes), seconds});
        report(++done, measurements());
      }
  timings.begins = find_beginnings(pair, timings);
  return timings;
}

/// Ends with the last rank to come here. Those that wait leave their processors to others.
void sleep_until_all_are_here(MPI_Comm comm) {
  MPI_Request all;
  MPI_Ibarrier(comm, &all);
  for (int here = 0; !here; MPI_Test(&all, &here, MPI_STATUS_IGNORE))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace

Timings measure(MPI_Comm comm, const std::function<void(std::size_t, std::size_t)>& report) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm pair_comm;
  MPI_Comm_split(comm, rank < 2 ? 0 : MPI_UNDEFINED, rank, &pair_comm);
  Timings timings;
  if (rank < 2) {
    Pair pair(pair_comm);
    timings = measure_all(pair, report);
    MPI_Comm_free(&pair_comm);
  }
  sleep_until_all_are_here(comm);
  return timings;
}

}  // namespace tutti::mpi
