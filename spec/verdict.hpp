// What a check answers. A verdict is a value, and "don't know" is never "yes".
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"

namespace tutti {

/// What an operator must be for a schedule to compute the model's result.
struct Needs {
  bool associative = false;
  bool commutative = false;
  bool operator==(const Needs&) const = default;
  Needs operator|(const Needs& o) const { return {associative || o.associative, commutative || o.commutative}; }
  bool covers(const Needs& o) const { return (associative || !o.associative) && (commutative || !o.commutative); }
};

/// What went wrong, in the order in which a proof looks for it.
enum class Fault { malformed, race, deadlock, undefined, contract, claim, cost };

constexpr std::string_view name_of(Fault f) {
  constexpr std::string_view names[] = {"malformed", "race", "deadlock", "undefined", "contract", "claim", "cost"};
  return names[static_cast<std::size_t>(f)];
}

/// The exact place where a schedule fails. -1 where a field does not apply.
struct Counterexample {
  Fault fault;
  int ranks;
  Rank root;
  Shape shape = {};
  int round = -1;
  Rank rank = -1;
  int block = -1;
  std::string found;  ///< what is there, for instance the word "0·2·1"
  std::string due;    ///< what the model demands
};

/// Holds for one (schedule, p, root). Only the prover makes it, so whoever takes a Proved takes a proved schedule.
class Proved {
 public:
  const Schedule& schedule() const { return *schedule_; }
  Collective collective() const { return collective_; }
  Rank root() const { return root_; }
  const Needs& needs() const { return needs_; }
  /// All ranks hold the same bracketing, so equal bits even in floating point.
  bool agreement() const { return agreement_; }
  /// Data for others passes through a rank that is not the root. In a gatherv or scatterv such a rank must be told the
  /// sizes of blocks that its own arguments do not give.
  bool forwards() const { return forwards_; }

 private:
  friend class Prover;
  Proved(std::shared_ptr<const Schedule> schedule, Collective collective, Rank root, Needs needs, bool agreement,
         bool forwards)
      : schedule_(std::move(schedule)),
        collective_(collective),
        root_(root),
        needs_(needs),
        agreement_(agreement),
        forwards_(forwards) {}
  std::shared_ptr<const Schedule> schedule_;
  Collective collective_;
  Rank root_;
  Needs needs_;
  bool agreement_;
  bool forwards_;
};

struct Refuted {
  Counterexample counterexample;
};

struct Unknown {
  std::string why;
};

using Verdict = std::variant<Proved, Refuted, Unknown>;

/// What was found to hold of one (schedule, p, root), as a Proved says it; but anybody can make it, and nothing runs on
/// the strength of it.
struct Holds {
  Needs needs;
  bool agreement;
};

/// The verdict of a check that is not the prover.
using Finding = std::variant<Holds, Refuted, Unknown>;

}  // namespace tutti
