// Which cases a conformance run consists of.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/offer.hpp"
#include "verified/conform/generate/cover.hpp"

namespace tutti::conform {

/// Few pairs; every pair; that and buffers of more than 2^31 bytes.
enum class ProgrammeSize { quick, normal, large };

struct ProgrammeRequest {
  std::vector<int> ranks;  ///< of the launches
  int nodes = 1;           ///< on which the ranks of a launch lie, or as many as there are ranks
  ProgrammeSize size = ProgrammeSize::normal;
  std::vector<Procedure> procedures = {};  ///< none: all
  std::uint64_t seed = 0;                  ///< of everything that is drawn
  Offer offer = {};                        ///< of the MPI under test: what it lacks is in no case
};

/// What a part of a programme, for one procedure, sees to it that it meets.
struct Promise {
  Procedure procedure;
  std::string part;  ///< "above 64 KiB"
  int cases = 0;
  std::vector<Coverage> met;
};

struct Programme {
  std::vector<Case> cases;
  std::vector<Promise> promises;  ///< but for parts without a case
};

/// Legal cases that the MPI has the procedures for, by rising number of ranks, those with threads last, and those with
/// a wrong argument behind all others; a function of the request alone. Every pair of features of a procedure meets
/// (number of ranks, form, large count, communicator, root, in place, layout of the blocks, load, scenario) with a few
/// elements, with up to 64 KiB and with more, of sizes that are drawn evenly by their logarithms; every root of every
/// communicator, every operator with every datatype it takes, the sizes on both sides of those at which the MPI says
/// that it changes what it does, or MPICH and Open MPI are known to, and some reductions of up to 16 ranks whose
/// bracketing is revealed. On several nodes the cases of each procedure, form, communicator and number of ranks are
/// dealt to the ways in which these ranks may lie on the nodes. But for ProgrammeSize::large no case moves more than
/// 256 MiB in all, so that many ranks have less each.
Programme programme(const ProgrammeRequest& request);

}  // namespace tutti::conform
