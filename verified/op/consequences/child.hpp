// Work in a child of this process, which may crash or hang.
#pragma once
#include <functional>
#include <span>
#include <string>

#include "verified/op/finding.hpp"

namespace tutti::op {

struct ChildEnd {
  Bytes wrote;      ///< all that it wrote
  std::string how;  ///< "" where it came to its end, else "signal 11 (Segmentation fault)", "exit status 0",
                    ///< "an exception", "no end after 2 s"
};

/// Runs work(write) in a child, whose standard output and error are discarded; write(bytes) hands bytes to the parent,
/// which has them even if the child crashes later. Ends the child after `deadline` seconds. Throws std::system_error
/// where there is no child to be had.
ChildEnd run_in_child(double deadline,
                      const std::function<void(const std::function<void(std::span<const std::byte>)>& write)>& work);

}  // namespace tutti::op
