// Long work that is asked to stop ends in good order.
#pragma once

namespace tutti::cli {

/// From now on the first SIGINT, SIGTERM or SIGHUP asks this program to stop, the second ends it at once; and who reads
/// no more of what is printed asks it as well.
void heed_signals();

bool is_asked_to_stop();

}  // namespace tutti::cli
