// Files that are read as a whole.
#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>

namespace tutti {

/// Whether it is a regular file of more than 2^30 bytes, of which the largest texts that are meant have some millions.
/// False of what cannot be asked: who opens it says why.
inline bool is_too_large_to_read(const std::filesystem::path& path) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 30;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  const auto bytes = std::filesystem::file_size(path, failed);
  return !failed && bytes > most;
}

namespace detail {

/// Nobody holds the other end of the pipe, and it is empty.
inline bool is_deserted(int pipe) {
  int copy[2];
  if (pipe2(copy, O_CLOEXEC) != 0) return false;
  const bool deserted = tee(pipe, copy[1], 1, SPLICE_F_NONBLOCK) == 0;  // which takes nothing out of it
  close(copy[0]);
  close(copy[1]);
  return deserted;
}

}  // namespace detail

/// Why whoever reads it would wait, or read, for ever: "is a pipe that nobody writes to", or a device, save for
/// terminals and /dev/null. Null where it has an end, or cannot be asked. A pipe that is written to stays open until
/// the process ends, since its writer would end where there is no reader for a while.
inline const char* why_endless(const std::filesystem::path& path) {
  struct stat is;
  if (stat(path.c_str(), &is) != 0) return nullptr;
  if (S_ISFIFO(is.st_mode)) {
    const int pipe = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (pipe >= 0 && detail::is_deserted(pipe)) {
      close(pipe);
      return "is a pipe that nobody writes to";
    }
  }
  const auto null = makedev(1, 3);
  if (S_ISCHR(is.st_mode) && is.st_rdev != null) {
    const int device = open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC);
    const bool is_terminal = device >= 0 && isatty(device);
    if (device >= 0) close(device);
    if (!is_terminal) return "is a device, which has no end";
  }
  return nullptr;
}

/// Nothing where it cannot be read, and then errno says why.
inline std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    errno = EISDIR;
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  try {
    return std::string(std::istreambuf_iterator<char>(in), {});
  } catch (const std::ios_base::failure&) {  // of a file that is there and cannot be read
    errno = EIO;
    return std::nullopt;
  }
}

}  // namespace tutti
