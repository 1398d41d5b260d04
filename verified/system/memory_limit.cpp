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

/// The number that the file states; "max" is none.
std::optional<double> number_in(const fs::path& file) {
  std::ifstream in(file);
  double bytes = 0;
  return in >> bytes ? std::optional(bytes) : std::nullopt;
}

/// The files of a control group that say how much memory it allows, and how much is taken.
struct GroupFiles {
  fs::path limit, used;
};

/// The files of this process's groups and of those above them.
std::vector<GroupFiles> group_files(const fs::path& root) {
  std::vector<GroupFiles> files;
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
      files.push_back({folder / (is_v1 ? "memory.limit_in_bytes" : "memory.max"),
                       folder / (is_v1 ? "memory.usage_in_bytes" : "memory.current")});
  }
  return files;
}

double bytes_of_machine() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// What follows a word of the file, such as "MemAvailable:    1024 kB".
std::optional<double> number_after(const std::string& key, const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  double number = 0;
  while (in >> word && word != key) continue;
  return in >> number ? std::optional(number) : std::nullopt;
}

}  // namespace

MemoryLimit memory_limit(const fs::path& root) {
  MemoryLimit limit{bytes_of_machine(), {}};
  for (const auto& group : group_files(root))
    if (const auto bytes = number_in(group.limit); bytes && *bytes < limit.bytes)
      limit = {*bytes, group.limit.string()};
  return limit;
}

double free_memory(const fs::path& root) {
  constexpr double kib = 1024;
  const auto available = number_after("MemAvailable:", root / "proc/meminfo");
  double free = available ? kib * *available : bytes_of_machine();
  for (const auto& group : group_files(root)) {
    const auto limit = number_in(group.limit), used = number_in(group.used);
    const auto cached = number_after("inactive_file", group.limit.parent_path() / "memory.stat");  // which is given up
    if (limit && used) free = std::min(free, std::max(0.0, *limit - *used + cached.value_or(0)));
  }
  return free;
}

}  // namespace tutti
