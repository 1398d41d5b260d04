// tutti run: a proved schedule on numbers, all ranks in this process, each result compared with the model.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <random>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "cli/common/ranges.hpp"
#include "cli/one_schedule.hpp"
#include "reference/model.hpp"
#include "verified/check/prove.hpp"
#include "verified/choose/price.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti::cli {
namespace {

struct RunOptions : OneScheduleOptions {
  std::string count = "100", seed = "0";
};

/// x becomes a·x + b modulo 2^64: one after the other is associative and does not commute; where all a are 1 it is a
/// sum, which does.
struct Map {
  std::uint64_t a = 1, b = 0;
  bool operator==(const Map&) const = default;
  friend Map after(const Map& first, const Map& then) { return {first.a * then.a, first.b * then.a + then.b}; }
};

/// A vector with an element for each block, combined by the schedule and by the model.
class Vector {
 public:
  Vector(const Proved& proved, std::mt19937_64& random) : proved_(proved), schedule_(proved.schedule()) {
    const auto& collective = row(proved.collective());
    letters_.resize(static_cast<std::size_t>(letters(collective.id, schedule_)) *
                    static_cast<std::size_t>(collective.moves() ? 1 : schedule_.blocks));
    for (auto& letter : letters_) letter = {proved.needs().commutative ? 1 : random() | 1, random()};
  }

  /// Where a rank has what the model does not say; or nothing.
  std::optional<std::string> differs() const {
    State<Map> state(schedule_.ranks, schedule_.slots());
    for (Rank r = 0; r < schedule_.ranks; ++r)
      for (int slot = 0; slot < schedule_.blocks; ++slot)
        if (const auto word = held(proved_.collective(), schedule_.ranks, proved_.root(), r, slot))
          *state.at(r, slot) = letter(word->first, slot);
    interpret(schedule_, state, [](const Map& left, const Map& right) { return after(left, right); });
    for (Rank r = 0; r < schedule_.ranks; ++r)
      for (int slot = 0; slot < schedule_.blocks; ++slot)
        if (const auto word = due(proved_.collective(), schedule_.ranks, proved_.root(), r, slot)) {
          auto model = letter(word->first, slot);
          for (int l = word->first + 1; l < word->last; ++l) model = after(model, letter(l, slot));
          if (!(*state.at(r, slot) == model)) return fmt::format("rank {}, block {}", r, block_name(slot));
        }
    return std::nullopt;
  }

 private:
  const Map& letter(int number, int slot) const {
    const bool moves = row(proved_.collective()).moves();
    return letters_[static_cast<std::size_t>(moves ? number : slot * schedule_.ranks + number)];
  }

  const Proved& proved_;
  const Schedule& schedule_;
  std::vector<Map> letters_;
};

Exit run(const RunOptions& options) {
  const auto [algorithm, group] = one_schedule(options);
  const int count = parse_number("--count", options.count, 1, 1 << 20);
  const int seed = parse_number("--seed", options.seed, 0, 1 << 30);
  const auto verdict = Prover::prove(*algorithm, group);
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    throw NotProved(fmt::format("{} is refuted: {}", algorithm->name, describe(refuted->counterexample)));
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) throw NotProved(unknown->why);
  const auto& proved = std::get<Proved>(verdict);
  const auto& collective = row(algorithm->collective);
  if (collective.result == Result::all_entered)
    throw UsageError("a barrier moves no data; mpiexec -n N tutti-mpi run has ranks that wait");
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  for (int i = 0; i < count; ++i)
    if (const auto where = Vector(proved, random).differs()) {
      fmt::print(stderr, "tutti run: {}: {} has another result than the model, in vector {}\n", algorithm->name, *where,
                 i);
      return Exit::refuted;
    }
  const std::string operands = !collective.combines()       ? "blocks"
                               : proved.needs().commutative ? "sums modulo 2^64"
                                                            : "maps x -> a*x + b modulo 2^64, which do not commute";
  print_stdout(
      fmt::format("{}, p = {}{}: proved, and {} vectors of {} have the model's result wherever one is due (seed {})\n",
                  algorithm->name, group.ranks, collective.rooted() ? fmt::format(", root {}", group.root) : "", count,
                  operands, seed));
  return Exit::holds;
}

}  // namespace

Command add_run(Parser& app) {
  auto options = std::make_shared<RunOptions>();
  auto parser = app.command("run", "Proves a schedule and runs it on numbers, all ranks in this process");
  add_one_schedule(parser, *options);
  parser.option("--count", options->count, "How many vectors of random operands").type_name("N").show_default();
  parser.option("--seed", options->seed, "Determines the operands").type_name("N").show_default();
  parser.footer(
      "Under MPI, on the datatypes and operators of MPI: mpiexec -n N tutti-mpi run ALGORITHM.\n"
      "Example: tutti run allreduce/ring --p 7");
  return {parser, [options]() -> Exit {
            try {
              return run(*options);
            } catch (const NotProved& e) {
              fmt::print(stderr, "tutti run: {}; what is not proved does not run\n", e.what());
              return Exit::refuted;
            }
          }};
}

}  // namespace tutti::cli
