#include "verified/system/forked_call.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <system_error>

#include "verified/system/fork.hpp"

namespace tutti {
namespace {

using How = CallEnd::How;
using Clock = std::chrono::steady_clock;

/// Says that the call came to its end, which no exit status says for sure: the function that is called may exit().
class SharedHow {
 public:
  SharedHow() : how_(mmap(nullptr, sizeof(How), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (how_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "no memory to share");
    set(How::exited);
  }
  ~SharedHow() { munmap(how_, sizeof(How)); }
  SharedHow(const SharedHow&) = delete;
  SharedHow& operator=(const SharedHow&) = delete;
  void set(How how) { std::memcpy(how_, &how, sizeof how); }
  How get() const {
    How how;
    std::memcpy(&how, how_, sizeof how);
    return how;
  }

 private:
  void* how_;
};

// ---- the child

void write_all(int to, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto n = write(to, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) _exit(1);
    if (n > 0) bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void be_silent() {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, file);
  close(null);
}

[[noreturn]] void live(const std::function<void(const Write&)>& work, int pipe, pid_t parent, SharedHow& how) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);
  on_exit([](int status, void*) { _exit(status); }, nullptr);  // what this program does at its end is not for the child
  be_silent();
  try {
    work([pipe](std::span<const std::byte> bytes) { write_all(pipe, bytes); });
    how.set(How::returned);
  } catch (...) {
    how.set(How::threw);
  }
  _exit(0);
}

// ---- the parent

/// Appends what is there, and says how much; 0 at the end, -1 where nothing is there yet.
ssize_t read_some(int from, std::vector<std::byte>& all) {
  std::array<std::byte, 1 << 16> part;
  const auto n = read(from, part.data(), part.size());
  if (n > 0) all.insert(all.end(), part.data(), part.data() + n);
  return n;
}

class Watch {
 public:
  Watch(double limit, const std::function<std::size_t()>& progress)
      : limit_(std::chrono::ceil<Clock::duration>(std::chrono::duration<double>(limit))), progress_(progress) {
    if (progress_) last_ = progress_();
  }

  /// Waits until something is to be read, or for an eighth of the limit; where the pipe is at its end, not long.
  void wait(int pipe, bool at_end) {
    const auto before = Clock::now();
    const auto slice = std::min(left_, limit_ / 8);
    pollfd ready{pipe, POLLIN, 0};
    if (at_end)
      usleep(100);
    else
      poll(&ready, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(slice).count()));
    left_ -= std::min(Clock::now() - before, slice);
    if (const auto now = progress_ ? progress_() : last_; now != last_) {
      last_ = now;
      left_ = limit_;
    }
  }
  bool is_over() const { return left_ <= Clock::duration::zero(); }

 private:
  Clock::duration limit_, left_ = limit_;
  const std::function<std::size_t()>& progress_;
  std::size_t last_ = 0;
};

std::string no_end_after(double seconds) {
  std::ostringstream text;
  text << "no end after " << seconds << " s";
  return text.str();
}

}  // namespace

CallEnd call_in_child(double limit, const std::function<void(const Write&)>& work,
                      const std::function<std::size_t()>& progress) {
  SharedHow how;
  Watch watch(limit, progress);
  const pid_t self = getpid();
  const auto [child, pipe] = fork_with_pipe();
  if (child == 0) live(work, pipe, self, how);
  setpgid(child, child);  // whichever of us is first
  CallEnd end;
  siginfo_t ended{};
  for (bool at_end = false; ended.si_pid == 0 && !watch.is_over();) {
    watch.wait(pipe, at_end);
    at_end = read_some(pipe, end.wrote) == 0;
    waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
  }
  kill(-child, SIGKILL);  // and all that it has forked
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  while (read_some(pipe, end.wrote) > 0) continue;
  close(pipe);
  if (ended.si_pid == 0)
    end = {How::late, 0, no_end_after(limit), std::move(end.wrote)};
  else if (WIFSIGNALED(status))
    end = {How::killed, WTERMSIG(status), "", std::move(end.wrote)};
  else
    end = {how.get(), WEXITSTATUS(status), "", std::move(end.wrote)};
  if (end.how == How::killed) end.text = "signal " + std::to_string(end.number) + " (" + strsignal(end.number) + ")";
  if (end.how == How::threw) end.text = "an exception";
  if (end.how == How::exited) end.text = "exit status " + std::to_string(end.number);
  return end;
}

}  // namespace tutti
