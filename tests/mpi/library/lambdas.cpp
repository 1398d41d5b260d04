// An application in C++ whose ten operators are lambdas and functions that no other file sees. What is said of each
// behind its first line is what `tutti op --recorded` has to say of it.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace {

struct Range {
  std::int32_t low, high;
};
struct Entry {
  std::uint32_t key, value;
};
struct Affine {
  std::uint32_t factor, summand;
};

void saturating_sum(void* in, void* inout, int* len, MPI_Datatype*) {  // MPI may use it
  const auto* a = static_cast<const std::uint16_t*>(in);
  auto* b = static_cast<std::uint16_t*>(inout);
  for (int i = 0; i < *len; ++i)
    b[i] = static_cast<std::uint16_t>(std::min<unsigned>(a[i] + b[i], std::numeric_limits<std::uint16_t>::max()));
}

template <class T>
void larger_entry(void* in, void* inout, int* len, MPI_Datatype*) {  // MPI may use it
  const auto* a = static_cast<const T*>(in);
  auto* b = static_cast<T*>(inout);
  for (int i = 0; i < *len; ++i)
    if (a[i].key > b[i].key || (a[i].key == b[i].key && a[i].value < b[i].value)) b[i] = a[i];
}

struct Rules {
  static void compose(void* in, void* inout, int* len, MPI_Datatype*) {  // MPI may use it
    const auto* a = static_cast<const Affine*>(in);
    auto* b = static_cast<Affine*>(inout);
    for (int i = 0; i < *len; ++i) b[i] = {a[i].factor * b[i].factor, a[i].summand * b[i].factor + b[i].summand};
  }
};

void mean(void* in, void* inout, int* len, MPI_Datatype*) {  // MPI must not use it
  const auto* a = static_cast<const double*>(in);
  auto* b = static_cast<double*>(inout);
  for (int i = 0; i < *len; ++i) b[i] = (a[i] + b[i]) / 2;
}

/// Combines a few elements of the datatype.
void combine(MPI_User_function* function, bool commutes, MPI_Datatype type, const void* elements, void* result) {
  MPI_Op op;
  MPI_Op_create(function, commutes, &op);
  MPI_Allreduce(elements, result, 3, type, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype range, entry;
  MPI_Type_contiguous(2, MPI_INT, &range);
  MPI_Type_contiguous(2, MPI_UNSIGNED, &entry);
  MPI_Type_commit(&range);
  MPI_Type_commit(&entry);
  const std::uint16_t shorts[] = {1, 2, 65535};
  const std::uint64_t words[] = {1, 2, 3};
  const double reals[] = {1, 2, 3};
  const Range ranges[] = {{1, 2}, {2, 2}, {-1, 4}};
  const Entry entries[] = {{1, 2}, {1, 3}, {2, 4}};
  std::uint16_t shorts_of_all[3];
  std::uint64_t words_of_all[3];
  double reals_of_all[3];
  Range ranges_of_all[3];
  Entry entries_of_all[3];

  combine(saturating_sum, true, MPI_UINT16_T, shorts, shorts_of_all);
  combine(larger_entry<Entry>, true, entry, entries, entries_of_all);
  combine(Rules::compose, false, entry, entries, entries_of_all);
  combine(mean, true, MPI_DOUBLE, reals, reals_of_all);
  combine(
      [](void* in, void* inout, int* len, MPI_Datatype*) {  // MPI may use it
        const auto* a = static_cast<const std::uint64_t*>(in);
        auto* b = static_cast<std::uint64_t*>(inout);
        for (int i = 0; i < *len; ++i) b[i] += a[i];
      },
      true, MPI_UINT64_T, words, words_of_all);
  combine(
      [](void* in, void* inout, int* len, MPI_Datatype*) {  // MPI may use it
        const auto* a = static_cast<const Range*>(in);
        auto* b = static_cast<Range*>(inout);
        for (int i = 0; i < *len; ++i) b[i] = {std::min(a[i].low, b[i].low), std::max(a[i].high, b[i].high)};
      },
      true, range, ranges, ranges_of_all);
  const auto first = [](void* in, void* inout, int* len, MPI_Datatype*) {  // MPI may use it
    const auto* a = static_cast<const std::uint64_t*>(in);
    auto* b = static_cast<std::uint64_t*>(inout);
    for (int i = 0; i < *len; ++i) b[i] = a[i];
  };
  combine(first, false, MPI_UINT64_T, words, words_of_all);
  combine(
      [](void* in, void* inout, int* len, MPI_Datatype*) {  // MPI must not use it
        const auto* a = static_cast<const std::uint64_t*>(in);
        auto* b = static_cast<std::uint64_t*>(inout);
        for (int i = 0; i < *len; ++i) b[i] = a[i] - b[i];
      },
      false, MPI_UINT64_T, words, words_of_all);
  combine(
      [](void* in, void* inout, int* len, MPI_Datatype*) {  // MPI must not use it
        const auto* a = static_cast<const Entry*>(in);
        auto* b = static_cast<Entry*>(inout);
        for (int i = 0; i < *len; ++i)
          if (a[i].key > b[i].key) b[i] = a[i];
      },
      true, entry, entries, entries_of_all);
  combine(
      [](void* in, void* inout, int* len, MPI_Datatype*) {  // MPI must not use it
        const auto* a = static_cast<const std::uint64_t*>(in);
        auto* b = static_cast<std::uint64_t*>(inout);
        for (int i = 1; i < *len; ++i) b[i] |= a[i];
      },
      true, MPI_UINT64_T, words, words_of_all);
  MPI_Type_free(&range);
  MPI_Type_free(&entry);
  MPI_Finalize();
}
