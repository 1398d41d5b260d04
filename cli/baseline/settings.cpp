#include "cli/baseline/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/common/commands.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/stop.hpp"
#include "verified/baseline/settings.hpp"

namespace tutti::cli {

void add_options_of_settings(Parser& parser, SettingsOptions& options) {
  constexpr auto group = "Which setting gives an old tree back";
  parser
      .option(
          "--algorithms", options.conform.algorithms,
          "Try each algorithm in FILE, or that the worker finds the MPI to offer, as in tutti conform, and what the\n"
          "first record had set otherwise")
      .type_name("FILE")
      .expected(0, 1)
      .group(group);
  parser.option("--try-limit", options.try_limit, "How long that may take in all")
      .type_name("SECONDS")
      .show_default()
      .group(group);
  add_options_of_launches(parser, options.conform);
}

void try_settings_if_asked(const Parser& parser, SettingsOptions options, BaselineRun& run) {
  if (!parser.given("--algorithms")) {
    for (const auto* other : {"--try-limit", "--launcher", "--worker", "--time-limit", "--scratch"})
      if (parser.given(other))
        throw UsageError(fmt::format("{} needs --algorithms, which alone launches anything", other));
    return;
  }
  options.conform.wants_algorithms = true;
  std::erase(options.conform.algorithms, "");
  heed_signals();
  const auto scratch = scratch_folder(options.conform);
  const auto launcher = launcher_of(options.conform, scratch.path());
  const auto choices = choices_of(options.conform, launcher);
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.try_limit);
  Progress progress(true);
  const auto library = baseline::try_settings(
      run.comparison, run.before, run.after, choices, launcher,
      [&] { return is_asked_to_stop() || std::chrono::steady_clock::now() > until; },
      [&](std::size_t done, std::size_t of) { progress.show(done, of); });
  if (!library.text.empty() && library.text != run.after.environment.mpi)
    throw UsageError(
        fmt::format("--algorithms: the worker has {}, and the second record is one of {}; name the worker "
                    "and the launcher of that one",
                    library.text, run.after.environment.mpi));
}

}  // namespace tutti::cli
