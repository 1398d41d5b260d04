#include "verified/library/settings.hpp"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "verified/library/recording.hpp"

namespace tutti::library {
namespace {

[[noreturn]] void refuse(const std::string& wrong) { throw std::invalid_argument(wrong); }

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

constexpr std::string_view after = "after=";
constexpr std::string_view record = "record=";

/// TUTTI: "run,after=0" or "record=calls,after=0".
void read_modes(std::string_view text, Settings& settings) {
  bool runs = false;
  for (const auto word : split(text, ',')) {
    if (word == "run") {
      runs = true;
      continue;
    }
    if (word.starts_with(record)) {
      settings.record = word.substr(record.size());
      if (settings.record.empty() || settings.record.ends_with('/') || settings.record.find('\n') != std::string::npos)
        refuse("TUTTI: " + quoted(word) + " needs the name of a file, such as record=calls");
      continue;
    }
    if (!word.starts_with(after))
      refuse("TUTTI: there is no " + quoted(word) + "; it is a list of: run, record=FILE, after=CALLS");
    const auto number = word.substr(after.size());
    const auto* const end = number.data() + number.size();
    const auto [read, fault] = std::from_chars(number.data(), end, settings.after);
    if (fault != std::errc() || read != end || settings.after < 0)
      refuse("TUTTI: " + quoted(word) + " needs a number of calls from 0 on, such as after=10");
  }
  if (runs && !settings.record.empty()) refuse("TUTTI: run and record=FILE exclude each other; name one of them");
}

std::string names_of_all(Collective collective) {
  std::string names = "off";
  for (const auto& a : algorithms())
    if (a.collective == collective) names += ", " + a.name.substr(a.name.find('/') + 1);
  return names;
}

/// TUTTI_ALGORITHMS: "allreduce=ring,bcast=off".
void read_algorithms(std::string_view text, Settings& settings) {
  for (const auto entry : split(text, ',')) {
    const auto at = entry.find('=');
    if (at == std::string_view::npos)
      refuse("TUTTI_ALGORITHMS: " + quoted(entry) + " is no COLLECTIVE=ALGORITHM, such as allreduce=ring or bcast=off");
    const auto collective = collective_named(entry.substr(0, at));
    if (!collective)
      refuse("TUTTI_ALGORITHMS: there is no collective " + quoted(entry.substr(0, at)) +
             "; they are named as in `tutti list`, such as allreduce");
    const auto name = entry.substr(at + 1);
    auto& preference = settings.preferences[static_cast<std::size_t>(*collective)];
    preference = {.off = name == "off",
                  .algorithm = find_algorithm(std::string(row(*collective).name) + "/" + std::string(name))};
    if (!preference.off && !preference.algorithm)
      refuse("TUTTI_ALGORITHMS: " + std::string(row(*collective).name) + " has no algorithm " + quoted(name) +
             "; it has: " + names_of_all(*collective));
  }
}

bool read_verbose(std::string_view text) {
  if (text != "0" && text != "1") refuse("TUTTI_VERBOSE: " + quoted(text) + " is neither 0 nor 1");
  return text == "1";
}

}  // namespace

Environment Environment::ours() {
  return {std::getenv("TUTTI"), std::getenv("TUTTI_ALGORITHMS"), std::getenv("TUTTI_VERBOSE"),
          std::getenv("TUTTI_PROFILE")};
}

Settings read_settings(const Environment& environment) {
  Settings settings;
  if (environment.modes) read_modes(environment.modes, settings);
  if (const auto why = why_not_recordable(settings.record); !settings.record.empty() && !why.empty())
    refuse("TUTTI: 'record=" + settings.record + "': there cannot be such a file: " + why);
  if (environment.algorithms) read_algorithms(environment.algorithms, settings);
  if (environment.verbose) settings.verbose = read_verbose(environment.verbose);
  try {
    if (environment.profile) settings.profile = read_profile(environment.profile);
  } catch (const std::invalid_argument& e) {
    refuse(std::string("TUTTI_PROFILE: ") + e.what());
  }
  return settings;
}

/// Four lines, of which the last is the rest of the text.
std::string write_settings(const Settings& settings) {
  std::string preferences;
  for (const auto& c : collectives) {
    const auto& preference = settings.preference(c.id);
    if (!preference.off && !preference.algorithm) continue;
    if (!preferences.empty()) preferences += ',';
    preferences += std::string(c.name) + "=";
    preferences += preference.off ? "off" : preference.algorithm->name.substr(c.name.size() + 1);
  }
  const auto recorded = settings.record.empty() ? "" : "," + std::string(record) + settings.record;
  return std::string(after) + std::to_string(settings.after) + recorded + "\n" + preferences + "\n" +
         (settings.verbose ? "1" : "0") + "\n" + write_profile(settings.profile);
}

Settings parse_settings(std::string_view text) {
  const auto line = [&text] {
    const auto end = text.find('\n');
    const auto found = text.substr(0, end);
    text.remove_prefix(end + 1);
    return found;
  };
  Settings settings;
  read_modes(line(), settings);
  if (const auto algorithms = line(); !algorithms.empty()) read_algorithms(algorithms, settings);
  settings.verbose = read_verbose(line());
  settings.profile = parse_profile(text, "the settings of rank 0");
  return settings;
}

}  // namespace tutti::library
