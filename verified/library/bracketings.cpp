#include "verified/library/bracketings.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include "reference/operator.hpp"
#include "reference/scalar.hpp"
#include "verified/conform/judge/exact.hpp"
#include "verified/library/fields.hpp"
#include "verified/library/nearness.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/handles.hpp"
#include "verified/run/mpi/layout.hpp"

namespace tutti::library {
namespace {

constexpr std::size_t most_bracketings = 256;
constexpr std::size_t enough_for_bytes = 64;               ///< bracketings, to tell how far numbers lie apart
constexpr std::size_t most_bytes = std::size_t{64} << 20;  ///< of all that is combined
constexpr int most_joined = 6'000;                         ///< for every order of a few operands

struct Tried {
  Evidence evidence;
  bool is_symmetric = true;  ///< see Plausibility
};

/// Combines operands, each in memory of its own.
class Combination {
 public:
  /// right = left ∘ right; an operator may write to the left one, too, though it must not.
  using Join = std::function<void(std::byte* left, std::byte* right)>;
  Combination(const Operands& operands, MPI_Datatype type, bool commutes, Join join)
      : operands_(operands), layout_(type), commutes_(commutes), join_(std::move(join)) {}

  /// Combines the operands in this order; `split` says how many of n >= 2 are the left operand of the last step.
  template <class Split>
  Bytes of(std::span<const std::size_t> order, const Split& split) const {
    return packed(combined(order, split));
  }
  /// Every result that there is, by all bracketings and, where it commutes, of all orders; nothing where that takes too
  /// long.
  std::optional<Tried> all() const {
    constexpr std::size_t most_operands = 16;
    if (operands_.size() > most_operands) return std::nullopt;
    Parts parts;
    const auto* const whole = of_part((1u << operands_.size()) - 1, parts);
    if (!whole) return std::nullopt;
    auto tried = nothing_tried();
    tried.is_symmetric = parts.is_symmetric;
    for (const auto& element : *whole) tried.evidence.results.insert(packed(element));
    return tried;
  }
  Tried nothing_tried() const {
    const std::vector<bool> none(static_cast<std::size_t>(layout_.size));
    return {{.results = {}, .rounded = none, .undetermined = none}};
  }
  bool commutes() const { return commutes_; }
  std::size_t operands() const { return operands_.size(); }
  std::size_t bytes() const { return static_cast<std::size_t>(layout_.true_extent); }

 private:
  /// By the operands that are combined, a bit for each.
  struct Parts {
    std::map<std::uint32_t, std::set<Bytes>> known;
    int joined = 0;
    bool is_symmetric = true;
  };

  Bytes operand(std::size_t number) const {
    Bytes element(bytes());
    mpi::unpack(layout_, operands_[number].data(), 1, origin(element));
    return element;
  }
  Bytes joined(Bytes left, Bytes right) const {
    join_(origin(left), origin(right));
    return right;
  }
  Bytes packed(Bytes element) const {
    Bytes all(static_cast<std::size_t>(layout_.size));
    mpi::pack(layout_, origin(element), 1, all.data());
    return all;
  }
  std::byte* origin(Bytes& memory) const { return mpi::moved(memory.data(), -layout_.true_lower); }

  template <class Split>
  Bytes combined(std::span<const std::size_t> order, const Split& split) const {
    if (order.size() == 1) return operand(order[0]);
    const auto left_operands = split(order.size());
    return joined(combined(order.first(left_operands), split), combined(order.subspan(left_operands), split));
  }

  /// Null where that takes too long.
  const std::set<Bytes>* of_part(std::uint32_t part, Parts& parts) const {
    if (const auto at = parts.known.find(part); at != parts.known.end()) return &at->second;
    std::set<Bytes> results;
    if (std::has_single_bit(part)) results.insert(operand(static_cast<std::size_t>(std::countr_zero(part))));
    for (auto left = (part - 1) & part; left != 0; left = (left - 1) & part) {
      const auto right = part & ~left;
      // The two sides in both orders at once, or only where the left one is what comes first.
      if (commutes_ ? left < right : static_cast<int>(std::bit_width(left)) > std::countr_zero(right)) continue;
      const auto *const a = of_part(left, parts), *const b = of_part(right, parts);
      if (!a || !b) return nullptr;
      for (const auto& x : *a)
        for (const auto& y : *b) {
          if (++parts.joined > most_joined || static_cast<std::size_t>(parts.joined) * bytes() > most_bytes)
            return nullptr;
          auto result = joined(x, y);
          if (commutes_) {
            auto swapped = joined(y, x);
            parts.is_symmetric = parts.is_symmetric && swapped == result;
            results.insert(std::move(swapped));
          }
          results.insert(std::move(result));
        }
    }
    return &parts.known.emplace(part, std::move(results)).first->second;
  }

  const Operands& operands_;
  mpi::Layout layout_;
  bool commutes_;
  Join join_;
};

/// Marks the bytes in which two elements differ.
void mark(std::vector<bool>& bytes, const Bytes& a, const Bytes& b) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = bytes[i] || a[i] != b[i];
}

/// Brackets operands at random, in an order in which they may be.
class AtRandom {
 public:
  explicit AtRandom(const Combination& combination) : combination_(combination) {}

  /// `order` is shuffled where the operator commutes.
  Bytes combined(std::vector<std::size_t>& order) {
    draw(order);
    return combination_.of(order, [this](std::size_t n) { return splits_[n]; });
  }
  /// The last one again, with all operands swapped.
  Bytes swapped(std::span<const std::size_t> order) const {
    const std::vector<std::size_t> back(order.rbegin(), order.rend());
    return combination_.of(back, [this](std::size_t n) { return n - splits_[n]; });
  }
  /// A few of the operands.
  std::vector<std::size_t> few() {
    const auto all = combination_.operands();
    std::set<std::size_t> few;
    for (auto n = std::min(all, 3 + random_() % 3); few.size() < n;) few.insert(random_() % all);
    return {few.begin(), few.end()};
  }

 private:
  /// The same split wherever as many operands are left, so that it can be turned round.
  void draw(std::vector<std::size_t>& order) {
    if (combination_.commutes()) std::ranges::shuffle(order, random_);
    splits_.resize(std::max(splits_.size(), order.size() + 1));
    for (std::size_t n = 2; n <= order.size(); ++n) splits_[n] = 1 + random_() % (n - 1);
  }

  const Combination& combination_;
  std::mt19937_64 random_{1};
  std::vector<std::size_t> splits_;
};

/// From the left, from the right, and so many at random; and of as many sets of a few operands two bracketings each.
Tried tried(const Combination& combination, std::size_t at_random) {
  auto all = combination.nothing_tried();
  auto& [results, rounded, undetermined] = all.evidence;
  std::vector<std::size_t> order(combination.operands());
  std::iota(order.begin(), order.end(), std::size_t{0});
  results.insert(combination.of(order, [](std::size_t n) { return n - 1; }));
  results.insert(combination.of(order, [](std::size_t) { return std::size_t{1}; }));
  AtRandom bracketings(combination);
  for (std::size_t i = 0; i < at_random; ++i) {
    auto result = bracketings.combined(order);
    if (combination.commutes()) all.is_symmetric = all.is_symmetric && result == bracketings.swapped(order);
    results.insert(std::move(result));
    auto few = bracketings.few();
    const auto one = bracketings.combined(few);
    mark(rounded, one, bracketings.combined(few));
  }
  for (const auto& r : results) mark(rounded, r, *results.begin());
  return all;
}

/// Leaves something on the stack, where the next call finds it who reads what it has not written.
[[gnu::noinline]] void leave_on_stack(unsigned char what) {
  volatile unsigned char memory[4096];
  for (auto& byte : memory) byte = what;
}

/// As many as there is time and memory for.
std::size_t bracketings(const Combination& combination) {
  return std::min(most_bracketings, most_bytes / (combination.bytes() * combination.operands() + 1));
}

/// What the numbers, real ones or the parts of complex ones in a sum, come to in a wider type.
template <class T>
T combined_widely(Op op, const Operands& operands) {
  const auto part = [&](auto&& number_of) {
    long double all = op == Op::sum ? 0 : 1;
    for (const auto& operand : operands) {
      T number;
      std::memcpy(&number, operand.data(), sizeof number);
      const auto x = static_cast<long double>(number_of(number));
      all = op == Op::sum ? all + x : all * x;
    }
    return all;
  };
  if constexpr (requires(T x) { x.imaginary; })
    return {static_cast<decltype(T::real)>(part([](T x) { return x.real; })),
            static_cast<decltype(T::real)>(part([](T x) { return x.imaginary; }))};
  else
    return static_cast<T>(part([](T x) { return x; }));
}

Bytes combined_widely(Op op, Type type, const Operands& operands) {
  return visit(type, [&]<class T>(std::type_identity<T>) {
    Bytes bytes(sizeof(T));
    if constexpr (std::is_floating_point_v<T> || requires(T x) { x.imaginary; }) {
      const auto number = combined_widely<T>(op, operands);
      std::memcpy(bytes.data(), &number, sizeof number);
    }
    return bytes;
  });
}

/// One of the results, but for the bytes that are not determined.
bool is_one_of(std::span<const std::byte> found, const Evidence& evidence) {
  return std::ranges::any_of(evidence.results, [&](const Bytes& r) {
    for (std::size_t i = 0; i < r.size(); ++i)
      if (r[i] != found[i] && !evidence.undetermined[i]) return false;
    return true;
  });
}

}  // namespace

Plausibility plausibility(std::span<const std::byte> found, const Operands& operands, MPI_Datatype type, MPI_Op op) {
  if (operands.empty()) return {};
  int commutes = 0;
  mpi::check(PMPI_Op_commutative(op, &commutes), "MPI_Op_commutative");
  unsigned char left_on_stack = 0;
  const Combination combination(operands, type, commutes != 0, [&](std::byte* left, std::byte* right) {
    leave_on_stack(left_on_stack);
    mpi::check(PMPI_Reduce_local(left, right, 1, type, op), "MPI_Reduce_local");
  });
  const auto all = combination.all();
  const auto at_random = all ? 0 : bracketings(combination);
  auto [evidence, is_symmetric] = all ? *all : tried(combination, at_random);
  std::vector<std::size_t> order(operands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto again = [&](unsigned char what) {
    left_on_stack = what;
    return combination.of(order, [](std::size_t n) { return n - 1; });
  };
  const auto once = again(0);
  mark(evidence.undetermined, once, again(0xff));
  Plausibility says{.is_symmetric = is_symmetric};
  if (is_one_of(found, evidence)) return says;
  const auto fields = fields_of(type);
  const bool has_bytes = std::ranges::find(fields, Holds::bytes, &Field::holds) != fields.end();
  if (!all && has_bytes && at_random < enough_for_bytes) return says;
  if (all)
    says.wrong = "as no order of the operands gives it";
  else if (!lies_about(found, evidence, operands, fields))
    says.wrong = evidence.results.size() == 1 ? "which each of many other bracketings gives"
                                              : "and none of many bracketings comes near to it";
  return says;
}

Plausibility plausibility(std::span<const std::byte> found, const Operands& operands, Op op, Type type) {
  if (operands.empty()) return {};
  const Plausibility wrong{.wrong = "and in no order of the operands it is"};
  std::vector<const std::byte*> contributions;
  for (const auto& operand : operands) contributions.push_back(operand.data());
  if (conform::beyond_bound(op, type, contributions, found.data()) &&
      !conform::may_be_flushed(op, type, contributions, found.data()))
    return wrong;
  const Operator combine(op, type);
  const Combination combination(operands, mpi::handle(type), true,
                                [&](std::byte* left, std::byte* right) { combine.combine(left, right, right); });
  auto all = combination.all();
  if (!all) return {};
  const auto fields = fields_of(mpi::handle(type));
  auto& results = all->evidence.results;
  const auto are_finite = [&](std::span<const std::byte> element) { return is_finite(fields.front(), element.data()); };
  const bool is_complex_product = op == Op::prod && row(type).type_class == TypeClass::complex;
  if (is_complex_product && are_finite(found) && std::ranges::any_of(results, are_finite)) return {};
  results.insert(combined_widely(op, type, operands));
  return lies_between(found, results, fields) ? Plausibility{} : wrong;
}

}  // namespace tutti::library
