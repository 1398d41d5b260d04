#include "verified/schedule/record_files.hpp"

#include <algorithm>
#include <filesystem>

namespace tutti {
namespace {

std::string names_of_collectives() {
  std::string all;
  for (const auto& c : collectives) all.append(all.empty() ? "" : ", ").append(c.name);
  return all;
}

/// It can stand in a list, a command line and a path as it is.
bool is_name(const std::string& stem) {
  constexpr std::string_view others = "_-.";
  return std::ranges::all_of(stem, [&](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

}  // namespace

std::vector<RecordFiles::Entry> RecordFiles::enter(const std::string& file) {
  const auto refuse = [&](const std::string& why) {
    wrong_ += (wrong_.empty() ? "" : "\n") + file + ": " + why;
    return std::vector<Entry>();
  };
  const std::filesystem::path path(file);
  const auto folder = path.parent_path();
  const auto owner = collective_named(folder.filename().string());
  if (!owner || folder.parent_path().filename() != folder_ || path.extension() != ".cpp")
    return refuse("its record belongs to no collective; move the file to " + std::string(folder_) +
                  "/COLLECTIVE/NAME.cpp, where COLLECTIVE is one of " + names_of_collectives());
  if (!is_name(path.stem().string()))
    return refuse(
        "its record would be called by the file's name; rename the file, with letters, digits, _, - and . alone");
  std::vector<Entry> entries;
  for (const auto& c : collectives)
    if (serves(*owner, c.id)) entries.push_back({c.id, std::string(c.name) + "/" + path.stem().string(), *owner});
  for (const auto& e : entries)
    if (const auto taken = file_of_.find(e.name); taken != file_of_.end())
      return refuse(taken->second == file
                        ? "it has two records, and both would be called " + e.name + "; move one to a file of its own"
                        : "its record would be called " + e.name + ", as that in " + taken->second +
                              "; rename one of the files");
  for (const auto& e : entries) file_of_[e.name] = file;
  return entries;
}

void RecordFiles::check() const {
  if (!wrong_.empty()) throw Misplaced(wrong_);
}

}  // namespace tutti
