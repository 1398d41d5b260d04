#include "verified/library/bracketings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/layout.hpp"

namespace tutti::library {
namespace {

constexpr int bracketings = 256;
using Memory = std::vector<std::byte>;

/// Combines operands, each in memory of its own.
class Combination {
 public:
  Combination(const Operands& operands, MPI_Datatype type, MPI_Op op)
      : operands_(operands), layout_(type), type_(type), op_(op) {}

  /// Of the operands in this order; `split` says how many of n >= 2 are the left operand of the last step.
  template <class Split>
  Memory of(std::span<const std::size_t> order, const Split& split) const {
    return packed(combined(order, split));
  }

  Memory operand(std::size_t number) const {
    Memory element(static_cast<std::size_t>(layout_.true_extent));
    mpi::unpack(layout_, operands_[number].data(), 1, origin(element));
    return element;
  }
  Memory joined(const Memory& left, Memory right) const {
    auto in = left;  // an operator may write to it, though it must not
    mpi::check(PMPI_Reduce_local(origin(in), origin(right), 1, type_, op_), "MPI_Reduce_local");
    return right;
  }
  Memory packed(Memory element) const {
    Memory all(static_cast<std::size_t>(layout_.size));
    mpi::pack(layout_, origin(element), 1, all.data());
    return all;
  }

 private:
  std::byte* origin(Memory& memory) const { return memory.data() - layout_.true_lower; }

  template <class Split>
  Memory combined(std::span<const std::size_t> order, const Split& split) const {
    if (order.size() == 1) return operand(order[0]);
    const auto left_operands = split(order.size());
    return joined(combined(order.first(left_operands), split), combined(order.subspan(left_operands), split));
  }

  const Operands& operands_;
  mpi::Layout layout_;
  MPI_Datatype type_;
  MPI_Op op_;
};

/// Every order in which so many operands may be bracketed, and, where they commute, follow one another; nothing where
/// those are many.
class All {
 public:
  All(const Combination& combination, std::size_t operands, bool commutes)
      : combination_(combination), operands_(operands), commutes_(commutes) {}

  bool are_few() const {
    constexpr std::size_t most = 200;
    std::size_t n = 1;
    for (std::size_t i = 2; i < operands_; ++i) n = n * (4 * i - 2) / (i + 1);  // Catalan's number i, from i - 1
    for (std::size_t i = 2; commutes_ && i <= operands_ && n <= most; ++i) n *= i;
    return operands_ <= 16 && n <= most;
  }

  std::set<Memory> results() const {
    std::set<Memory> found;
    std::vector<std::size_t> order(operands_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      for (auto& element : elements(order)) found.insert(combination_.packed(element));
    } while (commutes_ && std::ranges::next_permutation(order).found);
    return found;
  }

 private:
  std::vector<Memory> elements(std::span<const std::size_t> order) const {
    if (order.size() == 1) return {combination_.operand(order[0])};
    std::vector<Memory> all;
    for (std::size_t left = 1; left < order.size(); ++left) {
      const auto right_elements = elements(order.subspan(left));
      for (const auto& a : elements(order.first(left)))
        for (const auto& b : right_elements) all.push_back(combination_.joined(a, b));
    }
    return all;
  }

  const Combination& combination_;
  std::size_t operands_;
  bool commutes_;
};

/// A number of so many bytes as one that grows with it: of floating-point numbers the bit pattern, of which the sign
/// turns the order round.
__extension__ using Wide = __int128;
__extension__ using Natural = unsigned __int128;
Wide ordinal(const std::byte* at, std::size_t bytes) {
  Natural n = 0;
  for (std::size_t i = 0; i < bytes; ++i) n |= static_cast<Natural>(std::to_integer<unsigned>(at[i])) << (8 * i);
  const auto sign = static_cast<Natural>(1) << (8 * bytes - 1);
  const auto magnitude = static_cast<Wide>((n & (sign - 1)) >> 1);  // so that no difference overflows
  return (n & sign) != 0 ? -magnitude - 1 : magnitude;
}

/// Whether a number that stands there lies not much further from the results than these lie apart.
bool lies_about(std::span<const std::byte> found, const std::set<Memory>& results, std::size_t at, std::size_t bytes) {
  Wide least = ordinal(results.begin()->data() + at, bytes), most = least;
  bool are_alike = true;
  for (const auto& result : results) {
    const auto n = ordinal(result.data() + at, bytes);
    least = std::min(least, n), most = std::max(most, n);
    are_alike = are_alike && std::equal(&result[at], &result[at] + bytes, &(*results.begin())[at]);
  }
  if (are_alike) return std::equal(&found[at], &found[at] + bytes, &(*results.begin())[at]);
  constexpr Wide much = 16;
  constexpr auto greatest = std::numeric_limits<Wide>::max() / (2 * much + 4);
  const auto apart = most - least + 1;
  if (apart > greatest) return true;
  const auto n = ordinal(&found[at], bytes);
  return least - n <= much * apart && n - most <= much * apart;
}

/// Whether each byte that is otherwise in all results belongs to some number that may be so.
bool is_about(std::span<const std::byte> found, const std::set<Memory>& results) {
  const std::size_t size = found.size(), step = size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
  for (std::size_t b = 0; b < size; ++b) {
    if (std::ranges::any_of(results, [&](const Memory& r) { return r[b] == found[b]; })) continue;
    bool may_be = false;
    for (const std::size_t bytes : {2, 4, 8, 16})
      for (std::size_t at = b / step * step; bytes <= size && at + bytes > b && !may_be; at -= step) {
        may_be = at + bytes <= size && lies_about(found, results, at, bytes);
        if (at == 0) break;
      }
    if (!may_be) return false;
  }
  return true;
}

}  // namespace

Plausibility plausibility(std::span<const std::byte> found, const Operands& operands, MPI_Datatype type, MPI_Op op) {
  if (operands.empty()) return {};
  int commutes = 0;
  mpi::check(PMPI_Op_commutative(op, &commutes), "MPI_Op_commutative");
  const Combination combination(operands, type, op);
  std::vector<std::size_t> order(operands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Plausibility says;
  const auto is_found = [&](const std::set<Memory>& results) {
    return std::ranges::any_of(results, [&](const Memory& r) { return std::ranges::equal(r, found); });
  };
  const All all(combination, operands.size(), commutes != 0);
  std::set<Memory> results;
  std::mt19937_64 random(1);
  const auto add = [&](const auto& split) {
    auto result = combination.of(order, split);
    if (commutes) {
      const std::vector<std::size_t> swapped(order.rbegin(), order.rend());
      says.is_symmetric =
          says.is_symmetric && result == combination.of(swapped, [&](std::size_t n) { return n - split(n); });
    }
    results.insert(std::move(result));
  };
  add([](std::size_t n) { return n - 1; });
  add([](std::size_t) { return std::size_t{1}; });
  if (all.are_few()) {
    if (!is_found(all.results())) says.wrong = "as no order of the operands gives it";
    return says;
  }
  for (int i = 0; i < bracketings; ++i) {
    if (commutes) std::ranges::shuffle(order, random);
    // The same split wherever as many operands are left, so that it can be turned round.
    std::vector<std::size_t> splits(operands.size() + 1);
    for (std::size_t n = 2; n < splits.size(); ++n) splits[n] = 1 + static_cast<std::size_t>(random() % (n - 1));
    add([&](std::size_t n) { return splits[n]; });
  }
  if (is_found(results)) return says;
  if (results.size() == 1)
    says.wrong = "which each of many other bracketings gives";
  else if (!is_about(found, results))
    says.wrong = "and none of many bracketings comes near to it";
  return says;
}

}  // namespace tutti::library
