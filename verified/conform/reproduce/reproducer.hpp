// A failing case as a C program that needs nothing of ours.
#pragma once
#include <string>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::conform {

/// C99 and MPI alone, in at most 62 lines of at most 120 columns: makes the communicator and the datatype, fills the
/// buffers with numbers that say where they come from, calls the procedure, and compares every element with what is
/// due. It prints "rank R: element I is X, due Y" and exits with 1 where that differs, with 2 on another number of
/// ranks, and each rank ends with PASS or FAIL; of a crash or a hang it crashes or hangs. `found` is said in its first
/// lines; a disagreement is looked for as such, and so is an error that an MPI returns without calling the error
/// handler. Threads need POSIX. Empty where `c` has a load or a scenario that is the checker's own ("mixed"), or has so
/// many ranks that the program would be longer.
std::string reproducer(const Case& c, const Wrong& found);

}  // namespace tutti::conform
