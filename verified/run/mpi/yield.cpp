// A library to preload into programs under MPICH (ch4:ucx) that have more ranks on a node than processors. MPICH spins
// while it waits; here a rank whose progress call found nothing to do gives its processor to the others. Does nothing
// where every rank has a processor of its own.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "verified/run/mpi/give_way.hpp"

namespace {

/// Set by MPICH's launcher for every process that it starts.
int ranks_on_this_node() {
  const char* text = std::getenv("MPI_LOCALNRANKS");
  return text ? std::atoi(text) : 1;
}

/// The processors that any of the ranks here may use: each may be bound to one of its own. The ranks are the children
/// of one launcher. Where the kernel does not list them, or a script stands between, this rank's own are left, and
/// ranks that are bound give way without need.
int processors_of_the_ranks() {
  using namespace tutti::mpi;
  auto all = processors_of(0);
  const auto launcher = std::to_string(getppid());
  std::ifstream children("/proc/" + launcher + "/task/" + launcher + "/children");
  for (pid_t rank; children >> rank;) {
    const auto set = processors_of(rank);
    all.resize(std::max(all.size(), set.size()));
    for (std::size_t i = 0; i < set.size(); ++i) all[i] |= set[i];
  }
  return count(all);
}

/// Asked again whenever the number of the calls that found nothing to do has doubled: at the first of them other ranks
/// may not have been started yet, or not been bound.
bool crowded() {
  static std::atomic<bool> is = false;
  static std::atomic<std::uint64_t> calls = 0;
  const auto call = calls.load(std::memory_order_relaxed) + 1;
  calls.store(call, std::memory_order_relaxed);  // that threads may lose one does no harm
  if (std::has_single_bit(call)) {
    const int ranks = ranks_on_this_node();
    is = ranks > 1 && ranks > processors_of_the_ranks();
    if (is) tutti::mpi::take_short_turns();
  }
  return is.load(std::memory_order_relaxed);
}

}  // namespace

/// UCX's progress call, with its own signature: returns 0 where nothing was done.
extern "C" unsigned ucp_worker_progress(void* worker) {
  using Progress = unsigned (*)(void*);
  static const auto real = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  const unsigned done = real(worker);
  if (done == 0 && crowded()) sched_yield();
  return done;
}
