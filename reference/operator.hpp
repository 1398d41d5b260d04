// Reduction operators, applied to one element at a time: the sequential model of a reduction's values.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "spec/op.hpp"

namespace tutti {

/// A predefined operation on a predefined datatype, or a function of the user's.
class Operator {
 public:
  /// As MPI_User_function (MPI 4.0, 6.9.5): inout[i] = in[i] ∘ inout[i] for `len` elements.
  using Function = std::function<void(const void* in, void* inout, int len)>;

  /// Throws std::invalid_argument where the standard does not define `op` for `type`.
  Operator(Op op, Type type);
  /// `size` >= 1 bytes an element. Throws std::invalid_argument where there is no function or no size.
  Operator(Function function, std::size_t size, bool commutative);

  /// Bytes from one element to the next.
  std::size_t size() const { return size_; }
  bool commutative() const { return commutative_; }

  /// result = left ∘ right, one element. `result` may be `left`, `right` or both, else overlaps neither. Predefined
  /// operations take operands at any address; a user's function needs whatever alignment it needs.
  void combine(const void* left, const void* right, void* result) const;

 private:
  using Combine = void (*)(const void* left, const void* right, void* result);
  Combine predefined_ = nullptr;
  Function user_;
  std::size_t size_;
  bool commutative_;
};

/// The model: result[i] = (..(x0[i] ∘ x1[i]) ∘ ..) ∘ x(p-1)[i], where xr = inputs_by_rank[r], for 0 <= i < elements
/// (MPI 4.0, 6.9.1: in rank order; bracketed to the left). `result` overlaps no input. Throws std::invalid_argument
/// where there is no rank.
void evaluate_in_rank_order(const Operator& op, std::span<const std::byte* const> inputs_by_rank, std::int64_t elements,
                            std::byte* result);

/// The first of `elements` elements that differs between `left` and `right`, or -1. Elements are the same if all
/// fields have the same bits or are both NaN; padding is not looked at.
std::int64_t first_difference(Type type, const void* left, const void* right, std::int64_t elements);

}  // namespace tutti
