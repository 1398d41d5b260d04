// Whether a C program for a failing case shows the failure: it is compiled, and launched as the case was.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "verified/conform/drive/launch.hpp"

namespace tutti::conform {

/// What came of it.
struct Rehearsal {
  int launches = 0, failed = 0;
  std::string why_not = {};  ///< why it was not launched, or not any more; else empty
  bool operator==(const Rehearsal&) const = default;
};

/// "fails 5 of 5", "fails 0 of 5", "not tried: …".
std::string describe(const Rehearsal& r);

/// The compiler of the MPI whose launcher is the first word of the command: "/opt/bin/mpicc.mpich" of
/// "/opt/bin/mpiexec.mpich -n {np}". Empty for one that is not called mpiexec or mpirun.
std::string compiler_beside(const std::string& launcher);

/// Compiles `program` by "`compiler` -std=c99 -pthread" and launches it five times, with the placement and the choice
/// of its case; twice where it hangs, which is when it goes on for longer than the time limit of the launcher. It fails
/// where the launcher's exit status is not 0. It is not launched where a program that does nothing fails. `compiler` is
/// for the shell. Ends early where `stop` says so.
Rehearsal rehearse(const std::filesystem::path& program, const std::string& compiler, const Launcher& launcher,
                   const Placement& placement, const Choice& choice, const std::function<bool()>& stop);

}  // namespace tutti::conform
