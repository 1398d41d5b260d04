#include "verified/system/fork.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

#include "verified/system/file.hpp"

namespace tutti {
namespace {

/// Held by whoever forks, so that no child finds it held by a thread that the child has not.
std::mutex one_at_a_time;

[[noreturn]] void fail(int error, const char* what) { throw std::system_error(error, std::generic_category(), what); }

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) fail(errno, "no pipe can be made");
  }
  int ends[2];
};

/// While it lives no signal reaches this thread, nor a child that it makes.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

/// In a child: what this program does about a signal is not for others. A handler that allocates or locks may wait for
/// ever there, for the thread that it has interrupted, or for one that the child has not.
void forget_handlers() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action;
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL)
      std::signal(number, SIG_DFL);
  }
}

/// In the parent.
Forked with(pid_t child, File& reads) {
  fcntl(reads.get(), F_SETFL, O_NONBLOCK);
  return {child, reads.release()};
}

Forked fork_now() {
  const Pipe pipe;
  File reads(pipe.ends[0]), writes(pipe.ends[1]);
  const pid_t child = fork();
  if (child == 0) return {0, writes.release()};
  if (child < 0) fail(errno, "no process can be made");
  return with(child, reads);
}

// ---- files that are handed to another process

constexpr std::size_t handed = 3;  ///< the message, the pipe to write to, and the directory
using Files = std::array<int, handed>;

struct Envelope {
  explicit Envelope(Life& life) : content{&life, sizeof life} {
    header.msg_iov = &content;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
  iovec content;
  msghdr header{};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(Files))] = {};
};

bool send_files(int socket, Life life, const Files& files) {
  Envelope envelope(life);
  auto* rights = CMSG_FIRSTHDR(&envelope.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof files);
  std::memcpy(CMSG_DATA(rights), files.data(), sizeof files);
  return sendmsg(socket, &envelope.header, MSG_NOSIGNAL) == sizeof life;
}

bool receive_files(int socket, Life& life, Files& files) {
  Envelope envelope(life);
  ssize_t got = 0;
  do got = recvmsg(socket, &envelope.header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const auto* rights = CMSG_FIRSTHDR(&envelope.header);
  if (got != sizeof life || !rights || rights->cmsg_len != CMSG_LEN(sizeof files)) return false;
  std::memcpy(files.data(), CMSG_DATA(rights), sizeof files);
  return true;
}

std::vector<std::byte> read_all(int file) {
  std::vector<std::byte> all;
  std::array<std::byte, 1 << 16> part;
  for (ssize_t n; (n = read(file, part.data(), part.size())) > 0;) all.insert(all.end(), part.data(), part.data() + n);
  return all;
}

// ---- the copy of this process

/// What is not for programs that are started, such as ends of pipes of this process.
void close_own_files(int but) {
  std::vector<int> own;
  if (DIR* all = opendir("/proc/self/fd")) {
    while (const auto* entry = readdir(all)) {
      const int number = std::atoi(entry->d_name);
      if (number > STDERR_FILENO && number != but && number != dirfd(all) && (fcntl(number, F_GETFD) & FD_CLOEXEC) != 0)
        own.push_back(number);
    }
    closedir(all);
  }
  for (const int number : own) close(number);
}

[[noreturn]] void be_born(int socket, Life life, const Files& files) {
  const auto [message, pipe, directory] = files;
  close(socket);
  if (fchdir(directory) != 0) _exit(1);
  close(directory);
  const auto bytes = read_all(message);
  close(message);
  life(bytes, pipe);
  _exit(1);
}

/// Makes children of its parent until that has ended.
[[noreturn]] void make_children(int socket) {
  setpgid(0, 0);  // an interrupt from the terminal is not for us
  close_own_files(socket);
  Files files{};
  for (Life life = nullptr; receive_files(socket, life, files);) {
    const long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) be_born(socket, life, files);
    const pid_t answer = child < 0 ? -1 : static_cast<pid_t>(child);
    for (const int file : files) close(file);
    if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) break;
  }
  _exit(0);
}

/// To the copy of the process `owner`, or -1 where it has none.
struct Copy {
  pid_t owner = 0, process = -1;
  int socket = -1;
};
Copy copy;

/// It does not answer, having been killed; the next call makes another one.
void forget_copy() {
  close(copy.socket);
  kill(copy.process, SIGKILL);
  waitpid(copy.process, nullptr, 0);
  copy = {};
}

void make_copy() {
  if (copy.owner != 0) close(copy.socket);  // that of our parent
  copy = {.owner = getpid()};
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  File ours(ends[0]), theirs(ends[1]);
  std::optional<SignalsBlocked> blocked(std::in_place);
  const pid_t child = fork();
  if (child == 0) {
    forget_handlers();
    blocked.reset();
    close(ours.release());
    make_children(theirs.release());
  }
  if (child > 0) copy.process = child, copy.socket = ours.release();
}

/// No child where the copy cannot make one.
Forked by_copy(Life life, std::span<const std::byte> message) {
  constexpr Forked none{-1, -1};
  if (copy.owner != getpid()) make_copy();
  if (copy.socket < 0) return none;
  const Pipe pipe;
  File reads(pipe.ends[0]), writes(pipe.ends[1]);
  const File content(file_with(message)), directory(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (content.get() < 0 || directory.get() < 0) return none;
  pid_t child = -1;
  ssize_t got = -1;
  if (send_files(copy.socket, life, {content.get(), writes.get(), directory.get()})) {
    do got = recv(copy.socket, &child, sizeof child, 0);
    while (got < 0 && errno == EINTR);
  }
  if (got != sizeof child) forget_copy();
  return child > 0 ? with(child, reads) : none;
}

}  // namespace

int file_with(std::span<const std::byte> bytes) {
  File file(memfd_create("bytes", MFD_CLOEXEC));
  while (!bytes.empty()) {
    const auto n = write(file.get(), bytes.data(), bytes.size());
    if (n <= 0) return -1;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file.release();
}

Forked fork_with_pipe() {
  const std::lock_guard lock(one_at_a_time);
  return fork_now();
}

Forked fork_beside(Life life, std::span<const std::byte> message) {
  const std::lock_guard lock(one_at_a_time);
  if (const auto forked = by_copy(life, message); forked.child > 0) return forked;
  std::optional<SignalsBlocked> blocked(std::in_place);
  const auto forked = fork_now();
  if (forked.child == 0) {
    forget_handlers();
    blocked.reset();
    life(message, forked.pipe);
    _exit(1);
  }
  return forked;
}

}  // namespace tutti
