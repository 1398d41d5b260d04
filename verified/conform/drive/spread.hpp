// Lets a launcher spread the ranks of one machine over several nodes, as MPIs see them.
#pragma once
#include <filesystem>
#include <string>

#include "verified/conform/case/nodes.hpp"

namespace tutti::conform {

/// Launchers of which we know how they do it: Hydra, which starts on each of several addresses of this machine; and
/// mpirun of Open MPI, whose daemons get a host name of their own each.
enum class LauncherFamily {
  unknown,   ///< it must be told by {nodes} in its command, the node of each rank as in 0,0,1,1
  hydra,     ///< MPICH and its relatives
  open_mpi,  ///< 2 and later
};

/// The family of the launcher that belongs to an MPI, from MPI_Get_library_version.
LauncherFamily family_of_launcher(const std::string& library);

/// Writes the program that Open MPI's launcher starts its daemons by to `folder`, from where spread_command() names it.
/// Throws std::runtime_error where it cannot be written.
void write_agent(const std::filesystem::path& folder);

/// The command of a launcher with {nodes} filled in, or else, for more nodes than one, with the arguments by which its
/// family spreads ranks before the option whose value is {np}. Throws std::invalid_argument where its family is unknown
/// and there is no {nodes}, with the remedy.
std::string spread_command(std::string command, LauncherFamily family, const Nodes& nodes, int ranks,
                           const std::filesystem::path& folder);

}  // namespace tutti::conform
