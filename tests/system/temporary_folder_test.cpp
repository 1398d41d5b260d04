// Temporary folders.
#include "verified/system/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>

namespace tutti {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a temporary folder is empty, has the name it was given, and goes with all that is in it") {
  fs::path inner;
  {
    const TemporaryFolder outer("tutti-outer");
    CHECK(fs::is_empty(outer.path()));
    CHECK(outer.path().filename().string().starts_with("tutti-outer-"));
    const TemporaryFolder one("tutti", outer.path()), two("tutti", outer.path());
    CHECK(one.path() != two.path());
    CHECK(one.path().parent_path() == outer.path());
    inner = one.path();
    fs::create_directory(one / "folder");
    std::ofstream(one / "folder/file") << "text";
    CHECK(fs::exists(inner / "folder/file"));
  }
  CHECK_FALSE(fs::exists(inner));
}

TEST_CASE("a process that ends without destroying its objects may remove all folders before") {
  const TemporaryFolder one("tutti"), two("tutti");
  std::ofstream(one / "file") << "text";
  const auto* third = new TemporaryFolder("tutti");
  delete third;
  TemporaryFolder::remove_all();
  CHECK_FALSE(fs::exists(one.path()));
  CHECK_FALSE(fs::exists(two.path()));
}

TEST_CASE("where no folder can be made, the error names the place") {
  CHECK_THROWS_WITH(TemporaryFolder("tutti", "/dev/null/nowhere"),
                    "/dev/null/nowhere: no folder can be made there: Not a directory");
}

}  // namespace
}  // namespace tutti
