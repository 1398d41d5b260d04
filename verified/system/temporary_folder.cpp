#include "verified/system/temporary_folder.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace tutti {

namespace fs = std::filesystem;

namespace {

/// Never destroyed: threads that nobody waits for may have some until the end.
struct Folders {
  std::mutex mutex;
  std::set<fs::path> all;
};
Folders& folders() {
  static auto& made = *new Folders;
  return made;
}

/// Who is being ended just now, such as a compiler, may still write there, and remove what is being looked at.
void remove_folder(const fs::path& folder) {
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries; ++i) {
    std::error_code failed;
    fs::remove_all(folder, failed);
    if (!failed) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& name, const fs::path& parent) {
  std::error_code ignored;
  const auto place = parent.empty() ? fs::temp_directory_path(ignored) : fs::absolute(parent);
  auto made = (place / (name + "-XXXXXX")).string();
  const std::lock_guard lock(folders().mutex);  // before it is there: what is not in the list is not removed
  if (!mkdtemp(made.data()))
    throw std::runtime_error(place.string() + ": no folder can be made there: " + std::strerror(errno));
  path_ = made;
  folders().all.insert(path_);
}

TemporaryFolder::~TemporaryFolder() {
  remove_folder(path_);
  const std::lock_guard lock(folders().mutex);
  folders().all.erase(path_);
}

void TemporaryFolder::remove_all() {
  folders().mutex.lock();  // for good: who would make another one now waits for the end
  for (const auto& folder : folders().all) remove_folder(folder);
}

}  // namespace tutti
