// Of the changes of one thing in the rules of an algorithm, those that make it wrong for some p, and how many of these
// lose the claim for all p. Exit status 1 where one keeps it.
//   build/bin/bench-mutants [COUNT [SEED [FIRST]]]   so many that are drawn, from that one on; without COUNT all: hours
#include "tests/check/smt/mutants.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

int main(int argc, char** argv) {
  using namespace tutti;
  std::vector<smt::Mutant> all;
  for (const auto& algorithm : algorithms())
    if (algorithm.rules && algorithm.owner == algorithm.collective)
      for (auto& mutant : smt::mutants(algorithm)) all.push_back(std::move(mutant));
  const auto seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  std::shuffle(all.begin(), all.end(), std::mt19937(static_cast<unsigned>(seed)));
  const auto first = argc > 3 ? std::min(all.size(), std::size_t{std::strtoul(argv[3], nullptr, 10)}) : 0;
  const auto most = all.size() - first;
  const auto count = argc > 1 ? std::min(most, std::size_t{std::strtoul(argv[1], nullptr, 10)}) : most;
  std::size_t wrong = 0, lost = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    constexpr std::size_t told = 500;
    if (i > first && (i - first) % told == 0) std::fprintf(stderr, "%zu of %zu, %zu wrong\n", i - first, count, wrong);
    const int p = smt::first_wrong(all[i]);
    if (p == 0) continue;
    ++wrong;
    const auto because = smt::first_lost(all[i]);
    lost += !because.empty();
    if (because.empty()) std::printf("%s: wrong at p = %d, and keeps its claim\n", all[i].print().c_str(), p);
    std::fflush(stdout);
  }
  std::printf("seed %lu: %zu of %zu mutants, %zu wrong for some p <= 200, %zu of these lose the claim for all p\n",
              seed, count, all.size(), wrong, lost);
  return lost == wrong ? 0 : 1;
}
