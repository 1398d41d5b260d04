// What ends a call that crashes or does not end: its name on standard error, and the whole job.
#pragma once
#include <string>

namespace tutti::cli {

/// From here on, a crash and a call that does not end in time (see now_running) are said on standard error, with what
/// was running, and MPI_Abort ends the job with Exit::refuted: a rank that merely exits is cleaned up by the launcher,
/// whose own status may then be that of the ranks it killed.
void watch_for_crashes();

/// `what` runs from now on, for at most 60 s.
void now_running(const std::string& what);

/// Nothing runs that could have to be given up.
void nothing_running();

}  // namespace tutti::cli
