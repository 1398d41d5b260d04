#include "verified/library/bracketings.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/layout.hpp"

namespace tutti::library {
namespace {

constexpr int bracketings = 256;

/// Combines operands, each in memory of its own.
class Combination {
 public:
  Combination(const Operands& operands, MPI_Datatype type, MPI_Op op)
      : operands_(operands), layout_(type), type_(type), op_(op) {}

  /// Of the operands in this order; `split` says how many of n >= 2 are the left operand of the last step.
  template <class Split>
  std::vector<std::byte> of(std::span<const std::size_t> order, const Split& split) const {
    auto element = combined(order, split);
    std::vector<std::byte> packed(static_cast<std::size_t>(layout_.size));
    mpi::pack(layout_, origin(element), 1, packed.data());
    return packed;
  }

 private:
  using Memory = std::vector<std::byte>;

  std::byte* origin(Memory& memory) const { return memory.data() - layout_.true_lower; }

  template <class Split>
  Memory combined(std::span<const std::size_t> order, const Split& split) const {
    if (order.size() == 1) {
      Memory element(static_cast<std::size_t>(layout_.true_extent));
      mpi::unpack(layout_, operands_[order[0]].data(), 1, origin(element));
      return element;
    }
    const auto left_operands = split(order.size());
    auto left = combined(order.first(left_operands), split), right = combined(order.subspan(left_operands), split);
    mpi::check(PMPI_Reduce_local(origin(left), origin(right), 1, type_, op_), "MPI_Reduce_local");
    return right;
  }

  const Operands& operands_;
  mpi::Layout layout_;
  MPI_Datatype type_;
  MPI_Op op_;
};

}  // namespace

bool always_gives(std::span<const std::byte> due, const Operands& operands, MPI_Datatype type, MPI_Op op) {
  if (operands.empty()) return false;
  const Combination combination(operands, type, op);
  std::vector<std::size_t> order(operands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto gives_due = [&](const auto& split) { return std::ranges::equal(combination.of(order, split), due); };
  if (!gives_due([](std::size_t n) { return n - 1; }) || !gives_due([](std::size_t) { return std::size_t{1}; }))
    return false;
  int commutes = 0;
  mpi::check(PMPI_Op_commutative(op, &commutes), "MPI_Op_commutative");
  std::mt19937_64 random(1);
  for (int i = 0; i < bracketings; ++i) {
    if (commutes) std::ranges::shuffle(order, random);
    if (!gives_due([&](std::size_t n) { return 1 + static_cast<std::size_t>(random() % (n - 1)); })) return false;
  }
  return true;
}

}  // namespace tutti::library
