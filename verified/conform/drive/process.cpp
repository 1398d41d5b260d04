#include "verified/conform/drive/process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
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
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t most_output = 4096;

// ---- the keeper, a process without threads

int shell_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

pid_t parent_of(const char* pid) {
  std::ifstream file(std::string("/proc/") + pid + "/stat");
  std::string stat;
  std::getline(file, stat);
  std::istringstream behind_name(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
  char state = 0;
  pid_t parent = -1;
  behind_name >> state >> parent;
  return parent;
}

void signal_children(int signal) {
  DIR* all = opendir("/proc");
  if (!all) return;
  while (const auto* entry = readdir(all))
    if (std::strspn(entry->d_name, "0123456789") == std::strlen(entry->d_name) && parent_of(entry->d_name) == getpid())
      kill(std::atoi(entry->d_name), signal);
  closedir(all);
}

void give_time_to_end(pid_t command) {
  signal_children(SIGTERM);
  for (const auto until = Clock::now() + 1s; Clock::now() < until; usleep(1000))
    if (waitpid(command, nullptr, WNOHANG) != 0) return;
}

/// Children of a dead child become ours, so that in the end all are found.
void kill_all() {
  for (const auto until = Clock::now() + 5s; Clock::now() < until; usleep(1000)) {
    signal_children(SIGKILL);
    pid_t child = 0;
    while ((child = waitpid(-1, nullptr, WNOHANG)) > 0) continue;
    if (child < 0 && errno == ECHILD) return;
  }
}

/// Waits for the command or to be asked to end it; its status, or nothing.
std::optional<int> wait_for(pid_t command, const sigset_t& signals) {
  for (;;) {
    int signal = 0;
    sigwait(&signals, &signal);
    if (signal == SIGTERM) return std::nullopt;
    int status = 0;
    for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;)
      if (child == command) return shell_status(status);
  }
}

[[noreturn]] void execute(const std::string& command, const Environment& environment, int output) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  _exit(127);
}

[[noreturn]] void keep(const std::string& command, const Environment& environment, int output, pid_t parent) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(0);
  const pid_t child = fork();
  if (child == 0) execute(command, environment, output);
  close(output);
  const auto status = child < 0 ? 127 : wait_for(child, signals);
  if (!status) give_time_to_end(child);
  kill_all();
  _exit(status.value_or(0));
}

}  // namespace

Process::Process(const std::string& command, const Environment& environment) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
  const pid_t self = getpid();
  keeper_ = fork();
  if (keeper_ == 0) keep(command, environment, ends[1], self);
  close(ends[1]);
  pipe_ = ends[0];
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
  if (keeper_ > 0) return;
  close(pipe_);
  throw std::runtime_error(std::string("no process can be made: ") + std::strerror(errno));
}

Process::~Process() {
  end();
  close(pipe_);
}

void Process::read_output() {
  std::array<char, 1 << 16> buffer{};
  ssize_t got = 0;
  if ((got = read(pipe_, buffer.data(), buffer.size())) <= 0) return;
  output_.append(buffer.data(), static_cast<std::size_t>(got));
  if (output_.size() > most_output) output_.erase(0, output_.size() - most_output);
}

std::optional<int> Process::wait(int milliseconds) {
  if (status_) return status_;
  pollfd printed{pipe_, POLLIN, 0};
  poll(&printed, 1, milliseconds);
  if (printed.revents & POLLIN)
    read_output();
  else if (printed.revents)
    usleep(1000);  // closed: nothing more to wait for but the end
  int status = 0;
  if (waitpid(keeper_, &status, WNOHANG) != keeper_) return std::nullopt;
  read_output();
  return status_ = shell_status(status);
}

void Process::end() {
  if (status_) return;
  kill(keeper_, SIGTERM);
  while (!wait(20)) continue;
}

}  // namespace tutti::conform
