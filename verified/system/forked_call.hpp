// A call in a child of this process, which may crash or hang.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tutti {

/// How it ended, and what it wrote before.
struct CallEnd {
  enum class How { returned, threw, exited, killed, late };
  How how = How::returned;
  int number = 0;    ///< the exit status, or the signal
  std::string text;  ///< "" where it returned, else "signal 11 (Segmentation fault)", "exit status 0", "an exception",
                     ///< "no end after 2 s"
  std::vector<std::byte> wrote;
};

/// Hands bytes to the parent, which has them even if the child crashes later.
using Write = std::function<void(std::span<const std::byte>)>;

/// Runs work(write) in a child, whose standard input, output and error are /dev/null, and which dies with the thread
/// that calls this. Kills it where it takes longer than `limit` seconds; with `progress`, longer than that since the
/// number last changed. What the child has forked ends with it, unless it has left its process group. Time in which
/// this process itself did not run does not count. Throws std::system_error where there is no child to be had.
CallEnd call_in_child(double limit, const std::function<void(const Write& write)>& work,
                      const std::function<std::size_t()>& progress = {});

}  // namespace tutti
