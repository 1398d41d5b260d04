// Temporary folders.
#include "verified/system/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

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

TEST_CASE("a process that ends without destroying its objects may remove all folders before, and none comes after") {
  const auto place = fs::temp_directory_path() / ("tutti-removed-" + std::to_string(getpid()));
  fs::create_directory(place);
  const pid_t child = fork();
  if (child == 0) {
    const TemporaryFolder one("tutti", place), two("tutti", place);
    std::ofstream(one / "file") << "text";
    delete new TemporaryFolder("tutti", place);
    TemporaryFolder::remove_all();
    std::thread([&] { new TemporaryFolder("tutti", place); }).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::_Exit(fs::is_empty(place) ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(fs::remove_all(place) == 1);
}

TEST_CASE("where no folder can be made, the error names the place") {
  CHECK_THROWS_WITH(TemporaryFolder("tutti", "/dev/null/nowhere"),
                    "/dev/null/nowhere: no folder can be made there: Not a directory");
}

}  // namespace
}  // namespace tutti
