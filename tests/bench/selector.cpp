// The selector. On one rank: what the first choice for a collective and p takes, and a later one. On more ranks: every
// candidate of a collective (of families the first shape) and the chosen one are timed in turns, and the table says how
// often the chosen one is within 10 % of the fastest. The profile is that of TUTTI_PROFILE, or of the place.
//   mpiexec.mpich -n 1 build/bin/bench-selector
//   mpiexec.mpich -genv LD_PRELOAD build/lib/libtutti-yield.so -n 4 build/bin/bench-selector [seconds [bytes]]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "cli/mpi/contenders.hpp"
#include "verified/choose/select.hpp"
#include "verified/choose/shipped.hpp"

namespace {

using namespace tutti;
using mpi::Contender;

constexpr std::array measured{Collective::reduce, Collective::allreduce, Collective::reduce_scatter_block,
                              Collective::bcast,  Collective::allgather, Collective::alltoall,
                              Collective::scan};
constexpr double near = 1.1;  // times the fastest

template <class F>
double seconds_of(F f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double nanoseconds_when_warm(Selector& selector, Collective collective, int p) {
  constexpr int choices = 1'000'000;
  const auto all = [&] {
    for (int i = 0; i < choices; ++i) {
      const auto* chosen = &selector.fastest({collective, p, 0, {true, true}}, 8 << i % 20);
      asm volatile("" : : "r"(chosen));  // so that the choice is made
    }
  };
  return std::min({seconds_of(all), seconds_of(all), seconds_of(all)}) / choices * 1e9;
}

/// For operators that commute: every algorithm is a candidate.
void time_choices(const std::string& name) {
  std::printf("profile %s: first choice, ms; warm, ns\n%-22s", name.c_str(), "");
  constexpr std::array ps{2, 16, 64, 256};
  for (int p : ps) std::printf("       p = %3d    warm", p);
  std::printf("\n");
  for (const auto& c : collectives) {
    std::printf("%-22s", std::string(c.name).c_str());
    for (int p : ps) {
      Selector selector(named_profile(name), Model::papers);
      const double first = seconds_of([&] { selector.fastest({c.id, p, 0, {true, true}}, 1024); });
      std::printf(" %13.2f %7.1f", first * 1e3, nanoseconds_when_warm(selector, c.id, p));
    }
    std::printf("\n");
  }
}

/// Whether the chosen one is near the fastest.
bool bench_row(Collective collective, std::size_t bytes, double seconds, bool prints) {
  int p;
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  mpi::Calls calls(MPI_COMM_WORLD, collective, bytes);
  std::vector<Contender> all;
  all.push_back(calls.by_choice());
  const auto is_chosen = [chosen = all.front().candidate](const Candidate& c) {
    return c.algorithm == chosen.algorithm && c.shape == chosen.shape;
  };
  const Algorithm* last = nullptr;
  for (const auto& c : candidates(collective, p)) {
    if (c.algorithm != last && !is_chosen(c)) all.push_back(calls.by(c));
    last = c.algorithm;
  }
  mpi::time_in_turns(MPI_COMM_WORLD, all, seconds);
  const auto& chosen = all.front();
  const auto& fastest = *std::ranges::min_element(all, {}, &Contender::least);
  const double ratio = chosen.least / fastest.least;
  if (prints)
    std::printf("%10zu %3zu  %-30s %9.2f  %-30s %9.2f %6.2f%s\n", calls.bytes(), all.size(),
                print(chosen.candidate).c_str(), chosen.least * 1e6, print(fastest.candidate).c_str(),
                fastest.least * 1e6, ratio, ratio <= near ? "" : "  *");
  std::fflush(stdout);
  return ratio <= near;
}

void compare_with_measured(double seconds, const std::vector<std::size_t>& sizes, bool prints) {
  const char* profile = std::getenv("TUTTI_PROFILE");
  if (prints)
    std::printf("profile %s; microseconds per call; * is more than 10 %% off\n", profile ? profile : "of the place");
  std::size_t near_in_all = 0;
  for (const auto collective : measured) {
    const std::string name(row(collective).name);
    if (prints)
      std::printf("\n%s\n%10s %3s  %-30s %9s  %-30s %9s %6s\n", name.c_str(), "bytes", "of", "chosen", "us", "fastest",
                  "us", "ratio");
    std::size_t near_here = 0;
    for (const auto bytes : sizes)
      near_here += bench_row(collective, bytes, seconds / static_cast<double>(sizes.size() * measured.size()), prints);
    if (prints) std::printf("%s: within 10 %% in %zu of %zu\n", name.c_str(), near_here, sizes.size());
    near_in_all += near_here;
  }
  if (prints) std::printf("\nin all: within 10 %% in %zu of %zu\n", near_in_all, measured.size() * sizes.size());
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size, rank;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 80;
  std::vector<std::size_t> sizes{8, 64, 512, 4096, 32768, 262144, 1 << 20};
  if (argc > 2) sizes.assign(1, std::strtoul(argv[2], nullptr, 10));
  if (size == 1)
    for (const char* profile : {"assumed", "node"}) time_choices(profile);
  else
    compare_with_measured(seconds, sizes, rank == 0);
  MPI_Finalize();
}
