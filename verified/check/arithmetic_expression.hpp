// Arithmetic as text, for the cost formulas of records: what is printed is what is evaluated.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// One or more expressions, separated by commas, compiled; over doubles, of which 0 is false and any other true. From
/// what binds least to what binds most:
///   name = …  (the last of all: it assigns a variable, and has its value)
///   c ? a : b   a || b   a && b   a == b, a != b   a < b, a <= b, a > b, a >= b   a + b, a - b   a * b, a / b
///   -a   a ^ b (power, from the right)   (a)   f(a, …)   name   1.5e3
/// Functions: lg (base 2), floor, ceil, abs, mod(a, b) (in [0, b) for b > 0), floor2 (the largest power of two <= x),
/// and min and max of one or more. Of c ? a : b, only the one that is taken is computed; of a || b and a && b both are.
class ArithmeticExpression {
 public:
  /// The variables outlive this, and are read and written when it is evaluated. Throws std::invalid_argument with what
  /// is wrong, and where.
  ArithmeticExpression(std::string_view text, std::map<std::string, double, std::less<>>& variables);

  /// The value of the last expression.
  double value() const { return value(root_); }

 private:
  enum class Kind { number, variable, assignment, choice, apply, list };
  using Function = double (*)(const double* arguments, std::size_t count);
  struct Node {
    Kind kind;
    double number = 0;
    double* variable = nullptr;
    Function function = nullptr;
    std::vector<int> operands = {};
  };
  class Parser;

  double value(int node) const;

  std::vector<Node> nodes_;
  int root_;
};

}  // namespace tutti
