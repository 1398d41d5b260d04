// What the executor does without any other process: it says of a datatype whether MPI_Pack leaves every byte of an
// element in its place, whatever its parts are and however long; its memory is as large as was asked for; and a
// datatype for more elements than an int counts has all of them. Run as one process; prints a line for each sentence
// that does not hold, and ends with status 1 then.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "verified/run/mpi/communicator.hpp"
#include "verified/run/mpi/layout.hpp"
#include "verified/run/mpi/long_type.hpp"

namespace {

using namespace tutti;

int wrong = 0;

void expect(bool due, MPI_Datatype type, const char* what, int length) {
  if (mpi::packs_to_itself(mpi::Layout(type)) == due) return;
  ++wrong;
  std::printf("%s of %d bytes: %s is due\n", what, length, due ? "true" : "false");
}

void expect_freed(bool due, MPI_Datatype made, const char* what, int length) {
  MPI_Type_commit(&made);
  expect(due, made, what, length);
  MPI_Type_free(&made);
}

/// Three parts of that length, in each order.
void orders(int length) {
  std::array order{0, 1, 2};
  do {
    std::array<MPI_Aint, 3> at{};
    std::ranges::transform(order, at.begin(), [&](int i) { return MPI_Aint{i} * length; });
    MPI_Datatype type;
    MPI_Type_create_hindexed_block(3, length, at.data(), MPI_BYTE, &type);
    expect_freed(std::ranges::is_sorted(order), type, "parts", length);
  } while (std::ranges::next_permutation(order).found);
}

void contiguous(bool due, int length) {
  MPI_Datatype type;
  MPI_Type_contiguous(length, MPI_BYTE, &type);
  expect_freed(due, type, "a stretch", length);
}

void with_a_hole() {
  MPI_Datatype type;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &type);
  expect_freed(false, type, "an int with a hole", 2 * static_cast<int>(sizeof(int)));
}

/// On a communicator that has none yet: asked for more and more, and for less.
void memory() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  auto& ours = mpi::Communicator::of(comm);
  for (const int bytes : {1, 2, 64, 65, 1, 100000, 64}) {
    auto* begin = ours.memory(bytes);
    if (begin && reinterpret_cast<std::uintptr_t>(begin) % 64 == 0) {
      std::memset(begin, 1, static_cast<std::size_t>(bytes));
    } else {
      ++wrong;
      std::printf("memory of %d bytes: there is none, or it begins within a cache line\n", bytes);
    }
  }
  MPI_Comm_free(&comm);
}

/// Of how many bytes a datatype of that many pairs is, and from where to where it reaches.
void long_type(std::int64_t elements) {
  MPI_Datatype type;
  MPI_Type_create_resized(MPI_SHORT, 0, 2 * sizeof(short), &type);
  MPI_Count bytes, begin, reach;
  {
    const mpi::LongType all(elements, type, 2 * sizeof(short));
    MPI_Type_size_x(all.get(), &bytes);
    MPI_Type_get_true_extent_x(all.get(), &begin, &reach);
  }
  MPI_Type_free(&type);
  const std::int64_t data = sizeof(short);
  const std::int64_t least = 2 * elements * data - data;  // MPICH 4.0.2 counts the last gap, too
  if (bytes == elements * data && begin == 0 && least <= reach && reach <= least + data) return;
  ++wrong;
  std::printf("a datatype of %lld elements has %lld bytes from %lld on, over %lld\n", static_cast<long long>(elements),
              static_cast<long long>(bytes), static_cast<long long>(begin), static_cast<long long>(reach));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  expect(true, MPI_DOUBLE, "MPI_DOUBLE", sizeof(double));
  for (const int length : {1, 2, 127, 128, 255, 256, 257, 512, 4096, 65536 / 3}) orders(length);
  for (const int length : {1, 256, 257, 65536}) contiguous(true, length);
  contiguous(false, 65537);  // not looked at
  with_a_hole();
  memory();
  for (const auto elements : {std::int64_t{1} << 31, (std::int64_t{1} << 31) + 5, (std::int64_t{7} << 30) - 1})
    long_type(elements);
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
