// Calls of a user's function that may trap.
#pragma once
#include "verified/op/function.hpp"
#include "verified/op/law_finding.hpp"

namespace tutti::op {

/// As long as one lives, a trap inside call() or satisfies() ends that call alone. One at a time in a process.
class Traps {
 public:
  Traps();
  ~Traps();
  Traps(const Traps&) = delete;
  Traps& operator=(const Traps&) = delete;
};

/// `inout` becomes in ∘ inout, for as many elements as it has. `in` is a copy, which the function may spoil. False
/// where it trapped (a division by zero, abort(), an access to no memory): then `inout` is anything.
[[nodiscard]] bool call(const Function& function, const Type& type, Bytes in, Bytes& inout);

/// What a precondition, `int pre(const T*)`, says of the element; false where it trapped.
bool satisfies(const Function& precondition, const Bytes& element);

}  // namespace tutti::op
