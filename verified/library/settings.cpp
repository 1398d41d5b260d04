#include "verified/library/settings.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "verified/choose/bits.hpp"
#include "verified/choose/shipped.hpp"
#include "verified/run/transport.hpp"

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

constexpr std::string_view after = "after=", sample = "sample=", record = "record=";

/// The number in a word of TUTTI, such as "after=10".
std::int64_t number_in(std::string_view word, std::int64_t least) {
  const auto number = word.substr(word.find('=') + 1);
  const auto* const end = number.data() + number.size();
  std::int64_t value = 0;
  const auto [read, fault] = std::from_chars(number.data(), end, value);
  if (fault != std::errc() || read != end || value < least)
    refuse("TUTTI: " + quoted(word) + " needs a number of calls from " + std::to_string(least) + " on, such as " +
           std::string(word.substr(0, word.find('='))) + "=10");
  return value;
}

std::string file_in(std::string_view word) {
  const auto file = word.substr(word.find('=') + 1);
  if (file.empty() || file.ends_with('/') || file.find('\n') != std::string::npos)
    refuse("TUTTI: " + quoted(word) + " needs the name of a file, such as record=calls");
  return std::string(file);
}

/// Why nothing can be written to the file of any rank, as its folder does not exist; empty where it can.
std::string why_not_recordable(const std::string& file) {
  auto folder = std::filesystem::path(file).parent_path();
  if (folder.empty()) folder = ".";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return folder.string() + " is no folder";
  if (access(folder.c_str(), W_OK | X_OK) != 0) return folder.string() + ": " + std::strerror(errno);
  return {};
}

/// TUTTI: "run,after=0" or "record=calls".
void read_modes(std::string_view text, Settings& settings) {
  std::optional<Mode> named;
  const auto name = [&](Mode mode) {
    if (named && *named != mode) refuse("TUTTI: run, check and record=FILE exclude each other; name one of them");
    settings.mode = *(named = mode);
  };
  bool samples = false;
  for (const auto word : split(text, ',')) {
    if (word == "run") {
      name(Mode::run);
    } else if (word == "native") {
      settings.native = true;
    } else if (word == "check") {
      name(Mode::check);
    } else if (word.starts_with(record)) {
      name(Mode::record);
      settings.record = file_in(word);
    } else if (word.starts_with(after)) {
      settings.after = number_in(word, 0);
    } else if (word.starts_with(sample)) {
      settings.sample = number_in(word, 1);
      samples = true;
    } else {
      refuse("TUTTI: there is no " + quoted(word) +
             "; it is a list of: run, native, check, record=FILE, after=CALLS, sample=CALLS");
    }
  }
  if (samples && settings.mode != Mode::check) refuse("TUTTI: sample=CALLS is for check");
  if (settings.native && settings.mode != Mode::run) refuse("TUTTI: native is for run");
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

bool read_switch(const char* variable, std::string_view text) {
  if (text != "0" && text != "1") refuse(variable + (": " + quoted(text) + " is neither 0 nor 1"));
  return text == "1";
}

/// Whatever serves a reduction but the selector has bits of its own.
void check_one_tree(const Settings& settings) {
  if (settings.mode != Mode::run) refuse("TUTTI_BITS: under TUTTI=check and record=FILE the MPI makes the bits");
  if (settings.native) refuse("TUTTI_BITS: under TUTTI=native the MPI makes the bits where it is faster");
  if (settings.after > 0)
    refuse("TUTTI_BITS: with after=" + std::to_string(settings.after) +
           " in TUTTI the MPI makes the bits of the first calls; it is 0 where it is not said");
  for (const auto& c : collectives)
    if (const auto& preference = settings.preference(c.id); c.combines() && (preference.off || preference.algorithm))
      refuse("TUTTI_BITS: TUTTI_ALGORITHMS names what serves " + std::string(c.name) +
             ", whose bits would be those of that; name movements alone");
}

/// Rank 0 will write it; the file is made now, so that one that cannot be written to is refused before the program
/// runs.
std::string read_junit(const char* path) {
  std::ofstream file(path, std::ios::app);
  if (!file) refuse("TUTTI_CHECK_JUNIT: " + quoted(path) + " cannot be written to: " + std::strerror(errno));
  return path;
}

}  // namespace

Environment Environment::ours() {
  const auto given = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return value && *value ? value : nullptr;
  };
  return {given("TUTTI"),         given("TUTTI_ALGORITHMS"), given("TUTTI_VERBOSE"),
          given("TUTTI_PROFILE"), given("TUTTI_CHECK_EXIT"), given("TUTTI_CHECK_JUNIT"),
          given("TUTTI_BITS"),    given("TUTTI_TRANSPORT")};
}

Settings read_settings(const Environment& environment) {
  Settings settings;
  settings.one_tree = environment.bits && asks_for_one_tree(environment.bits);
  if (settings.one_tree) settings.after = 0;
  if (environment.modes) read_modes(environment.modes, settings);
  if (const auto why = why_not_recordable(settings.record); settings.mode == Mode::record && !why.empty())
    refuse("TUTTI: 'record=" + settings.record + "': there cannot be such a file: " + why);
  if (environment.algorithms) read_algorithms(environment.algorithms, settings);
  if (settings.one_tree) check_one_tree(settings);
  if (environment.verbose) settings.verbose = read_switch("TUTTI_VERBOSE", environment.verbose);
  if (environment.check_exit) settings.check_exit = read_switch("TUTTI_CHECK_EXIT", environment.check_exit);
  if (environment.check_junit) settings.check_junit = read_junit(environment.check_junit);
  try {
    if (environment.profile) settings.profile = named_profile(environment.profile);
  } catch (const std::invalid_argument& e) {
    refuse(std::string("TUTTI_PROFILE: ") + e.what());
  }
  if (environment.transport) settings.by_node = asks_for_node(environment.transport);
  if (settings.native && (!settings.profile || settings.profile->measured.empty()))
    refuse(
        "TUTTI: native needs a TUTTI_PROFILE in which collectives were measured: mpiexec -n RANKS tutti-mpi "
        "calibrate --collectives all --output FILE");
  return settings;
}

/// Seven lines, and the profile, where there is one.
std::string write_settings(const Settings& settings) {
  std::string preferences;
  for (const auto& c : collectives) {
    const auto& preference = settings.preference(c.id);
    if (!preference.off && !preference.algorithm) continue;
    if (!preferences.empty()) preferences += ',';
    preferences += std::string(c.name) + "=";
    preferences += preference.off ? "off" : preference.algorithm->name.substr(c.name.size() + 1);
  }
  const auto mode = settings.mode == Mode::run     ? std::string("run") + (settings.native ? ",native" : "")
                    : settings.mode == Mode::check ? "check," + std::string(sample) + std::to_string(settings.sample)
                                                   : std::string(record) + settings.record;
  return mode + "," + std::string(after) + std::to_string(settings.after) + "\n" + preferences + "\n" +
         (settings.verbose ? "1" : "0") + "\n" + (settings.check_exit ? "1" : "0") + "\n" + settings.check_junit +
         "\n" + (settings.one_tree ? "1" : "0") + "\n" + (settings.by_node ? "1" : "0") + "\n" +
         (settings.profile ? write_profile(*settings.profile) : "");
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
  settings.verbose = read_switch("TUTTI_VERBOSE", line());
  settings.check_exit = read_switch("TUTTI_CHECK_EXIT", line());
  settings.check_junit = line();
  settings.one_tree = read_switch("TUTTI_BITS", line());
  settings.by_node = read_switch("TUTTI_TRANSPORT", line());
  if (!text.empty()) settings.profile = parse_profile(text, "the settings of rank 0");
  return settings;
}

}  // namespace tutti::library
