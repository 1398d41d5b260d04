// The record that closes every algorithm file, and the registry that reads them all.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "spec/collective.hpp"
#include "spec/verdict.hpp"
#include "verified/schedule/group.hpp"

namespace tutti {

/// For which p an algorithm has a schedule.
enum class Supports { any_p, power_of_two };

constexpr std::string_view name_of(Supports s) { return s == Supports::any_p ? "any p" : "powers of two"; }
constexpr bool holds(Supports s, int p) { return s == Supports::any_p || power_of_two(p); }

/// What a formula needs of the binary representation of a number: `each` is evaluated once for every set bit of `of`,
/// lowest first. It is a list of assignments, separated by commas; `bit` is the value of the bit (for `of` = p the size
/// of a binary block, for `of` = q - 1 a distance) and `below` that of the next lower set bit, 0 at the lowest. What is
/// assigned is 0 before the first bit, and `differs` can use it.
struct BitLoop {
  std::string_view of = "";
  std::string_view each = "";
};

/// The time of an algorithm as its paper states it, as a formula in the variables and functions of
/// verified/check/formula.hpp. Where the replay of the schedule (verified/check/cost.hpp) differs, `differs` is the
/// exact difference (replay - paper, a formula too) and `why` explains it. An empty `paper` means that the papers give
/// none, and then `differs` is our own formula.
struct CostClaim {
  std::string_view paper;
  std::string_view differs = "";
  std::string_view why = "";
  BitLoop bits = {};
};

/// What an algorithm file says of itself. The collective and the name come from the path of the file.
struct Record {
  Schedule (*make)(const Group&);
  Supports supports = Supports::any_p;
  Needs needs;  ///< a claim: verify refutes it where the proofs derive something else
  CostClaim cost;
  std::string_view cites;
};

struct Algorithm : Record {
  std::string name;  ///< "reduce/halving_doubling"
  Collective collective;
};

/// All algorithms, sorted by name. Special cases of a collective appear under both names.
std::span<const Algorithm> algorithms();

/// The algorithm of that name, or null.
const Algorithm* find_algorithm(std::string_view name);

/// Enters a record under the path of the file in which it stands: …/algorithms/<collective>/<name>.cpp.
struct Registered {
  explicit Registered(Record record, const char* file = __builtin_FILE());
};

}  // namespace tutti
