// Asks a worker what its MPI offers.
#pragma once
#include <vector>

#include "verified/conform/case/offer.hpp"
#include "verified/conform/drive/launch.hpp"
#include "verified/system/machine.hpp"

namespace tutti::conform {

/// Launches "serve --algorithms --results PREFIX" on two ranks, the first of
/// which writes the text of choice.hpp to PREFIX.0. Throws std::runtime_error
/// where that fails or takes longer than the limit for a start, and
/// std::invalid_argument where the text is malformed.
std::vector<Choice> ask_for_choices(const Launcher& launcher);

/// Likewise on so many ranks with "serve --offer" and the text of offer.hpp.
Offer ask_for_offer(const Launcher& launcher, int ranks);

/// Likewise on one rank with "serve --library": MPI_Get_library_version.
std::string ask_for_library(const Launcher& launcher);

/// What each of so many ranks runs on, by "serve --machine" and the text of system/machine.hpp.
std::vector<Machine> ask_for_machines(const Launcher& launcher, int ranks);

/// Throws std::runtime_error where ranks do not lie as they are due: each says by "serve --nodes" which rank is the
/// first of those that MPI_Comm_split_type finds to share memory with it.
void check_nodes(const Launcher& launcher, const Placement& placement);

}  // namespace tutti::conform
