#include "verified/conform/drive/launch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

#include "verified/conform/drive/rank_files.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/system/utf8.hpp"

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int poll_milliseconds = 4;
/// Once a rank has ended itself at a forbidden access, the others cannot go on for long.
constexpr double grace_seconds = 2;
constexpr double bytes_per_second = 50e6;  // with the model's work and the comparison

/// What the ranks of one launch have come to.
class Ranks {
 public:
  Ranks(const Batch& batch, const LineHandler& hear)
      : batch_(batch),
        hear_(hear),
        within_(static_cast<std::size_t>(batch.ranks), -1),
        finalized_(static_cast<std::size_t>(batch.ranks)) {}

  void take(Rank rank, std::string_view text) {
    auto line = parse_line(text);
    const bool is_first = line && line->word == "mpi";
    const auto world = is_first ? parse_world(*line) : std::nullopt;
    if (!line || line->number >= batch_.count || (is_first && !world)) {
      ++garbage;
      return;
    }
    line->rest = printable(line->rest);
    if (world) check(*world);
    started = started || line->word == "begin";
    if (line->word == "begin") within_[static_cast<std::size_t>(rank)] = line->number;
    doomed = doomed || ends_a_rank(*line);
    if (line->word == "finalized") finalized_[static_cast<std::size_t>(rank)] = true;
    hear_(rank, *line);
  }

  /// For the data of the cases that the ranks are in.
  double seconds_more() const {
    std::int64_t most = 0;
    for (const int k : within_)
      if (k >= 0 && k < std::ssize(batch_.bytes)) most = std::max(most, batch_.bytes[static_cast<std::size_t>(k)]);
    return static_cast<double>(most) / bytes_per_second;
  }

  bool all_finalized() const { return std::ranges::count(finalized_, false) == 0; }

  bool started = false;
  bool doomed = false;       ///< a rank has ended itself
  std::string other_worlds;  ///< what is wrong with the world, or empty
  int garbage = 0;

 private:
  void check(const World& world) {
    if (world.ranks == batch_.ranks) return;
    other_worlds = "asked for " + std::to_string(batch_.ranks) + " ranks, the world of a worker has " +
                   std::to_string(world.ranks);
    if (world.ranks == 1)
      other_worlds += ": the worker is built for " + world.library.text +
                      ", which is not what the launcher starts; build it with the compiler that belongs to the "
                      "launcher (ci/worker), or name the launcher that belongs to the worker";
  }

  const Batch& batch_;
  const LineHandler& hear_;
  std::vector<int> within_;  ///< the last case that each rank has begun, or -1
  std::vector<bool> finalized_;
};

/// With all that may say why it does not start, or with the two lines that are most likely to say why it ended.
std::string with_output(const std::string& text, const Program& program, bool started) {
  const auto& output = program.output();
  const auto said =
      started ? "; it printed: " + telling_lines(output, 2) : "; its last lines: " + last_lines(output, 10);
  return last_lines(output, 1).empty() ? text + "; it printed nothing" : text + said;
}

std::string seconds(double s) {
  std::ostringstream text;
  text << std::round(10 * s) / 10 << " s";
  return text.str();
}

double limit(const Ranks& ranks, const Launcher& launcher) {
  if (!ranks.started) return std::max(launcher.start_limit, launcher.time_limit);
  return ranks.doomed ? std::min(grace_seconds, launcher.time_limit) : launcher.time_limit + ranks.seconds_more();
}

Ending ending_of(const Ranks& ranks, std::optional<int> status, const Launcher& launcher, const Program& program) {
  if (!ranks.other_worlds.empty()) return {End::other_worlds, ranks.other_worlds, ranks.garbage};
  if (status == 0 && ranks.all_finalized()) return {End::finished, "", ranks.garbage};
  const auto how =
      status ? "ended with " + describe_status(*status) : "wrote nothing for " + seconds(limit(ranks, launcher));
  const auto end = !ranks.started ? End::not_started : status ? End::broken_off : End::hung;
  return {end, with_output(how, program, ranks.started), ranks.garbage, end == End::not_started && !status};
}

}  // namespace

bool ends_a_rank(const Line& line) {
  if (line.word != "wrong") return false;
  const auto kind = kind_named(line.rest.substr(0, line.rest.find(' ')));
  return kind == Kind::overrun || kind == Kind::send_buffer_written;
}

std::optional<World> parse_world(const Line& line) {
  std::istringstream words(line.rest);
  World world;
  if (!(words >> world.rank >> world.ranks >> world.library.standard) || world.ranks < 1) return std::nullopt;
  std::getline(words >> std::ws, world.library.text);
  return world;
}

std::string command_line(const Launcher& launcher, const Placement& placement, const Choice& choice,
                         const std::string& arguments) {
  auto command = spread_command(launcher.command, launcher.family, placement.nodes, placement.ranks, launcher.folder);
  command = replaced(command, "{np}", std::to_string(placement.ranks));
  if (command.find("{choice}") != std::string::npos)
    command = replaced(command, "{choice}", choice.arguments);
  else if (!choice.arguments.empty())
    command += " " + choice.arguments;
  return command + " " + shell_quoted(launcher.worker.string()) + " " + arguments;
}

Command worker_command(const Launcher& launcher, const Placement& placement, const Choice& choice,
                       const std::string& arguments) {
  auto command = shell_command(command_line(launcher, placement, choice, arguments));
  command.environment = choice.environment;
  command.most_output = 4096;
  return command;
}

Ending launch(const Launcher& launcher, const Batch& batch, const LineHandler& hear,
              const std::function<bool()>& stop) {
  const auto prefix = (batch.folder / "rank").string();
  std::string arguments = "serve --cases " + shell_quoted((batch.folder / "cases").string()) + " --from 0 --until " +
                          std::to_string(batch.count) + " --results " + shell_quoted(prefix);
  if (batch.threads) arguments += " --threads";

  RankFiles files(prefix, batch.ranks);
  Ranks ranks(batch, hear);
  const auto take = [&](Rank r, std::string_view text) { ranks.take(r, text); };
  Program program(worker_command(launcher, {batch.ranks, batch.nodes}, batch.choice, arguments));
  auto last_line = Clock::now();
  for (;;) {
    const auto status = program.wait(poll_milliseconds);
    if (files.read(take) > 0) last_line = Clock::now();
    if (status) return ending_of(ranks, status, launcher, program);
    const std::chrono::duration<double> silence = Clock::now() - last_line;
    if (silence.count() < limit(ranks, launcher) && ranks.other_worlds.empty() && !stop()) continue;
    program.end();
    files.read(take);
    if (stop()) return {End::stopped, "", ranks.garbage};
    return ending_of(ranks, std::nullopt, launcher, program);
  }
}

}  // namespace tutti::conform
