// For more ranks than processors: how a rank that waits lets the others run.
#pragma once
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace tutti::mpi {

/// The processors that this process may use.
inline int processors() {
  cpu_set_t mine;
  return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}

/// Asks the kernel for time slices of 100 µs, so that ranks which take turns do so quickly. Kernels before 6.12
/// ignore it; no privilege is needed.
inline void take_short_turns() {
  struct {  // sched_attr of the kernel's interface, which glibc 2.36 does not declare
    std::uint32_t size, policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime, deadline, period;
  } wish{.size = sizeof wish,
         .policy = SCHED_OTHER,
         .flags = 0,
         .nice = 0,
         .priority = 0,
         .runtime = 100'000,
         .deadline = 0,
         .period = 0};
  syscall(SYS_sched_setattr, 0, &wish, 0);
}

}  // namespace tutti::mpi
