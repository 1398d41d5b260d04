// What of a machine may explain that an MPI does something else on it.
#pragma once
#include <string>

#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

/// Of this machine and this process; what its MPI says is left empty. What cannot be read is "unknown".
Environment environment_here();

/// The load of the last minute, or 0 where it is not known.
double load_here();

/// The model of the first processor in the text of /proc/cpuinfo, of whatever architecture; "unknown" where none is
/// said.
std::string cpu_model(const std::string& cpuinfo);

/// Whether MPIs and their transports look at a variable of that name.
bool is_of_mpi(const std::string& variable);

}  // namespace tutti::baseline
