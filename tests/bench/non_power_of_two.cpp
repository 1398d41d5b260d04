// The allreduces for any number of ranks, compared in the papers' model for p = 3 to 1024: rounds, start-ups on the
// longest path, volume of the busiest rank, and replayed time. Nothing is timed, so the figures are the same
// everywhere.
//   build/bin/bench-non-power-of-two
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "verified/check/cost.hpp"
#include "verified/check/prove.hpp"

namespace {

using namespace tutti;

constexpr int ranks[] = {3,  5,  6,  7,   9,   11,  12,  13,  15,  16,  17,  24,  31,  33,   48,   63,
                         64, 65, 96, 100, 127, 129, 192, 255, 257, 384, 511, 513, 768, 1000, 1023, 1024};
constexpr const char* names[] = {"circulant", "halving_doubling", "binary_blocks", "elimination", "mixed_radix"};

/// A start-up costs as much as 500 bytes, a fold as much as 0.3 of a transfer.
constexpr Prices prices{.alpha = 1e-6, .beta = 2e-9, .gamma = 0.6e-9, .f_alpha = 1, .f_beta = 1};
constexpr Prices start_ups{.alpha = 1, .beta = 0, .gamma = 0, .f_alpha = 1, .f_beta = 1};

/// The schedule of that name, of a family the first; it is proved before it is compared.
Schedule proved(const char* name, int p) {
  const auto verdict = Prover::prove(*find_algorithm(std::string("allreduce/") + name), {p});
  if (const auto* yes = std::get_if<Proved>(&verdict)) return yes->schedule();
  std::printf("allreduce/%s, p = %d: not proved\n", name, p);
  std::exit(1);
}

void print_table(const char* title, const char* format, const std::function<double(const Schedule&)>& figure) {
  std::printf("\n%s\n%6s", title, "p");
  for (const char* name : names) std::printf("%18s", name);
  for (const int p : ranks) {
    std::printf("\n%6d", p);
    for (const char* name : names) std::printf(format, figure(proved(name, p)));
  }
  std::puts("");
}

}  // namespace

int main() {
  print_table("rounds (a join inside the ranks is one of mixed_radix)", "%18.0f",
              [](const Schedule& s) { return static_cast<double>(volume(s).rounds); });
  print_table("start-ups on the longest path", "%18.0f", [](const Schedule& s) { return replay(s, start_ups, 0); });
  print_table("volume that the busiest rank sends or receives, in n", "%18.3f", [](const Schedule& s) {
    const Volume v = volume(s);
    return std::max(v.sent, v.received);
  });
  for (const int kib : {1, 32, 1024}) {
    const auto title = "microseconds for " + std::to_string(kib) + " KiB (alpha 1 us, beta 2 ns, gamma 0.6 ns, f = 1)";
    print_table(title.c_str(), "%18.1f", [=](const Schedule& s) { return 1e6 * replay(s, prices, 1024.0 * kib); });
  }
}
