#include "verified/conform/drive/runner.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "verified/conform/case/volume.hpp"
#include "verified/system/temporary_folder.hpp"

namespace tutti::conform {
namespace {

void write(const std::vector<Case>& cases, const std::filesystem::path& file) {
  std::ofstream out(file);
  for (const auto& c : cases) out << print(c) << '\n';
  if (!out.flush()) throw NoRoom(file.string() + ": cannot be written; is the disk full?");
}

/// What the ranks may not have been able to write is not to be taken for a crash.
void check_room(const std::filesystem::path& folder) {
  constexpr int some = 1 << 16;
  const auto file = folder / "room";
  std::ofstream out(file);
  out << std::string(some, ' ');
  if (!out.flush()) throw NoRoom(file.string() + ": cannot be written; is the disk full?");
  out.close();
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
}

double ranks_per_processor(const Case& c) {
  return c.ranks / std::max(1.0, static_cast<double>(std::thread::hardware_concurrency()));
}

TemporaryFolder folder_for_launch(const std::filesystem::path& parent) try {
  return TemporaryFolder("launch", parent);
} catch (const std::runtime_error& e) {
  throw NoRoom(e.what());
}

}  // namespace

LaunchKind launch_kind_of(const Case& c) {
  return {c.scenario == Scenario::error, c.ranks, print(c.nodes), c.algorithm, c.scenario == Scenario::threads};
}

Runner::Runner(Launcher launcher, std::vector<Choice> choices, std::function<bool()> stop)
    : launcher_(std::move(launcher)), choices_(std::move(choices)), stop_(std::move(stop)) {}

Served Runner::serve(const std::vector<Case>& cases, const Settled& settled, Patience patience, double seconds_more) {
  const auto& first = cases.front();
  const auto folder = folder_for_launch(launcher_.folder);
  write(cases, folder / "cases");
  Batch batch{
      .folder = folder.path(), .count = static_cast<int>(cases.size()), .ranks = first.ranks, .nodes = first.nodes};
  for (const auto& c : cases) batch.bytes.push_back(bytes_moved(c));
  batch.threads = first.scenario == Scenario::threads;
  if (!first.algorithm.empty()) {
    const auto choice = std::ranges::find(choices_, first.algorithm, &Choice::label);
    if (choice == choices_.end()) throw std::runtime_error("no choice is labelled '" + first.algorithm + "'");
    batch.choice = *choice;
  }
  Transcript transcript(cases, launcher_.strict, settled);
  const auto hear = [&](Rank rank, const Line& line) {
    if (line.word == "mpi") library_ = parse_world(line)->library;
    transcript.take(rank, line);
  };
  auto launcher = launcher_;
  if (patience == Patience::brief)
    launcher.time_limit = std::min(launcher.time_limit, std::max(1.0, launcher.time_limit / 4));
  if (patience == Patience::thorough) launcher.time_limit *= std::max(4.0, ranks_per_processor(first));
  launcher.time_limit += seconds_more;
  auto ending = launch(launcher, batch, hear, stop_);
  if (ending.end == End::other_worlds) throw std::runtime_error(ending.text);
  if (ending.end != End::finished && ending.end != End::stopped) check_room(folder.path());
  auto served = transcript.close(std::move(ending));
  garbage_ += served.ending.garbage;
  return served;
}

void Runner::take_over(const Runner& other) {
  if (library_.text.empty()) library_ = other.library_;
  garbage_ += other.garbage_;
}

/// How long it takes without what is chosen at the launch, with the launch itself; 0 where nothing is, or it does not
/// come to its end so, either.
double Runner::seconds_otherwise(const Case& c) {
  if (c.algorithm.empty()) return 0;
  auto plain = c;
  plain.algorithm.clear();
  const auto start = std::chrono::steady_clock::now();
  const auto served = serve(
      {plain}, [](int, const Outcome&) {}, Patience::whole);
  if (served.ending.end != End::finished) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Outcome Runner::alone(const Case& c, Patience patience) {
  constexpr int tries = 3, times_as_slow = 20;
  const auto seconds_more = patience == Patience::thorough ? times_as_slow * seconds_otherwise(c) : 0;
  Served served;
  for (int i = 0; i < tries; ++i) {
    served = serve(
        {c}, [](int, const Outcome&) {}, patience, seconds_more);
    if (served.ending.end != End::not_started) break;
  }
  if (!served.suspects.empty()) return served.suspects.front().outcome;
  if (served.outcomes.front()) return *served.outcomes.front();
  return undecided(served.ending.end == End::stopped ? "interrupted" : "the launch " + served.ending.text);
}

}  // namespace tutti::conform
