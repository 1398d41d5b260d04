#include "verified/op/consequences/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <system_error>

namespace tutti::op {
namespace {

constexpr int finished = 113, thrown = 114;  // not what a function that calls exit() would choose

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void write_all(int to, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto n = write(to, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) _exit(1);
    if (n > 0) bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void discard_output() {
  const int null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
}

/// Appends what comes from the pipe until its end; false where that was not before the deadline.
bool read_until(std::chrono::steady_clock::time_point deadline, int from, Bytes& all) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd ready{from, POLLIN, 0};
    if (left.count() <= 0) return false;
    if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
    std::byte part[4096];
    const auto n = read(from, part, sizeof part);
    if (n == 0) return true;
    if (n > 0) all.insert(all.end(), part, part + n);
  }
}

}  // namespace

ChildEnd run_in_child(double deadline,
                      const std::function<void(const std::function<void(std::span<const std::byte>)>& write)>& work) {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    close(ends[0]);
    discard_output();
    try {
      work([&](std::span<const std::byte> bytes) { write_all(ends[1], bytes); });
    } catch (...) {
      _exit(thrown);
    }
    _exit(finished);
  }
  close(ends[1]);
  ChildEnd end;
  const auto duration = std::chrono::ceil<std::chrono::nanoseconds>(std::chrono::duration<double>(deadline));
  const bool in_time = read_until(start + duration, ends[0], end.wrote);
  close(ends[0]);
  if (!in_time) kill(child, SIGKILL);
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time)
    end.how = fmt::format("no end after {} s", deadline);
  else if (WIFSIGNALED(status))
    end.how = fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) == thrown)
    end.how = "an exception";
  else if (WEXITSTATUS(status) != finished)
    end.how = fmt::format("exit status {}", WEXITSTATUS(status));
  return end;
}

}  // namespace tutti::op
