#include "cli/conform/input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/ranges.hpp"
#include "cli/common/read_input.hpp"
#include "cli/conform/calls.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/drive/effect.hpp"
#include "verified/conform/drive/inquiry.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/conform/generate/programme.hpp"
#include "verified/system/program.hpp"

namespace tutti::cli {
namespace {

namespace fs = std::filesystem;
using conform::Case, conform::Choice, conform::ProgrammeSize, conform::Launcher, conform::Procedure;

constexpr int most_ranks = 1 << 16;
std::string np_of(const ConformOptions& options) { return options.np.value_or(options.quick ? "2-5" : "1-9,13,16"); }

// ---- the launcher and the worker

fs::path own_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

bool is_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

/// MPICH's. Waiting ranks give way to others by a library beside this program, if it is there.
std::string usual_launcher() {
  if (!is_in_path("mpiexec.mpich"))
    throw std::runtime_error("there is no mpiexec.mpich; name the launcher of your MPI, --launcher 'mpiexec -n {np}'");
  const auto library = fs::weakly_canonical(own_folder() / "../lib/libtutti-yield.so");
  const bool can_be_preloaded = fs::exists(library) && library.string().find_first_of(" :'") == std::string::npos;
  return can_be_preloaded ? "mpiexec.mpich -genv LD_PRELOAD " + library.string() + " -n {np}" : "mpiexec.mpich -n {np}";
}

fs::path worker_of(const ConformOptions& options) {
  const auto path = options.worker ? fs::absolute(*options.worker) : own_folder() / "tutti-mpi";
  if (access(path.c_str(), X_OK) == 0 && !fs::is_directory(path)) return path;
  const auto why =
      fmt::format("{}: is no program; build the worker with ci/worker and the compiler of your MPI", path.string());
  if (options.worker) throw UsageError("--worker " + why);
  throw std::runtime_error(why + ", and name it with --worker");
}

/// `units` is "seconds", say.
double time_of(const char* option, const std::string& text, const char* units) {
  double time = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(time) || time <= 0)
    throw UsageError(fmt::format("{}: '{}' is not a number of {} above 0", option, text, units));
  return time;
}

double time_limit_of(const ConformOptions& options) {
  if (options.time_limit) return time_of("--time-limit", *options.time_limit, "seconds");
  return options.quick ? 5 : Launcher{}.time_limit;
}

// ---- cases

/// A case that somebody has written.
Case written_case(const std::string& line, const std::vector<Choice>& choices) {
  try {
    const auto c = conform::parse_case(line);
    if (const auto why = conform::why_not(c)) throw std::invalid_argument("'" + line + "' is no legal case: " + *why);
    const auto choice = std::ranges::find(choices, c.algorithm, &Choice::label);
    if (!c.algorithm.empty() && choice == choices.end())
      throw std::invalid_argument("no choice is labelled '" + c.algorithm +
                                  "'; name the file of choices, --algorithms");
    if (!c.algorithm.empty() && !choice->why_not.empty())
      throw std::invalid_argument("'" + c.algorithm + "' cannot be chosen: " + choice->why_not);
    return c;
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

std::vector<Case> written_cases(const ConformOptions& options, const std::vector<Choice>& choices) {
  std::vector<Case> cases;
  if (options.cases_file) {
    std::istringstream lines(read_input("--cases", *options.cases_file));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const auto first = line.find_first_not_of(" \t\r");
      if (first == std::string::npos || line[first] == '#') continue;
      try {
        cases.push_back(written_case(line, choices));
      } catch (const UsageError& e) {
        throw UsageError(fmt::format("{}:{}: {}", *options.cases_file, number, e.what()));
      }
    }
    if (cases.empty()) throw UsageError("--cases " + *options.cases_file + ": there is no case in it");
  }
  for (const auto& line : options.cases) cases.push_back(written_case(line, choices));
  if (options.calls) {
    auto recorded = cases_of_calls(*options.calls);
    if (!options.quiet) fmt::print(stderr, "{}\n", recorded.summary);
    cases.insert(cases.end(), recorded.cases.begin(), recorded.cases.end());
  }
  return cases;
}

/// Refuses what the shell cannot read, such as a quote that nobody closes.
void check_shell(std::string_view option, const std::string& text) {
  Program shell({.words = {"sh", "-n", "-c", text}});
  if (shell.wait() != 0)
    throw UsageError(
        fmt::format("{} '{}': the shell cannot read it: {}", option, text, conform::last_lines(shell.output(), 1)));
}

}  // namespace

void add_options_of_launches(Parser& parser, ConformOptions& options) {
  parser
      .option("--launcher", options.launcher,
              "Starts {np} ranks; {choice} stands for the arguments of --algorithms, {nodes} for the node of each\n"
              "rank, as in 0,0,1,1\n"
              "(default: 'mpiexec.mpich -n {np}')")
      .type_name("CMD");
  parser.option("--worker", options.worker, "tutti-mpi, built against that MPI by ci/worker (default: beside tutti)")
      .type_name("FILE");
  parser
      .option("--time-limit", options.time_limit,
              "Ranks that report nothing for so long hang; longer where much data moves (default: 10; 5\n"
              "with --quick)")
      .type_name("SECONDS");
  parser.option("--scratch", options.scratch, "A folder that every node sees (default: that of temporary files)")
      .type_name("FOLDER");
}

TemporaryFolder scratch_folder(const ConformOptions& options) try {
  return TemporaryFolder("tutti-conform", options.scratch.value_or(""));
} catch (const std::runtime_error& e) {
  throw UsageError(std::string("--scratch ") + e.what());
}

Launcher launcher_of(const ConformOptions& options, const fs::path& scratch) {
  if (options.launcher && options.launcher->find("{np}") == std::string::npos)
    throw UsageError(fmt::format("--launcher '{}': {{np}} is missing, the number of ranks, as in 'mpiexec -n {{np}}'",
                                 *options.launcher));
  if (options.launcher) check_shell("--launcher", *options.launcher);
  Launcher launcher;
  launcher.time_limit = time_limit_of(options);
  launcher.strict = options.strict;
  launcher.worker = worker_of(options);
  launcher.command = options.launcher ? *options.launcher : usual_launcher();
  launcher.folder = scratch;
  return launcher;
}

void prepare_nodes(Launcher& launcher, const std::vector<Case>& cases) {
  std::map<std::string, conform::Placement> most;  // ranks, by how they lie
  for (const auto& c : cases) {
    auto& widest = most.try_emplace(print(c.nodes), conform::Placement{c.ranks, c.nodes}).first->second;
    widest.ranks = std::max(widest.ranks, c.ranks);
  }
  most.erase(print(conform::Nodes{}));
  if (most.empty()) return;
  if (launcher.command.find("{nodes}") == std::string::npos) {
    launcher.family = conform::family_of_launcher(ask_for_library(launcher));
    conform::write_agent(launcher.folder);
  }
  try {
    for (const auto& [way, placement] : most) check_nodes(launcher, placement);
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

std::vector<Choice> choices_of(const ConformOptions& options, const Launcher& launcher) {
  if (!options.wants_algorithms) return {};
  if (options.algorithms.empty()) return conform::ask_for_choices(launcher);
  const auto& path = options.algorithms.front();
  try {
    return conform::parse_choices(read_input("--algorithms", path));
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("--algorithms {}: {}", path, e.what()));
  }
}

std::vector<Procedure> procedures_of(const ConformOptions& options) {
  std::vector<Procedure> wanted;
  std::vector<std::string> valid;
  for (const auto& p : conform::procedures) valid.emplace_back(p.name);
  for (const auto& name : options.collectives) {
    const auto procedure = conform::procedure_named(name);
    if (!procedure) throw UsageError("--collective: there is no procedure " + not_among(name, valid));
    if (std::ranges::find(wanted, *procedure) == wanted.end()) wanted.push_back(*procedure);
  }
  return wanted;
}

int nodes_of(const ConformOptions& options) {
  if (options.nodes < 1) throw UsageError("--nodes: a number from 1 on is due");
  return options.nodes;
}

std::vector<int> ranks_of(const ConformOptions& options) { return parse_list("--np", np_of(options), 1, most_ranks); }

conform::Programme programme_of(const ConformOptions& options, const Launcher& launcher,
                                const std::vector<Choice>& choices, const std::vector<conform::Effect>& effects) {
  if (options.cases_file || options.calls || !options.cases.empty()) return {written_cases(options, choices), {}};
  conform::ProgrammeRequest request;
  request.ranks = ranks_of(options);
  request.nodes = options.nodes;
  request.size = options.quick ? ProgrammeSize::quick : options.large ? ProgrammeSize::large : ProgrammeSize::normal;
  request.procedures = procedures_of(options);
  request.seed = options.seed;
  request.offer = conform::ask_for_offer(launcher, *std::ranges::min_element(request.ranks));
  auto programme = conform::programme(request);
  conform::add_chosen(programme.cases, choices, effects);
  return programme;
}

std::vector<conform::Effect> effects_of(const ConformOptions& options, const Launcher& launcher,
                                        const std::vector<Choice>& choices, std::function<bool()> stop) {
  const bool are_drawn = !options.cases_file && !options.calls && options.cases.empty() && !options.list;
  if (choices.empty() || !are_drawn || options.record || options.resume) return {};
  constexpr int usual = 5;  // neither a power of two nor even
  const auto wanted = ranks_of(options);
  const int ranks = std::ranges::count(wanted, usual) > 0 ? usual : *std::ranges::max_element(wanted);
  constexpr std::chrono::seconds between_lines{30};
  auto next = std::chrono::steady_clock::now() + between_lines;
  conform::Runner runner(launcher, choices, std::move(stop));
  return conform::effects(choices, ranks, runner, [&](std::size_t done) {
    if (options.quiet || std::chrono::steady_clock::now() < next) return;
    next += between_lines;
    std::fputs(fmt::format("tutti conform: of {} choices {} are tried\n", choices.size(), done).c_str(), stderr);
  });
}

double seconds_of_soak(const ConformOptions& options) {
  constexpr double seconds_of_a_minute = 60;
  return options.soak ? seconds_of_a_minute * time_of("--soak", *options.soak, "minutes") : 0;
}

std::string describe_programme(const ConformOptions& options) {
  std::string text;
  for (const auto& line : options.cases) text += fmt::format("--case '{}' ", line);
  if (options.cases_file) text += fmt::format("--cases {} ", *options.cases_file);
  if (options.calls) text += fmt::format("--calls {} ", *options.calls);
  if (text.empty()) {
    text = fmt::format("--np {} --seed {} ", np_of(options), options.seed);
    for (const auto& name : options.collectives) text += "--collective " + name + " ";
    if (options.nodes > 1) text += fmt::format("--nodes {} ", options.nodes);
    if (options.quick) text += "--quick ";
    if (options.large) text += "--large ";
  }
  if (options.wants_algorithms) text += "--algorithms ";
  for (const auto& file : options.algorithms) text += file + " ";
  text.pop_back();
  return text;
}

std::string command_of(const ConformOptions& options, const Launcher& launcher) {
  auto command = fmt::format("tutti conform --launcher {} --worker {}", conform::shell_quoted(launcher.command),
                             conform::shell_quoted(launcher.worker.string()));
  if (options.time_limit) command += " --time-limit " + *options.time_limit;
  if (options.strict) command += " --strict";
  if (options.wants_algorithms) command += " --algorithms";
  for (const auto& file : options.algorithms) command += " " + conform::shell_quoted(file);
  return command;
}

}  // namespace tutti::cli
