// What control groups allow, as the files of the kernel say it.
#include "verified/system/memory_limit.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "verified/system/temporary_folder.hpp"

namespace tutti {
namespace {

namespace fs = std::filesystem;

constexpr const char* v2_mount = "25 21 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* v1_mounts =
    "30 22 0:27 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "31 30 0:28 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
    "34 30 0:31 / /sys/fs/cgroup/memory rw,relatime shared:9 master:1 - cgroup cgroup rw,memory\n"
    "40 30 0:37 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

/// The files of a machine.
class Files {
 public:
  Files(const std::string& groups, const std::string& mounts) {
    write("proc/self/cgroup", groups);
    write("proc/self/mountinfo", mounts);
  }
  void write(const fs::path& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  MemoryLimit limit() const { return memory_limit(folder_.path()); }
  double free() const { return free_memory(folder_.path()); }
  std::string path(const fs::path& name) const { return (folder_ / name).string(); }

 private:
  TemporaryFolder folder_{"tutti-memory-limit"};
};

double of_machine() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void check_is_of_machine(const MemoryLimit& limit) {
  CHECK(limit.bytes == of_machine());
  CHECK(limit.file == "");
}

TEST_CASE("where there are no control groups, or they set no limit, the machine does") {
  check_is_of_machine(memory_limit("/no/such/folder"));
  check_is_of_machine(Files("", "").limit());
  check_is_of_machine(Files("no line of this kind\n", "nor this - cgroup2\n").limit());
  const Files v2("0::/job\n", v2_mount);
  v2.write("sys/fs/cgroup/job/memory.max", "max\n");
  check_is_of_machine(v2.limit());
  const Files v1("4:memory:/job\n", v1_mounts);
  v1.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
  check_is_of_machine(v1.limit());
}

TEST_CASE("a group of version 2 limits what is in it, and so does each group above it") {
  const Files files("0::/user/job\n", v2_mount);
  files.write("sys/fs/cgroup/user/job/memory.max", "1048576\n");
  CHECK(files.limit().bytes == 1048576);
  CHECK(files.limit().file == files.path("sys/fs/cgroup/user/job/memory.max"));
  files.write("sys/fs/cgroup/user/memory.max", "4096\n");
  CHECK(files.limit().bytes == 4096);
  CHECK(files.limit().file == files.path("sys/fs/cgroup/user/memory.max"));
  files.write("sys/fs/cgroup/other/memory.max", "1\n");
  CHECK(files.limit().bytes == 4096);
}

TEST_CASE("a group of version 1 limits what is in it, and so does each group above it") {
  const Files files("5:cpu,cpuacct:/fast\n4:memory:/user/job:1\n0::/elsewhere\n", v1_mounts);
  files.write("sys/fs/cgroup/memory/user/job:1/memory.limit_in_bytes", "1048576\n");
  CHECK(files.limit().bytes == 1048576);
  files.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n");
  CHECK(files.limit().bytes == 4096);
  files.write("sys/fs/cgroup/cpu/fast/memory.limit_in_bytes", "1\n");
  CHECK(files.limit().bytes == 4096);
}

TEST_CASE("a container that has its group mounted as the first one finds its limit there") {
  const Files whole("4:memory:/docker/c0ffee\n",
                    "34 30 0:31 /docker/c0ffee /sys/fs/cgroup/my\\040memory ro - cgroup cgroup rw,memory\n");
  whole.write("sys/fs/cgroup/my memory/memory.limit_in_bytes", "1048576\n");
  CHECK(whole.limit().bytes == 1048576);
  const Files hidden("0::/../..\n", v2_mount);
  hidden.write("sys/fs/cgroup/memory.max", "4096\n");
  CHECK(hidden.limit().bytes == 4096);
  const Files elsewhere("0::/host/job\n", "25 21 0:22 /docker/c0ffee /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  elsewhere.write("sys/fs/cgroup/memory.max", "512\n");
  CHECK(elsewhere.limit().bytes == 512);
}

TEST_CASE("free is what the machine has available and each group has left, caches apart that it gives up") {
  const Files v2("0::/user/job\n", v2_mount);
  v2.write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    4096 kB\n");
  CHECK(v2.free() == 4096 * 1024);
  v2.write("sys/fs/cgroup/user/memory.max", "3000000\n");
  CHECK(v2.free() == 4096 * 1024);  // nobody says how much of it is taken
  v2.write("sys/fs/cgroup/user/memory.current", "1000000\n");
  CHECK(v2.free() == 2000000);
  v2.write("sys/fs/cgroup/user/memory.stat", "anon 5\ninactive_file 400000\n");
  CHECK(v2.free() == 2400000);
  v2.write("sys/fs/cgroup/user/job/memory.max", "1000\n");
  v2.write("sys/fs/cgroup/user/job/memory.current", "2000\n");
  CHECK(v2.free() == 0);
  const Files v1("4:memory:/job\n", v1_mounts);
  v1.write("proc/meminfo", "MemAvailable:    4096 kB\n");
  v1.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "70000\n");
  v1.write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "10000\n");
  CHECK(v1.free() == 60000);
}

}  // namespace
}  // namespace tutti
