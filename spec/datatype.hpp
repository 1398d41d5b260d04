// One row per predefined MPI datatype that a predefined reduction operation takes, and the C type of its elements.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tutti {

// clang-format off
enum class Type {
  signed_char, unsigned_char, short_, unsigned_short, int_, unsigned_, long_, unsigned_long, long_long,
  unsigned_long_long, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
  float_, double_, long_double, float_complex, double_complex, long_double_complex,
  bool_, byte, aint, count, offset,
  float_int, double_int, long_int, two_int, short_int, long_double_int
};
// clang-format on

/// The groups of MPI 4.0, 6.9.2 and, for the pairs of MINLOC and MAXLOC, 6.9.4.
enum class TypeClass { integer, floating, complex, logical, byte, multi_language, pair };

/// An element of MPI_C_BOOL: one byte, of which every value may be read; all but 0 are true.
enum class Bool : unsigned char {};
static_assert(sizeof(Bool) == sizeof(bool));

/// An element of the complex types: laid out as std::complex and as the C type, but with plain members, which
/// compilers vectorise.
template <class Part>
struct Complex {
  Part real, imaginary;
};

/// An element of the pair types (MPI 4.0, 6.9.4): laid out as the C struct, padding included.
template <class Value>
struct Pair {
  Value value;
  int index;
};

/// Calls f(std::type_identity<T>{}) with T the C type of an element of `type`.
template <class F>
constexpr decltype(auto) visit(Type type, F&& f) {
  using std::type_identity;
  switch (type) {
    case Type::signed_char: return f(type_identity<signed char>{});
    case Type::unsigned_char: return f(type_identity<unsigned char>{});
    case Type::short_: return f(type_identity<short>{});
    case Type::unsigned_short: return f(type_identity<unsigned short>{});
    case Type::int_: return f(type_identity<int>{});
    case Type::unsigned_: return f(type_identity<unsigned>{});
    case Type::long_: return f(type_identity<long>{});
    case Type::unsigned_long: return f(type_identity<unsigned long>{});
    case Type::long_long: return f(type_identity<long long>{});
    case Type::unsigned_long_long: return f(type_identity<unsigned long long>{});
    case Type::int8: return f(type_identity<std::int8_t>{});
    case Type::int16: return f(type_identity<std::int16_t>{});
    case Type::int32: return f(type_identity<std::int32_t>{});
    case Type::int64: return f(type_identity<std::int64_t>{});
    case Type::uint8: return f(type_identity<std::uint8_t>{});
    case Type::uint16: return f(type_identity<std::uint16_t>{});
    case Type::uint32: return f(type_identity<std::uint32_t>{});
    case Type::uint64: return f(type_identity<std::uint64_t>{});
    case Type::float_: return f(type_identity<float>{});
    case Type::double_: return f(type_identity<double>{});
    case Type::long_double: return f(type_identity<long double>{});
    case Type::float_complex: return f(type_identity<Complex<float>>{});
    case Type::double_complex: return f(type_identity<Complex<double>>{});
    case Type::long_double_complex: return f(type_identity<Complex<long double>>{});
    case Type::bool_: return f(type_identity<Bool>{});
    case Type::byte: return f(type_identity<std::byte>{});
    case Type::aint: return f(type_identity<std::ptrdiff_t>{});
    case Type::count: return f(type_identity<std::int64_t>{});
    case Type::offset: return f(type_identity<std::int64_t>{});
    case Type::float_int: return f(type_identity<Pair<float>>{});
    case Type::double_int: return f(type_identity<Pair<double>>{});
    case Type::long_int: return f(type_identity<Pair<long>>{});
    case Type::two_int: return f(type_identity<Pair<int>>{});
    case Type::short_int: return f(type_identity<Pair<short>>{});
    case Type::long_double_int: return f(type_identity<Pair<long double>>{});
  }
  __builtin_unreachable();
}

struct TypeRow {
  Type id;
  std::string_view mpi_name;  ///< the MPI constant
  std::string_view name;      ///< on the command line: the constant in lower case without MPI_
  TypeClass type_class;
  /// Bytes from one element to the next: sizeof of the C type, which is the extent in MPI.
  constexpr std::size_t size() const {
    return visit(id, []<class T>(std::type_identity<T>) { return sizeof(T); });
  }
};

inline constexpr std::array types{
    TypeRow{Type::signed_char, "MPI_SIGNED_CHAR", "signed_char", TypeClass::integer},
    TypeRow{Type::unsigned_char, "MPI_UNSIGNED_CHAR", "unsigned_char", TypeClass::integer},
    TypeRow{Type::short_, "MPI_SHORT", "short", TypeClass::integer},
    TypeRow{Type::unsigned_short, "MPI_UNSIGNED_SHORT", "unsigned_short", TypeClass::integer},
    TypeRow{Type::int_, "MPI_INT", "int", TypeClass::integer},
    TypeRow{Type::unsigned_, "MPI_UNSIGNED", "unsigned", TypeClass::integer},
    TypeRow{Type::long_, "MPI_LONG", "long", TypeClass::integer},
    TypeRow{Type::unsigned_long, "MPI_UNSIGNED_LONG", "unsigned_long", TypeClass::integer},
    TypeRow{Type::long_long, "MPI_LONG_LONG", "long_long", TypeClass::integer},
    TypeRow{Type::unsigned_long_long, "MPI_UNSIGNED_LONG_LONG", "unsigned_long_long", TypeClass::integer},
    TypeRow{Type::int8, "MPI_INT8_T", "int8_t", TypeClass::integer},
    TypeRow{Type::int16, "MPI_INT16_T", "int16_t", TypeClass::integer},
    TypeRow{Type::int32, "MPI_INT32_T", "int32_t", TypeClass::integer},
    TypeRow{Type::int64, "MPI_INT64_T", "int64_t", TypeClass::integer},
    TypeRow{Type::uint8, "MPI_UINT8_T", "uint8_t", TypeClass::integer},
    TypeRow{Type::uint16, "MPI_UINT16_T", "uint16_t", TypeClass::integer},
    TypeRow{Type::uint32, "MPI_UINT32_T", "uint32_t", TypeClass::integer},
    TypeRow{Type::uint64, "MPI_UINT64_T", "uint64_t", TypeClass::integer},
    TypeRow{Type::float_, "MPI_FLOAT", "float", TypeClass::floating},
    TypeRow{Type::double_, "MPI_DOUBLE", "double", TypeClass::floating},
    TypeRow{Type::long_double, "MPI_LONG_DOUBLE", "long_double", TypeClass::floating},
    TypeRow{Type::float_complex, "MPI_C_FLOAT_COMPLEX", "c_float_complex", TypeClass::complex},
    TypeRow{Type::double_complex, "MPI_C_DOUBLE_COMPLEX", "c_double_complex", TypeClass::complex},
    TypeRow{Type::long_double_complex, "MPI_C_LONG_DOUBLE_COMPLEX", "c_long_double_complex", TypeClass::complex},
    TypeRow{Type::bool_, "MPI_C_BOOL", "c_bool", TypeClass::logical},
    TypeRow{Type::byte, "MPI_BYTE", "byte", TypeClass::byte},
    TypeRow{Type::aint, "MPI_AINT", "aint", TypeClass::multi_language},
    TypeRow{Type::count, "MPI_COUNT", "count", TypeClass::multi_language},
    TypeRow{Type::offset, "MPI_OFFSET", "offset", TypeClass::multi_language},
    TypeRow{Type::float_int, "MPI_FLOAT_INT", "float_int", TypeClass::pair},
    TypeRow{Type::double_int, "MPI_DOUBLE_INT", "double_int", TypeClass::pair},
    TypeRow{Type::long_int, "MPI_LONG_INT", "long_int", TypeClass::pair},
    TypeRow{Type::two_int, "MPI_2INT", "2int", TypeClass::pair},
    TypeRow{Type::short_int, "MPI_SHORT_INT", "short_int", TypeClass::pair},
    TypeRow{Type::long_double_int, "MPI_LONG_DOUBLE_INT", "long_double_int", TypeClass::pair},
};

static_assert(
    [] {
      for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i].id != static_cast<Type>(i)) return false;
      return types.back().id == Type::long_double_int;
    }(),
    "one row per datatype, in the order of the enum");

constexpr const TypeRow& row(Type t) { return types[static_cast<std::size_t>(t)]; }

/// Takes either name: "MPI_INT" or "int".
constexpr std::optional<Type> type_named(std::string_view name) {
  for (const auto& r : types)
    if (r.name == name || r.mpi_name == name) return r.id;
  return std::nullopt;
}

}  // namespace tutti
