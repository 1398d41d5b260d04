// Which elements are said to be packed into their own bytes: those of which MPI_Pack leaves every byte in its place,
// whatever the parts of the datatype are and however long. Run as one process; prints a line for each datatype of which
// that is not so, and ends with status 1 then.
#include "verified/run/mpi/layout.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

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

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  expect(true, MPI_DOUBLE, "MPI_DOUBLE", sizeof(double));
  for (const int length : {1, 2, 127, 128, 255, 256, 257, 512, 4096, 65536 / 3}) orders(length);
  for (const int length : {1, 256, 257, 65536}) contiguous(true, length);
  contiguous(false, 65537);  // not looked at
  with_a_hole();
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
