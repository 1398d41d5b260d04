#include "cli/mpi/watch.hpp"

#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

#include "cli/common/commands.hpp"

namespace tutti::cli {
namespace {

constexpr unsigned seconds_per_call = 60;
constexpr unsigned seconds_to_abort = 5;
/// A launcher (MPICH's, once in some thirty) loses what was said just before the job was aborted.
constexpr unsigned microseconds_to_forward = 300000;
char running[256];

const char* name_of_signal(int signal) {
  switch (signal) {
    case SIGALRM: return "no end after 60 s";
    case SIGFPE: return "SIGFPE, such as a division by zero";
    case SIGABRT: return "SIGABRT";
    case SIGILL: return "SIGILL";
    case SIGBUS: return "SIGBUS";
    default: return "SIGSEGV, an access to memory that is not its own";
  }
}

/// One line by one write, so that those of several ranks do not mix.
void say(const char* why) {
  static char line[sizeof running + 128];
  char* end = line;
  for (const char* text : {"tutti-mpi: ", why, ", given up: ", static_cast<const char*>(running), "\n"})
    end = stpcpy(end, text);
  (void)!write(STDERR_FILENO, line, static_cast<std::size_t>(end - line));
}

void leave(int) { _exit(static_cast<int>(Exit::refuted)); }

void give_up(int signal) {
  // MPI_Abort is not meant for a handler: where it crashes or hangs in turn, this rank ends without it.
  for (const int next : {SIGALRM, SIGFPE, SIGABRT, SIGILL, SIGBUS, SIGSEGV}) std::signal(next, leave);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  alarm(seconds_to_abort);
  say(name_of_signal(signal));
  usleep(microseconds_to_forward);
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Exit::refuted));
  leave(signal);
}

}  // namespace

void watch_for_crashes() {
  for (const int signal : {SIGALRM, SIGFPE, SIGABRT, SIGILL, SIGBUS, SIGSEGV}) std::signal(signal, give_up);
}

void now_running(const std::string& what) {
  std::snprintf(running, sizeof running, "%s", what.c_str());
  alarm(seconds_per_call);
}

void nothing_running() { alarm(0); }

}  // namespace tutti::cli
