// A folder for files that nobody needs later.
#pragma once
#include <filesystem>
#include <string>

namespace tutti {

/// An empty folder that is removed with the object, whatever is in it then. Threads may make and remove some at once.
class TemporaryFolder {
 public:
  /// "NAME-XXXXXX" in `parent`, else where temporary files are ($TMPDIR). Throws std::runtime_error that names the
  /// place where none can be made.
  explicit TemporaryFolder(const std::string& name, const std::filesystem::path& parent = {});
  ~TemporaryFolder();
  /// Removes those of this process, which is about to end without destroying its objects: who makes or removes one from
  /// then on waits for that.
  static void remove_all();

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace tutti
