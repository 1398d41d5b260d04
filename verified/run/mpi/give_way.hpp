// For more ranks than processors: how a rank that waits lets the others run.
#pragma once
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tutti::mpi {

/// A bit for each processor, by the kernel's numbers, in as many words as the kernel asks for.
using ProcessorSet = std::vector<unsigned long>;

/// Those that a process may use, 0 being this one; none where the kernel does not say, such as of one that has ended.
inline ProcessorSet processors_of(pid_t process) {
  constexpr std::size_t most = 8192;  // half a million processors
  for (ProcessorSet set(sizeof(cpu_set_t) / sizeof(unsigned long)); set.size() <= most; set.resize(2 * set.size())) {
    const auto bytes = set.size() * sizeof(unsigned long);
    if (sched_getaffinity(process, bytes, reinterpret_cast<cpu_set_t*>(set.data())) == 0) return set;
    if (errno != EINVAL) break;  // the kernel's own set is larger
  }
  return {};
}

inline int count(const ProcessorSet& set) {
  int all = 0;
  for (const auto word : set) all += std::popcount(word);
  return all;
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
  } attributes{.size = sizeof attributes,
               .policy = SCHED_OTHER,
               .flags = 0,
               .nice = 0,
               .priority = 0,
               .runtime = 100'000,
               .deadline = 0,
               .period = 0};
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

}  // namespace tutti::mpi
