#include "verified/op/black_box/shrink.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>

#include "verified/op/value.hpp"

namespace tutti::op {
namespace {

using Value = std::array<std::byte, 10>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_at_once = 4096;
constexpr std::size_t most_bytes_at_once = std::size_t{1} << 23;

/// 0 for 0, then small whole numbers, then by digits and exponent; infinities and NaN last. Of a sum of sizes none is
/// lost to rounding.
template <class T>
double size_of(T value) {
  constexpr double small = 1 << 20, fraction = 1e8, infinite = 2e8, nan = 3e8;
  const auto x = static_cast<long double>(value);
  if (x != x) return nan;
  const double sign = std::signbit(x) ? 0.25 : 0;
  if (std::isinf(x)) return infinite + sign;
  const auto magnitude = static_cast<double>(std::fabs(x));
  if (x == std::trunc(x) && magnitude <= small) return magnitude + sign;
  if constexpr (!std::is_floating_point_v<T>) return small * (1 + std::log2(magnitude / small)) + sign;
  int exponent;
  long double mantissa = std::frexp(std::fabs(x), &exponent);
  int digits = 0;
  for (; mantissa != 0; ++digits) mantissa = 2 * mantissa - std::trunc(2 * mantissa);
  return fraction + 100 * digits + std::abs(exponent) + sign;
}

/// Half a unit in the last place of 1.
template <class T>
T half_ulp() {
  return std::numeric_limits<T>::epsilon() / 2;
}

template <class T>
std::vector<T> simpler_integers(T x) {
  std::vector<T> all;
  for (const int small : {0, 1, -1, 2, -2, 3, -3}) all.push_back(static_cast<T>(small));
  for (int i = 2; i < std::numeric_limits<T>::digits; ++i) {
    all.push_back(static_cast<T>(T{1} << i));
    if (std::is_signed_v<T>) all.push_back(static_cast<T>(-(T{1} << i)));
  }
  all.push_back(x == std::numeric_limits<T>::min() ? std::numeric_limits<T>::max() : static_cast<T>(-x));
  for (T part = static_cast<T>(x / 2); part != 0; part = static_cast<T>(part / 2))
    all.push_back(static_cast<T>(x - part));
  return all;
}

template <class T>
std::vector<T> simpler_floats(T x) {
  std::vector<T> all;
  for (const int small : {0, 1, -1, 2, -2, 3, -3, 4, 8, 16}) all.push_back(static_cast<T>(small));
  for (const T some : {T(0.5), T(-0.5), T(1.5), half_ulp<T>(), -half_ulp<T>()}) all.push_back(some);
  if (x != x) return all;
  all.push_back(std::fabs(x));
  if (std::isinf(x)) return all;
  all.insert(all.end(), {std::trunc(x), std::trunc(x / 2), x / 2, x * 2});
  int exponent;
  const T mantissa = std::frexp(x, &exponent);
  for (const int nearer : {0, 1, exponent / 2, exponent - 1, exponent + 1}) all.push_back(std::ldexp(mantissa, nearer));
  for (const int digits : {1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 52})
    all.push_back(std::ldexp(std::trunc(std::ldexp(mantissa, digits)), exponent - digits));
  return all;
}

double size_of(Scalar scalar, const std::byte* at) {
  return with_value(scalar, at, [](auto x) { return size_of(x); });
}

/// Simplest first.
std::vector<Value> simpler(Scalar scalar, const std::byte* at) {
  return with_value(scalar, at, [&]<class T>(T x) {
    std::vector<T> all;
    if constexpr (std::is_floating_point_v<T>)
      all = simpler_floats(x);
    else if (scalar == Scalar::boolean)
      all = {0};
    else
      all = simpler_integers(x);
    for (T& y : all)
      if (y == 0) y = 0;  // not -0, which is no milder than 0
    std::erase_if(all, [&](T y) { return !(size_of(y) < size_of(x)); });
    std::sort(all.begin(), all.end(), [](T a, T b) { return size_of(a) < size_of(b); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<Value> values(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) put(values[i].data(), all[i]);
    return values;
  });
}

class Shrinker {
 public:
  Shrinker(const Type& type, Bytes operands, const FirstBad& first_bad, double seconds)
      : best_(std::move(operands)),
        first_bad_(first_bad),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
    for (std::size_t start = 0; start < best_.size(); start += type.size)
      for (const Leaf& leaf : type.leaves) places_.push_back({leaf.scalar, start + leaf.offset});
  }

  Bytes best() {
    while (improve([&] { zero_runs(); }) || improve([&] { try_all_small(); }) || improve([&] { change_one(); }) ||
           improve([&] { change_equal(); }) || improve([&] { change_two(); })) {
    }
    return best_;
  }

 private:
  struct PlacedScalar {
    Scalar scalar;
    std::size_t offset;
  };
  struct Candidate {
    std::size_t others_than_zero;
    double size;
    Bytes operands;
    bool operator<(const Candidate& o) const {
      return std::tie(others_than_zero, size, operands) < std::tie(o.others_than_zero, o.size, o.operands);
    }
  };

  Candidate rated(Bytes operands) const {
    Candidate c{0, 0, std::move(operands)};
    for (const PlacedScalar& place : places_) {
      const double size = size_of(place.scalar, &c.operands[place.offset]);
      c.others_than_zero += size != 0;
      c.size += size;
    }
    return c;
  }

  /// Whether one of the candidates that `propose` adds fails; the simplest of them becomes the best.
  template <class Propose>
  bool improve(Propose propose) {
    if (Clock::now() > end_) return false;
    candidates_.clear();
    propose();
    const Candidate now = rated(best_);
    std::erase_if(candidates_, [&](const Candidate& c) { return !(c < now); });
    std::sort(candidates_.begin(), candidates_.end());
    std::vector<Bytes> all;
    for (auto& c : candidates_)
      if (all.empty() || all.back() != c.operands) all.push_back(std::move(c.operands));
    const auto bad = first_bad_(all);
    if (bad) best_ = all[*bad];
    return bad.has_value();
  }

  void add(Bytes operands) {
    if (candidates_.size() < most_at_once && candidates_.size() * best_.size() < most_bytes_at_once)
      candidates_.push_back(rated(std::move(operands)));
  }

  void set(Bytes& operands, const PlacedScalar& place, const Value& value) const {
    std::copy_n(value.data(), value_bytes(place.scalar), &operands[place.offset]);
  }

  std::vector<PlacedScalar> others_than_zero() const {
    std::vector<PlacedScalar> found;
    for (const PlacedScalar& place : places_)
      if (size_of(place.scalar, &best_[place.offset]) != 0) found.push_back(place);
    return found;
  }

  void zero_runs() {
    const auto places = others_than_zero();
    for (std::size_t length = places.size(); length > 0; length /= 2) {
      for (std::size_t start = 0; start < places.size(); start += length) {
        Bytes operands = best_;
        for (std::size_t i = start; i < std::min(start + length, places.size()); ++i) set(operands, places[i], {});
        add(std::move(operands));
      }
    }
  }

  void change_one() {
    for (const PlacedScalar& place : others_than_zero()) {
      for (const Value& value : simpler(place.scalar, &best_[place.offset])) {
        Bytes operands = best_;
        set(operands, place, value);
        add(std::move(operands));
      }
    }
  }

  /// All leaves with one value become another at once, for ties that must stay.
  void change_equal() {
    for (const PlacedScalar& place : others_than_zero()) {
      for (const Value& value : simpler(place.scalar, &best_[place.offset])) {
        Bytes operands = best_;
        for (const PlacedScalar& other : places_)
          if (other.scalar == place.scalar &&
              std::memcmp(&best_[other.offset], &best_[place.offset], value_bytes(place.scalar)) == 0)
            set(operands, other, value);
        add(std::move(operands));
      }
    }
  }

  void change_two() {
    const auto places = others_than_zero();
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        for (const Value& first : simplest(places[i])) {
          Bytes operands = best_;
          set(operands, places[i], first);
          for (const Value& second : simplest(places[j])) {
            set(operands, places[j], second);
            add(operands);
          }
        }
      }
    }
  }

  std::vector<Value> simplest(const PlacedScalar& place) const {
    constexpr std::size_t few = 16;
    auto all = simpler(place.scalar, &best_[place.offset]);
    all.resize(std::min(all.size(), few));
    return all;
  }

  /// Where there are few leaves, every choice of a few values for each.
  void try_all_small() {
    const auto all = [&](std::size_t values) {
      return std::pow(static_cast<double>(values), static_cast<double>(places_.size()));
    };
    std::size_t values = std::size(small_values);
    while (values > 0 && all(values) > static_cast<double>(most_at_once)) --values;
    if (values < 2) return;
    for (std::size_t choice = 0; choice < static_cast<std::size_t>(all(values)); ++choice) {
      Bytes operands = best_;
      std::size_t rest = choice;
      for (const PlacedScalar& place : places_) {
        set(operands, place, small(place.scalar, small_values[rest % values]));
        rest /= values;
      }
      add(std::move(operands));
    }
  }

  static constexpr int a_fraction = 3;  ///< stands for half_ulp() in floating point
  static constexpr int small_values[] = {0, 1, a_fraction, -1, 2, -2, -a_fraction};

  static Value small(Scalar scalar, int number) {
    Value value{};
    if (scalar == Scalar::boolean) number &= 1;
    with_value(scalar, value.data(), [&]<class T>(T) {
      T x = static_cast<T>(number);
      if constexpr (std::is_floating_point_v<T>)
        if (std::abs(number) == a_fraction) x = number < 0 ? -half_ulp<T>() : half_ulp<T>();
      put(value.data(), x);
    });
    return value;
  }

  Bytes best_;
  const FirstBad& first_bad_;
  Clock::time_point end_;
  std::vector<PlacedScalar> places_;  ///< of all leaves of all operands
  std::vector<Candidate> candidates_;
};

}  // namespace

Bytes shrink(const Type& type, Bytes operands, const FirstBad& first_bad, double seconds) {
  return Shrinker(type, std::move(operands), first_bad, seconds).best();
}

}  // namespace tutti::op
