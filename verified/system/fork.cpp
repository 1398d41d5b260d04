#include "verified/system/fork.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <system_error>

namespace tutti {

Forked fork_with_pipe() {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "no pipe can be made");
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    return {0, ends[1]};
  }
  const int error = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw std::system_error(error, std::generic_category(), "no process can be made");
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {child, ends[0]};
}

}  // namespace tutti
