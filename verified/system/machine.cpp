#include "verified/system/machine.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "verified/system/utf8.hpp"

namespace tutti {
namespace {

const std::string not_known = "unknown";

std::string text_of(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Behind the colon of the first line that begins with `key`, without spaces; empty where there is none.
std::string value_of(const std::string& text, std::string_view key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos || !line.starts_with(key)) continue;
    if (line.find_first_not_of(" \t", key.size()) != colon) continue;
    const auto first = line.find_first_not_of(" \t", colon + 1);
    return first == std::string::npos ? std::string() : line.substr(first);
  }
  return {};
}

std::string or_unknown(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.empty() ? not_known : printable(text);
}

/// sched_getaffinity() has an end, and the kernel's text has none.
std::set<int> processors_here() {
  try {
    return parse_list(value_of(text_of("/proc/self/status"), "Cpus_allowed_list"));
  } catch (const std::invalid_argument&) {
    std::set<int> all{0};
    for (int i = 1; i < sysconf(_SC_NPROCESSORS_ONLN); ++i) all.insert(i);
    return all;
  }
}

int number(std::string_view text) {
  constexpr int most = 1 << 20;
  int n = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 0 || n > most)
    throw std::invalid_argument("'" + std::string(text) + "' is no number of a processor");
  return n;
}

/// The fields that are texts, by their names.
constexpr std::array<std::pair<const char*, std::string Machine::*>, 4> texts{
    {{"host", &Machine::host}, {"kernel", &Machine::kernel}, {"cpu", &Machine::cpu}, {"governor", &Machine::governor}}};

}  // namespace

std::string cpu_model(const std::string& cpuinfo) {
  for (const char* key : {"model name", "cpu model", "cpu", "Model", "CPU part", "uarch"})
    if (auto model = value_of(cpuinfo, key); !model.empty()) return model;
  return not_known;
}

Machine machine_here() {
  Machine here;
  utsname system{};
  if (uname(&system) == 0) {
    here.kernel = or_unknown(std::string(system.sysname) + " " + system.release + " " + system.machine);
    here.host = or_unknown(system.nodename);
  }
  here.cpu = or_unknown(cpu_model(text_of("/proc/cpuinfo")));
  here.governor = or_unknown(text_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  here.processors = processors_here();
  if (getloadavg(&here.load, 1) != 1) here.load = 0;
  return here;
}

std::string print(const Machine& machine) {
  std::ostringstream text;
  for (const auto& [name, field] : texts) text << name << ' ' << machine.*field << '\n';
  text << "processors " << print_list(machine.processors) << "\nload " << machine.load << '\n';
  return text.str();
}

Machine parse_machine(const std::string& text) {
  Machine machine;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto space = std::min(line.find(' '), line.size());
    const auto name = line.substr(0, space), value = line.substr(std::min(space + 1, line.size()));
    const auto* field = std::ranges::find(texts, name, [](const auto& f) { return std::string(f.first); });
    if (field != texts.end())
      machine.*field->second = or_unknown(value);
    else if (name == "processors")
      machine.processors = parse_list(value);
    else if (std::istringstream in(value); name != "load" || !(in >> machine.load) || !(machine.load >= 0))
      throw std::invalid_argument("'" + printable(line) + "' says nothing of a machine");
  }
  if (machine.processors.empty()) throw std::invalid_argument("no processors are said that a rank may run on");
  return machine;
}

std::string print_list(const std::set<int>& numbers) {
  std::string text;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    for (auto next = std::next(last); next != numbers.end() && *next == *last + 1; ++next) last = next;
    text += (text.empty() ? "" : ",") + std::to_string(*first);
    if (last != first) text += "-" + std::to_string(*last);
    first = std::next(last);
  }
  return text;
}

std::set<int> parse_list(const std::string& text) {
  std::set<int> all;
  std::istringstream ranges(text);
  for (std::string range; std::getline(ranges, range, ',');) {
    const auto dash = range.find('-');
    const int first = number(std::string_view(range).substr(0, dash));
    const int last = dash == std::string::npos ? first : number(std::string_view(range).substr(dash + 1));
    for (int i = first; i <= last; ++i) all.insert(i);
  }
  if (all.empty()) throw std::invalid_argument("'" + printable(text) + "' is no list of processors");
  return all;
}

}  // namespace tutti
