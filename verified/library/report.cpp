#include "verified/library/report.hpp"

#include <cstdio>
#include <map>
#include <mutex>
#include <sstream>
#include <tuple>
#include <vector>

#include "verified/run/mpi/error.hpp"

namespace tutti::library {
namespace {

enum class By { schedule, mpi };

/// By the collective, then those that were served.
using Row = std::tuple<Collective, By, std::string>;

struct Counters {
  std::mutex mutex;
  std::map<Row, Counter> of;
};

/// Never destroyed: threads may count until the end.
Counters& counters() {
  static auto& all = *new Counters;
  return all;
}

Counter& counter(Collective collective, By by, const std::string& text) {
  auto& all = counters();
  const std::lock_guard lock(all.mutex);
  return all.of[{collective, by, text}];
}

/// A line for each counter: number of the collective, who, calls, and the rest is the schedule or reason.
std::string write() {
  auto& all = counters();
  const std::lock_guard lock(all.mutex);
  std::ostringstream text;
  for (const auto& [row, calls] : all.of)
    text << static_cast<int>(std::get<Collective>(row)) << ' ' << static_cast<int>(std::get<By>(row)) << ' '
         << calls.load() << ' ' << std::get<std::string>(row) << '\n';
  return text.str();
}

std::map<Row, std::uint64_t> read(const std::string& text) {
  std::map<Row, std::uint64_t> sums;
  std::istringstream lines(text);
  int collective, by;
  std::uint64_t calls;
  std::string rest;
  while (lines >> collective >> by >> calls && lines.get() && std::getline(lines, rest))
    sums[{static_cast<Collective>(collective), static_cast<By>(by), rest}] += calls;
  return sums;
}

/// The texts of all ranks, one after another, at rank 0.
std::string gather(const std::string& own, MPI_Comm comm, int rank) {
  using mpi::check;
  int ranks;
  check(PMPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(static_cast<std::size_t>(ranks)), starts(lengths.size());
  check(PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm), "MPI_Gather");
  int end = 0;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    starts[r] = end;
    end += lengths[r];
  }
  std::string all(rank == 0 ? static_cast<std::size_t>(end) : 0, ' ');
  check(PMPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0, comm),
        "MPI_Gatherv");
  return all;
}

}  // namespace

Counter& served_by(Collective collective, const std::string& schedule) {
  return counter(collective, By::schedule, schedule);
}
Counter& left_for(Collective collective, const std::string& reason) { return counter(collective, By::mpi, reason); }

void print_report(MPI_Comm comm) {
  int rank;
  mpi::check(PMPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  const auto all = gather(write(), comm, rank);
  if (rank != 0) return;
  std::uint64_t calls = 0, served = 0;
  for (const auto& [row, n] : read(all)) {
    if (n == 0) continue;
    const auto& [collective, by, text] = row;
    std::fprintf(stderr, "libtutti: %-24s %10llu by %s%s\n", std::string(tutti::row(collective).mpi_name).c_str(),
                 static_cast<unsigned long long>(n), by == By::mpi ? "the MPI: " : "", text.c_str());
    calls += n;
    if (by == By::schedule) served += n;
  }
  std::fprintf(stderr, "libtutti: %llu of %llu calls by proved schedules\n", static_cast<unsigned long long>(served),
               static_cast<unsigned long long>(calls));
}

}  // namespace tutti::library
