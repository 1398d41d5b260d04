#include "verified/op/consequences/simplify.hpp"

#include <cstring>
#include <type_traits>

#include "verified/op/value.hpp"

namespace tutti::op {
namespace {

template <class T>
std::vector<T> simple_values() {
  if constexpr (std::is_floating_point_v<T>)
    return {0, 1, 2, -1, 3, T(0.5), -2, T(1.5), -3};
  else
    return {T(0), T(1), T(2), T(-1), T(3), T(-2), T(4), T(5), T(7)};
}

}  // namespace

std::vector<Bytes> with_simpler_leaf(const Type& type, const Bytes& vector, std::size_t at, const Leaf& leaf) {
  std::vector<Bytes> simpler;
  const auto place = at * type.size + leaf.offset;
  with_value(leaf.scalar, &vector[place], [&]<class T>(T) {
    auto values = simple_values<T>();
    if (leaf.scalar == Scalar::boolean) values.resize(2);
    for (const T value : values) {
      auto candidate = vector;
      put(&candidate[place], value);
      if (candidate == vector) return;
      simpler.push_back(std::move(candidate));
    }
  });
  return simpler;
}

}  // namespace tutti::op
