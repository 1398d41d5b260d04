// The commands of the program `tutti`, one file each, and what they share: exit status and errors of usage.
#pragma once
#include <functional>
#include <stdexcept>

#include "cli/common/parser.hpp"

namespace tutti::cli {

/// The exit status of every command; scripts rely on the numbers.
enum class Exit { holds = 0, refuted = 1, usage = 2, undecided = 3, environment = 4 };

/// Bad usage or input. The message is one line that names the fault, its place and the remedy.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A command on the command line: its parser, and what runs it once its options are read.
struct Command {
  Parser parser;
  std::function<Exit()> run;
};

Command add_list(Parser& app);
Command add_verify(Parser& app);
Command add_show(Parser& app);
Command add_run(Parser& app);
Command add_benefit(Parser& app);
Command add_cost(Parser& app);
Command add_op(Parser& app);
Command add_conform(Parser& app);
Command add_baseline(Parser& app);

}  // namespace tutti::cli
