// Files that are read as a whole.
#pragma once
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
