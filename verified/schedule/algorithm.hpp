// The record that closes every algorithm file, and the registry that reads them all.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/collective.hpp"
#include "spec/verdict.hpp"
#include "verified/schedule/group.hpp"
#include "verified/schedule/rulebook.hpp"
#include "verified/schedule/supports.hpp"

namespace tutti {

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
/// verified/check/formula.hpp. Where the replay of the schedule (verified/check/cost.hpp) differs, `differs` is
/// the exact difference (replay - paper, a formula too) and `why` explains it. An empty `paper` means that the papers
/// give none, and then `differs` is our own formula. Where both are empty no time is claimed: then nothing is compared,
/// and a price is what it is of every algorithm, the replay.
struct CostClaim {
  std::string_view paper = "";
  std::string_view differs = "";
  std::string_view why = "";
  Loop loop = {};

  constexpr bool claims() const { return !paper.empty() || !differs.empty(); }
  /// The time depends on which rank is the root.
  constexpr bool speaks_of_root() const {
    constexpr std::string_view root = "root";
    for (const auto text : {paper, differs, loop.of, loop.each})
      if (text.find(root) != text.npos) return true;
    return false;
  }
};

struct Sent;
/// See RuleProgram::schedule (verified/schedule/program.hpp).
using Watch = std::function<void(const Sent&)>;

/// What an algorithm file says of itself. The collective and the name come from the path of the file.
struct Record {
  /// Exactly one of the two is given: a function that builds the schedule, or rules, of which verify knows a proof for
  /// all p.
  Schedule (*make)(const Group&) = nullptr;
  Rulebook rules = {};
  Supports supports = Supports::all_p;
  Needs needs = {};     ///< a claim: verify refutes it where the proofs derive something else
  CostClaim cost = {};  ///< a claim too
  std::string_view cites = "";
  /// For a family of schedules: what `make` may find in group.shape for that p, every one of which is proved; at least
  /// one, and the first is used where none is named. With rules, the same for all p. Null for a single schedule, which
  /// ignores the shape.
  std::vector<Shape> (*shapes)(int p) = nullptr;
};

/// A record's function throws where a schedule, a list of shapes or a p is due, or is not there. The text names the
/// algorithm and what was asked for, and ends with the reason.
struct NoSchedule : std::logic_error {
  NoSchedule(const std::string& of, std::string because) : logic_error(of + ": " + because), why(std::move(because)) {}
  std::string why;
};

struct Algorithm : Record {
  std::string name;  ///< "reduce/halving_doubling"
  Collective collective = {};
  Collective owner = collective;  ///< in whose folder the file is: `collective`, or that of which it is a special case
  /// Of a schedule that somebody gives (verified/others): it, and its only root. The record has neither make nor rules.
  std::shared_ptr<const Schedule> given = nullptr;
  Rank given_root = 0;

  /// The shapes that are proved for p; one empty shape for a single schedule. Throws NoSchedule.
  std::vector<Shape> shapes_for(int p) const;
  /// The schedule for `group`; of a family, and with no shape in `group`, the first. `watch`: see
  /// RuleProgram::schedule; no builder function calls it. Throws NoSchedule.
  Schedule schedule(Group group, const Watch& watch = {}) const;
  /// For a p that it does not support: "bcast/x is for powers of two, and p is 6".
  std::string refusal(int p) const;
};

/// "3x2x2"; empty for the empty shape.
std::string print_shape(const Shape& shape);

/// All algorithms, sorted by name. Special cases of a collective appear under both names. Throws Misplaced
/// (verified/schedule/record_files.hpp) where a record was entered from a file where none can be, and NoSchedule where
/// its Supports throws.
std::span<const Algorithm> algorithms();

/// The algorithm of that name, or null. Throws as algorithms().
const Algorithm* find_algorithm(std::string_view name);

/// Enters a record under the path of the file in which it stands: …/algorithms/<collective>/<name>.cpp.
struct Registered {
  explicit Registered(Record record, const char* file = __builtin_FILE());
};

}  // namespace tutti
