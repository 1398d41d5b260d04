// Forks with a pipe from the child to its parent.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <span>

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

/// A file without a name that holds these bytes, at its start, closed on exec; -1 where there is none to be had.
int file_with(std::span<const std::byte> bytes);

/// What a child does that needs nothing of this process but a message; it does not return.
using Life = void (*)(std::span<const std::byte> message, int pipe);

/// A child of this process in the directory in which it is now, made by a copy of it that is made once, at the first
/// call: a fork of a process costs a page fault for each page that it writes to next, and one with solvers at work has
/// hundreds of megabytes of them. The child has the memory, environment and open files of that first call, and no
/// handlers of signals. Where there
/// is no such copy to be had, it has been killed, or it can make no children for us (no CLONE_PARENT), by
/// fork_with_pipe(). Throws as that does.
Forked fork_beside(Life life, std::span<const std::byte> message);

}  // namespace tutti
