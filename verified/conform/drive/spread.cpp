#include "verified/conform/drive/spread.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "verified/conform/drive/text.hpp"

namespace tutti::conform {
namespace {

namespace fs = std::filesystem;

constexpr const char* agent = "agent";

/// "a:2,b:1": the nodes with the number of ranks on each. Ranks beyond these are dealt again from the first node on.
std::string hosts(const Nodes& nodes, int ranks, const std::string& prefix) {
  const auto node = node_of_each(nodes, ranks);
  std::string text;
  for (int n = 0; n <= std::ranges::max(node); ++n) {
    const auto slots = nodes.spread == Spread::cyclic ? 1 : std::ranges::count(node, n);
    text += (n ? "," : "") + prefix + std::to_string(n + 1) + ":" + std::to_string(slots);
  }
  return text;
}

/// Each node as an address of this machine: 127.0.0.1, 127.0.0.2, …
std::string arguments_of_hydra(const Nodes& nodes, int ranks) {
  return "-launcher fork -hosts " + hosts(nodes, ranks, "127.0.0.");
}

std::string arguments_of_open_mpi(const Nodes& nodes, int ranks, const fs::path& folder) {
  return "--mca plm_rsh_agent " + shell_quoted((folder / agent).string()) +
         " --mca plm_rsh_no_tree_spawn 1 --oversubscribe -H " + hosts(nodes, ranks, "node") +
         (nodes.spread == Spread::cyclic ? " --map-by node" : "");
}

/// Where the option begins whose value is {np}: "-n {np}"; where there is none, behind {np}.
std::size_t place_of_arguments(const std::string& command) {
  const auto np = command.find("{np}");
  const auto end = command.find_last_not_of(' ', np == 0 ? 0 : np - 1);
  if (end == std::string::npos) return np;
  const auto blank = command.find_last_of(' ', end);
  const auto begin = blank == std::string::npos ? 0 : blank + 1;
  return command[begin] == '-' ? begin : np;
}

}  // namespace

LauncherFamily family_of_launcher(const std::string& library) {
  if (library.find("Open MPI") != std::string::npos) return LauncherFamily::open_mpi;
  for (const auto* hydra : {"MPICH", "Intel(R) MPI", "MVAPICH"})
    if (library.find(hydra) != std::string::npos) return LauncherFamily::hydra;
  return LauncherFamily::unknown;
}

void write_agent(const fs::path& folder) {
  const auto path = folder / agent;
  std::ofstream out(path);
  // Open MPI tells hosts apart by their names. A name of one's own takes a namespace, which root may make, and others
  // in a namespace of users.
  out << "#!/bin/sh\n"
         "# Starts here, under the name of a host of its own, what is to be started on the host of that name.\n"
         "name=$1\n"
         "shift\n"
         "unshare --uts true 2>/dev/null && exec unshare --uts sh -c \"hostname $name && $*\"\n"
         "exec unshare --map-root-user --uts sh -c \"hostname $name && $*\"\n";
  out.close();
  std::error_code error;
  fs::permissions(path, fs::perms::owner_all, error);
  if (!out || error) throw std::runtime_error(path.string() + ": cannot be written");
}

std::string spread_command(std::string command, LauncherFamily family, const Nodes& nodes, int ranks,
                           const fs::path& folder) {
  const std::string word = "{nodes}";
  if (command.find(word) != std::string::npos) return replaced(command, word, node_list(nodes, ranks));
  if (nodes.count == 1) return command;
  if (family == LauncherFamily::unknown)
    throw std::invalid_argument(
        "how the launcher of this MPI spreads ranks over nodes is not known; say it in --launcher by {nodes}, which "
        "stands for the node of each rank, as in 0,0,1,1");
  const auto arguments =
      family == LauncherFamily::hydra ? arguments_of_hydra(nodes, ranks) : arguments_of_open_mpi(nodes, ranks, folder);
  return command.insert(place_of_arguments(command), arguments + " ");
}

}  // namespace tutti::conform
