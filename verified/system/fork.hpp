// A fork with a pipe from the child to its parent.
#pragma once
#include <sys/types.h>

namespace tutti {

/// In the parent the child and the end to read from, without blocking; in the child 0 and the end to write to. Both
/// ends are closed on exec.
struct Forked {
  pid_t child;
  int pipe;
};

/// No child made so holds an end of another's pipe, so that the end of what is written is seen when the child ends,
/// whatever other threads start at the same time. Throws std::system_error where there is no pipe or no child.
Forked fork_with_pipe();

}  // namespace tutti
