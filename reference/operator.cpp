#include "reference/operator.hpp"

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/scalar.hpp"

namespace tutti {
namespace {

template <class T>
bool same(T left, T right) {
  return left == right;
}

template <std::floating_point T>
bool same(T left, T right) {
  return std::isunordered(left, right) ? std::isnan(left) && std::isnan(right)
                                       : left == right && std::signbit(left) == std::signbit(right);
}

template <class T>
bool same(Complex<T> left, Complex<T> right) {
  return same(left.real, right.real) && same(left.imaginary, right.imaginary);
}

template <class Value>
bool same(Pair<Value> left, Pair<Value> right) {
  return same(left.value, right.value) && left.index == right.index;
}

}  // namespace

Operator::Operator(Op op, Type type)
    : predefined_(visit<Combine>(op, type,
                                 []<Op o, class T>() -> Combine {
                                   return [](const void* left, const void* right, void* result) {
                                     const T combined = tutti::combine<o>(load<T>(left), load<T>(right));
                                     std::memcpy(result, &combined, sizeof combined);
                                   };
                                 })),
      size_(row(type).size()),
      commutative_(true) {
  if (!predefined_)
    throw std::invalid_argument(std::string(row(op).mpi_name) + " is not defined for " +
                                std::string(row(type).mpi_name) + " (MPI 4.0, 6.9.2)");
}

Operator::Operator(Function function, std::size_t size, bool commutative)
    : user_(std::move(function)), size_(size), commutative_(commutative) {
  if (!user_) throw std::invalid_argument("an operator needs a function");
  if (size == 0) throw std::invalid_argument("an operator needs elements of at least one byte");
}

void Operator::combine(const void* left, const void* right, void* result) const {
  if (predefined_) return predefined_(left, right, result);
  if (result != left) {
    if (result != right) std::memcpy(result, right, size_);
    return user_(left, result, 1);
  }
  std::vector<std::byte> kept(size_);  // from operator new, so aligned for every standard type
  std::memcpy(kept.data(), left, size_);
  if (result != right) std::memcpy(result, right, size_);
  user_(kept.data(), result, 1);
}

void evaluate_in_rank_order(const Operator& op, std::span<const std::byte* const> inputs_by_rank, std::int64_t elements,
                            std::byte* result) {
  if (inputs_by_rank.empty()) throw std::invalid_argument("a reduction needs at least one rank");
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::size_t offset = static_cast<std::size_t>(i) * op.size();
    std::byte* folded = result + offset;
    std::memcpy(folded, inputs_by_rank[0] + offset, op.size());
    for (const std::byte* input : inputs_by_rank.subspan(1)) op.combine(folded, input + offset, folded);
  }
}

std::int64_t first_difference(Type type, const void* left, const void* right, std::int64_t elements) {
  return visit(type, [&]<class T>(std::type_identity<T>) -> std::int64_t {
    const auto element = [](const void* base, std::int64_t i) {
      return load<T>(static_cast<const std::byte*>(base) + i * static_cast<std::int64_t>(sizeof(T)));
    };
    for (std::int64_t i = 0; i < elements; ++i)
      if (!same(element(left, i), element(right, i))) return i;
    return -1;
  });
}

}  // namespace tutti
