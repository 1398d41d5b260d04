#include "verified/conform/worker/barrier_counters.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <string_view>

namespace tutti::mpi::conform {
namespace {

constexpr int rows = 1025;

/// Never 0, which says that a rank is not there yet.
std::int64_t this_machine() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return static_cast<std::int64_t>(std::hash<std::string_view>{}(name) >> 1) + 1;
}

}  // namespace

std::int64_t* BarrierCounters::counters_ = nullptr;
Rank BarrierCounters::rank_ = 0;
int BarrierCounters::ranks_ = 0;

void BarrierCounters::open(const std::string& path, Rank rank_in_world, int ranks) {
  const auto bytes = sizeof(std::int64_t) * rows * static_cast<std::size_t>(ranks);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  void* got = MAP_FAILED;
  if (ftruncate(file, static_cast<off_t>(bytes)) == 0)
    got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (got == MAP_FAILED) return;
  counters_ = static_cast<std::int64_t*>(got);
  rank_ = rank_in_world;
  ranks_ = ranks;
  for (int c = 0; c + 1 < rows; ++c) std::atomic_ref(counter(c, rank_)).store(0);
  std::atomic_ref(counters_[rank_]).store(this_machine());
}

std::int64_t& BarrierCounters::counter(int communicator, Rank rank) {
  return counters_[std::int64_t{communicator + 1} * ranks_ + rank];
}

std::int64_t BarrierCounters::enter(int communicator) {
  return std::atomic_ref(counter(communicator, rank_)).fetch_add(1) + 1;
}

bool BarrierCounters::is_here(Rank rank) {
  return std::atomic_ref(counters_[rank]).load() == std::atomic_ref(counters_[rank_]).load();
}

std::vector<Rank> BarrierCounters::elsewhere(std::span<const Rank> ranks) {
  std::vector<Rank> others;
  std::ranges::copy_if(ranks, std::back_inserter(others), [](Rank r) { return !is_here(r); });
  return others;
}

std::vector<Rank> BarrierCounters::missing(int communicator, std::span<const Rank> ranks, std::int64_t due) {
  std::vector<Rank> late;
  std::ranges::copy_if(ranks, std::back_inserter(late),
                       [&](Rank r) { return is_here(r) && std::atomic_ref(counter(communicator, r)).load() < due; });
  return late;
}

}  // namespace tutti::mpi::conform
