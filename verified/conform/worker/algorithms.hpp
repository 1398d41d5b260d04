// The algorithms that an MPI lets one choose, as it says itself through MPI_T.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/offer.hpp"

namespace tutti::mpi::conform {

/// One value of one control variable.
struct Choosable {
  std::string collective;  ///< as in the variable's name, in lower case: "allreduce", "iallreduce", "allreduce-inter"
  std::string value;       ///< "ring"
  /// What chooses it in the environment of a launch: pairs NAME=VALUE.
  std::vector<std::string> environment;
};

/// For each control variable whose name ends in ALGORITHM (MPI 4.0, 15.3.6): the items of its enumeration, or the words
/// that its description explains as "WORD - …", which it must accept when it is set to them. Defaults ("auto",
/// "ignore") are left out. Must be called before MPI_Init; tries values in child processes. Empty where there is no
/// such variable.
std::vector<Choosable> choosable_algorithms();

/// "allreduce=ring env MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=ring", a line for each variable, of the file that `tutti
/// conform
/// --algorithms` reads.
std::string print(const Choosable& c);

/// The sizes in bytes at which the MPI says that it changes what it does: the
/// values of control variables whose names end as such variables do (MSG_SIZE,
/// LIMIT, THRESHOLD, SEGMENT_SIZE, …), from 64 bytes to 4 MiB.
/// Like choosable_algorithms().
std::vector<tutti::conform::CutOff> cut_offs();

}  // namespace tutti::mpi::conform
