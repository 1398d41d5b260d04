#include "verified/conform/worker/operand_data.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

#include "reference/scalar.hpp"
#include "verified/conform/worker/mix.hpp"

namespace tutti::mpi {
namespace {

/// Bits of which one in eight is set.
std::uint64_t sparse(std::uint64_t random) { return random & mix(random) & mix(~random); }

/// Whether a truth value is true, so that one operand in eight decides.
bool truth(Op op, std::uint64_t random) {
  if (op == Op::lxor) return random % 2;
  return (random % 8 == 0) == (op == Op::lor);
}

/// Not zero; where T has room for it the low byte is.
template <class T>
T true_value(std::uint64_t random) {
  if constexpr (sizeof(T) == 1) return static_cast<T>(1 + random % 100);
  return static_cast<T>((1 + random % 100) << 8);
}

/// A summand or factor with which no few dozen operands overflow.
template <std::signed_integral T>
T small(Op op, std::uint64_t random) {
  if (op == Op::prod) return random % 2 ? T{1} : T{-1};
  constexpr int most =
      std::max(3, static_cast<int>(std::min<std::int64_t>(std::numeric_limits<T>::max() >> 9, 1 << 22)));
  return static_cast<T>(static_cast<int>(random % (2 * most + 1)) - most);
}

template <std::integral T>
T draw(Op op, std::uint64_t random, std::type_identity<T>) {
  if constexpr (std::signed_integral<T>)
    if (is_arithmetic(op)) return small<T>(op, random);
  if (is_logical(op)) return truth(op, random) ? true_value<T>(random >> 8) : T{0};
  if (op == Op::band) return static_cast<T>(~sparse(random));
  if (op == Op::bor) return static_cast<T>(sparse(random));
  return static_cast<T>(op == Op::prod ? random | 1 : random);
}

/// The NaN that the processor itself makes: all NaNs of a run have the same bits.
template <class T>
T default_nan() {
  volatile T infinite = std::numeric_limits<T>::infinity();
  return infinite - infinite;
}

template <std::floating_point T>
T draw(Op op, std::uint64_t random, std::type_identity<T>) {
  const auto kind = mix(~random) % 256;
  if (is_arithmetic(op) && kind < 2) return default_nan<T>();
  if (op == Op::sum && kind < 4) return std::copysign(std::numeric_limits<T>::infinity(), kind == 2 ? T{1} : T{-1});
  const auto fraction = static_cast<double>(mix(random) >> 11) * 0x1p-53;
  const int exponent = op == Op::prod ? -static_cast<int>(random % 2) : static_cast<int>(random % 13) - 6;
  const double magnitude = std::ldexp(1 + fraction, exponent);
  return static_cast<T>(random >> 63 ? -magnitude : magnitude);
}

/// Both parts finite.
template <class Part>
Complex<Part> draw(Op, std::uint64_t random, std::type_identity<Complex<Part>>) {
  constexpr std::type_identity<Part> part;
  return {draw(Op::max, random, part), draw(Op::max, mix(random), part)};
}

template <class Value>
Pair<Value> draw(Op, std::uint64_t random, std::type_identity<Pair<Value>>) {
  return {static_cast<Value>(static_cast<int>(random % 5) - 2), static_cast<int>(random >> 40)};
}

Bool draw(Op op, std::uint64_t random, std::type_identity<Bool>) { return static_cast<Bool>(truth(op, random)); }

std::byte draw(Op op, std::uint64_t random, std::type_identity<std::byte>) {
  return static_cast<std::byte>(draw(op, random, std::type_identity<unsigned char>{}));
}

}  // namespace

void draw_element(std::byte* to, Op op, Type type, std::uint64_t random) {
  visit(type, [&]<class T>(std::type_identity<T> as) {
    const T value = draw(op, random, as);
    std::memcpy(to, &value, sizeof value);
  });
}

}  // namespace tutti::mpi
