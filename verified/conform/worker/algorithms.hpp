// What of an MPI can be set at a launch, as it says itself through MPI_T.
#pragma once
#include <vector>

#include "verified/conform/case/choosable.hpp"
#include "verified/conform/case/offer.hpp"

namespace tutti::mpi::conform {

/// Those that say how collectives work. What has no enumeration, but a description that explains words as "WORD - …",
/// has these for its items, where the MPI accepts that it is set to them. Must be called before MPI_Init; tries values
/// in child processes. Empty where there are none.
std::vector<tutti::conform::ControlVariable> variables_of_collectives();

/// The sizes in bytes at which the MPI says that it changes what it does: the values of control variables whose names
/// end as such variables do (MSG_SIZE, LIMIT, THRESHOLD, SEGMENT_SIZE, …), from 64 bytes to 4 MiB. Called as the above.
std::vector<tutti::conform::CutOff> cut_offs();

}  // namespace tutti::mpi::conform
