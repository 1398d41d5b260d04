// Messages through the memory of a node: many of them, and where ranks pass different counts. Run as three processes
// with TUTTI_TRANSPORT=node in the environment of rank 0; prints a line for each thing that is not as it must be, and
// ends with status 1 then.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;

int rank = 0;
bool right = true;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  right = false;
  std::printf("rank %d: %s\n", rank, what.c_str());
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const mpi::Error& e) {
    return e.what();
  }
  return "";
}

mpi::Reduction sum(MPI_Comm comm, const char* algorithm, int count) {
  return {comm, *find_algorithm(algorithm), {count}, MPI_INT, MPI_SUM, 0, false};
}

/// Thousands of calls without a pause, short and long, of several algorithms and roots, while each rank sleeps now and
/// then. All ranks draw the same calls.
void check_many_calls() {
  constexpr int longest = 70'000;  // which is read from the memory of its sender
  std::mt19937 calls(1), pauses(static_cast<unsigned>(rank));
  std::vector<int> send(longest), receive(longest);
  for (int i = 0; i < 3000; ++i) {
    const int count = calls() % 50 == 0 ? longest : static_cast<int>(calls() % (calls() % 8 == 0 ? 5000 : 20));
    const auto all = static_cast<std::size_t>(count);
    const auto* algorithm = std::array{"allreduce/recursive_doubling", "allreduce/ring", "allreduce/binomial",
                                       "allreduce/halving_doubling"}[calls() % 4];
    std::fill_n(send.begin(), all, i + rank);
    if (pauses() % 100 == 0) usleep(200);
    sum(MPI_COMM_WORLD, algorithm, count).run(send.data(), receive.data());
    if (!std::all_of(receive.begin(), receive.begin() + count, [&](int is) { return is == 3 * i + 3; }))
      return expect(false, "wrong sum in call " + std::to_string(i) + " of " + algorithm);
    const Rank root = static_cast<Rank>(calls() % 3);
    const mpi::Side whole{.counts = {count}, .types = {MPI_INT}};
    std::fill_n(receive.begin(), all, rank == root ? i : -1);
    mpi::Movement(MPI_COMM_WORLD, *find_algorithm("bcast/binomial"), {}, whole, root, false)
        .run(nullptr, receive.data());
    if (!std::all_of(receive.begin(), receive.begin() + count, [&](int is) { return is == i; }))
      return expect(false, "wrong broadcast in call " + std::to_string(i));
  }
}

/// Other counts at two ranks, which is the application's fault.
void check_other_counts() {
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &comm);
  if (rank == 2) return;
  std::vector<int> send(10), receive(10);
  const auto said =
      error_of([&] { sum(comm, "allreduce/recursive_doubling", rank == 0 ? 4 : 5).run(send.data(), receive.data()); });
  expect(said.find("the ranks passed different counts") != said.npos, "other counts: " + said);
}

/// The environment of another rank is asked where that is rank 0.
void check_who_is_asked() {
  MPI_Comm reversed;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  const char* const text = std::getenv("TUTTI_TRANSPORT");
  int asks = text && std::string(text) == "node";
  MPI_Bcast(&asks, 1, MPI_INT, 0, reversed);
  expect((mpi::Communicator::of(reversed).node() != nullptr) == (asks != 0), "another rank than rank 0 is asked");
  MPI_Comm other;
  MPI_Comm_dup(reversed, &other);
  expect((mpi::Communicator::of(other, asks == 0).node() == nullptr) == (asks != 0), "a rank is asked what is known");
  MPI_Comm_free(&other);
  MPI_Comm_free(&reversed);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto& comm = mpi::Communicator::of(MPI_COMM_WORLD);
  expect(comm.node() && comm.node()->has_all_but(rank), "not all ranks are on the node");
  expect(mpi::Communicator::of(MPI_COMM_SELF).node() == nullptr, "a rank alone has a node");
  check_who_is_asked();
  check_many_calls();
  check_other_counts();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return right ? 0 : 1;
}
