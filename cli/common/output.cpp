#include "cli/common/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include "cli/common/commands.hpp"
#include "verified/system/text_file.hpp"

namespace tutti::cli {
namespace {

namespace fs = std::filesystem;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

/// The file that is meant, in one spelling: links are followed, to what does not exist yet as well.
fs::path target_of(const fs::path& path) {
  constexpr int most_links = 40;
  std::error_code failed;
  auto target = fs::absolute(path, failed);
  for (int i = 0; i < most_links && fs::is_symlink(target, failed) && !fs::exists(target, failed); ++i)
    target = target.parent_path() / fs::read_symlink(target, failed);
  auto canonical = fs::weakly_canonical(target, failed);
  return failed ? target : canonical;  // a pipe has none
}

/// Opens what is no regular file. Null where that fails: errno is ENXIO for a pipe that nobody reads within a second,
/// where to open it would wait for ever.
std::FILE* open_special(const fs::path& path) {
  constexpr int most_tries = 100;
  int file = -1;
  for (int i = 0; i < most_tries; ++i) {
    file = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0 || errno != ENXIO) break;
    usleep(10'000);
  }
  if (file < 0 || fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) != 0) return nullptr;
  return fdopen(file, "w");
}

[[noreturn]] void cannot_write(const std::string& option, const fs::path& path) {
  throw UsageError(fmt::format("{} {}: cannot write there: {}; name a file in a folder that you may write to", option,
                               path.string(), std::strerror(errno)));
}

}  // namespace

Output::Output(std::string option, const std::string& path) : path_(path), option_(std::move(option)) {
  check_only_output(option_, path);
  if (is_stdout()) return;
  std::error_code ignored;
  if (fs::is_symlink(path_, ignored)) path_ = target_of(path_);
  const bool replaced = !fs::exists(path_, ignored) || fs::is_regular_file(path_, ignored);
  if (replaced) temporary_ = path_.string() + "." + std::to_string(getpid()) + ".tmp";
  errno = path.empty() ? ENOENT : 0;
  if (!replaced) {
    special_.reset(open_special(path_), [](std::FILE* file) { return file ? std::fclose(file) : 0; });
    if (!special_ && errno == ENXIO)
      throw UsageError(fmt::format("{} {}: is a pipe that nobody reads", option_, path_.string()));
    if (!special_) cannot_write(option_, path_);
    return;
  }
  const File probe(path.empty() ? nullptr : std::fopen(temporary_.c_str(), "wx"), std::fclose);
  if (!probe) cannot_write(option_, path_);
  fs::remove(temporary_, ignored);
}

void Output::write(std::string_view text) const {
  if (is_stdout()) return print_stdout(text);
  if (special_) {
    if (!write_all(special_.get(), text)) cannot_write(option_, path_);
    return;
  }
  std::FILE* file = std::fopen(temporary_.c_str(), "w");
  if (!file) cannot_write(option_, path_);
  const bool written = write_all(file, text);
  const bool whole = (std::fclose(file) == 0) && written;
  if (whole && std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
  const int why = errno;
  std::remove(temporary_.c_str());
  errno = why;
  cannot_write(option_, path_);
}

namespace {

/// The option that has named a file first.
struct Use {
  std::string option;
  bool reads;
};

/// Nothing for what keeps nothing, such as /dev/null.
void check_only(const Use& use, const std::string& path) {
  static std::map<fs::path, Use> uses;
  const bool is_stdout = path == "-";
  std::error_code failed;
  const auto file = is_stdout ? fs::path(path) : target_of(path);
  const bool keeps_nothing = !is_stdout && fs::exists(file, failed) && !fs::is_regular_file(file, failed);
  if (path.empty() || keeps_nothing || (is_stdout && use.reads)) return;
  const auto& other = uses.try_emplace(file, use).first->second;
  if (other.option == use.option || (other.reads && use.reads)) return;
  if (is_stdout)
    throw UsageError(fmt::format("{} - and {} -: only one of them can go to standard output; name a file for the other",
                                 other.option, use.option));
  throw UsageError(fmt::format("{} {}: {} {} that file{}; name another one", use.option, path, other.option,
                               other.reads ? "reads" : "writes to", other.reads || use.reads ? "" : ", too"));
}

}  // namespace

void check_only_output(const std::string& option, const std::string& path) { check_only({option, false}, path); }
void check_only_read(const std::string& option, const std::string& path) {
  check_only({option, true}, path);
  if (const char* why = why_endless(path)) throw UsageError(fmt::format("{} {}: {}", option, path, why));
}

void print_stdout(std::string_view text) {
  if (!write_all(stdout, text))
    throw UsageError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

bool colour_on_stdout() { return isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR"); }

}  // namespace tutti::cli
