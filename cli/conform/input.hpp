// What `tutti conform` is asked to do: its options, and what they mean.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/common/parser.hpp"
#include "cli/conform/expect.hpp"
#include "verified/conform/drive/choice.hpp"
#include "verified/conform/drive/launch.hpp"
#include "verified/conform/generate/programme.hpp"
#include "verified/system/temporary_folder.hpp"

namespace tutti::cli {

struct ConformOptions {
  std::optional<std::string> np, launcher, worker, scratch, cases_file, calls, time_limit, soak;
  std::vector<std::string> collectives, cases;
  std::vector<std::string> algorithms;  ///< a file, or nothing for what the worker says
  bool wants_algorithms = false;
  std::uint64_t seed = 0;
  int jobs = 1, nodes = 1;
  bool quick = false, large = false, strict = false, quiet = false, list = false;
  std::optional<std::string> expect, record, resume, reproducers, mpicc, json, junit, tap, html;

  /// Whether nobody is told more of an expected failure than that it is there.
  bool shows_new_only() const { return quiet && !json && !junit && !tap && !html && !reproducers; }
};

/// --launcher, --worker, --time-limit and --scratch.
void add_options_of_launches(Parser& parser, ConformOptions& options);

/// The folder for the files of this run: in --scratch, else where temporary files are. UsageError where none can be
/// made.
TemporaryFolder scratch_folder(const ConformOptions& options);

/// UsageError for wrong options; std::runtime_error where there is no launcher or worker by default.
conform::Launcher launcher_of(const ConformOptions& options, const std::filesystem::path& scratch);

/// Lets the launcher spread the ranks of cases that lie on several nodes, if there are some, and sees to it that the
/// MPI finds them so, in one launch for each way. UsageError where nobody knows how, std::runtime_error where it does
/// not come to that.
void prepare_nodes(conform::Launcher& launcher, const std::vector<conform::Case>& cases);

/// Those of --algorithms. UsageError where the file cannot be read or is malformed.
std::vector<conform::Choice> choices_of(const ConformOptions& options, const conform::Launcher& launcher);

/// Those of --collective. UsageError for a name that is none.
std::vector<conform::Procedure> procedures_of(const ConformOptions& options);

/// --nodes. UsageError where there would be none.
int nodes_of(const ConformOptions& options);

/// --np. UsageError where it is no LIST.
std::vector<int> ranks_of(const ConformOptions& options);

/// The cases to run, made for what the worker says that its MPI offers. Every
/// choice runs the cases of its procedure. UsageError for wrong options,
/// std::runtime_error where the worker does not start.
conform::Programme programme_of(const ConformOptions& options, const conform::Launcher& launcher,
                                const std::vector<conform::Choice>& choices,
                                const std::vector<conform::Effect>& effects);

/// Of the choices, in so many launches; nothing where no case is drawn for them, or where the run has a record, which
/// another run goes on with.
std::vector<conform::Effect> effects_of(const ConformOptions& options, const conform::Launcher& launcher,
                                        const std::vector<conform::Choice>& choices, std::function<bool()> stop);

/// --soak in seconds; 0 without. UsageError where it is no number of minutes.
double seconds_of_soak(const ConformOptions& options);

/// "--np 2-5 --seed 7": the options that say which cases there are.
std::string describe_programme(const ConformOptions& options);

/// "tutti conform --launcher '…' --worker …", to which cases are added.
std::string command_of(const ConformOptions& options, const conform::Launcher& launcher);

}  // namespace tutti::cli
