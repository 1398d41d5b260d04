// Runs `tutti conform` under a launcher and a worker that play an MPI (tests/conform/fake_mpi.cpp).
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/conform/fake_mpi.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {

/// The options that make it run under the fake MPI.
inline const std::string fake = " --worker " TUTTI_FAKE_MPI " --launcher '" TUTTI_FAKE_MPI " mpiexec {np}'";

/// `tutti conform` with these arguments.
inline Outcome conformity(const std::string& arguments) { return run(TUTTI_PROGRAM, "conform " + arguments); }

/// A legal case with that fate.
inline std::string line(conform::Fate fate, const std::string& procedure = "bcast", int ranks = 2) {
  return procedure + " np=" + std::to_string(ranks) + " count=3 seed=" + std::to_string(static_cast<int>(fate));
}

/// As options.
inline std::string cases(const std::vector<conform::Fate>& fates) {
  std::string text;
  for (const auto fate : fates) text += " --case '" + line(fate) + "'";
  return text;
}

/// Arguments that are bad usage give status 2 and one line, which says what is wrong.
inline void check_bad_usage(const std::string& arguments, const std::string& what) {
  CAPTURE(arguments);
  check_refused(conformity(arguments), what);
}

}  // namespace tutti
