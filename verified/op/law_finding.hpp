// What is said of a user-defined operator, law by law.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::op {

/// Real operators fail them separately.
enum class Law {
  memory,
  total,
  aligned,   ///< no access needs more than the elements' alignment, which is all that MPI keeps to
  aliasing,  ///< no bytes are accessed by types that C lets a compiler take for different memory
  gaps,      ///< no bytes of Type::gaps are accessed
  split_safe,
  pure,
  associative,
  commutative,
  identity,
  idempotent,
  order,
  closed,
  declared
};

constexpr std::string_view name_of(Law law) {
  constexpr std::string_view names[] = {"memory",     "total", "aligned",     "aliasing",    "gaps",
                                        "split-safe", "pure",  "associative", "commutative", "identity",
                                        "idempotent", "order", "closed",      "declared"};
  return names[static_cast<std::size_t>(law)];
}

/// Over which values a law is asked. Types without floating point have `exact` alone.
enum class Domain {
  exact,          ///< all bit patterns of integers
  ieee,           ///< all floating-point values; NaNs are one value, -0 is not +0
  ieee_ordinary,  ///< no operand and no result on the way is NaN or -0; infinities are, so 0 times them must not occur
  real            ///< real numbers, so no rounding
};

constexpr std::string_view name_of(Domain domain) {
  constexpr std::string_view names[] = {"exact", "ieee", "ieee-ordinary", "real"};
  return names[static_cast<std::size_t>(domain)];
}

enum class Answer { proved, refuted, unknown };

constexpr std::string_view name_of(Answer a) {
  constexpr std::string_view names[] = {"proved", "refuted", "unknown"};
  return names[static_cast<std::size_t>(a)];
}

using Bytes = std::vector<std::byte>;

/// Operands and results by name, in the order in which they are shown: x, y, z, (x ∘ y) ∘ z, …
struct Counterexample {
  std::vector<std::pair<std::string, Bytes>> operands;  ///< each one element, or `len` elements one after another
  std::vector<std::pair<std::string, Bytes>> results;
  std::string says;  ///< one line: "element 1 differs at .v", "writes 8 bytes behind inoutvec", "my_op.c:12: …"
  int len = 0;       ///< of the vectors, where the operands are not all of their elements
};

/// x ∘ y is what the function leaves in inoutvec when invec holds x and inoutvec y (MPI-4.0, 6.9.5).
struct LawFinding {
  Law law = Law::memory;
  Domain domain = Domain::exact;
  Answer answer = Answer::unknown;
  std::string why;  ///< one line: the reason of an Unknown, what was found of an identity, "a call of f"
  std::string by;   ///< "z3", "cvc5", "source", "12000 runs (seed 7)"
  double seconds = 0;
  std::optional<Counterexample> counterexample;  ///< of a Refuted
  /// For a Refuted: the law also failed when the function ran, on these operands or, of memory, total and pure, on
  /// others.
  bool confirmed = false;
  bool hangs = false;  ///< of a Refuted total: the call was not over in time
  /// For an Unknown: proved for the lengths asked. Its loop is not known to treat other lengths alike.
  bool only_for_lengths = false;
  std::string where = {};  ///< "my_op.c:12": of the fault, or of what is not modelled, as far as known
};

/// Proved, if only for the lengths asked.
inline bool holds_as_asked(const LawFinding& f) { return f.answer == Answer::proved || f.only_for_lengths; }

}  // namespace tutti::op
