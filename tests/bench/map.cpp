// What the map of the fastest algorithm costs: CPU seconds and wall-clock time with all threads, proofs included; and a
// price that is asked for again.
//   build/bin/bench-map [COLLECTIVE...]      (default: allreduce)
#include "verified/choose/map/map.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>

namespace {

using namespace tutti;
using Clock = std::chrono::steady_clock;

double cpu_now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The peak of the whole process so far.
double peak_mib() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void bench_map(Collective collective, Model model) {
  MapRequest request;
  for (const auto& a : algorithms())
    if (a.collective == collective) request.algorithms.push_back(&a);
  request.ranks = map_ranks();
  request.bytes = map_bytes();
  request.profile = default_profile();
  request.model = model;
  request.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const double cpu = cpu_now();
  const auto start = Clock::now();
  const auto map = price_map(request);
  const std::chrono::duration<double> wall = Clock::now() - start;
  std::printf("%-20s %-7s %2zu algorithms, %zu x %zu points, %d threads %8.2f CPU s %8.2f s wall, peak %.0f MiB\n",
              std::string(row(collective).name).c_str(), model == Model::papers ? "papers" : "LogGP",
              map.algorithms.size(), map.ranks.size(), map.bytes.size(), request.jobs, cpu_now() - cpu, wall.count(),
              peak_mib());
  std::fflush(stdout);
}

/// The best of several runs, because others use the machine too.
void bench_price(Collective collective) {
  constexpr int p = 96, runs = 20, calls = 1000;
  const auto profile = default_profile();
  const auto all = candidates(collective, p);
  PriceList prices(profile, Model::papers);
  double best = 1e9, sum = 0;
  for (int run = 0; run <= runs; ++run) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i)
      for (const auto& candidate : all) sum += prices.seconds(candidate, p, 0, 8.0 * i);
    const std::chrono::duration<double, std::nano> each = Clock::now() - start;
    if (run > 0) best = std::min(best, each.count() / calls / static_cast<double>(all.size()));
  }
  std::printf("%-20s a price asked for again, p = %d: %.0f ns (checksum %.3g s)\n",
              std::string(row(collective).name).c_str(), p, best, sum);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Collective> chosen;
  for (int i = 1; i < argc; ++i) {
    const auto collective = collective_named(argv[i]);
    if (!collective) return std::fprintf(stderr, "there is no collective '%s'; see tutti list\n", argv[i]), 2;
    chosen.push_back(*collective);
  }
  if (chosen.empty()) chosen.push_back(Collective::allreduce);
  for (const auto collective : chosen) {
    bench_price(collective);
    for (const auto model : {Model::papers, Model::loggp}) bench_map(collective, model);
  }
}
