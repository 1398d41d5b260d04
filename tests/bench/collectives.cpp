// What an application gets of libtutti: each blocking collective as it is called (MPI_Bcast) and the MPI's own
// (PMPI_Bcast), in turns inside one run, for sizes from 8 bytes to 8 MiB of the larger buffer. Prints the MPI's own in
// µs and the other as a share of it, each the median of the slowest rank's times; then how many pairs of a collective
// and a size are at most so far above the MPI's own.
//   mpiexec.mpich -genv LD_PRELOAD build/lib/libtutti.mpich.so -n 2 build/bin/bench-collectives.mpich [SECONDS [NAME]]
// SECONDS: for each pair (0.2). NAME: this collective only, as allreduce.
#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

int ranks = 0;

/// Doubles. `block` of them go to or come from each rank where a collective has a part for each, else `all` do.
struct Buffers {
  explicit Buffers(std::size_t bytes)
      : all(std::max(1, static_cast<int>(bytes / sizeof(double)))),
        block(std::max(1, all / ranks)),
        send(static_cast<std::size_t>(std::max(all, block * ranks)), 1.0),
        receive(send.size()),
        counts(static_cast<std::size_t>(ranks), block),
        places(counts.size()),
        bytes_before(counts.size()),
        types(counts.size(), MPI_DOUBLE) {
    std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    std::ranges::transform(places, bytes_before.begin(), [](int place) { return place * int{sizeof(double)}; });
  }

  int all, block;
  std::vector<double> send, receive;
  std::vector<int> counts, places, bytes_before;
  std::vector<MPI_Datatype> types;
};

using Call = void (*)(Buffers&);

struct Pair {
  std::string_view name;
  Call as_called, of_mpi;
};

const MPI_Datatype type = MPI_DOUBLE;
const MPI_Op sum = MPI_SUM;
const MPI_Comm world = MPI_COMM_WORLD;

#define TUTTI_PAIR(name, procedure, ...)                                                                      \
  Pair {                                                                                                      \
    name, [](Buffers& b) { MPI_##procedure(__VA_ARGS__); }, [](Buffers& b) { PMPI_##procedure(__VA_ARGS__); } \
  }
#define TUTTI_SEND b.send.data()
#define TUTTI_RECEIVE b.receive.data()

const Pair pairs[] = {
    TUTTI_PAIR("barrier", Barrier, (static_cast<void>(b), world)),
    TUTTI_PAIR("bcast", Bcast, TUTTI_SEND, b.all, type, 0, world),
    TUTTI_PAIR("gather", Gather, TUTTI_SEND, b.block, type, TUTTI_RECEIVE, b.block, type, 0, world),
    TUTTI_PAIR("gatherv", Gatherv, TUTTI_SEND, b.block, type, TUTTI_RECEIVE, b.counts.data(), b.places.data(), type, 0,
               world),
    TUTTI_PAIR("scatter", Scatter, TUTTI_SEND, b.block, type, TUTTI_RECEIVE, b.block, type, 0, world),
    TUTTI_PAIR("scatterv", Scatterv, TUTTI_SEND, b.counts.data(), b.places.data(), type, TUTTI_RECEIVE, b.block, type,
               0, world),
    TUTTI_PAIR("allgather", Allgather, TUTTI_SEND, b.block, type, TUTTI_RECEIVE, b.block, type, world),
    TUTTI_PAIR("allgatherv", Allgatherv, TUTTI_SEND, b.block, type, TUTTI_RECEIVE, b.counts.data(), b.places.data(),
               type, world),
    TUTTI_PAIR("alltoall", Alltoall, TUTTI_SEND, b.block, type, TUTTI_RECEIVE, b.block, type, world),
    TUTTI_PAIR("alltoallv", Alltoallv, TUTTI_SEND, b.counts.data(), b.places.data(), type, TUTTI_RECEIVE,
               b.counts.data(), b.places.data(), type, world),
    TUTTI_PAIR("alltoallw", Alltoallw, TUTTI_SEND, b.counts.data(), b.bytes_before.data(), b.types.data(),
               TUTTI_RECEIVE, b.counts.data(), b.bytes_before.data(), b.types.data(), world),
    TUTTI_PAIR("reduce", Reduce, TUTTI_SEND, TUTTI_RECEIVE, b.all, type, sum, 0, world),
    TUTTI_PAIR("allreduce", Allreduce, TUTTI_SEND, TUTTI_RECEIVE, b.all, type, sum, world),
    TUTTI_PAIR("reduce_scatter", Reduce_scatter, TUTTI_SEND, TUTTI_RECEIVE, b.counts.data(), type, sum, world),
    TUTTI_PAIR("reduce_scatter_block", Reduce_scatter_block, TUTTI_SEND, TUTTI_RECEIVE, b.block, type, sum, world),
    TUTTI_PAIR("scan", Scan, TUTTI_SEND, TUTTI_RECEIVE, b.all, type, sum, world),
    TUTTI_PAIR("exscan", Exscan, TUTTI_SEND, TUTTI_RECEIVE, b.all, type, sum, world),
};

double median(std::vector<double> v) {
  std::ranges::nth_element(v, v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2));
  return v[v.size() / 2];
}

/// Seconds per call, the slowest rank's, of `calls` in a row.
double time_of(Call call, Buffers& b, int calls) {
  PMPI_Barrier(world);
  const double start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) call(b);
  double took = (MPI_Wtime() - start) / calls;
  PMPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, world);
  return took;
}

struct Row {
  double of_mpi, share;
};

Row measure(const Pair& pair, std::size_t bytes, double seconds) {
  Buffers b(bytes);
  constexpr int before_it_serves = 20;  // calls after which libtutti has set up the communicator and its schedule
  time_of(pair.as_called, b, before_it_serves);
  const double once = time_of(pair.as_called, b, 3) + time_of(pair.of_mpi, b, 3);
  const int calls = std::clamp(static_cast<int>(2e-3 / once), 1, 1000);
  const int turns = std::clamp(static_cast<int>(seconds / (once * calls)), 5, 500);
  std::vector<double> as_called, of_mpi;
  for (int turn = 0; turn < turns; ++turn) {
    as_called.push_back(time_of(pair.as_called, b, calls));
    of_mpi.push_back(time_of(pair.of_mpi, b, calls));
  }
  const double base = median(of_mpi);
  return {base, median(as_called) / base};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_size(world, &ranks);
  MPI_Comm_rank(world, &rank);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.2;
  const std::string_view only = argc > 2 ? argv[2] : "";
  Dl_info where{};
  dladdr(dlsym(RTLD_DEFAULT, "MPI_Allreduce"), &where);
  if (rank == 0) std::printf("p = %d; MPI_Allreduce is that of %s\n", ranks, where.dli_fname);
  const std::size_t sizes[] = {8, 64, 512, 4096, 32768, 262144, 1 << 20, 8 << 20};
  if (rank == 0) {
    std::printf("%-20s", "µs, and share of it");
    for (const auto bytes : sizes) std::printf(" %8zu B    ", bytes);
    std::printf("\n");
  }
  std::vector<double> shares;
  for (const auto& pair : pairs) {
    if (!only.empty() && pair.name != only) continue;
    if (rank == 0) std::printf("%-20.*s", static_cast<int>(pair.name.size()), pair.name.data());
    for (const auto bytes : sizes) {
      const auto [of_mpi, share] = measure(pair, bytes, seconds);
      shares.push_back(share);
      if (rank == 0) std::printf(" %8.1f %5.2f", of_mpi * 1e6, share);
      std::fflush(stdout);
      if (pair.name == "barrier") break;  // which has no size
    }
    if (rank == 0) std::printf("\n");
  }
  if (rank == 0)
    for (const double most : {0.5, 0.9, 1.02, 1.05, 1.1, 1.5})
      std::printf("at most %.2f: %td of %zu\n", most,
                  std::ranges::count_if(shares, [&](double share) { return share <= most; }), shares.size());
  MPI_Finalize();
}
