#include "verified/conform/reveal_launch.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace tutti::conform {
namespace {

/// What the ranks have said so far.
struct Heard {
  Revelation revelation;
  std::vector<std::vector<std::string>> notes;

  void take(Rank rank, const Line& line) {
    if (const auto world = line.word == "mpi" ? parse_world(line) : std::nullopt)
      revelation.library = world->library.text;
    if (line.word == "note") notes[static_cast<std::size_t>(rank)].push_back(line.rest);
    if (line.word == "wrong") take_wrong(line.rest);
    if (line.word == "end" && line.rest.starts_with("skip ")) revelation.skipped = line.rest.substr(5);
  }

  void take_wrong(const std::string& text) {
    const auto space = text.find(' ');
    const auto kind = kind_named(text.substr(0, space));
    if (!kind || space == std::string::npos) return;
    const Wrong wrong{*kind, text.substr(space + 1)};
    auto& all = revelation.wrong;
    if (std::ranges::find(all, wrong) == all.end()) all.push_back(wrong);
  }
};

std::filesystem::path new_folder(const std::filesystem::path& parent) {
  for (int n = 1;; ++n)
    if (const auto folder = parent / ("reveal-" + std::to_string(n)); std::filesystem::create_directory(folder))
      return folder;
}

}  // namespace

Revelation reveal(const Launcher& launcher, const Case& which) {
  const auto folder = new_folder(launcher.folder);
  std::ofstream cases(folder / "cases");
  if (!(cases << print(which) << '\n' << std::flush))
    throw std::runtime_error("cannot write " + (folder / "cases").string());
  Heard heard{{which}, std::vector<std::vector<std::string>>(static_cast<std::size_t>(which.ranks))};
  const Batch batch{.folder = folder, .count = 1, .ranks = which.ranks};
  const auto ending = launch(
      launcher, batch, [&](Rank rank, const Line& line) { heard.take(rank, line); }, [] { return false; });
  if (ending.end == End::not_started || ending.end == End::other_worlds) throw std::runtime_error(ending.text);
  if (ending.end != End::finished) heard.revelation.skipped = "the ranks " + ending.text;
  heard.revelation.found = gather(heard.notes);
  return heard.revelation;
}

}  // namespace tutti::conform
