// What one call of an operator does, as terms over its operands: symbolic execution makes it, the laws are asked of it.
#pragma once
#include <z3++.h>

#include <optional>
#include <string>
#include <vector>

#include "verified/op/prove/call.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// Something that must not happen, and when it does.
struct Fault {
  enum class Kind {
    read_outside,  ///< of the len elements of either vector, or of any object
    write_outside,
    writes_invec,
    writes_other,   ///< *len, the datatype handle, or a variable that is said not to change
    undefined,      ///< signed overflow, division by zero, too wide a shift, …
    uninitialised,  ///< a read of a value, or of padding, that nobody set
    misaligned,     ///< an access that needs more alignment than the elements have
    mixed_types,    ///< the same bytes accessed by types that may not alias
    in_gap,         ///< an access to bytes of Type::gaps
    reads_state,    ///< the result depends on what was in a variable before: not a function of its inputs
    unmodelled,     ///< no fault of the function: what happens then is not known here, such as in a loop that goes on
    unmodelled_result  ///< the same, where only what the call leaves in inoutvec is not known, and it goes on
  } kind;
  z3::expr when;          ///< a Boolean
  std::string where;      ///< "my_op.c:12", as far as known
  std::string what;       ///< "signed overflow of an addition"
  bool by_state = false;  ///< whether it happens depends on what was in a variable before, which calls may have left
};

/// False where what the terms say of operands for which it happens is not so.
inline bool is_modelled(const Fault& fault) {
  return fault.kind != Fault::Kind::unmodelled && fault.kind != Fault::Kind::unmodelled_result;
}

/// A call with such a fault has a result all the same. Addresses, types and gaps are other matters.
inline bool leaves_result(const Fault& fault) {
  return fault.kind == Fault::Kind::misaligned || fault.kind == Fault::Kind::mixed_types ||
         fault.kind == Fault::Kind::in_gap;
}

/// One call with `len` elements. The constants of `in` and `inout` are free.
struct Summary {
  int len;  ///< or any_length: then there is one element, and `assumed` also says what the call's other numbers are
  Floats floats;
  std::vector<Element> in, inout;  ///< before the call
  std::vector<Element> result;     ///< inoutvec after it, where no fault happens
  std::vector<Fault> faults;
  std::vector<z3::expr> assumed;  ///< what C says of every value, such as that a bool is 0 or 1
  /// A library function such as exp stands for any function: a refutation needs to be confirmed by a run.
  bool uninterpreted = false;
};

/// The name of a leaf's constant: "in0.v", "inout2[3]".
std::string name_of_leaf(const char* vector, int element, const Leaf& leaf);
/// A constant for each leaf.
Element constants(z3::context& context, const Type& type, Floats floats, const char* vector, int element);
z3::sort sort_of(z3::context& context, Scalar scalar, Floats floats);

/// The same in another context.
Summary translated(const Summary& summary, z3::context& to);

/// Executes once for each length and kind of floats, and hands out translations: contexts are used by one thread each.
Call once(Call call);

/// The result of x ∘ y: the terms of the only element of `one` (len 1) with x and y for its operands.
Element apply(const Summary& one, const Element& x, const Element& y);

}  // namespace tutti::op
