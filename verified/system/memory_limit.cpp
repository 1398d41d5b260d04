// /proc/self/cgroup names the groups of this process, as paths in their hierarchies; /proc/self/mountinfo says where
// these are mounted, and from which group on.
#include "verified/system/memory_limit.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace tutti {
namespace {

namespace fs = std::filesystem;

/// Whether a list with commas has the word.
bool lists(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

/// The paths of the group that limits memory in version 1, and in version 2.
struct Groups {
  std::optional<fs::path> v1, v2;
};

/// Lines "4:memory:/user/job", and of version 2 "0::/user/job".
Groups groups_of_this_process(const fs::path& root) {
  Groups groups;
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    if (controllers.empty()) groups.v2 = line.substr(second + 1);
    if (lists(controllers, "memory")) groups.v1 = line.substr(second + 1);
  }
  return groups;
}

/// Blanks in paths are written "\040".
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto is_octal = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
    if (text[i] == '\\' && is_octal(i + 1) && is_octal(i + 2) && is_octal(i + 3)) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + text[i + 3] - '0');
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// The folder of `group` below a mount of what is from the group `from` on, and those above it up to the mount; the
/// mount alone where the group is not below it, as in a container that sees its own group as the first one.
std::vector<fs::path> folders(const fs::path& mount, const fs::path& from, const fs::path& group) {
  std::vector<fs::path> found{mount};
  const auto below = group.lexically_relative(from);
  for (const auto& name : below) {
    if (name == "..") return {mount};
    if (name != ".") found.push_back(found.back() / name);
  }
  return found;
}

/// Keeps the limit that the file states, if it is less. "max" is none.
void lower(MemoryLimit& limit, const fs::path& file) {
  std::ifstream in(file);
  double bytes = 0;
  if (in >> bytes && bytes < limit.bytes) limit = {bytes, file.string()};
}

}  // namespace

MemoryLimit memory_limit(const fs::path& root) {
  MemoryLimit limit{static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)), {}};
  const auto groups = groups_of_this_process(root);
  std::ifstream in(root / "proc/self/mountinfo");
  for (std::string line; std::getline(in, line);) {
    // 34 30 0:31 FROM MOUNT rw,relatime shared:1 - cgroup cgroup rw,memory
    std::istringstream words(line);
    std::string skipped, from, mount, type, source, options;
    words >> skipped >> skipped >> skipped >> from >> mount;
    while (words >> skipped && skipped != "-") continue;
    words >> type >> source >> options;
    const bool is_v1 = type == "cgroup" && lists(options, "memory");
    const auto& group = is_v1 ? groups.v1 : groups.v2;
    if ((!is_v1 && type != "cgroup2") || !group) continue;
    for (const auto& folder : folders(root / fs::path(unescaped(mount)).relative_path(), unescaped(from), *group))
      lower(limit, folder / (is_v1 ? "memory.limit_in_bytes" : "memory.max"));
  }
  return limit;
}

}  // namespace tutti
