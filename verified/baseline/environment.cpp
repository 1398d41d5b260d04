#include "verified/baseline/environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace tutti::baseline {
namespace {

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

/// Each different text once, in the order of ranks.
std::string all_of(const std::vector<Machine>& ranks, std::string Machine::*field) {
  std::vector<std::string> different;
  for (const auto& rank : ranks)
    if (std::ranges::find(different, rank.*field) == different.end()) different.push_back(rank.*field);
  std::string text;
  for (const auto& value : different) text += (text.empty() ? "" : ", ") + value;
  return text;
}

/// What the ranks of each host may run on together.
void add_processors(const std::vector<Machine>& ranks, Environment& environment) {
  std::vector<std::pair<std::string, std::set<int>>> hosts;
  for (const auto& rank : ranks) {
    auto host = std::ranges::find(hosts, rank.host, [](const auto& h) { return h.first; });
    if (host == hosts.end()) host = hosts.insert(hosts.end(), {rank.host, {}});
    host->second.insert(rank.processors.begin(), rank.processors.end());
  }
  environment.processors = 0;
  for (const auto& [host, processors] : hosts) {
    environment.processors += static_cast<int>(processors.size());
    if (!environment.affinity.empty()) environment.affinity += "; ";
    environment.affinity += print_list(processors) + (hosts.size() > 1 ? " on " + host : "");
  }
}

}  // namespace

bool is_of_mpi(const std::string& variable) {
  constexpr std::array begins{"MPIR_CVAR_", "MPICH_", "OMPI_",  "PRTE_", "PMIX_MCA_", "UCX_",  "UCC_",
                              "FI_",        "HCOLL_", "I_MPI_", "MV2_",  "OMP_",      "SMPI_", "KMP_"};
  return std::ranges::any_of(begins, [&](const char* begin) { return variable.starts_with(begin); });
}

double load_of(const std::vector<Machine>& ranks) { return std::ranges::max(ranks, {}, &Machine::load).load; }

Environment environment_of(const std::vector<Machine>& ranks) {
  Environment there;
  there.kernel = all_of(ranks, &Machine::kernel);
  there.hostname = all_of(ranks, &Machine::host);
  there.cpu = all_of(ranks, &Machine::cpu);
  there.governor = all_of(ranks, &Machine::governor);
  there.compiler = "g++ " __VERSION__;
#ifdef __clang__
  there.compiler = __VERSION__;
#endif
  add_processors(ranks, there);
  there.variables = variables_here();
  there.load_before = there.load_after = load_of(ranks);
  return there;
}

}  // namespace tutti::baseline
