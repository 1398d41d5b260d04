#include "cli/baseline/compare.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cli/baseline/report.hpp"
#include "cli/baseline/settings.hpp"
#include "cli/common/output.hpp"
#include "cli/common/read_input.hpp"

namespace tutti::cli {
namespace {

struct Options {
  std::string old_file, new_file;
  double factor = 1.2;
  bool no_times = false;
  std::optional<std::string> json, junit, html;
  SettingsOptions settings;
};

/// A pipe would let us wait, for ever perhaps, and can be read once only.
baseline::Recording read_recording(const std::string& name, const std::string& path) {
  std::error_code failed;
  if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed))
    throw UsageError(
        fmt::format("{} {}: is no regular file; name one that tutti baseline record has written", name, path));
  try {
    return baseline::parse_recording(read_input(name, path), path);
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

Exit run(const Parser& parser, const Options& options) {
  if (!(options.factor > 1)) throw UsageError(fmt::format("--factor {}: a number above 1 is due", options.factor));
  BaselineRun run{.old_file = options.old_file, .new_file = options.new_file};
  run.options = {.factor = options.factor, .times = !options.no_times};
  run.before = read_recording("OLD", options.old_file);
  run.after = read_recording("NEW", options.new_file);
  std::vector<std::pair<Output, std::string (*)(const BaselineRun&)>> reports;
  const auto add = [&](const char* option, const std::optional<std::string>& path, auto print) {
    if (path) reports.emplace_back(Output(option, *path), print);
  };
  add("--json", options.json, print_json);
  add("--junit", options.junit, print_junit);
  add("--html", options.html, print_html);
  run.comparison = compare(run.before, run.after, run.options);
  try_settings_if_asked(parser, options.settings, run);
  bool is_taken = false;
  for (const auto& [output, print] : reports) {
    output.write(print(run));
    is_taken = is_taken || output.is_stdout();
  }
  if (!is_taken) print_stdout(print_text(run));
  return exit_of(run);
}

}  // namespace

Command add_baseline_compare(Parser& baseline) {
  auto options = std::make_shared<Options>();
  auto parser = baseline.command("compare", "Says what has changed between two records");
  parser.option("OLD", options->old_file, "The record to hold against").type_name("FILE").required();
  parser.option("NEW", options->new_file, "The record that may differ").type_name("FILE").required();
  parser.option("--factor", options->factor, "The least by which a call must take longer")
      .type_name("NUMBER")
      .show_default();
  parser.flag("--no-times", options->no_times, "Bits and trees alone");
  const auto report = [&](const char* name, std::optional<std::string>& path, const std::string& what) {
    parser.option(name, path, "Write the differences to FILE as " + what + "; - is standard output").type_name("FILE");
  };
  report("--json", options->json, "JSON");
  report("--junit", options->junit, "JUnit XML, a test for each collective and kind of difference");
  report("--html", options->html, "a page for a browser: heat maps of times, trees side by side");
  add_options_of_settings(parser, options->settings);
  parser.footer(
      "Compared are the cells that both records have. A call is slower where a rank sum test of the medians of "
      "launches\n"
      "says so at 5 %, corrected for the number of calls, and by the factor. Where launches of one record differ "
      "among\n"
      "themselves as much, or a call from itself, there is no verdict on times.\n"
      "Exit status: 0 the same; 1 something has changed; 2 bad usage or input; 3 undecided.\n"
      "Example: tutti baseline compare old.json new.json --junit changes.xml\n"
      "Example: tutti baseline compare old.json new.json --algorithms --launcher 'mpiexec -n {np}' --worker "
      "./tutti-mpi");
  return {parser, [=] { return run(parser, *options); }};
}

}  // namespace tutti::cli
