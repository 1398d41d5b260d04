#include "verified/system/program.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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
#include <span>
#include <sstream>
#include <string_view>

#include "verified/system/fork.hpp"
#include "verified/system/packed.hpp"

namespace tutti {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// ---- the keeper, a process with one thread

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

/// Says that the thread has ended that has started us: perhaps with the whole process, our parent, perhaps alone.
constexpr int thread_ended = SIGUSR1;

/// Waits for the command, or to be asked to end it, or for the end of our parent; its status, or nothing.
std::optional<int> wait_for(pid_t command, const sigset_t& signals, pid_t parent) {
  for (;;) {
    int signal = 0;
    sigwait(&signals, &signal);
    if (signal == SIGTERM || getppid() != parent) return std::nullopt;
    int status = 0;
    for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;)
      if (child == command) return shell_status(status);
  }
}

[[noreturn]] void execute(const Command& command, int output) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGXFSZ, SIG_DFL);  // which the program ignores
  std::vector<char*> words;
  for (const auto& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int input = command.input.empty() ? open("/dev/null", O_RDONLY | O_CLOEXEC)
                                          : file_with(std::as_bytes(std::span(command.input)));
  if (input < 0) _exit(not_run);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(command.errors ? output : open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
  const auto most = static_cast<rlim_t>(command.cpu_seconds);
  if (const rlimit limit{most, most}; most > 0) setrlimit(RLIMIT_CPU, &limit);
  execvp(words[0], words.data());
  const auto why = command.words[0] + " cannot be run: " + std::strerror(errno);
  [[maybe_unused]] const auto written = write(STDERR_FILENO, why.data(), why.size());
  _exit(not_run);
}

void keep(const Command& command, int output, pid_t parent) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, thread_ended);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, thread_ended);
  if (getppid() != parent) _exit(0);
  const pid_t child = fork();
  if (child == 0) execute(command, output);
  close(output);
  const auto status = child < 0 ? not_run : wait_for(child, signals, parent);
  if (!status) give_time_to_end(child);
  kill_all();
  _exit(status.value_or(0));
}

// ---- a command as a message

/// With all variables of this process.
Packer packed(const Command& command, pid_t parent) {
  Packer message;
  message.put(parent);
  message.put(command.errors);
  message.put(static_cast<std::size_t>(command.cpu_seconds));
  message.put(std::string_view(command.input));
  message.put(command.words.size());
  for (const auto& word : command.words) message.put(std::string_view(word));
  for (char** variable = environ; *variable; ++variable) message.put(std::string_view(*variable));
  for (const auto& [name, value] : command.environment) message.put(std::string_view(name + "=" + value));
  return message;
}

/// Keeps the command of the message, in its environment and no other.
void keep_packed(std::span<const std::byte> message, int output) {
  Unpacker from{message};
  const pid_t parent = from.number();
  Command command;
  command.errors = from.flag();
  command.cpu_seconds = static_cast<long>(from.size());
  command.input = from.text();
  for (auto words = from.size(); words > 0 && from.whole; --words) command.words.push_back(from.text());
  clearenv();
  while (from.whole && !from.bytes.empty()) {
    const auto variable = from.text();
    const auto sign = variable.find('=', 1);  // a shell's may begin with one
    if (sign != std::string::npos) setenv(variable.substr(0, sign).c_str(), variable.c_str() + sign + 1, 1);
  }
  if (!from.whole) _exit(not_run);
  keep(command, output, parent);
}

}  // namespace

Command shell_command(const std::string& text) { return {.words = {"/bin/sh", "-c", text}}; }

Program::Program(const Command& command) : most_output_(command.most_output) {
  const auto [child, pipe] = fork_beside(keep_packed, packed(command, getpid()).bytes);
  keeper_ = child;
  pipe_ = pipe;
}

Program::~Program() {
  end();
  close(pipe_);
}

/// False where there is nothing to read.
bool Program::read_output() {
  std::array<char, 1 << 16> buffer{};
  const auto got = read(pipe_, buffer.data(), buffer.size());
  if (got <= 0) return false;
  output_.append(buffer.data(), static_cast<std::size_t>(got));
  if (output_.size() > most_output_) output_.erase(0, output_.size() - most_output_);
  return true;
}

std::optional<int> Program::wait(int milliseconds) {
  if (status_) return status_;
  pollfd printed{pipe_, POLLIN, 0};
  poll(&printed, 1, milliseconds);
  if (printed.revents & POLLIN)
    read_output();
  else if (printed.revents)
    usleep(1000);  // closed: nothing more to wait for but the end
  int status = 0;
  if (waitpid(keeper_, &status, WNOHANG) != keeper_) return std::nullopt;
  while (read_output()) continue;
  return status_ = shell_status(status);
}

int Program::wait() {
  while (!wait(1000)) continue;
  return *status_;
}

void Program::end() {
  if (status_) return;
  do kill(keeper_, SIGTERM);
  while (!wait(20));
}

}  // namespace tutti
