// Recordings of machines that are made up.
#pragma once
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "verified/baseline/grid.hpp"
#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

/// What a made-up machine does.
struct MadeUpMachine {
  std::uint64_t seed = 1;  ///< of its noise
  int launches = 10;
  double noise = 0.02;  ///< of a launch's median, relative
  double drift = 0;     ///< how much longer all takes in the last launch than in the first, relative
  double tail = 0;      ///< the share of launches in which a call takes three times as long
  /// By how much a call takes longer than usual.
  std::function<double(const Case&)> slower = [](const Case&) { return 1.0; };
  /// By how much its second, the control, takes longer.
  double control = 1;
  /// What the bits of a result depend on.
  std::function<std::string(const Case&)> digest = [](const Case& c) { return print(c); };
  /// The count from which on trees are others.
  std::function<std::int64_t(const Case&)> change = [](const Case&) { return 256; };
  std::vector<conform::CutOff> cut_offs = {};
  bool has_schedules = false;  ///< each call is timed by a schedule, too
};

inline std::string digest_of(const std::string& text) {
  std::string digits;
  for (auto hash = std::hash<std::string>{}(text); digits.size() < 16; hash /= 16)
    digits += "0123456789abcdef"[hash % 16];
  return digits;
}

/// All procedures, on two and four ranks, of which calls on two are timed.
inline Grid small_grid() { return {usual_procedures(), {2, 4}, {8, 512, 8 << 10, 64 << 10}}; }

inline Recording record(const MadeUpMachine& machine, const Grid& grid = small_grid()) {
  std::mt19937_64 random(machine.seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> evenly;
  Recording r;
  r.environment = {.mpi = "Made-up MPI 1.0",
                   .standard = "4.0",
                   .launcher = "mpiexec -n {np}",
                   .compiler = "g++",
                   .cpu = "a processor",
                   .governor = "unknown",
                   .kernel = "Linux",
                   .hostname = "here",
                   .affinity = "0-1",
                   .processors = 2,
                   .cut_offs = machine.cut_offs};
  r.launches = machine.launches;
  r.untimed_np = {4};
  for (const auto& c : digest_cases(grid))
    r.results.push_back({c, std::vector<conform::Digests>(static_cast<std::size_t>(c.ranks),
                                                          conform::Digests{{digest_of(machine.digest(c))}})});
  for (const auto& s : tree_samples(grid)) {
    const auto from = machine.change(s.which);
    TreeChain chain{s.which, {}};
    const auto add = [&](std::int64_t first, std::int64_t last, const char* tree) {
      if (first <= last) chain.segments.push_back({first, last, {{tree, "", {0, 1}}}});
    };
    add(s.counts.front(), std::min(from - 1, s.counts.back()), "(0·1)");
    add(std::max(from, s.counts.front()), s.counts.back(), "(1·0)");
    r.trees.push_back(std::move(chain));
  }
  const auto time = [&](const Case& c, bool control) {
    TimeCell cell{c, control, {}};
    const double usual = 1e-6 * (1 + static_cast<double>(bytes_of(c)) / 4096) * machine.slower(c);
    for (int launch = 0; launch < machine.launches; ++launch) {
      double seconds = usual * (control ? machine.control : 1) * std::exp(machine.noise * normal(random));
      seconds *= 1 + machine.drift * launch / std::max(1, machine.launches - 1);
      if (evenly(random) < machine.tail) seconds *= 3;
      conform::CallTimes times{{}, 20, 0};
      for (std::size_t q = 0; q < times.seconds.size(); ++q)
        times.seconds[q] = seconds * (0.97 + 0.01 * static_cast<double>(q));
      cell.launches.emplace_back(times);
    }
    r.times.push_back(std::move(cell));
  };
  const auto timed = time_cases(grid, 2);
  for (const auto& c : timed) time(c, false);
  for (const auto& c : control_cases(timed)) time(c, true);
  for (auto c : timed) {
    if (!machine.has_schedules || c.form != conform::Form::blocking) continue;
    c.schedule = "made/up";
    time(c, false);
  }
  return r;
}

}  // namespace tutti::baseline
