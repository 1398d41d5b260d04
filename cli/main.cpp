// The program `tutti`: finds the command, runs it, and turns every error into one line and an exit status.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "verified/check/sweep/sweep.hpp"
#include "verified/op/deadline.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/record_files.hpp"
#include "verified/system/keep_memory.hpp"
#include "verified/system/temporary_folder.hpp"
#include "verified/system/utf8.hpp"

namespace tutti::cli {
namespace {

/// Bytes: more than the names of all algorithms, and no more than a screen shows.
constexpr std::size_t longest_message = 4000;

/// Says what is wrong in one line on stderr.
int fail(const Command* command, const std::string& message, Exit status) {
  std::fprintf(stderr, "%s: %s\n", command ? ("tutti " + command->parser.name()).c_str() : "tutti",
               printable(message, longest_message).c_str());
  return static_cast<int>(status);
}

const Command* chosen(const std::vector<Command>& commands) {
  for (const auto& c : commands)
    if (c.parser.chosen()) return &c;
  return nullptr;
}

int run(int argc, char** argv) {
  Parser app("tutti", "Proven MPI collectives: every algorithm is one schedule, proved against a sequential model.");
  app.version("tutti " TUTTI_VERSION);
  app.footer(
      "Each command explains itself: tutti verify --help\n"
      "Exit status: 0 all holds; 1 something is refuted; 2 bad usage or input; 3 undecided; 4 environment failed");
  const std::vector<Command> commands{add_list(app), add_verify(app),  add_show(app),
                                      add_run(app),  add_benefit(app), add_cost(app),
                                      add_op(app),   add_conform(app), add_baseline(app)};
  try {
    if (const auto help_or_version = app.parse(argc, argv)) {
      print_stdout(*help_or_version);
      return static_cast<int>(Exit::holds);
    }
    return static_cast<int>(chosen(commands)->run());
  } catch (const UsageError& e) {
    return fail(chosen(commands), e.what(), Exit::usage);
  } catch (const Misplaced& e) {
    return fail(chosen(commands), e.what(), Exit::usage);
  } catch (const NoSchedule& e) {
    return fail(chosen(commands), e.what(), Exit::refuted);
  } catch (const std::filesystem::filesystem_error& e) {  // of a path that somebody has given
    return fail(chosen(commands), e.path1().string() + ": " + e.code().message(), Exit::usage);
  } catch (const std::bad_alloc&) {
    return fail(chosen(commands), "out of memory; try a smaller p or fewer jobs", Exit::undecided);
  } catch (const op::DeadlinePassed& e) {
    return fail(chosen(commands), e.what(), Exit::undecided);
  } catch (const std::exception& e) {
    return fail(chosen(commands), e.what(), Exit::environment);
  } catch (...) {
    return fail(chosen(commands), "stopped by what is no std::exception", Exit::environment);
  }
}

}  // namespace
}  // namespace tutti::cli

int main(int argc, char** argv) {
  tutti::keep_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of who writes it
  const int status = tutti::cli::run(argc, argv);
  if (tutti::proofs_given_up() == 0) return status;
  std::fflush(nullptr);
  tutti::TemporaryFolder::remove_all();
  std::_Exit(status);
}
