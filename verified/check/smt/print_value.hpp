// Values that a solver found, as text.
#pragma once
#include <string>

namespace z3 {
class expr;
}

namespace tutti::smt {

/// A negative integer as "-1"; a bit-vector of up to 64 bits as a signed one; a floating-point number in the shortest
/// decimals that tell it from others of its format, with its bits, "-1.5 = 0xbfc00000", in the interchange layout of
/// IEEE 754; anything else as Z3 prints it.
std::string print_value(const z3::expr& value);

}  // namespace tutti::smt
