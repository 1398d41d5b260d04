// A program that is run, and ended together with all that it has started.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tutti {

using Environment = std::vector<std::pair<std::string, std::string>>;  ///< names and values

/// What to run.
struct Command {
  std::vector<std::string> words;      ///< a program of $PATH and its arguments
  Environment environment = {};        ///< variables more
  std::string input = {};              ///< on standard input; /dev/null where there is none
  bool errors = true;                  ///< keep what it writes to standard error as well, or drop it
  std::size_t most_output = SIZE_MAX;  ///< the last bytes are kept, the rest is dropped
  long cpu_seconds = 0;                ///< the processor time after which it is killed; never where 0
};

/// As the shell reads the text.
Command shell_command(const std::string& text);

/// The exit status of a program that there is not, or that cannot be run; the reason is its output. The shell has the
/// same.
inline constexpr int not_run = 127;

/// Runs in a session of its own, below a process that keeps it: the keeper ends it, and what it has left behind on this
/// machine, when it is over, when end() is called, and when this process dies.
class Program {
 public:
  /// Throws std::system_error where no process can be made.
  explicit Program(const Command& command);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits until something is printed, the program is over, or so many milliseconds are. The exit status once it is
  /// over, as the shell has it: 128 + n for the signal n.
  std::optional<int> wait(int milliseconds);
  /// Waits until the program is over.
  int wait();
  /// Asks the program to end (SIGTERM), and after a second makes it (SIGKILL). Returns when everything has ended.
  void end();
  /// What went to standard output and error so far.
  const std::string& output() const { return output_; }

 private:
  bool read_output();

  std::size_t most_output_;
  pid_t keeper_ = -1;
  int pipe_ = -1;
  std::optional<int> status_;
  std::string output_;
};

}  // namespace tutti
