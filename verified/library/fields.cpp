#include "verified/library/fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "reference/scalar.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/handles.hpp"

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
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
  int combiner = MPI_COMBINER_NAMED;

  explicit Contents(MPI_Datatype type) {
    int n, a, t;
    check(PMPI_Type_get_envelope(type, &n, &a, &t, &combiner), "MPI_Type_get_envelope");
    if (combiner == MPI_COMBINER_NAMED) return;
    integers.resize(static_cast<std::size_t>(n));
    addresses.resize(static_cast<std::size_t>(a));
    types.resize(static_cast<std::size_t>(t));
    if (t == 0) return;  // one of Fortran's by its precision
    check(PMPI_Type_get_contents(type, n, a, t, integers.data(), addresses.data(), types.data()),
          "MPI_Type_get_contents");
  }
  ~Contents() {
    for (auto& type : types)
      if (type != MPI_DATATYPE_NULL && Contents::is_derived(type)) PMPI_Type_free(&type);
  }
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;

 private:
  static bool is_derived(MPI_Datatype type) {
    int n, a, t, how;
    return PMPI_Type_get_envelope(type, &n, &a, &t, &how) == MPI_SUCCESS && how != MPI_COMBINER_NAMED &&
           how != MPI_COMBINER_F90_REAL && how != MPI_COMBINER_F90_COMPLEX && how != MPI_COMBINER_F90_INTEGER;
  }
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
    if (contents.integers.size() <= contents.types.size()) return bytes_only(size);  // counts that are no ints
    for (std::size_t i = 0; i < contents.types.size(); ++i)
      append(all, made_of(contents.types[i]), size_of(contents.types[i]),
             static_cast<std::size_t>(contents.integers[i + 1]));
  } else if (const auto part = size_of(contents.types[0]); part > 0) {
    append(all, made_of(contents.types[0]), part, size / part);
  }
  return all;
}

// ---- of numbers

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// A number of so many bytes as one that grows with it: of floating-point numbers the bit pattern, of which the sign
/// turns the order round.
__extension__ using Wide = __int128;
__extension__ using Natural = unsigned __int128;

Natural natural(const std::byte* at, std::size_t bytes) {
  Natural n = 0;
  for (std::size_t i = 0; i < bytes; ++i) n |= static_cast<Natural>(std::to_integer<unsigned>(at[i])) << (8 * i);
  return n;
}

Wide ordinal(const std::byte* at, std::size_t bytes) {
  const auto n = natural(at, bytes);
  const auto sign = static_cast<Natural>(1) << (8 * bytes - 1);
  const auto magnitude = static_cast<Wide>((n & (sign - 1)) >> 1);  // so that no difference overflows
  return (n & sign) != 0 ? -magnitude - 1 : magnitude;
}

/// Of at most 8 bytes.
Wide integer(const Field& field, const std::byte* element) {
  const auto n = natural(element + field.at, field.bytes);
  const auto range = static_cast<Wide>(1) << (8 * field.bytes);
  const auto value = static_cast<Wide>(n);
  return field.holds == Holds::signed_integer && value >= range / 2 ? value - range : value;
}

long double floating(const Field& field, const std::byte* element, std::size_t part) {
  const auto* const at = element + field.at + part * (field.is_complex ? field.bytes / 2 : 0);
  if (field.holds == Holds::float_number) return static_cast<long double>(load<float>(at));
  if (field.holds == Holds::double_number) return static_cast<long double>(load<double>(at));
  return load<long double>(at);
}

long double least_normal(const Field& field) {
  if (field.holds == Holds::float_number) return static_cast<long double>(std::numeric_limits<float>::min());
  if (field.holds == Holds::double_number) return static_cast<long double>(std::numeric_limits<double>::min());
  return std::numeric_limits<long double>::min();
}

template <class N>
bool lies_about_these(N found, const std::vector<N>& numbers, int much) {
  const auto [least, most] = std::ranges::minmax(numbers);
  if (least <= found && found <= most) return true;
  const N apart = static_cast<N>(much) * (most - least);
  return least - found <= apart && found - most <= apart;
}

bool is_integer(const Field& field) {
  return field.holds == Holds::signed_integer || field.holds == Holds::unsigned_integer;
}
bool is_floating(const Field& field) { return field.holds != Holds::bytes && !is_integer(field); }

std::size_t parts_of(const Field& field) { return field.is_complex ? 2 : 1; }

bool is_finite(const Field& field, const std::byte* element) {
  for (std::size_t i = 0; i < parts_of(field); ++i)
    if (!std::isfinite(floating(field, element, i))) return false;
  return true;
}

bool lies_about_parts(const Field& field, std::span<const std::byte> found, const std::set<Bytes>& results, int much) {
  if (!is_finite(field, found.data()))  // how infinite parts of complex numbers multiply is for the compiler
    return std::ranges::any_of(results, [&](const Bytes& r) {
      if (field.is_complex) return !is_finite(field, r.data());
      const auto a = floating(field, found.data(), 0), b = floating(field, r.data(), 0);
      return a == b || (std::isnan(a) && std::isnan(b));
    });
  for (std::size_t i = 0; i < parts_of(field); ++i) {
    std::vector<long double> numbers;
    for (const auto& r : results)
      if (is_finite(field, r.data())) numbers.push_back(floating(field, r.data(), i));
    if (numbers.empty()) return false;
    const auto x = floating(field, found.data(), i);
    const bool may_be_flushed =
        x == 0 && std::ranges::all_of(numbers, [&](long double n) { return std::abs(n) < least_normal(field); });
    if (!may_be_flushed && !lies_about_these(x, numbers, much)) return false;
  }
  return true;
}

// ---- of bytes

/// Whether a number that is taken to stand there lies about those of the results. What these have in common at its low
/// end is no part of what was rounded.
bool lies_about_in_bytes(std::span<const std::byte> found, const std::set<Bytes>& results, std::size_t at,
                         std::size_t bytes, int much) {
  const auto& first = *results.begin();
  const auto is_alike = [&](std::size_t from, std::size_t n) {
    return std::ranges::all_of(results,
                               [&](const Bytes& r) { return std::equal(&r[from], &r[from] + n, &first[from]); });
  };
  if (is_alike(at, bytes)) return std::equal(&found[at], &found[at] + bytes, &first[at]);
  if (is_alike(at, 1)) return false;
  Wide least = ordinal(&first[at], bytes), most = least;
  for (const auto& result : results) {
    const auto n = ordinal(&result[at], bytes);
    least = std::min(least, n), most = std::max(most, n);
  }
  const auto greatest = std::numeric_limits<Wide>::max() / (2 * much + 4);
  const auto apart = most - least + 1;
  if (apart > greatest) return true;
  const auto n = ordinal(&found[at], bytes);
  return least - n <= much * apart && n - most <= much * apart;
}

bool lies_about_bytes(const Field& field, std::span<const std::byte> found, const std::set<Bytes>& results, int much) {
  const std::size_t end = field.at + field.bytes;
  const std::size_t step = field.bytes % 4 == 0 ? 4 : field.bytes % 2 == 0 ? 2 : 1;
  const auto may_belong = [&](std::size_t b) {
    for (const std::size_t bytes : {2, 4, 8, 16})
      for (auto at = field.at + (b - field.at) / step * step; at + bytes > b; at -= step) {
        if (at + bytes <= end && lies_about_in_bytes(found, results, at, bytes, much)) return true;
        if (at < field.at + step) break;
      }
    return false;
  };
  for (std::size_t b = field.at; b < end; ++b)
    if (std::ranges::none_of(results, [&](const Bytes& r) { return r[b] == found[b]; }) && !may_belong(b)) return false;
  return true;
}

}  // namespace

std::vector<Field> fields_of(MPI_Datatype type) try {
  auto all = made_of(type);
  const auto size = size_of(type);
  const bool is_whole = size == (all.empty() ? 0 : all.back().at + all.back().bytes);
  return is_whole && all.size() <= most_fields ? all : bytes_only(size);
} catch (const mpi::Failed&) {
  return bytes_only(size_of(type));  // made by a procedure whose contents no other of this MPI tells
}

bool is_finite(std::span<const std::byte> element, std::span<const Field> fields) {
  return std::ranges::all_of(fields, [&](const Field& f) { return !is_floating(f) || is_finite(f, element.data()); });
}

double apart(std::span<const std::byte> a, std::span<const std::byte> b, std::span<const Field> fields) {
  double most = 0;
  for (const auto& field : fields) {
    if (field.holds == Holds::bytes) {
      double differing = 0;
      for (std::size_t i = field.at; i < field.at + field.bytes; ++i) differing += a[i] != b[i];
      most = std::max(most, differing / static_cast<double>(field.bytes));
      continue;
    }
    const auto add = [&](long double x, long double y) {
      if (x == y || (std::isnan(x) && std::isnan(y))) return;
      const bool are_finite = std::isfinite(x) && std::isfinite(y);
      const auto of_both = std::abs(x - y) / std::max(std::abs(x), std::abs(y));
      most = std::max(most, are_finite ? static_cast<double>(of_both) : std::numeric_limits<double>::infinity());
    };
    if (is_integer(field))
      add(static_cast<long double>(integer(field, a.data())), static_cast<long double>(integer(field, b.data())));
    else
      for (std::size_t part = 0; part < parts_of(field); ++part)
        add(floating(field, a.data(), part), floating(field, b.data(), part));
  }
  return most;
}

bool lies_about(std::span<const std::byte> found, const std::set<Bytes>& results, std::span<const Field> fields,
                int much) {
  return std::ranges::all_of(fields, [&](const Field& field) {
    if (field.holds == Holds::bytes) return lies_about_bytes(field, found, results, much);
    if (is_floating(field)) return lies_about_parts(field, found, results, much);
    std::vector<Wide> numbers;
    for (const auto& r : results) numbers.push_back(integer(field, r.data()));
    return lies_about_these(integer(field, found.data()), numbers, much);
  });
}

}  // namespace tutti::library
