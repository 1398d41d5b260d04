#include "verified/conform/case/operand_data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

#include "reference/scalar.hpp"
#include "verified/conform/case/mix.hpp"

namespace tutti::conform {
namespace {

/// What is random of one contribution.
class Random {
 public:
  explicit Random(const Drawn& drawn, std::uint64_t part = 0)
      : ranks_(static_cast<std::uint64_t>(drawn.ranks)),
        rank_(static_cast<std::uint64_t>(drawn.rank)),
        shared_(mix(drawn.element + part)),
        own_(mix(shared_ + 1 + rank_)) {}

  std::uint64_t ranks() const { return ranks_; }
  std::uint64_t own() const { return own_; }                                                  ///< this rank's
  std::uint64_t own(std::uint64_t salt) const { return mix(own_ ^ (salt << 56)); }            ///< other bits
  std::uint64_t shared(std::uint64_t salt = 0) const { return mix(shared_ ^ (salt << 56)); }  ///< of all ranks
  /// Whether the rank is one of so many that are chosen.
  bool is_chosen(std::uint64_t of_ranks) const { return (rank_ + shared(7)) % ranks_ < of_ranks; }
  /// As in shared(), but for the lowest bits, which are the rank's own: one to
  /// all of `bits`.
  std::uint64_t alike(int bits) const {
    const auto differing = 1 + shared(6) % static_cast<unsigned>(bits);
    const auto mask = differing >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << differing) - 1;
    return (shared(5) & ~mask) | (own(5) & mask);
  }
  /// For comparisons: of every other element alike, else any, so that the highest bits, such as signs, differ often
  /// too.
  std::uint64_t to_compare(int bits) const { return shared(4) % 2 == 0 ? alike(bits) : own(5); }

 private:
  std::uint64_t ranks_, rank_, shared_, own_;
};

/// Bits of which one in eight is set, or fewer where there are more than eight
/// ranks.
std::uint64_t sparse(const Random& r) {
  auto bits = r.own(1) & r.own(2) & r.own(3);
  for (std::uint64_t ranks = 8, salt = 8; ranks < r.ranks(); ranks *= 2) bits &= r.own(++salt);
  return bits;
}

/// Whether a truth value is true, so that one operand in eight, or in as many
/// as there are ranks, decides.
bool truth(Op op, const Random& r) {
  if (op == Op::lxor) return r.own() % 2;
  return (r.own() % std::max<std::uint64_t>(8, r.ranks()) == 0) == (op == Op::lor);
}

/// Not zero: 1, the highest bit alone, all bits, none in the lowest byte where
/// T has room for it, or any.
template <std::integral T>
T true_value(const Random& r) {
  using Bits = std::make_unsigned_t<T>;
  const auto any = static_cast<Bits>(r.own(1));
  switch (r.own(2) % 5) {
    case 0: return 1;
    case 1: return static_cast<T>(Bits{1} << (8 * sizeof(T) - 1));
    case 2: return static_cast<T>(~Bits{0});
    case 3:
      if constexpr (sizeof(T) > 1) return static_cast<T>((any << 8) | 0x100);
      [[fallthrough]];
    default: return static_cast<T>(any == 0 ? 2 : any);
  }
}

/// Both what all positive and what all negative summands come to lies within T.
template <std::signed_integral T>
T summand(const Random& r) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  auto limit = most / r.ranks();
  if (limit == 0) limit = r.is_chosen(most) ? 1 : 0;
  if (limit > 3 && r.shared(1) % 4 == 0)
    limit = r.is_chosen(1) ? most / 2 : limit / 2;  // one is as large as the others
  const auto magnitude = static_cast<T>(r.own(1) % (limit + 1));
  const bool follows = r.own(2) % 8 != 0;  // most have the same sign, lest they cancel out
  return (r.shared(2) % 2 == 0) == follows ? magnitude : static_cast<T>(-magnitude);
}

/// The bits of a product are divided between a few ranks, the others have 1 or
/// -1.
template <std::signed_integral T>
T factor(const Random& r) {
  const auto few = 1 + r.shared(1) % std::min<std::uint64_t>(r.ranks(), 4);
  const auto bits = static_cast<std::uint64_t>(std::numeric_limits<T>::digits) / few;
  T magnitude = 1;
  if (r.is_chosen(few)) {
    const auto highest = std::uint64_t{1} << (bits - 1);
    magnitude = static_cast<T>(highest | (r.own(1) & (highest - 1)));
  }
  return r.own(2) % 2 ? magnitude : static_cast<T>(-magnitude);
}

/// Odd, but for a few with small powers of two: an even factor costs the
/// product its upper bits.
template <std::unsigned_integral T>
T factor(const Random& r) {
  const auto odd = static_cast<T>(r.own(1) | 1);
  const auto shift = r.own(2) % (4 * r.ranks()) == 0 ? 1 + r.own(3) % 3 : 0;
  return static_cast<T>(odd << shift);
}

template <std::integral T>
T draw(Op op, const Random& r, std::type_identity<T>) {
  if (op == Op::prod) return factor<T>(r);
  if constexpr (std::signed_integral<T>)
    if (op == Op::sum) return summand<T>(r);
  if (is_logical(op)) return truth(op, r) ? true_value<T>(r) : T{0};
  if (op == Op::band) return static_cast<T>(~sparse(r));
  if (op == Op::bor) return static_cast<T>(sparse(r));
  return static_cast<T>(is_extreme(op) ? r.to_compare(8 * sizeof(T)) : r.own());
}

/// The NaN that the processor itself makes: all NaNs of a run have the same
/// bits.
template <class T>
T default_nan() {
  volatile T infinite = std::numeric_limits<T>::infinity();
  return infinite - infinite;
}

/// An exponent e stands for numbers from 2^(e-1) on; those below `least_normal`
/// are denormal.
template <class T>
struct Exponents {
  using limits = std::numeric_limits<T>;
  static constexpr int digits = std::min(limits::digits, 64);
  static constexpr int least_normal = limits::min_exponent, most = limits::max_exponent;
  static constexpr int least = least_normal - limits::digits + 1;
};

int below(std::uint64_t random, int n) { return static_cast<int>(random % static_cast<unsigned>(n)); }

/// ±m·2^(exponent - digits), where the m has so many bits, and the highest of
/// them; what is below them in a longer mantissa follows from m.
template <class T>
T scaled(bool negative, std::uint64_t m, int exponent) {
  constexpr int digits = Exponents<T>::digits, further = std::numeric_limits<T>::digits - digits;
  const auto mantissa = (m >> (64 - digits)) | std::uint64_t{1} << (digits - 1);
  T magnitude = std::ldexp(static_cast<T>(mantissa), exponent - digits);
  if constexpr (further > 0)
    magnitude += std::ldexp(static_cast<T>(mix(m) >> (64 - further)), exponent - digits - further);
  return negative ? -magnitude : magnitude;
}

/// An exponent of denormal numbers, or a little above, the same at all ranks.
template <class T>
int denormal_exponent(const Random& r) {
  using E = Exponents<T>;
  return E::least + 1 + below(r.shared(2), E::least_normal - E::least + 8);
}

/// An exponent, the same at all ranks: one in sixteen is denormal or a little
/// above.
template <class T>
int shared_exponent(const Random& r, int most) {
  using E = Exponents<T>;
  if (r.shared(1) % 16 == 0) return denormal_exponent<T>(r);
  return E::least + 1 + below(r.shared(2), most - E::least);
}

template <class T>
T summand_of_floats(const Random& r) {
  using E = Exponents<T>;
  constexpr int spread = 13;
  const auto room = static_cast<int>(std::bit_width(r.ranks())) + 2;
  const int exponent = shared_exponent<T>(r, E::most - room) - below(r.own(1), spread);
  return scaled<T>(r.own(2) % 2, r.own(3), std::max(exponent, E::least));
}

/// How far the exponents of factors may go at each of so many ranks; the others
/// have 1 or -1.
template <class T>
struct Budget {
  std::uint64_t ranks;
  int down, up;

  explicit Budget(const Random& r)
      : ranks(std::min<std::uint64_t>(r.ranks(), 24)),
        down((-Exponents<T>::least_normal - 2 * std::numeric_limits<T>::digits) / static_cast<int>(ranks) - 1),
        up((Exponents<T>::most - 2) / static_cast<int>(ranks) - 1) {}
  int exponent(std::uint64_t random) const { return below(random, down + up) - down + 1; }
};

/// In one of eight elements a single rank has a factor of any exponent, denormal in half of them, and the product is
/// exact.
template <class T>
T factor_of_floats(const Random& r) {
  using E = Exponents<T>;
  const bool negative = r.own(2) % 2;
  const T one = negative ? T{-1} : T{1};
  if (r.shared(3) % 8 == 0) {
    const int exponent = r.shared(4) % 2 ? shared_exponent<T>(r, E::most) : denormal_exponent<T>(r);
    return r.is_chosen(1) ? scaled<T>(negative, r.own(3), exponent) : one;
  }
  const Budget<T> budget(r);
  return r.is_chosen(budget.ranks) ? scaled<T>(negative, r.own(3), budget.exponent(r.own(1))) : one;
}

/// For comparisons: all alike but for some of the lowest bits, or all
/// different.
template <class T>
T ordered_float(const Random& r) {
  using E = Exponents<T>;
  if (r.own(4) % 128 == 0) return std::copysign(std::numeric_limits<T>::infinity(), r.own(1) % 2 ? T{1} : T{-1});
  const bool alike = r.shared(3) % 2;
  const auto bits = alike ? r.alike(E::digits - 1) << (64 - E::digits) : r.own(3);
  const int exponent = alike ? shared_exponent<T>(r, E::most) : E::least + 1 + below(r.own(1), E::most - E::least);
  return scaled<T>((alike ? r.shared(4) : r.own(2)) % 2, bits, exponent);
}

template <std::floating_point T>
T draw(Op op, const Random& r, std::type_identity<T>) {
  const auto kind = r.own(6) % (64 * r.ranks());  // so that in one of 32 elements some rank has a NaN
  if (is_extreme(op)) return ordered_float<T>(r);
  if (kind < 2) return default_nan<T>();
  if (op == Op::prod) return factor_of_floats<T>(r);
  if (kind < 4) return std::copysign(std::numeric_limits<T>::infinity(), kind == 2 ? T{1} : T{-1});
  return summand_of_floats<T>(r);
}

/// Both parts finite: what becomes of a NaN in one of them is told by real
/// numbers.
template <class Part>
Complex<Part> draw_complex(Op op, const Random& r, const Random& other) {
  if (op == Op::sum) return {summand_of_floats<Part>(r), summand_of_floats<Part>(other)};
  const Budget<Part> budget(r);
  if (!r.is_chosen(budget.ranks)) return r.own(2) % 2 ? Complex<Part>{1, 0} : Complex<Part>{0, -1};
  const int exponent = std::clamp(budget.exponent(r.own(1)), 2 - budget.down, budget.up - 1);
  const auto part = [&](const Random& from) { return scaled<Part>(from.own(2) % 2, from.own(3), exponent); };
  return {part(r), part(other)};
}

/// One element in six has a tie between two ranks.
template <class Value>
Value located_value(const Random& r) {
  if constexpr (std::floating_point<Value>) {
    using E = Exponents<Value>;
    if (r.shared(3) % 2 == 0) return static_cast<Value>(static_cast<int>(r.own(3) % 3) - 1) + Value{0};
    const auto bits = r.alike(E::digits - 1) << (64 - E::digits);
    const int exponent = E::least_normal + below(r.shared(2), E::most - E::least_normal);
    return scaled<Value>(r.shared(4) % 2, bits, exponent);
  } else {
    if (r.shared(3) % 2 == 0) return static_cast<Value>(static_cast<int>(r.own(3) % 3) - 1);
    return static_cast<Value>(r.to_compare(8 * sizeof(Value)));
  }
}

void put(std::byte* to, const auto& value) { std::memcpy(to, &value, sizeof value); }

/// Whether the first two ranks tie, and the second has the smaller index, so that it decides.
bool is_telling_tie(Op op, Type type, int ranks, std::uint64_t element) {
  return visit(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (requires(T t) { t.index; }) {
      T first{}, second{};
      draw_element(reinterpret_cast<std::byte*>(&first), op, type, {ranks, 0, element});
      draw_element(reinterpret_cast<std::byte*>(&second), op, type, {ranks, 1, element});
      return first.value == second.value && first.index > second.index;
    }
    return true;
  });
}

/// Element i of those that follow from a seed. Of locations each eighth ties, however few there are.
std::uint64_t element_of(Op op, Type type, int ranks, std::uint64_t of_all, std::int64_t i) {
  constexpr int period = 8, most_tries = 1000;
  auto element = mix(of_all + static_cast<std::uint64_t>(i));
  if (ranks < 2 || i % period != 0) return element;
  for (int tries = 0; tries < most_tries && !is_telling_tie(op, type, ranks, element); ++tries)
    element = mix(element + 1);
  return element;
}

}  // namespace

void draw_element(std::byte* to, Op op, Type type, const Drawn& drawn, bool only_0_and_1) {
  const Random r(drawn);
  visit(type, [&]<class T>(std::type_identity<T> as) {
    if constexpr (requires(T t) { t.imaginary; })
      put(to, draw_complex<decltype(T::real)>(op, r, Random(drawn, 1)));
    else if constexpr (requires(T t) { t.index; })
      put(to, T{located_value<decltype(T::value)>(r), static_cast<int>(r.own(4))});
    else if constexpr (std::is_same_v<T, Bool>)
      put(to, static_cast<Bool>(truth(op, r)));
    else if constexpr (std::is_same_v<T, std::byte>)
      put(to, static_cast<std::byte>(draw(op, r, std::type_identity<unsigned char>{})));
    else if (only_0_and_1)
      put(to, static_cast<T>(truth(op, r)));
    else
      put(to, draw(op, r, as));
  });
}

void draw_elements(std::byte* to, std::int64_t elements, Op op, Type type, Rank rank, int ranks, std::uint64_t seed,
                   bool only_0_and_1) {
  const auto of_all = mix(~seed);
  for (std::int64_t i = 0; i < elements; ++i, to += row(type).size())
    draw_element(to, op, type, {ranks, rank, element_of(op, type, ranks, of_all, i)}, only_0_and_1);
}

std::uint64_t seed_of_group(std::uint64_t seed, int group) { return mix(seed) + static_cast<std::uint64_t>(group); }

}  // namespace tutti::conform
