// The record of a run, which a later run goes on from: one JSON object in each line.
#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/drive/launch.hpp"
#include "verified/conform/drive/outcome.hpp"

namespace tutti::conform {

/// A line is written at once and is safe from a loss of power within a second.
class Journal {
 public:
  /// What an earlier run has left.
  struct Past {
    std::vector<std::optional<Outcome>> outcomes;  ///< of each case of the programme
    std::optional<Library> library;
  };

  /// A new file. `options` are those that have made the programme, for messages. Throws std::invalid_argument where the
  /// file exists, so that no record is lost by mistake, or cannot be written.
  static Journal begin(const std::filesystem::path& path, const std::vector<Case>& programme,
                       const std::string& options);
  /// Goes on with the file of an earlier run of the same programme, without its last line where that is torn. Throws
  /// std::invalid_argument where it cannot be read, is none, or belongs to another programme.
  static Journal resume(const std::filesystem::path& path, const std::vector<Case>& programme,
                        const std::string& options);
  ~Journal();
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;

  const Past& past() const { return past_; }
  void add(const Library& library);
  void add(int number, const Case& c, const Outcome& outcome);

 private:
  Journal(std::filesystem::path path, int flags);
  void write(const std::string& line);

  std::filesystem::path path_;
  int file_ = -1;
  Past past_;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace tutti::conform
