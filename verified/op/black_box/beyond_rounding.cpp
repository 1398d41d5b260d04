#include "verified/op/black_box/beyond_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "verified/op/black_box/bench.hpp"
#include "verified/op/black_box/search.hpp"
#include "verified/op/deadline.hpp"
#include "verified/op/value.hpp"

namespace tutti::op {
namespace {

double magnitude(const Leaf& leaf, const std::byte* element) {
  return with_value(leaf.scalar, element + leaf.offset, [](auto x) { return std::abs(static_cast<double>(x)); });
}

/// Zero, infinite, or of a size at which neither what is added nor a product loses most of its digits.
bool is_common(double magnitude) {
  constexpr double least = 0x1p-12;
  return magnitude == 0 || std::isinf(magnitude) || (magnitude >= least && magnitude <= common_size);
}

/// The largest that is finite, and at least 1.
double largest(const Type& type, std::span<const std::byte* const> elements) {
  double most = 1;
  for (const auto* element : elements)
    for (const auto& leaf : type.leaves)
      if (const double m = magnitude(leaf, element); std::isfinite(m)) most = std::max(most, m);
  return most;
}

/// Other numbers get another exponent, or the remainder; those at the end of their type are infinite.
void make_common(const Type& type, std::byte* element) {
  for (const auto& leaf : type.leaves) {
    if (leaf.scalar == Scalar::boolean || is_common(magnitude(leaf, element))) continue;
    auto* at = element + leaf.offset;
    with_value(leaf.scalar, at, [&]<class T>(T x) {
      if constexpr (std::is_integral_v<T>) {
        put(at, static_cast<T>(x % static_cast<T>(common_size)));
      } else if (std::isfinite(x)) {
        int exponent = 0;
        if (std::abs(x) > std::numeric_limits<T>::max() / 2)
          return put(at, std::copysign(std::numeric_limits<T>::infinity(), x));
        put(at, static_cast<T>(std::frexp(x, &exponent) * static_cast<T>(common_size)));
      }
    });
  }
}

class BeyondRounding {
 public:
  BeyondRounding(const Trial& trial, Law law, double seconds)
      : trial_(trial),
        experiment_(experiments_of(law, trial.type, trial.equal_by_value, {1}).front()),
        bench_(trial),
        deadline_(seconds) {}

  std::optional<Counterexample> find() {
    constexpr int most_rounds = 16;
    constexpr std::size_t at_once = 128;
    for (int round = 0; round < most_rounds; ++round)
      for (const Tier tier : tiers) {
        if (deadline_.left() <= 0) return std::nullopt;
        std::vector<Bytes> operands(std::min(at_once, bench_.at_once(experiment_)));
        for (auto& o : operands) {
          o = bench_.draw(tier, experiment_.drawn);
          if (o.empty()) return std::nullopt;
          for (std::size_t at = 0; !trial_.pre && at < o.size(); at += trial_.type.size)
            make_common(trial_.type, o.data() + at);
        }
        for (const auto& [number, counterexample] : far_apart_among(operands))
          if (is_so_nearby(operands[number])) return counterexample;
      }
    return std::nullopt;
  }

 private:
  using Found = std::vector<std::pair<std::size_t, Counterexample>>;

  Found far_apart_among(const std::vector<Bytes>& operands) {
    constexpr std::size_t enough = 8;
    Found found;
    bench_.run(experiment_, operands, [&](std::size_t number, const Cells& cells) {
      if (found.size() < enough && are_far_apart(cells))
        found.emplace_back(number, shown(experiment_, cells, "they are further apart than rounding explains"));
    });
    return found;
  }

  bool are_far_apart(const Cells& cells) const {
    const auto& e = experiment_;
    const auto at = [&](const std::vector<Experiment::Named>& which) {
      std::vector<const std::byte*> all;
      for (const auto& named : which) all.push_back(cells[named.cell]);
      return all;
    };
    for (const auto& operand : e.operands)
      if (trial_.pre && !cells.admits(operand.cell)) return false;
    if (e.wrong(cells).empty() || !is_ordinary(trial_.type, e, cells)) return false;
    const auto results = at(e.results);
    if (!far_apart(trial_.type, at(e.operands), results, results[results.size() - 2], results.back())) return false;
    return !trial_.has_fault || std::ranges::none_of(e.sequence.calls, [&](const OperatorCall& call) {
      return trial_.has_fault(cells.bytes(call.in, call.len), cells.bytes(call.inout, call.len), call.len);
    });
  }

  /// Where a difference is divided by, a single point may be wrong by any amount, and none beside it.
  bool is_so_nearby(const Bytes& operands) {
    constexpr std::size_t neighbours = 16, enough = 4;
    std::vector<Bytes> all(neighbours, operands);
    for (auto& o : all)
      for (std::size_t at = 0; at < o.size(); at += trial_.type.size) move_a_little(o.data() + at);
    return far_apart_among(all).size() >= enough;
  }

  /// By three eighths of the digits at most.
  void move_a_little(std::byte* element) {
    constexpr std::size_t steps = 1000;
    for (const auto& leaf : trial_.type.leaves) {
      if (!is_floating(leaf.scalar)) continue;
      auto* at = element + leaf.offset;
      const double by = static_cast<double>(bench_.below(2 * steps + 1)) / steps - 1;
      with_value(leaf.scalar, at, [&]<class T>(T x) {
        constexpr int digits = 3 * std::numeric_limits<T>::digits / 8;
        put(at, static_cast<T>(x * (1 + static_cast<T>(std::ldexp(by, -digits)))));
      });
    }
  }

  const Trial& trial_;
  Experiment experiment_;
  Bench bench_;
  Deadline deadline_;
};

}  // namespace

bool far_apart(const Type& type, std::span<const std::byte* const> operands, std::span<const std::byte* const> others,
               const std::byte* a, const std::byte* b) {
  const auto all_common = [&](const std::byte* element) {
    return std::ranges::all_of(type.leaves, [&](const Leaf& leaf) { return is_common(magnitude(leaf, element)); });
  };
  if (!std::ranges::all_of(operands, all_common)) return false;
  const double most = largest(type, operands), on_the_way = std::max(most * most, largest(type, others));
  return std::ranges::any_of(type.leaves, [&](const Leaf& leaf) {
    if (!is_floating(leaf.scalar)) return false;
    return with_value(leaf.scalar, a + leaf.offset, [&]<class T>(T x) {
      T y{};
      std::memcpy(&y, b + leaf.offset, value_bytes(leaf.scalar));
      const auto as_double = [](T value) { return static_cast<double>(value); };
      if (!std::isfinite(as_double(x)) || !std::isfinite(as_double(y))) return as_double(x) != as_double(y);
      constexpr int half_of_digits = std::numeric_limits<T>::digits / 2;
      return std::abs(as_double(x) - as_double(y)) > std::ldexp(on_the_way, -half_of_digits);
    });
  });
}

std::optional<Counterexample> beyond_rounding(const Trial& trial, Law law, double seconds) {
  return BeyondRounding(trial, law, seconds).find();
}

}  // namespace tutti::op
