#include "verified/system/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace tutti {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& name, const fs::path& parent) {
  std::error_code ignored;
  const auto place = parent.empty() ? fs::temp_directory_path(ignored) : fs::absolute(parent);
  auto made = (place / (name + "-XXXXXX")).string();
  if (!mkdtemp(made.data()))
    throw std::runtime_error(place.string() + ": no folder can be made there: " + std::strerror(errno));
  path_ = made;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace tutti
