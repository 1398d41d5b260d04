// Files that options name.
#pragma once
#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "verified/conform/drive/text.hpp"

namespace tutti::cli {

/// The text of the file. UsageError where it cannot be read, or is written by another option.
inline std::string read_input(const std::string& option, const std::string& path) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 30;  // bytes, of which recordings have some millions
  check_only_read(option, path);
  std::error_code failed;
  if (std::filesystem::is_regular_file(path, failed) && std::filesystem::file_size(path, failed) > most && !failed)
    throw UsageError(fmt::format("{} {}: has more than 2^30 bytes; name a file that is meant for it", option, path));
  if (const auto text = conform::read_file(path)) return *text;
  throw UsageError(fmt::format("{} {}: cannot be read: {}", option, path, std::strerror(errno)));
}

}  // namespace tutti::cli
