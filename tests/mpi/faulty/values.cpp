// Wrong results of a predefined operator on one datatype: one row per fault.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>

#include "tests/mpi/faulty/predefined.hpp"

namespace tutti::faulty {
namespace {

/// The operands of an allreduce, and its result.
class Operands {
 public:
  Operands(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Comm comm)
      : all_(own, count, type, comm), receive_(receive), count_(count), ranks_(size_of(comm)) {}

  /// The first element behind the last whole vector of so many.
  int tail(int width) const { return count_ - count_ % width; }

  /// Another result from element `first` on: combined in the order of the ranks.
  template <class T, class Combine>
  void fold(Combine combine, int first = 0) const {
    for (int i = first; i < count_; ++i) {
      T result = element<T>(0, i);
      for (int r = 1; r < ranks_; ++r) result = static_cast<T>(combine(result, element<T>(r, i)));
      static_cast<T*>(receive_)[i] = result;
    }
  }

  /// The result changed from element `first` on.
  template <class T, class Change>
  void change(Change changed, int first = 0) const {
    auto* result = static_cast<T*>(receive_);
    for (int i = first; i < count_; ++i) result[i] = static_cast<T>(changed(result[i]));
  }

 private:
  template <class T>
  T element(int rank, int i) const {
    return *static_cast<const T*>(all_.of(rank, i));
  }

  Contributions all_;
  void* receive_;
  int count_, ranks_;
};

struct Least {
  auto operator()(auto a, auto b) const { return std::min(a, b); }
};
struct Greatest {
  auto operator()(auto a, auto b) const { return std::max(a, b); }
};
constexpr auto the_first = [](auto a, auto) { return a; };
constexpr auto truth = [](auto x) { return x != 0; };
constexpr auto upper_half_lost = [](long x) { return static_cast<long>(static_cast<int>(x)); };

/// Computed in another type than that of the elements.
template <class T, class Other, class Combine>
void computed_as(const Operands& o) {
  o.fold<T>([](T a, T b) { return static_cast<T>(Combine()(static_cast<Other>(a), static_cast<Other>(b))); });
}

template <class T, class Combine>
void truth_of(const Operands& o) {
  o.fold<T>(Combine());
  o.change<T>(truth);
}

template <class Value>
struct Pair {
  Value value;
  int index;
};

/// The greatest value by `precedes`; of equal ones the index that `chosen` says.
template <class Value, class Precedes, class Chosen>
void locate(const Operands& o, Precedes precedes, Chosen chosen) {
  o.fold<Pair<Value>>([=](Pair<Value> a, Pair<Value> b) {
    if (precedes(a.value, b.value)) return b;
    return precedes(b.value, a.value) ? a : Pair<Value>{a.value, chosen(a.index, b.index)};
  });
}

using FloatComplex = std::complex<float>;
using DoubleComplex = std::complex<double>;

struct ValueFault {
  std::string_view name;
  MPI_Op op;
  MPI_Datatype type;
  void (*compute)(const Operands&);
};

const ValueFault value_faults[] = {
    // Extremes.
    {"min-of-short-as-unsigned", MPI_MIN, MPI_SHORT, computed_as<short, unsigned short, Least>},
    {"min-of-int64-as-unsigned", MPI_MIN, MPI_INT64_T, computed_as<std::int64_t, std::uint64_t, Least>},
    {"min-of-offset-as-unsigned", MPI_MIN, MPI_OFFSET, computed_as<MPI_Offset, std::uint64_t, Least>},
    {"min-of-float-compares-its-bits", MPI_MIN, MPI_FLOAT, [](const Operands& o) { o.fold<std::int32_t>(Least()); }},
    {"min-of-double-first-rank-in-the-tail-of-4", MPI_MIN, MPI_DOUBLE,
     [](const Operands& o) { o.fold<double>(the_first, o.tail(4)); }},
    {"max-of-double-starts-at-the-least-positive-number", MPI_MAX, MPI_DOUBLE,
     [](const Operands& o) { o.change<double>([](double x) { return std::max(x, DBL_MIN); }); }},
    {"max-of-signed-char-as-unsigned", MPI_MAX, MPI_SIGNED_CHAR, computed_as<signed char, unsigned char, Greatest>},
    {"max-of-aint-compares-ints", MPI_MAX, MPI_AINT,
     [](const Operands& o) {
       o.fold<long>([](long a, long b) { return static_cast<int>(a) >= static_cast<int>(b) ? a : b; });
     }},
    {"fortran-integer1-max-as-unsigned", MPI_MAX, MPI_INTEGER1, computed_as<signed char, unsigned char, Greatest>},
    // Sums.
    {"sum-of-uint32-loses-its-highest-bit-from-16-on", MPI_SUM, MPI_UINT32_T,
     [](const Operands& o) { o.change<std::uint32_t>([](std::uint32_t x) { return x & 0x7fffffffu; }, 16); }},
    {"sum-of-uint64-loses-the-carry-between-halves", MPI_SUM, MPI_UINT64_T,
     [](const Operands& o) {
       o.fold<std::uint64_t>(
           [](std::uint64_t a, std::uint64_t b) { return ((a >> 32) + (b >> 32)) << 32 | ((a + b) & 0xffffffffu); });
     }},
    {"sum-of-float-infinity-becomes-the-greatest-number", MPI_SUM, MPI_FLOAT,
     [](const Operands& o) { o.change<float>([](float x) { return std::isinf(x) ? std::copysign(FLT_MAX, x) : x; }); }},
    {"sum-of-float-complex-loses-its-imaginary-part", MPI_SUM, MPI_C_FLOAT_COMPLEX,
     [](const Operands& o) { o.change<FloatComplex>([](FloatComplex x) { return FloatComplex(x.real(), 0); }); }},
    {"sum-of-long-double-through-double", MPI_SUM, MPI_LONG_DOUBLE, computed_as<long double, double, std::plus<>>},
    {"fortran-real8-sum-through-float", MPI_SUM, MPI_REAL8, computed_as<double, float, std::plus<>>},
    {"cxx-double-complex-sum-through-float", MPI_SUM, MPI_CXX_DOUBLE_COMPLEX,
     computed_as<DoubleComplex, FloatComplex, std::plus<>>},
    // Products.
    {"product-of-float-flushed", MPI_PROD, MPI_FLOAT,
     [](const Operands& o) { o.change<float>([](float x) { return std::fabs(x) < FLT_MIN ? 0 : x; }); }},
    {"product-of-uint8-saturates", MPI_PROD, MPI_UINT8_T,
     [](const Operands& o) { o.fold<std::uint8_t>([](int a, int b) { return std::min(a * b, 255); }); }},
    {"product-of-count-loses-its-upper-half", MPI_PROD, MPI_COUNT,
     [](const Operands& o) { o.change<MPI_Count>(upper_half_lost); }},
    {"product-of-double-complex-conjugated", MPI_PROD, MPI_C_DOUBLE_COMPLEX,
     [](const Operands& o) { o.change<DoubleComplex>([](DoubleComplex x) { return std::conj(x); }); }},
    {"product-of-long-double-through-double", MPI_PROD, MPI_LONG_DOUBLE,
     computed_as<long double, double, std::multiplies<>>},
    {"fortran-complex-product-part-by-part", MPI_PROD, MPI_COMPLEX,
     [](const Operands& o) {
       o.fold<FloatComplex>(
           [](FloatComplex a, FloatComplex b) { return FloatComplex(a.real() * b.real(), a.imag() * b.imag()); });
     }},
    // Truth values.
    {"land-of-short-by-bits", MPI_LAND, MPI_SHORT, truth_of<short, std::bit_and<>>},
    {"land-of-int32-by-a-product", MPI_LAND, MPI_INT32_T, truth_of<std::uint32_t, std::multiplies<>>},
    {"lor-of-long-loses-its-upper-half", MPI_LOR, MPI_LONG,
     [](const Operands& o) {
       o.fold<long>([](long a, long b) { return static_cast<int>(a) != 0 || static_cast<int>(b) != 0; });
     }},
    {"lor-of-c-bool-first-rank-in-the-tail-of-8", MPI_LOR, MPI_C_BOOL,
     [](const Operands& o) { o.fold<bool>(the_first, o.tail(8)); }},
    {"lxor-of-int-by-bits", MPI_LXOR, MPI_INT, truth_of<int, std::bit_xor<>>},
    {"fortran-logical-lxor-as-or", MPI_LXOR, MPI_LOGICAL, truth_of<int, std::bit_or<>>},
    {"cxx-bool-lxor-as-or", MPI_LXOR, MPI_CXX_BOOL, truth_of<bool, std::bit_or<>>},
    // Bits.
    {"band-of-uint16-loses-its-upper-byte", MPI_BAND, MPI_UINT16_T,
     [](const Operands& o) { o.change<std::uint16_t>([](unsigned x) { return x & 0xffu; }); }},
    {"band-of-int64-extends-the-sign-of-its-lower-half", MPI_BAND, MPI_INT64_T,
     [](const Operands& o) { o.change<std::int64_t>(upper_half_lost); }},
    {"bor-of-uint32-loses-its-highest-bit", MPI_BOR, MPI_UINT32_T,
     [](const Operands& o) { o.change<std::uint32_t>([](std::uint32_t x) { return x & 0x7fffffffu; }); }},
    {"bor-of-byte-first-rank-in-the-tail-of-16", MPI_BOR, MPI_BYTE,
     [](const Operands& o) { o.fold<unsigned char>(the_first, o.tail(16)); }},
    {"bxor-of-unsigned-long-as-or", MPI_BXOR, MPI_UNSIGNED_LONG,
     [](const Operands& o) { o.fold<unsigned long>(std::bit_or<>()); }},
    {"bxor-of-int32-as-or-in-the-tail-of-8", MPI_BXOR, MPI_INT32_T,
     [](const Operands& o) { o.fold<std::int32_t>(std::bit_or<>(), o.tail(8)); }},
    // Locations.
    {"minloc-of-float-index-through-float", MPI_MINLOC, MPI_FLOAT_INT,
     [](const Operands& o) {
       o.change<Pair<float>>([](Pair<float> x) {
         return Pair<float>{x.value, static_cast<int>(static_cast<long>(static_cast<float>(x.index)))};
       });
     }},
    {"minloc-of-short-index-cut-to-16-bits", MPI_MINLOC, MPI_SHORT_INT,
     [](const Operands& o) {
       o.change<Pair<short>>([](Pair<short> x) { return Pair<short>{x.value, static_cast<short>(x.index)}; });
     }},
    {"maxloc-of-long-compares-ints", MPI_MAXLOC, MPI_LONG_INT,
     [](const Operands& o) {
       locate<long>(
           o, [](long a, long b) { return static_cast<int>(a) < static_cast<int>(b); }, Least());
     }},
    {"maxloc-of-double-tie-takes-the-greater-index", MPI_MAXLOC, MPI_DOUBLE_INT,
     [](const Operands& o) { locate<double>(o, std::less<>(), Greatest()); }},
    {"fortran-2integer-maxloc-tie-takes-the-first-rank", MPI_MAXLOC, MPI_2INTEGER,
     [](const Operands& o) { locate<int>(o, std::less<>(), the_first); }},
};

}  // namespace

void spoil_value(const Packed& own, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  for (const auto& fault : value_faults)
    if (op == fault.op && type == fault.type && on(fault.name))
      fault.compute(Operands(own, receive, count, type, comm));
}

}  // namespace tutti::faulty
