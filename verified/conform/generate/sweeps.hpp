// The parts of a programme, each of one procedure.
#pragma once
#include <random>
#include <vector>

#include "verified/conform/generate/cover.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {

/// What part of a programme is made of.
struct Sweep {
  Case start;  ///< with the procedure
  std::vector<Factor> factors;
  std::vector<Together> meet;
};

/// Every pair of features, and some triples.
Sweep features(Procedure procedure, const ProgrammeRequest& request);
/// Every root with every communicator and form.
Sweep every_root(Procedure procedure, const ProgrammeRequest& request);
/// Every predefined operator on every datatype that it takes.
Sweep every_operator(Procedure procedure, const ProgrammeRequest& request);
/// The sizes on both sides of those at which MPIs change their algorithms.
Sweep sizes(Procedure procedure, const ProgrammeRequest& request);
/// Each argument that may be wrong.
Sweep errors(Procedure procedure, const ProgrammeRequest& request);
/// The bracketing of reductions and a scan of each number of ranks, with little data and with much: by the MPI's own
/// sum and by an operator of the user's that does not commute.
Sweep brackets(Procedure procedure, const ProgrammeRequest& request);
/// More than 2^31 bytes, at two ranks.
Sweep beyond_an_int(Procedure procedure, const ProgrammeRequest& request);

}  // namespace tutti::conform
