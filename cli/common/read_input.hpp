// Files that options name.
#pragma once
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "verified/system/text_file.hpp"

namespace tutti::cli {

/// The text of the file. UsageError where it cannot be read, has a byte that is 0, or is written by another option.
inline std::string read_input(const std::string& option, const std::string& path) {
  check_only_read(option, path);
  if (is_too_large_to_read(path))
    throw UsageError(fmt::format("{} {}: has more than 2^30 bytes; name a file that is meant for it", option, path));
  auto text = read_file(path);
  if (!text) throw UsageError(fmt::format("{} {}: cannot be read: {}", option, path, std::strerror(errno)));
  if (const auto null = text->find('\0'); null != std::string::npos)  // messages would end there
    throw UsageError(
        fmt::format("{} {}: is no text: byte {} of it is 0; name a file that is meant for it", option, path, null + 1));
  if (constexpr std::string_view mark = "\xef\xbb\xbf"; text->starts_with(mark)) text->erase(0, mark.size());  // UTF-8
  return std::move(*text);
}

}  // namespace tutti::cli
