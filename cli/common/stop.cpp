#include "cli/common/stop.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "verified/system/temporary_folder.hpp"

namespace tutti::cli {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;

/// From the handler of a signal, which may remove nothing itself, to a thread.
struct Ending {
  pid_t process = 0;
  int read = -1, write = -1;
} ending;

/// In a child, which inherits it, the signal is the child's alone.
void hand_over(int number) {
  const int before = errno;
  const auto byte = static_cast<unsigned char>(number);
  if (getpid() != ending.process || write(ending.write, &byte, 1) != 1) raise(number);
  errno = before;
}

void end_by_signal() {
  unsigned char number = 0;
  while (read(ending.read, &number, 1) < 0 && errno == EINTR) continue;
  TemporaryFolder::remove_all();
  kill(ending.process, number);
}

}  // namespace

void heed_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { asked_to_stop = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  action.sa_flags = 0;
  sigaction(SIGPIPE, &action, nullptr);
}

void leave_no_folders() {
  int ends[2];
  if (ending.process != 0 || pipe2(ends, O_CLOEXEC) != 0) return;
  ending = {getpid(), ends[0], ends[1]};
  std::thread(end_by_signal).detach();
  struct sigaction action {};
  action.sa_handler = hand_over;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(number, &action, nullptr);
  }
}

bool is_asked_to_stop() { return asked_to_stop != 0; }

}  // namespace tutti::cli
