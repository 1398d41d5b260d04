// What proofs cost: CPU seconds, messages per second and peak memory, and how they grow with p; and what planning for
// one rank costs once the schedule is proved.
//   build/bin/bench-prover [quick]      (quick: without the sweep to p = 1024 and the proof at p = 2^20)
#include <sys/resource.h>

#include <cstdio>
#include <ctime>
#include <string_view>
#include <thread>

#include "reference/model.hpp"
#include "verified/check/sweep/sweep.hpp"
#include "verified/run/deviation.hpp"
#include "verified/run/planner.hpp"
#include "verified/schedule/project.hpp"

namespace {

using namespace tutti;

double cpu_now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The peak of the whole process so far, so rows that need more memory come later.
double peak_gib() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

std::vector<int> up_to(int p) {
  std::vector<int> all;
  for (int i = 1; i <= p; ++i) all.push_back(i);
  return all;
}

bool reduces(const Algorithm& a) {
  return row(a.collective).combines() && row(a.collective).result != Result::prefix &&
         row(a.collective).result != Result::prefix_before;
}
bool logarithmic(const Algorithm& a) { return a.schedule({64}).rounds.size() <= 20; }

void bench_sweep(const char* what, const std::vector<const Algorithm*>& chosen, int max_p,
                 std::optional<std::vector<Rank>> roots) {
  SweepRequest request;
  request.algorithms = chosen;
  request.ranks = up_to(max_p);
  request.roots = std::move(roots);
  request.jobs = static_cast<int>(std::thread::hardware_concurrency());
  const auto start = std::time(nullptr);
  std::size_t cases = 0, proved = 0;
  double cpu = 0;
  for (const auto& r : sweep(request)) {
    cases += r.cases + r.undecided;
    proved += r.verdict() == "proved" ? r.cases : 0;
    cpu += r.cpu_seconds;
  }
  std::printf("%-62s %7zu of %7zu cases proved %8.2f CPU s %5ld s wall, peak %.2f GiB\n", what, proved, cases, cpu,
              std::time(nullptr) - start, peak_gib());
  std::fflush(stdout);
}

/// The least of some runs: the machine is shared.
void bench_proof(const char* name, int p) {
  const auto& algorithm = *find_algorithm(name);
  double best = 1e9;
  Effort effort;
  for (int i = 0; i < (p > 10'000 ? 1 : 7); ++i) {
    effort = {};
    const double start = cpu_now();
    const auto verdict = Prover::prove(algorithm, {p, 0}, &effort);
    best = std::min(best, cpu_now() - start);
    if (!std::holds_alternative<Proved>(verdict)) std::printf("NOT PROVED: ");
  }
  std::printf("%-34s p = %7d %12.3f ms %10lld messages %6.1f million/s, peak %.2f GiB\n", name, p, best * 1e3,
              static_cast<long long>(effort.messages), static_cast<double>(effort.messages) / best / 1e6, peak_gib());
  std::fflush(stdout);
}

void bench_planning(const char* name, int p, Rank rank) {
  const auto& algorithm = *find_algorithm(name);
  const auto full = algorithm.schedule({p});
  double cut = 1e9, whole = 1e9, validation = 1e9;
  std::size_t steps = 0;
  for (int i = 0; i < 7; ++i) {
    const double start = cpu_now();
    const auto schedule = project(full, rank);
    cut = std::min(cut, cpu_now() - start);
    const auto extents = Extents::contributions(Partition::equal(p, schedule.blocks), algorithm.collective);
    const auto made = plan(schedule, algorithm.collective, 0, rank, extents, false);
    const double end = cpu_now();
    whole = std::min(whole, end - start);
    static_cast<void>(find_deviation(made, schedule, algorithm.collective, 0, rank, extents, false));
    validation = std::min(validation, cpu_now() - end);
    steps = static_cast<std::size_t>(made.requests);
  }
  std::printf(
      "%-34s rank %d of %d: projection %.3f ms, with the plan %.3f ms, of which %.3f ms validate it, %zu messages\n",
      name, rank, p, cut * 1e3, whole * 1e3, validation * 1e3, steps);
}

/// Three elements in a block; of what is moved, with a gap behind each where MPI may have one.
Extents extents_of_three(const Schedule& schedule, const Algorithm& algorithm, Rank rank) {
  const auto& collective = row(algorithm.collective);
  if (!collective.moves())
    return Extents::contributions(Partition::equal(3 * schedule.blocks, schedule.blocks), collective.id);
  Extents e{.size = std::vector<std::int64_t>(static_cast<std::size_t>(schedule.blocks), 3), .input = {}, .output = {}};
  const auto places = [&](auto used) {
    std::vector<std::int64_t> at;
    for (std::int64_t next = 0; std::ssize(at) < schedule.blocks;) {
      const int slot = static_cast<int>(at.size());
      at.push_back(used(collective.id, schedule.ranks, 0, rank, slot) ? next : 0);
      if (used(collective.id, schedule.ranks, 0, rank, slot)) next += collective.cut == Cut::irregular ? 4 : 3;
    }
    return at;
  };
  e.input = places(held);
  e.output = places(due);
  return e;
}

/// How long it takes to validate the plans of all ranks, against making them, for every algorithm: the worst ones.
void bench_validation(int p) {
  struct Ratio {
    std::string name;
    double ratio, microseconds;  ///< the latter of the validation, for one rank
  };
  std::vector<Ratio> all;
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.supports.holds(p)) continue;
    const auto schedule = algorithm.schedule({p});
    double made = 1e9, validated = 1e9;
    std::vector<Schedule> parts;
    std::vector<Extents> extents;
    for (Rank r = 0; r < p; ++r) {
      parts.push_back(project(schedule, r));
      extents.push_back(extents_of_three(schedule, algorithm, r));
    }
    for (int i = 0; i < 7; ++i) {
      std::vector<Plan> plans;
      const double start = cpu_now();
      for (Rank r = 0; r < p; ++r)
        plans.push_back(plan(parts[static_cast<std::size_t>(r)], algorithm.collective, 0, r,
                             extents[static_cast<std::size_t>(r)], false));
      const double middle = cpu_now();
      for (Rank r = 0; r < p; ++r)
        static_cast<void>(find_deviation(plans[static_cast<std::size_t>(r)], parts[static_cast<std::size_t>(r)],
                                         algorithm.collective, 0, r, extents[static_cast<std::size_t>(r)], false));
      made = std::min(made, middle - start);
      validated = std::min(validated, cpu_now() - middle);
    }
    all.push_back({algorithm.name, validated / (made - validated), validated / p * 1e6});
  }
  std::ranges::sort(all, std::ranges::greater(), &Ratio::ratio);
  std::printf(
      "validating the plans of all ranks against making them, p = %d: median %.2f of %zu algorithms; the most:\n", p,
      all[all.size() / 2].ratio, all.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(8, all.size()); ++i)
    std::printf("  %-34s %.2f, %.1f us for a rank\n", all[i].name.c_str(), all[i].ratio, all[i].microseconds);
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string_view(argv[1]) == "quick";
  std::vector<const Algorithm*> all, fast, slow;
  for (const auto& a : algorithms()) {
    all.push_back(&a);
    if (reduces(a)) (logarithmic(a) ? fast : slow).push_back(&a);
  }
  std::puts("planning for one rank");
  for (const char* name : {"allreduce/halving_doubling", "reduce/halving_doubling", "allreduce/binary_blocks",
                           "allreduce/recursive_doubling", "allreduce/ring", "reduce_scatter/recursive_doubling"})
    for (Rank rank : {123, 999}) bench_planning(name, 1000, rank);

  for (int p : {16, 64}) bench_validation(p);

  std::puts("\nsingle proofs (order, races, deadlock, bracketing)");
  for (int p : {64, 128, 256, 512, 1024, 2048, 4096}) {
    bench_proof("allreduce/halving_doubling", p);
    bench_proof("allreduce/binary_blocks", p - 1);
    bench_proof("allreduce/recursive_doubling", p - 1);
    if (p <= 1024) bench_proof("allreduce/ring", p);
  }

  std::puts("\nsweeps");
  bench_sweep("every algorithm, root and shape, every p <= 64", all, 64, std::nullopt);
  for (const auto& c : collectives) {
    std::vector<const Algorithm*> of_this;
    for (const auto* a : all)
      if (a->collective == c.id) of_this.push_back(a);
    bench_sweep(("  of these " + std::string(c.name)).c_str(), of_this, 64, std::nullopt);
  }
  if (!quick) {
    bench_sweep("reductions of O(p) rounds, root 0, every p <= 256", slow, 256, std::vector<Rank>{0});
    bench_sweep("reductions of O(lg p) rounds, every root, every p <= 256", fast, 256, std::nullopt);
    bench_sweep("reductions of O(lg p) rounds, root 0, every p <= 1024", fast, 1024, std::vector<Rank>{0});
    bench_proof("allreduce/recursive_doubling", 1 << 20);
  }
}
