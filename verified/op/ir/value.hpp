// What a register or a piece of memory holds during symbolic execution.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "verified/op/ir/term.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op::ir {

/// What a value is read as.
struct Format {
  enum Kind { integer, floating, pointer } kind;
  unsigned bits;  ///< 80 for x86_fp80

  int bytes() const { return static_cast<int>(bits + 7) / 8; }
  friend bool operator==(const Format&, const Format&) = default;
};

/// Where in an object a pointer points, in bytes.
struct Offset {
  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

  z3::expr bytes;            ///< 64 bits
  std::int64_t stride = 0;   ///< bytes ≡ residue (mod stride); of stride 0, bytes = residue
  std::int64_t residue = 0;  ///< 0 <= residue < stride unless stride is 0
  std::int64_t low = 0;      ///< of the array that is indexed: accesses are in [low, high)
  std::int64_t high = unlimited;
};
Offset exact_offset(z3::context& context, std::int64_t bytes);
Offset choose(const z3::expr& when, const Offset& a, const Offset& b);

/// The object that a pointer points into, when it does.
struct Target {
  int object;
  z3::expr when;
  Offset offset;
};
constexpr int null_object = 0;

struct Value;

/// A byte of memory: that of number `index` of the `bytes` of a value that was stored; unset where there is none.
struct Cell {
  std::shared_ptr<const Value> whole;
  int index = 0, bytes = 1;

  friend bool operator==(const Cell&, const Cell&) = default;
};
using Cells = std::vector<Cell>;

/// A number, a pointer or an aggregate.
struct Value {
  std::optional<z3::expr> term;  ///< a bit-vector, Boolean (i1), float or real
  std::vector<Target> pointer;   ///< at most one for each object
  std::vector<Value> parts;      ///< of a struct, an array or a vector
  Cells raw;                     ///< of a number that is no more than several pieces of memory side by side
  Condition unset;               ///< when it is not a value that somebody set
  Condition opaque;              ///< when it is a value of which nothing is known, such as the bits of a NaN
};
Value number(const z3::expr& term);
Value choose(const z3::expr& when, const Value& a, const Value& b);
/// The value, but unset or opaque also where an operand is from which it was computed.
Value with_doubts_of(Value value, std::span<const Value> operands);
Value with_doubts_of(Value value, const Value& a);
Value with_doubts_of(Value value, const Value& a, const Value& b);

/// Makes terms of a context.
class Terms {
 public:
  Terms(z3::context& context, Floats floats) : context_(context), floats_(floats) {}

  z3::context& context() const { return context_; }
  Floats floats() const { return floats_; }
  z3::sort sort(const Format& format) const;  ///< not of a pointer
  z3::expr bits(std::int64_t value, unsigned width) const { return context_.bv_val(value, width); }
  z3::expr truth(bool value) const { return context_.bool_val(value); }
  /// A value of which nothing is known.
  Value anything(const Format& format);
  /// A constant that occurs nowhere else.
  z3::expr fresh(const z3::sort& sort);

 private:
  z3::context& context_;
  Floats floats_;
  int made_ = 0;
};

/// The value as another format of as many bits.
Value convert(Terms& terms, const Value& value, const Format& from, const Format& to);

/// The bytes that a store of the value writes, and the value that a load finds in bytes.
Cells cells_of(const Value& value, const Format& format);
Value value_of(Terms& terms, const Cells& cells, const Format& format);
/// Byte by byte, whole values where both have one at the same place; as many of both.
Cells choose(Terms& terms, const z3::expr& when, const Cells& a, const Cells& b);

}  // namespace tutti::op::ir
