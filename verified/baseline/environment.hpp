// What of a machine may explain that an MPI does something else on it.
#pragma once
#include <string>
#include <vector>

#include "verified/baseline/recording.hpp"
#include "verified/system/machine.hpp"

namespace tutti::baseline {

/// The environment of the machines of all ranks, by rank, at least one; and of this process, which builds and launches
/// them, the compiler and the variables. Where ranks differ, each value is told once, in the order of ranks. The
/// processors are those that any rank may run on, host by host. What the MPI says is left empty.
Environment environment_of(const std::vector<Machine>& ranks);

/// The largest load of any.
double load_of(const std::vector<Machine>& ranks);

/// Whether MPIs and their transports look at a variable of that name.
bool is_of_mpi(const std::string& variable);

}  // namespace tutti::baseline
