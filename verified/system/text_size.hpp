// Which files are too large to be read as a whole.
#pragma once
#include <cstdint>
#include <filesystem>
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

}  // namespace tutti
