// The commands of the program `tutti`, one file each, and what they share: exit status and errors of usage.
#pragma once
#include <functional>
#include <stdexcept>

namespace CLI {
class App;
}

namespace tutti::cli {

/// The exit status of every command; scripts rely on the numbers.
enum class Exit { holds = 0, refuted = 1, usage = 2, undecided = 3, environment = 4 };

/// Bad usage or input. The message is one line that names the fault, its place and the remedy.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A command on the command line: its parser, a child of `app`, and what runs it once its options are read.
struct Command {
  CLI::App* parser;
  std::function<Exit()> run;
};

Command add_list(CLI::App& app);
Command add_verify(CLI::App& app);
Command add_show(CLI::App& app);
Command add_benefit(CLI::App& app);
Command add_cost(CLI::App& app);
Command add_op(CLI::App& app);
Command add_conform(CLI::App& app);

}  // namespace tutti::cli
