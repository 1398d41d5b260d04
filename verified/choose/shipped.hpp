// The profiles that come with tutti, and which of them stands in where none is named.
#pragma once
#include <string>

#include "verified/choose/profile.hpp"

namespace tutti {

/// Whose messages were measured: each has protocols of its own, and begins them at other sizes.
enum class Mpi { mpich, openmpi };

/// Measured by `tutti-mpi calibrate` between two ranks of one node that exchange messages through memory they share;
/// its `machine` says where.
Profile node_profile(Mpi mpi);

/// node_profile() for ranks that are all on one node and have a processor each; else default_profile(): where ranks
/// wait for processors, or messages go over a network, they cost more than was measured there.
Profile profile_of_place(bool of_a_node, Mpi mpi);

/// Whether named_profile() takes the name for one of these, and not for a file.
bool is_shipped(const std::string& name);

/// node_profile() for "node", of MPICH, and "node-openmpi", default_profile() for "assumed", or that in the file at the
/// path `name`. Throws as read_profile().
Profile named_profile(const std::string& name);

}  // namespace tutti
