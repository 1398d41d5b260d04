#include "verified/baseline/environment.hpp"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

namespace tutti::baseline {
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
  return text.empty() ? not_known : text;
}

int processors_here() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
}

std::map<std::string, std::string> variables_here() {
  std::map<std::string, std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const auto equals = text.find('=');
    if (equals != std::string::npos && is_of_mpi(text.substr(0, equals)))
      all[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return all;
}

}  // namespace

std::string cpu_model(const std::string& cpuinfo) {
  for (const char* key : {"model name", "cpu model", "cpu", "Model", "CPU part", "uarch"})
    if (auto model = value_of(cpuinfo, key); !model.empty()) return model;
  return not_known;
}

bool is_of_mpi(const std::string& variable) {
  constexpr std::array begins{"MPIR_CVAR_", "MPICH_", "OMPI_",  "PRTE_", "PMIX_MCA_", "UCX_",  "UCC_",
                              "FI_",        "HCOLL_", "I_MPI_", "MV2_",  "OMP_",      "SMPI_", "KMP_"};
  return std::ranges::any_of(begins, [&](const char* begin) { return variable.starts_with(begin); });
}

double load_here() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

Environment environment_here() {
  Environment here;
  utsname system{};
  const bool is_named = uname(&system) == 0;
  here.kernel = is_named ? std::string(system.sysname) + " " + system.release + " " + system.machine : not_known;
  here.hostname = is_named ? or_unknown(system.nodename) : not_known;
  here.compiler = "g++ " __VERSION__;
#ifdef __clang__
  here.compiler = __VERSION__;
#endif
  here.cpu = cpu_model(text_of("/proc/cpuinfo"));
  here.governor = or_unknown(text_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  here.affinity = or_unknown(value_of(text_of("/proc/self/status"), "Cpus_allowed_list"));
  here.processors = processors_here();
  here.variables = variables_here();
  here.load_before = here.load_after = load_here();
  return here;
}

}  // namespace tutti::baseline
