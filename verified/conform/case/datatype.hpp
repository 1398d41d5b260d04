// Datatypes as data: which constructors of MPI make one, and where an element then has its data.
#pragma once
#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <initializer_list>
#include <variant>

#include "spec/datatype.hpp"

namespace tutti::conform {

/// A few values that a constant holds.
template <class T, std::size_t most>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<T> values) {
    for (const auto& v : values) push_back(v);
  }
  constexpr void push_back(const T& value) { values_.at(size_++) = value; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return values_.data(); }
  constexpr const T* end() const { return begin() + size_; }
  constexpr const T& operator[](std::size_t i) const { return values_.at(i); }
  bool operator==(const Few&) const = default;

 private:
  std::array<T, most> values_{};
  std::size_t size_ = 0;
};

// The constructors of MPI 4.0, 5.1.2 and 5.1.7, by the names of their procedures. Each is applied to what was made
// before. To add one: a line in the variant, and the compiler asks for its type map here, its call in the worker and
// its text in the C programs.

struct Vector {
  int count, length, stride;  ///< in elements
  bool operator==(const Vector&) const = default;
};
struct IndexedBlock {
  int length;
  Few<int, 4> at;  ///< in elements
  bool operator==(const IndexedBlock&) const = default;
};
/// Blocks of one element.
struct Hindexed {
  Few<int, 4> at;  ///< in bytes
  bool operator==(const Hindexed&) const = default;
};
struct Resized {
  int lower, extent;
  bool operator==(const Resized&) const = default;
};
struct Contiguous {
  int count;
  bool operator==(const Contiguous&) const = default;
};
struct Hvector {
  int count, length, stride;  ///< in bytes
  bool operator==(const Hvector&) const = default;
};
struct Indexed {
  Few<int, 4> lengths, at;  ///< in elements
  bool operator==(const Indexed&) const = default;
};
/// Of an array with three dimensions, the last of which runs fastest, or in Fortran's order the first.
struct Subarray {
  Few<int, 3> sizes, lengths, starts;
  bool in_order_of_fortran = false;
  bool operator==(const Subarray&) const = default;
};
struct Dup {
  bool operator==(const Dup&) const = default;
};
using Constructor = std::variant<Vector, IndexedBlock, Hindexed, Resized, Contiguous, Hvector, Indexed, Subarray, Dup>;

/// One element of each of these types: what a datatype may begin with. Its extent is left to MPI, which may round it
/// up, so it is to be resized.
struct Struct {
  struct Member {
    int at;  ///< in bytes
    Type type;
    bool operator==(const Member&) const = default;
  };
  Few<Member, 4> members;
  bool operator==(const Struct&) const = default;
};

/// Made of a predefined type or of a struct.
struct Datatype {
  std::variant<Type, Struct> from = Type::byte;
  Few<Constructor, 3> by = {};

  constexpr bool predefined() const { return from.index() == 0 && by.empty(); }
  bool operator==(const Datatype&) const = default;
};

/// `bytes` bytes at `at` from the origin of an element: one of `type`, or a half of a pair.
struct Datum {
  int at, bytes;
  Type type;
};

/// An element (MPI 4.0, 5.1): its data in the order of the type map, its lower bound and its extent; all in bytes.
struct TypeMap {
  Few<Datum, 16> data = {};
  int lower = 0, extent = 0;

  constexpr int bytes() const {
    int sum = 0;
    for (const auto& d : data) sum += d.bytes;
    return sum;
  }
};

/// The type map of so many elements at these distances from the origin.
template <class Origins>
constexpr TypeMap repeated(const TypeMap& element, const Origins& origins) {
  TypeMap map;
  int lower = INT_MAX, upper = INT_MIN;
  for (const int origin : origins) {
    for (const auto& d : element.data) map.data.push_back({origin + d.at, d.bytes, d.type});
    lower = std::min(lower, origin + element.lower);
    upper = std::max(upper, origin + element.lower + element.extent);
  }
  if (lower > upper) return map;  // of no element
  map.lower = lower;
  map.extent = upper - lower;
  return map;
}

constexpr TypeMap applied(const Vector& v, const TypeMap& to) {
  Few<int, 16> origins;
  for (int block = 0; block < v.count; ++block)
    for (int i = 0; i < v.length; ++i) origins.push_back((block * v.stride + i) * to.extent);
  return repeated(to, origins);
}
constexpr TypeMap applied(const IndexedBlock& b, const TypeMap& to) {
  Few<int, 16> origins;
  for (const int at : b.at)
    for (int i = 0; i < b.length; ++i) origins.push_back((at + i) * to.extent);
  return repeated(to, origins);
}
constexpr TypeMap applied(const Hindexed& h, const TypeMap& to) { return repeated(to, h.at); }
constexpr TypeMap applied(const Resized& r, const TypeMap& to) { return {to.data, r.lower, r.extent}; }
constexpr TypeMap applied(const Contiguous& c, const TypeMap& to) { return applied(Vector{1, c.count, c.count}, to); }
constexpr TypeMap applied(const Hvector& v, const TypeMap& to) {
  Few<int, 16> origins;
  for (int block = 0; block < v.count; ++block)
    for (int i = 0; i < v.length; ++i) origins.push_back(block * v.stride + i * to.extent);
  return repeated(to, origins);
}
constexpr TypeMap applied(const Indexed& x, const TypeMap& to) {
  Few<int, 16> origins;
  for (std::size_t block = 0; block < x.at.size(); ++block)
    for (int i = 0; i < x.lengths[block]; ++i) origins.push_back((x.at[block] + i) * to.extent);
  return repeated(to, origins);
}
/// The bounds are those of the whole array.
constexpr TypeMap applied(const Subarray& s, const TypeMap& to) {
  const auto dimension = [&](std::size_t from_fastest) {
    return s.in_order_of_fortran ? from_fastest : 2 - from_fastest;
  };
  const auto fast = dimension(0), middle = dimension(1), slow = dimension(2);
  Few<int, 16> origins;
  for (int z = s.starts[slow]; z < s.starts[slow] + s.lengths[slow]; ++z)
    for (int y = s.starts[middle]; y < s.starts[middle] + s.lengths[middle]; ++y)
      for (int x = s.starts[fast]; x < s.starts[fast] + s.lengths[fast]; ++x)
        origins.push_back(((z * s.sizes[middle] + y) * s.sizes[fast] + x) * to.extent);
  return {repeated(to, origins).data, 0, s.sizes[0] * s.sizes[1] * s.sizes[2] * to.extent};
}
constexpr TypeMap applied(const Dup&, const TypeMap& to) { return to; }

constexpr TypeMap type_map(Type type) {
  return visit(type, [type]<class T>(std::type_identity<T>) {
    constexpr int size = sizeof(T);
    if constexpr (requires(T t) { t.index; })
      return TypeMap{{{0, static_cast<int>(sizeof(T::value)), type},
                      {static_cast<int>(offsetof(T, index)), static_cast<int>(sizeof(T::index)), type}},
                     0,
                     size};
    else
      return TypeMap{{{0, size, type}}, 0, size};
  });
}

constexpr TypeMap type_map(const Struct& s) {
  TypeMap map;
  if (s.members.empty()) return map;
  int lower = INT_MAX, upper = INT_MIN;
  for (const auto& [at, type] : s.members) {
    const auto member = type_map(type);
    for (const auto& d : member.data) map.data.push_back({at + d.at, d.bytes, d.type});
    lower = std::min(lower, at);
    upper = std::max(upper, at + member.extent);
  }
  map.lower = lower;
  map.extent = upper - lower;
  return map;
}

constexpr TypeMap type_map(const Datatype& type) {
  auto map = std::visit([](const auto& from) { return type_map(from); }, type.from);
  for (const auto& constructor : type.by) map = std::visit([&](const auto& c) { return applied(c, map); }, constructor);
  return map;
}

/// From so many elements on, one after another, they overlap; INT_MAX where they never do.
constexpr int overlaps_from(const TypeMap& element) {
  int low = INT_MAX, high = INT_MIN;
  for (const auto& d : element.data) low = std::min(low, d.at), high = std::max(high, d.at + d.bytes);
  for (int n = 1; !element.data.empty() && n * element.extent < high - low; ++n)
    for (const auto& x : element.data)
      for (const auto& y : element.data) {
        const int at = y.at + n * element.extent;
        if (x.at < at + y.bytes && at < x.at + x.bytes) return n;
      }
  return INT_MAX;
}

}  // namespace tutti::conform
