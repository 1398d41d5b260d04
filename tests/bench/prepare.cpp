// What a rank needs before its first message: CPU time and memory of a proof of its part (rules proved for all p)
// beside those of a proof of the whole, the first choice of the selector, and that of another root.
//   build/bin/bench-prepare [P]
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "verified/check/memory.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/rules/proved.hpp"
#include "verified/choose/select.hpp"

namespace {

using namespace tutti;

/// CPU seconds of this process, which other jobs on the machine change little.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Spent {
  double seconds = -1;
  double mebibytes = -1;  ///< beyond those of the process before
};

/// In a process of its own, so that its memory is its own.
template <class Work>
Spent spent(Work work) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  if (const auto child = fork(); child == 0) {
    const auto memory = [] {
      rusage usage;
      getrusage(RUSAGE_SELF, &usage);
      return static_cast<double>(usage.ru_maxrss) / 1024;
    };
    const double before = memory(), start = now();
    const bool done = work();
    const Spent s{done ? now() - start : -1, memory() - before};
    _exit(write(ends[1], &s, sizeof s) == sizeof s ? 0 : 1);
  } else {
    Spent s;
    if (read(ends[0], &s, sizeof s) != sizeof s) s = {};
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    return s;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int p = argc > 1 ? std::atoi(argv[1]) : 4096;
  constexpr double most_bytes = 4e9;  // for the proof of the whole
  std::printf("p = %d, rank p/3; CPU time\n%-40s %10s %10s %12s %12s\n", p, "", "part, ms", "MiB", "whole, ms", "MiB");
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.supports.holds(p) || rules::proved_up_to(algorithm) < p) continue;
    const Group group{.ranks = p, .only = p / 3};
    const auto part = spent([&] {
      const auto verdict = Prover::prove_part(algorithm, group, [](Prover::Part found) { return found; });
      return std::holds_alternative<Proved>(verdict);
    });
    const bool fits = bytes_to_prove(algorithm, {.ranks = p}) <= most_bytes;
    const auto whole =
        fits ? spent([&] { return std::holds_alternative<Proved>(Prover::prove(algorithm, group)); }) : Spent();
    std::printf("%-40s %10.2f %10.1f %12.2f %12.1f\n", algorithm.name.c_str(), part.seconds * 1e3, part.mebibytes,
                whole.seconds * 1e3, whole.mebibytes);
    std::fflush(stdout);
  }
  std::printf("\nfirst choice of the selector for %d ranks, 1024 bytes; CPU time\n", p);
  for (const auto& collective : collectives) {
    Selector selector(default_profile(), Model::papers);
    const auto choose = [&](Rank root) -> const Candidate& {
      return selector.fastest({collective.id, p, root, {true, true}}, 1024);
    };
    const double start = now();
    const auto& chosen = choose(0);
    std::printf("%-22s %8.2f ms  %s", std::string(collective.name).c_str(), (now() - start) * 1e3,
                chosen.algorithm->name.c_str());
    const double again = now();
    if (collective.rooted()) {
      choose(p - 1);
      std::printf(", another root %.3f ms", (now() - again) * 1e3);
      const double proof = now();
      const auto verdict =
          Prover::prove(*chosen.algorithm, {.ranks = p, .root = p - 1, .only = 0, .shape = chosen.shape});
      if (std::holds_alternative<Proved>(verdict)) std::printf(", its proof %.3f ms", (now() - proof) * 1e3);
    }
    std::printf("\n");
  }
}
