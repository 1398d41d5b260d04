#include "cli/conform/reproducers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "verified/conform/drive/rehearsal.hpp"

namespace tutti::cli {
namespace {

namespace fs = std::filesystem;

std::string cases_file(const ConformRun& run, const conform::Failure& f) {
  std::string text;
  for (const auto& c : f.outcome.before) text += print(c) + "\n";
  return text + print(run.case_of(f)) + "\n";
}

}  // namespace

void make_folder(const std::string& option, const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error) || access(folder.c_str(), W_OK) != 0)
    throw UsageError(fmt::format("{} {}: is no folder that can be written to", option, folder));
}

void write_reproducers(ConformRun& run, const std::string& folder) {
  for (const auto& f : run.failures) {
    if (f.like >= 0) continue;
    const bool needs_others = !f.outcome.before.empty();
    if (!needs_others && f.program.empty()) continue;
    const auto kind = name_of(f.outcome.found.front().wrong.kind);
    const auto name =
        fmt::format("{}-{}-{}.{}", row(f.smallest.procedure).name, kind, f.number, needs_others ? "cases" : "c");
    const auto path = (fs::path(folder) / name).string();
    Output("--reproducers", path).write(needs_others ? cases_file(run, f) : f.program);
    run.files[f.number] = path;
  }
}

void try_reproducers(ConformRun& run, const std::string& compiler, const conform::Launcher& launcher, bool shows,
                     const std::function<bool()>& stop) {
  std::vector<const conform::Failure*> with_program;
  for (const auto& f : run.failures)
    if (const auto file = run.files.find(f.number); file != run.files.end() && file->second.ends_with(".c"))
      with_program.push_back(&f);
  Progress progress(shows);
  for (std::size_t i = 0; i < with_program.size() && !stop(); ++i) {
    progress.show(i, with_program.size(), "programs");
    const auto& f = *with_program[i];
    const auto choice = std::ranges::find(run.choices, f.smallest.algorithm, &conform::Choice::label);
    run.tried[f.number] = conform::describe(
        conform::rehearse(run.files[f.number], compiler, launcher, {f.smallest.ranks, f.smallest.nodes},
                          choice == run.choices.end() ? conform::Choice{} : *choice, stop));
  }
}

}  // namespace tutti::cli
