// What a case may come to under the launcher and worker of tests/conform/fake_mpi.cpp.
#pragma once

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// The seed of the case. The last rank is the one that goes wrong, but where all of them do.
enum class Fate {
  pass,
  wrong,
  skip,
  crash,
  exit,
  hang,  ///< and takes no notice of SIGTERM
  overrun,
  differ,
  garbage,      ///< lines that are none, and a pass
  spoil,        ///< passes, and makes what is a victim of it fail
  victim,       ///< passes, unless spoilt before
  mumble,       ///< a failure that no line explains
  print,        ///< a lot on standard output, and a pass
  crash_later,  ///< a pass, and a crash when all cases are done
  accept,       ///< a wrong argument, without an error
  slow,         ///< a pass, at the first rank after half a second; a wrong argument is noticed before
  once,         ///< wrong at the first time under a folder of launches, else a pass
  stall,        ///< a pass, at the first rank after a second and a half
};

inline Case with(Fate fate, int ranks = 2) {
  Case c;
  c.ranks = ranks;
  c.seed = static_cast<std::uint64_t>(fate);
  return c;
}

}  // namespace tutti::conform
