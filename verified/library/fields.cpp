#include "verified/library/fields.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>

#include "reference/scalar.hpp"
#include "verified/run/mpi/envelope.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/handles.hpp"

#if MPI_VERSION < 4
// For those that have envelopes of large counts (verified/run/mpi/envelope.cpp).
extern "C" int PMPI_Type_get_contents_c(MPI_Datatype type, MPI_Count most_integers, MPI_Count most_addresses,
                                        MPI_Count most_large_counts, MPI_Count most_types, int* integers,
                                        MPI_Aint* addresses, MPI_Count* large_counts, MPI_Datatype* types)
    __attribute__((weak));
#endif

namespace tutti::library {
namespace {

using mpi::check;
using Fields = std::vector<Field>;

constexpr std::size_t most_fields = 65'536;

// ---- of a datatype

template <class T>
constexpr Holds held_by() {
  if constexpr (std::is_same_v<T, float>)
    return Holds::float_number;
  else if constexpr (std::is_same_v<T, double>)
    return Holds::double_number;
  else if constexpr (std::is_same_v<T, long double>)
    return Holds::long_double_number;
  else if constexpr (std::is_integral_v<T> && sizeof(T) > 1)
    return std::is_signed_v<T> ? Holds::signed_integer : Holds::unsigned_integer;
  else
    return Holds::bytes;
}

Fields fields_of_predefined(Type type) {
  return visit(type, []<class T>(std::type_identity<T>) -> Fields {
    if constexpr (requires(T x) { x.imaginary; })
      return {{held_by<decltype(T::real)>(), 0, sizeof(T), true}};
    else if constexpr (requires(T x) { x.index; })
      return {{held_by<decltype(T::value)>(), 0, sizeof(T::value)},
              {held_by<decltype(T::index)>(), sizeof(T::value), sizeof(T::index)}};
    else
      return {{held_by<T>(), 0, sizeof(T)}};
  });
}

std::size_t size_of(MPI_Datatype type) {
  MPI_Count size;
  check(PMPI_Type_size_x(type, &size), "MPI_Type_size_x");
  return static_cast<std::size_t>(size);
}

/// What a derived datatype was made of. The datatypes of it that are no predefined ones are freed.
struct Contents {
  std::vector<MPI_Count> numbers;  ///< the integers, and behind them the large counts
  std::vector<MPI_Datatype> types;
  int combiner = MPI_COMBINER_NAMED;

  explicit Contents(MPI_Datatype type) {
    const auto made = mpi::envelope_of(type);
    combiner = made.combiner;
    if (made.types == 0) return;  // a predefined one, or one of Fortran's by its precision
    std::vector<int> integers(static_cast<std::size_t>(made.integers));
    std::vector<MPI_Aint> addresses(static_cast<std::size_t>(made.addresses));
    std::vector<MPI_Count> large_counts(static_cast<std::size_t>(made.large_counts));
    types.resize(static_cast<std::size_t>(made.types));
    if (made.large_counts > 0)
      check(PMPI_Type_get_contents_c(type, made.integers, made.addresses, made.large_counts, made.types,
                                     integers.data(), addresses.data(), large_counts.data(), types.data()),
            "MPI_Type_get_contents_c");
    else
      check(PMPI_Type_get_contents(type, static_cast<int>(made.integers), static_cast<int>(made.addresses),
                                   static_cast<int>(made.types), integers.data(), addresses.data(), types.data()),
            "MPI_Type_get_contents");
    numbers.assign(integers.begin(), integers.end());
    numbers.insert(numbers.end(), large_counts.begin(), large_counts.end());
    std::ranges::copy_if(types, std::back_inserter(derived_), is_derived);
  }
  ~Contents() {
    for (auto& type : derived_) PMPI_Type_free(&type);
  }
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;

 private:
  static bool is_derived(MPI_Datatype type) {
    const auto how = mpi::envelope_of(type).combiner;
    return how != MPI_COMBINER_NAMED && how != MPI_COMBINER_F90_REAL && how != MPI_COMBINER_F90_COMPLEX &&
           how != MPI_COMBINER_F90_INTEGER;
  }
  std::vector<MPI_Datatype> derived_;
};

Fields bytes_only(std::size_t size) {
  if (size == 0) return {};
  return {{Holds::bytes, 0, size}};
}

/// `times` times, one after the other; adjacent bytes are one field.
void append(Fields& all, const Fields& element, std::size_t size, std::size_t times) {
  auto at = all.empty() ? std::size_t{0} : all.back().at + all.back().bytes;
  for (std::size_t i = 0; i < times && all.size() <= most_fields; ++i, at += size)
    for (auto field : element) {
      field.at += at;
      if (field.holds == Holds::bytes && !all.empty() && all.back().holds == Holds::bytes)
        all.back().bytes += field.bytes;
      else
        all.push_back(field);
    }
}

Fields made_of(MPI_Datatype type) {
  if (const auto known = mpi::type_of(type)) return fields_of_predefined(*known);
  const auto size = size_of(type);
  const Contents contents(type);
  if (contents.types.empty()) return bytes_only(size);
  Fields all;
  if (contents.combiner == MPI_COMBINER_STRUCT) {
    for (std::size_t i = 0; i < contents.types.size(); ++i)
      append(all, made_of(contents.types[i]), size_of(contents.types[i]),
             static_cast<std::size_t>(contents.numbers[i + 1]));
  } else if (const auto part = size_of(contents.types[0]); part > 0) {
    append(all, made_of(contents.types[0]), part, size / part);
  }
  return all;
}

}  // namespace

Wide integer_of(const Field& field, const std::byte* element) {
  Wide n = 0;
  for (std::size_t i = 0; i < field.bytes; ++i)
    n |= static_cast<Wide>(std::to_integer<unsigned>(element[field.at + i])) << (8 * i);
  const auto range = static_cast<Wide>(1) << (8 * field.bytes);
  return field.holds == Holds::signed_integer && n >= range / 2 ? n - range : n;
}

long double number_of(const Field& field, const std::byte* element, std::size_t part) {
  const auto* const at = element + field.at + part * (field.is_complex ? field.bytes / 2 : 0);
  if (field.holds == Holds::float_number) return static_cast<long double>(load<float>(at));
  if (field.holds == Holds::double_number) return static_cast<long double>(load<double>(at));
  return load<long double>(at);
}

bool is_finite(const Field& field, const std::byte* element) {
  for (std::size_t i = 0; i < field.parts(); ++i)
    if (!std::isfinite(number_of(field, element, i))) return false;
  return true;
}

std::vector<Field> fields_of(MPI_Datatype type) {
  auto all = made_of(type);
  const auto size = size_of(type);
  const bool is_whole = size == (all.empty() ? 0 : all.back().at + all.back().bytes);
  return is_whole && all.size() <= most_fields ? all : bytes_only(size);
}

double apart(std::span<const std::byte> a, std::span<const std::byte> b, std::span<const Field> fields) {
  double most = 0;
  for (const auto& field : fields) {
    if (field.holds == Holds::bytes) {
      double differing = 0;
      for (std::size_t i = field.at; i < field.at + field.bytes; ++i) differing += a[i] == b[i] ? 0 : 1;
      most = std::max(most, differing / static_cast<double>(field.bytes));
      continue;
    }
    const auto add = [&](long double x, long double y) {
      if (x == y || (std::isnan(x) && std::isnan(y))) return;
      const bool are_finite = std::isfinite(x) && std::isfinite(y);
      const auto of_both = std::abs(x - y) / std::max(std::abs(x), std::abs(y));
      constexpr auto infinite = std::numeric_limits<long double>::infinity();
      most = std::max(most, static_cast<double>(are_finite ? of_both : infinite));
    };
    if (field.is_integer())
      add(static_cast<long double>(integer_of(field, a.data())), static_cast<long double>(integer_of(field, b.data())));
    else
      for (std::size_t part = 0; part < field.parts(); ++part)
        add(number_of(field, a.data(), part), number_of(field, b.data(), part));
  }
  return most;
}

void clear_padding(std::span<std::byte> elements, std::size_t size, std::span<const Field> fields) {
  constexpr std::size_t x87_bytes = 10;
  constexpr auto value = std::numeric_limits<long double>::digits == 64 ? x87_bytes : sizeof(long double);
  for (const auto& field : fields) {
    if (field.holds != Holds::long_double_number) continue;
    for (std::size_t first = 0; first + size <= elements.size(); first += size)
      for (auto at = field.at; at < field.at + field.bytes; at += sizeof(long double))
        std::ranges::fill(elements.subspan(first + at + value, sizeof(long double) - value), std::byte{});
  }
}

}  // namespace tutti::library
