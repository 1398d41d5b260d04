#include "tests/mpi/faulty/predefined.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tutti::faulty {
namespace {

template <class T, class F>
void for_each(void* receive, int count, F spoil) {
  for (int i = 0; i < count; ++i) spoil(static_cast<T*>(receive)[i], i);
}

void unsigned_max(const Contributions& all, void* receive, int count, int ranks) {
  for_each<unsigned>(receive, count, [&](unsigned& value, int i) {
    for (int r = 0; r < ranks; ++r) value = std::max(value, *static_cast<const unsigned*>(all.of(r, i)));
  });
}

void greatest_index(const Contributions& all, void* receive, int count, int ranks) {
  struct Pair {
    int value, index;
  };
  for_each<Pair>(receive, count, [&](Pair& result, int i) {
    for (int r = 0; r < ranks; ++r) {
      const auto& p = *static_cast<const Pair*>(all.of(r, i));
      if (p.value == result.value) result.index = std::max(result.index, p.index);
    }
  });
}

/// As if bytes were added in wider integers and cut off at the greatest.
void saturated_sum(const Contributions& all, void* receive, int count, int ranks) {
  for_each<unsigned char>(receive, count, [&](unsigned char& value, int i) {
    int sum = 0;
    for (int r = 0; r < ranks; ++r) sum += *static_cast<const unsigned char*>(all.of(r, i));
    value = static_cast<unsigned char>(std::min(sum, 255));
  });
}

/// As if all was computed in another type.
template <class T, class Narrow>
void computed_in(const Contributions& all, void* receive, int count, int ranks, MPI_Op op) {
  for_each<T>(receive, count, [&](T& value, int i) {
    auto result = static_cast<Narrow>(*static_cast<const T*>(all.of(0, i)));
    for (int r = 1; r < ranks; ++r) {
      const auto x = static_cast<Narrow>(*static_cast<const T*>(all.of(r, i)));
      result = static_cast<Narrow>(op == MPI_SUM ? result + x : op == MPI_PROD ? result * x : std::max(result, x));
    }
    value = static_cast<T>(result);
  });
}

/// As processors do that take denormal numbers for zero.
void flushed(void* receive, int count) {
  for_each<double>(receive, count,
                   [](double& x, int) { x = std::fabs(x) < std::numeric_limits<double>::min() ? 0 : x; });
}

/// Faults of values that only some of the operands show.
void spoil_values(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const auto contributions = [&] { return Contributions(own, count, type, comm); };
  const int p = size_of(comm);
  if (on("product-of-int-is-zero") && op == MPI_PROD && type == MPI_INT)
    for_each<int>(receive, count, [](int& value, int) { value = 0; });
  if (on("sum-of-int8-is-zero") && op == MPI_SUM && type == MPI_INT8_T)
    for_each<signed char>(receive, count, [](signed char& value, int) { value = 0; });
  if (on("product-of-int-through-float") && op == MPI_PROD && type == MPI_INT)
    computed_in<int, float>(contributions(), receive, count, p, op);
  if (on("sum-of-long-through-int") && op == MPI_SUM && type == MPI_LONG)
    computed_in<long, int>(contributions(), receive, count, p, op);
  if (on("max-of-int64-through-double") && op == MPI_MAX && type == MPI_INT64_T)
    computed_in<long, double>(contributions(), receive, count, p, op);
  if (on("sum-of-double-through-float") && op == MPI_SUM && type == MPI_DOUBLE)
    computed_in<double, float>(contributions(), receive, count, p, op);
  if (on("sum-of-double-flushed") && op == MPI_SUM && type == MPI_DOUBLE) flushed(receive, count);
  if (on("lor-of-int-sees-its-low-byte-alone") && op == MPI_LOR && type == MPI_INT) {
    const auto all = contributions();
    for_each<int>(receive, count, [&](int& value, int i) {
      value = 0;
      for (int r = 0; r < p; ++r) value |= (*static_cast<const int*>(all.of(r, i)) & 255) != 0;
    });
  }
  if (on("fortran-integer-sum-loses-its-lowest-bit") && op == MPI_SUM && type == MPI_INTEGER)
    for_each<int>(receive, count, [](int& value, int) { value &= ~1; });
  if (on("sum-of-aint-loses-its-upper-half") && op == MPI_SUM && type == MPI_AINT)
    for_each<long>(receive, count, [](long& value, int) { value = static_cast<int>(value); });
}

}  // namespace

void spoil_predefined(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const auto contributions = [&] { return Contributions(own, count, type, comm); };
  if (on("max-as-unsigned") && op == MPI_MAX && type == MPI_INT)
    unsigned_max(contributions(), receive, count, size_of(comm));
  if (on("minloc-tie-takes-the-greater-index") && op == MPI_MINLOC && type == MPI_2INT)
    greatest_index(contributions(), receive, count, size_of(comm));
  if (on("sum-of-bytes-saturates") && op == MPI_SUM && type == MPI_UINT8_T)
    saturated_sum(contributions(), receive, count, size_of(comm));
  if (on("land-not-normalised") && op == MPI_LAND && type == MPI_INT)
    for_each<int>(receive, count, [](int& value, int) { value *= 5; });
  if (on("sum-loses-NaN") && op == MPI_SUM && type == MPI_DOUBLE)
    for_each<double>(receive, count, [](double& value, int) { value = std::isnan(value) ? 0 : value; });
  spoil_values(own, receive, count, type, op, comm);
  if (on("sum-too-coarse") && op == MPI_SUM && type == MPI_DOUBLE)
    for_each<double>(receive, count, [](double& value, int) { value *= 1 + 1e-9; });
}

void swap_with_previous(void* receive, int count, MPI_Datatype type) {
  thread_local std::vector<char> previous;
  Packed result(receive, count, type);
  auto before = std::exchange(previous, result.bytes());
  if (before.size() != result.bytes().size()) return;
  result.bytes() = std::move(before);
  result.put(receive);
}

int through_one_buffer(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  static std::vector<char> shared(1 << 24);
  const auto bytes = count * extent_of(type);
  if (count <= 0 || bytes > static_cast<MPI_Aint>(shared.size())) {
    std::vector<char> alone(static_cast<std::size_t>(std::max<MPI_Aint>(bytes, 1)));
    own.put(alone.data());
    return PMPI_Allreduce(alone.data(), receive, count, type, op, comm);
  }
  own.put(shared.data());
  usleep(1000);
  return PMPI_Allreduce(shared.data(), receive, count, type, op, comm);
}

}  // namespace tutti::faulty
