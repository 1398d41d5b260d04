// What is asked to stop ends in good order.
#pragma once

namespace tutti::cli {

/// From now on the first SIGINT, SIGTERM or SIGHUP asks this program to stop, the second ends it at once; and who reads
/// no more of what is printed asks it as well.
void heed_signals();

bool is_asked_to_stop();

/// From now on SIGINT, SIGTERM and SIGHUP end this program as they did before, but not before its temporary folders are
/// removed. A second one ends it at once.
void leave_no_folders();

}  // namespace tutti::cli
