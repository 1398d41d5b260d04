// Files that options name.
#pragma once
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "cli/common/commands.hpp"
#include "verified/conform/drive/text.hpp"

namespace tutti::cli {

/// The text of the file. UsageError where it cannot be read.
inline std::string read_input(const std::string& option, const std::string& path) {
  if (const auto text = conform::read_file(path)) return *text;
  throw UsageError(fmt::format("{} {}: cannot be read: {}", option, path, std::strerror(errno)));
}

}  // namespace tutti::cli
