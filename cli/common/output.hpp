// Where a command writes: a file that appears whole or not at all, or "-" for standard output.
#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace tutti::cli {

class Output {
 public:
  /// "-" is standard output. UsageError where the file `path`, the value of `option`, could not be written; nothing is
  /// left behind, and an existing file stays as it is until write(). UsageError, too, where another option of this run
  /// names the same file: one would replace what the other wrote.
  Output(std::string option, const std::string& path);

  bool is_stdout() const { return path_ == "-"; }
  /// Replaces the file by one with this text. UsageError where that fails, and then the old file stays. What is no
  /// regular file, such as a pipe, is open from the beginning and gets it once.
  void write(std::string_view text) const;

 private:
  std::filesystem::path path_, temporary_;  ///< no temporary for what is not a regular file, such as /dev/null
  std::shared_ptr<std::FILE> special_;      ///< and that one, open
  std::string option_;
};

/// For what is written otherwise than by an Output: UsageError where another option of this run names the same file,
/// however it is spelled and whether it reads or writes it, or standard output as well.
void check_only_output(const std::string& option, const std::string& path);

/// For what is read: UsageError where an option of this run writes the same file, now or later, or where to read it
/// would have no end: a pipe that nobody writes to, or a device.
void check_only_read(const std::string& option, const std::string& path);

/// Prints on standard output. UsageError where it does not take everything (a full disk).
void print_stdout(std::string_view text);

/// Whether standard output is a terminal that wants colour (no-color.org).
bool colour_on_stdout();

}  // namespace tutti::cli
