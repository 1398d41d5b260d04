// How much memory this process may take.
#pragma once
#include <filesystem>
#include <string>

namespace tutti {

struct MemoryLimit {
  double bytes;
  std::string file;  ///< of the control group that allows no more; empty where the machine has no more
};

/// The least of what the machine has and what the control groups of this process, its own and those above it, allow
/// (cgroup v1 and v2), as the files below `root` say.
MemoryLimit memory_limit(const std::filesystem::path& root = "/");

/// How many bytes of it are not taken: the least of what the machine has available and what each of these groups has
/// left.
double free_memory(const std::filesystem::path& root = "/");

}  // namespace tutti
