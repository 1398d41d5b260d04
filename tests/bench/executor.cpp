// Times allreduce and reduce of doubles: every proved schedule, the hand-written yardstick and the MPI's own
// collective, in turns inside one run, so that a drifting machine slows all of them alike. Prints ratios of medians.
//   mpiexec.mpich -n 2 build/bin/bench-executor [seconds per row [bytes]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "tests/bench/yardstick.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;

struct Contender {
  std::string name;
  std::function<void()> call;
  std::vector<double> seconds;
};

double median(std::vector<double> v) {
  std::ranges::nth_element(v, v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2));
  return v[v.size() / 2];
}

/// Seconds per call, the slowest rank's, for `calls` calls in a row, after one that brings the caches into its own
/// state.
double time_of(const Contender& c, int calls) {
  c.call();
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) c.call();
  double took = (MPI_Wtime() - start) / calls;
  MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return took;
}

void measure(std::vector<Contender>& contenders, double seconds) {
  std::vector<int> calls;
  double one_turn = 0;
  for (auto& c : contenders) {
    const double once = time_of(c, 5);
    calls.push_back(std::clamp(static_cast<int>(4e-3 / once), 1, 1000));
    one_turn += once * (calls.back() + 1);
  }
  const int turns = std::clamp(static_cast<int>(seconds / one_turn), 5, 2000);
  for (int t = 0; t < turns; ++t)
    for (std::size_t i = 0; i < contenders.size(); ++i)
      contenders[i].seconds.push_back(time_of(contenders[i], calls[i]));
}

void bench_row(Collective collective, std::size_t bytes, double seconds, bool header) {
  int size, rank;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int count = static_cast<int>(bytes / sizeof(double));
  std::vector<double> send(static_cast<std::size_t>(count), rank + 1.0), receive(send.size());
  std::vector<Contender> all;
  if (collective == Collective::allreduce)
    all.push_back(
        {"MPI", [&] { MPI_Allreduce(send.data(), receive.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }, {}});
  else
    all.push_back(
        {"MPI", [&] { MPI_Reduce(send.data(), receive.data(), count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); }, {}});
  bench::HandWritten by_hand(MPI_COMM_WORLD, count);
  if (collective == Collective::allreduce && power_of_two(size))
    all.push_back({"by hand", [&] { by_hand.run(send.data(), receive.data()); }, {}});
  std::vector<std::unique_ptr<mpi::Reduction>> ours;
  for (const auto& a : algorithms()) {
    if (a.collective != collective || !a.supports.holds(size)) continue;
    ours.push_back(
        std::make_unique<mpi::Reduction>(MPI_COMM_WORLD, a, std::vector<int>{count}, MPI_DOUBLE, MPI_SUM, 0, false));
    auto* one = ours.back().get();
    all.push_back(
        {a.name.substr(a.name.find('/') + 1), [&send, &receive, one] { one->run(send.data(), receive.data()); }, {}});
  }
  measure(all, seconds);
  if (rank != 0) return;
  if (header) {
    std::printf("\n%s, p = %d; time of MPI's own in µs, and of the others as a share of it\n%10s %10s",
                std::string(row(collective).name).c_str(), size, "bytes", "MPI µs");
    for (std::size_t i = 1; i < all.size(); ++i) std::printf(" %18s", all[i].name.c_str());
    std::printf("%s\n", all[1].name == "by hand" ? "   h&d / by hand" : "");
  }
  const double base = median(all[0].seconds);
  std::printf("%10zu %10.2f", bytes, base * 1e6);
  std::map<std::string, double> took;
  for (std::size_t i = 1; i < all.size(); ++i) {
    took[all[i].name] = median(all[i].seconds);
    std::printf(" %18.2f", took[all[i].name] / base);
  }
  if (took.contains("by hand")) std::printf(" %15.2f", took["halving_doubling"] / took["by hand"]);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  std::vector<std::size_t> sizes{8, 64, 512, 4096, 16384, 65536, 262144, 1 << 20, 8 << 20};
  if (argc > 2) sizes.assign(1, std::strtoul(argv[2], nullptr, 10));
  for (auto collective : {Collective::allreduce, Collective::reduce})
    for (const auto bytes : sizes) bench_row(collective, bytes, seconds, bytes == sizes.front());
  MPI_Finalize();
}
