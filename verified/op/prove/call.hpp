// A call of an operator that symbolic execution can make, for who hands it on without a look at its terms. Who makes or
// reads terms includes summary.hpp, and Z3 with it.
#pragma once
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace z3 {
class context;
class expr;
}  // namespace z3

namespace tutti::op {

/// How terms stand for floating point: IEEE 754 to the bit, or real numbers.
enum class Floats { ieee, ieee_fused, real };  // fused: a·b + c rounds once wherever the source lets a compiler do so

/// The values of an element, a term for each leaf of the type in its order: bit-vectors of the leaf's width (8 for
/// `bool`), floating point of its format (f80 has 15 and 64 bits), or Real where Floats::real.
using Element = std::vector<z3::expr>;

struct Summary;

/// What stopped the execution, so that nothing is known.
struct Unsupported {
  std::string where;  ///< "my_op.c:12"
  std::string what;   ///< "a call of printf"
};

/// The length of a call with any number of elements. Its summary is of one of them, which may be any.
constexpr int any_length = -1;

/// Makes the same summary in any context, from any thread: queries run at once, each in a context of its own.
using Call = std::function<std::variant<Summary, Unsupported>(z3::context&, int len, Floats floats)>;

}  // namespace tutti::op
