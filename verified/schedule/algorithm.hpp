// The record that closes every algorithm file, and the registry that reads them all.
#pragma once
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/collective.hpp"
#include "spec/verdict.hpp"
#include "verified/schedule/group.hpp"
#include "verified/schedule/rulebook.hpp"

namespace tutti {

/// For which p an algorithm has a schedule.
enum class Supports { any_p, power_of_two, even };

constexpr std::string_view name_of(Supports s) {
  constexpr std::string_view names[] = {"any p", "powers of two", "even p"};
  return names[static_cast<std::size_t>(s)];
}
constexpr bool holds(Supports s, int p) {
  return s == Supports::any_p || (s == Supports::power_of_two && power_of_two(p)) ||
         (s == Supports::even && p % 2 == 0);
}

/// A loop before a formula. With `of` = "shape", `each` is evaluated once for every entry of the shape, in order;
/// `factor` is the entry. Otherwise once for every set bit of the number that `of` gives, lowest first; `bit` is the
/// value of the bit (for `of` = p the size of a binary block, for `of` = q - 1 a distance) and `below` that of the next
/// lower set bit, 0 at the lowest. `each` is a list of assignments, separated by commas. What is assigned is 0 before
/// the loop, and `paper` and `differs` can use it.
struct Loop {
  std::string_view of = "";
  std::string_view each = "";
};

/// The time of an algorithm as its paper states it, as a formula in the variables and functions of
/// verified/check/sweep/formula.hpp. Where the replay of the schedule (verified/check/cost.hpp) differs, `differs` is
/// the exact difference (replay - paper, a formula too) and `why` explains it. An empty `paper` means that the papers
/// give none, and then `differs` is our own formula.
struct CostClaim {
  std::string_view paper;
  std::string_view differs = "";
  std::string_view why = "";
  Loop loop = {};
};

/// What an algorithm file says of itself. The collective and the name come from the path of the file.
struct Record {
  /// Exactly one of the two is given: a function that builds the schedule, or rules, of which verify knows a proof for
  /// all p.
  Schedule (*make)(const Group&) = nullptr;
  Rulebook rules = {};
  Supports supports = Supports::any_p;
  Needs needs = {};  ///< a claim: verify refutes it where the proofs derive something else
  CostClaim cost;
  std::string_view cites;
  /// For a family of schedules: what `make` may find in group.shape for that p, every one of which is proved; at least
  /// one, and the first is used where none is named. With rules, the same for all p. Null for a single schedule, which
  /// ignores the shape.
  std::vector<Shape> (*shapes)(int p) = nullptr;
};

/// A record's function throws where a schedule or a list of shapes is due, or is not there. The text names the
/// algorithm and what was asked for, and ends with the reason.
struct NoSchedule : std::logic_error {
  NoSchedule(const std::string& of, std::string because) : logic_error(of + ": " + because), why(std::move(because)) {}
  std::string why;
};

struct Algorithm : Record {
  std::string name;  ///< "reduce/halving_doubling"
  Collective collective;
  Collective owner = collective;  ///< in whose folder the file is: `collective`, or that of which it is a special case

  /// The shapes that are proved for p; one empty shape for a single schedule. Throws NoSchedule.
  std::vector<Shape> shapes_for(int p) const;
  /// The schedule for `group`; of a family, and with no shape in `group`, the first. Throws NoSchedule.
  Schedule schedule(Group group) const;
};

/// "3x2x2"; empty for the empty shape.
std::string print_shape(const Shape& shape);

/// All algorithms, sorted by name. Special cases of a collective appear under both names. Throws Misplaced
/// (verified/schedule/record_files.hpp) where a record was entered from a file where none can be.
std::span<const Algorithm> algorithms();

/// The algorithm of that name, or null. Throws as algorithms().
const Algorithm* find_algorithm(std::string_view name);

/// Enters a record under the path of the file in which it stands: …/algorithms/<collective>/<name>.cpp.
struct Registered {
  explicit Registered(Record record, const char* file = __builtin_FILE());
};

}  // namespace tutti
