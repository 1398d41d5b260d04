// A library to preload into programs under MPICH (ch4:ucx) that have more ranks on a node than processors. MPICH spins
// while it waits; here a rank whose progress call found nothing to do gives its processor to the others. Does nothing
// where every rank has a processor of its own.
#include <dlfcn.h>

#include <cstdlib>

#include "verified/run/mpi/give_way.hpp"

namespace {

/// Set by MPICH's launcher for every process that it starts.
int ranks_on_this_node() {
  const char* text = std::getenv("MPI_LOCALNRANKS");
  return text ? std::atoi(text) : 1;
}

bool crowded() {
  static const bool is = [] {
    const bool more_than_processors = ranks_on_this_node() > tutti::mpi::processors();
    if (more_than_processors) tutti::mpi::take_short_turns();
    return more_than_processors;
  }();
  return is;
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
