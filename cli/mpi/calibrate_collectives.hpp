// The part of tutti-mpi calibrate that times whole collectives.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "verified/choose/profile.hpp"

namespace tutti::cli {

/// Those named, apart by commas, or all for "all". UsageError, with the valid names, where one is none.
std::vector<Collective> collectives_called(const std::string& names);

/// Collective: times these on the ranks of `comm`, with 8 B to 8 MB in the largest buffer of a rank, by one
/// schedule of each algorithm, by those that the profile, which all ranks give alike, prices as the fastest ones at
/// some size, and by the MPI's own procedure; those whose sizes are not for all ranks to know with 1 KiB a block, as
/// they are chosen. The same at all ranks. Each rank calls `report` after each size. About half a minute for all on two
/// ranks.
std::vector<MeasuredCollective> measure_collectives(
    MPI_Comm comm, const std::vector<Collective>& which, const Profile& profile,
    const std::function<void(std::size_t done, std::size_t of)>& report);

/// A line for each collective and size: the fastest schedule, and how much longer the MPI's own takes.
std::string print_measured(const std::vector<MeasuredCollective>& all);

}  // namespace tutti::cli
