// A command that is ended together with all that it has started.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tutti::conform {

using Environment = std::vector<std::pair<std::string, std::string>>;  ///< names and values

/// Runs in a session of its own, below a process that keeps it: the keeper ends it, and what it has left behind on this
/// machine, when it is over, when end() is called, and when this process dies.
class Process {
 public:
  /// Runs `command` by the shell, with standard input from /dev/null and these variables more. Throws
  /// std::runtime_error where no process can be made.
  Process(const std::string& command, const Environment& environment);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Waits until something is printed, the command is over, or so many milliseconds are. The exit status once it is
  /// over, as the shell has it: 128 + n for the signal n.
  std::optional<int> wait(int milliseconds);
  /// Asks the command to end (SIGTERM), and after a second makes it (SIGKILL). Returns when everything has ended.
  void end();
  /// The last bytes, up to 4096, of what went to standard output and error. The rest is dropped.
  const std::string& output() const { return output_; }

 private:
  void read_output();

  pid_t keeper_ = -1;
  int pipe_ = -1;
  std::optional<int> status_;
  std::string output_;
};

}  // namespace tutti::conform
