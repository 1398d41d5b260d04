#include "cli/verify_report.hpp"

#include <fmt/color.h>
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/common/json_text.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/ranges.hpp"
#include "cli/junit.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What draws the first counterexample of an algorithm of ours.
std::string show_command(const SweepResult& result) {
  const auto& c = *result.counterexample;
  auto command = fmt::format("tutti show {} --p {}", result.algorithm->name, c.ranks);
  if (c.root >= 0 && row(result.algorithm->collective).rooted()) command += fmt::format(" --root {}", c.root);
  if (!c.shape.empty()) command += fmt::format(" --shape {}", print_shape(c.shape));
  return command;
}

Json counterexample_json(const Verified& v) {
  if (!v.found.counterexample) return nullptr;
  const auto& c = *v.found.counterexample;
  const auto or_null = [](int value) { return value < 0 ? Json(nullptr) : Json(value); };
  return {{"fault", name_of(c.fault)},
          {"p", c.ranks},
          {"root", or_null(c.root)},
          {"shape", c.shape.empty() ? Json(nullptr) : Json(print_shape(c.shape))},
          {"round", or_null(c.round)},
          {"rank", or_null(c.rank)},
          {"block", or_null(c.block)},
          {"found", c.found},
          {"due", c.due},
          {"text", describe(c)},
          {"show", v.show.empty() ? Json(nullptr) : Json(v.show)}};
}

/// The verdict, eight columns wide, in its colour.
std::string print_verdict(const SweepResult& result, bool colour) {
  const auto text = fmt::format("{:8}", result.verdict());
  if (!colour) return text;
  const auto hue = result.verdict() == "refuted"   ? fmt::terminal_color::red
                   : result.verdict() == "unknown" ? fmt::terminal_color::yellow
                                                   : fmt::terminal_color::green;
  return fmt::format(fmt::fg(hue), "{}", text);
}

/// A LIST, its middle left out where it is longer than a column: "1,2,4,8,..64".
std::string abridged(const std::vector<int>& numbers) {
  constexpr std::size_t width = 12;
  const auto text = format_list(numbers);
  const auto last = text.substr(text.rfind(',') + 1);
  if (text.size() <= width || last.size() + 3 > width) return text;
  return text.substr(0, text.rfind(',', width - 3 - last.size())) + ",.." + last;
}

double per_second(std::int64_t messages, double seconds) {
  return seconds > 0 ? static_cast<double>(messages) / seconds / 1e6 : 0;
}

}  // namespace

Verified verified(const SweepResult& of_ours) {
  return {of_ours, "", std::nullopt, of_ours.counterexample ? show_command(of_ours) : ""};
}

std::string verify_json(const std::vector<Verified>& results, const std::optional<SmtResults>& smt) {
  Json all = Json::array();
  for (const auto& v : results) {
    const auto& r = v.found;
    Json entry{{"name", r.algorithm->name},
               {"verdict", r.verdict()},
               {"p", format_list(r.proved_ranks)},
               {"cases", r.cases},
               {"needs", laws(r.needs)},
               {"cpu_seconds", r.cpu_seconds},
               {"counterexample", counterexample_json(v)},
               {"agreement", r.agreement},
               {"messages", r.effort.messages},
               {"undecided", r.undecided}};
    if (r.verdict() == "unknown") entry["why"] = r.gap;
    if (v.slots) entry["slots"] = *v.slots;
    if (v.calls) entry["calls"] = *v.calls;
    if (v.units) entry["units"] = *v.units;
    all.push_back(std::move(entry));
  }
  Json json{{"version", 1}, {"results", std::move(all)}};
  if (smt) add_json(json, *smt);
  return json_text(json);
}

std::string verify_junit(const std::vector<Verified>& results, const std::optional<SmtResults>& smt) {
  std::vector<JUnitCase> cases;
  for (const auto& v : results) {
    const auto& r = v.found;
    const std::string_view name = r.algorithm->name;
    JUnitCase c{std::string(row(r.algorithm->collective).name),
                std::string(name.substr(name.find('/') + 1)),
                r.cpu_seconds,
                {},
                {}};
    if (r.counterexample)
      c.failure = describe(*r.counterexample) + (v.show.empty() ? "" : "\nsee: " + v.show);
    else if (r.verdict() == "unknown")
      c.error = r.gap;
    cases.push_back(std::move(c));
  }
  if (smt) add_junit(cases, *smt);
  return print_junit("tutti verify", cases);
}

std::string print_line(const Verified& v, bool colour) {
  const auto& r = v.found;
  const bool none = r.cases == 0;
  auto line = fmt::format("{:39}  {}  {:12}  {:>7}  {:25}  {:4}  {:>6.2f}  {:>5.1f}\n", r.algorithm->name,
                          print_verdict(r, colour), none ? "-" : abridged(r.proved_ranks), r.cases,
                          none ? "-" : print(r.needs), none ? "-" : print_agreement(*r.algorithm, r.agreement),
                          r.cpu_seconds, per_second(r.effort.messages, r.cpu_seconds));
  if (!v.is.empty())
    line +=
        fmt::format("  {}{}{}, and nothing beyond\n", v.is, v.calls ? fmt::format(", {} calls in a row", *v.calls) : "",
                    v.units ? fmt::format(", {} units in each chunk of a pipeline", *v.units) : "");
  if (v.slots) line += fmt::format("  each connection must hold {} message{}\n", *v.slots, *v.slots == 1 ? "" : "s");
  if (r.counterexample) line += fmt::format("  {}\n", describe(*r.counterexample));
  if (!v.show.empty()) line += fmt::format("  see: {}\n", v.show);
  if (r.verdict() == "unknown") line += fmt::format("  {}\n", r.gap);
  return line;
}

std::string print_total(const std::vector<Verified>& results, double seconds) {
  std::size_t cases = 0;
  std::map<std::string_view, std::size_t> counts;
  double cpu = 0;
  std::int64_t messages = 0;
  for (const auto& v : results) {
    const auto& r = v.found;
    ++counts[r.verdict()];
    cases += r.cases;
    cpu += r.cpu_seconds;
    messages += r.effort.messages;
  }
  return fmt::format(
      "{} algorithms: {} proved, {} refuted, {} unknown; {} cases in {:.2f} s ({:.2f} CPU s, {:.1f} million "
      "messages per CPU s)\n",
      results.size(), counts["proved"], counts["refuted"], counts["unknown"], cases, seconds, cpu,
      per_second(messages, cpu));
}

std::string print_head() {
  return fmt::format("{:39}  {:8}  {:12}  {:>7}  {:25}  {:4}  {:>6}  {:>5}\n", "ALGORITHM", "VERDICT", "P", "CASES",
                     "NEEDS OF THE OPERATOR", "BITS", "CPU s", "M/s");
}

}  // namespace tutti::cli
