// Which cases a conformance run consists of.
#pragma once
#include <cstdint>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// One minute; ten minutes; that and buffers of more than 2^31 bytes.
enum class ProgrammeSize { quick, normal, large };

struct ProgrammeRequest {
  std::vector<int> ranks;  ///< of the launches
  ProgrammeSize size = ProgrammeSize::normal;
  std::vector<Procedure> procedures = {};  ///< none: all
  std::uint64_t seed = 0;                  ///< of everything that is drawn
};

/// Legal cases, by rising number of ranks, those with threads last, and those with a wrong argument behind all others;
/// a function of the request alone. Every pair of features of a procedure meets (number of ranks, form, large count,
/// communicator, root, in place, layout of the blocks, load, count, scenario), every root of every communicator, every
/// operator with every datatype it takes, the sizes on both sides of those at which MPICH and Open MPI change their
/// algorithms, and some reductions whose bracketing is revealed.
std::vector<Case> programme(const ProgrammeRequest& request);

}  // namespace tutti::conform
