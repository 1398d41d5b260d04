#include "verified/conform/worker/contribution.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>

namespace tutti::mpi::conform {
namespace {

/// The sum of `ranks` such values fits.
template <class T>
T small_enough_to_add(T value, int ranks) {
  return static_cast<T>(value /
                        (T{1} << std::min<int>(sizeof(T) * 8 - 2, std::bit_width(static_cast<unsigned>(ranks)))));
}

/// At each element one rank has any value but the least, whose negation would overflow, the others 1 or -1.
template <class T>
T small_enough_to_multiply(T value, bool any) {
  if (!any) return value % 2 == 0 ? T{1} : T{-1};
  return static_cast<T>(value / 2);
}

}  // namespace

void keep_defined(Op op, Type type, Rank rank, int ranks, std::span<std::byte> elements) {
  visit(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; (i + 1) * sizeof(T) <= elements.size(); ++i) {
      T value;
      std::memcpy(&value, elements.data() + i * sizeof(T), sizeof value);
      if constexpr (std::same_as<T, Bool>) {
        value = static_cast<Bool>(static_cast<unsigned char>(value) & 1);
      } else if constexpr (std::signed_integral<T>) {
        const bool any = static_cast<int>(i % static_cast<std::size_t>(ranks)) == rank;
        if (op == Op::sum) value = small_enough_to_add(value, ranks);
        if (op == Op::prod) value = small_enough_to_multiply(value, any);
      }
      std::memcpy(elements.data() + i * sizeof(T), &value, sizeof value);
    }
  });
}

}  // namespace tutti::mpi::conform
