// The CPU time of a thread, for others to read: it does not pass while other processes have the cores.
#pragma once
#include <pthread.h>

#include <ctime>

namespace tutti {

class ThreadClock {
 public:
  /// The clock of the thread that makes it, which must outlive it.
  ThreadClock() { pthread_getcpuclockid(pthread_self(), &id_); }

  double seconds() const {
    timespec now{};
    clock_gettime(id_, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

 private:
  clockid_t id_;
};

}  // namespace tutti
