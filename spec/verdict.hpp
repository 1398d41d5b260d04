// What a check answers. A verdict is a value, and "don't know" is never "yes".
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"

namespace tutti {

struct Algorithm;
struct Effort;
struct Group;

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
  std::string due;    ///< what the model demands; empty where `found` says all of it
};

/// Holds for one (schedule, p, root). Only the prover makes it, so whoever takes a Proved takes a proved schedule. To
/// move it is to copy it: none is left behind empty.
class Proved {
 public:
  Proved(const Proved&) = default;
  Proved& operator=(const Proved&) = default;

  const Schedule& schedule() const { return *schedule_; }
  Collective collective() const { return collective_; }
  Rank root() const { return root_; }
  const Needs& needs() const { return needs_; }
  /// All ranks hold the same bracketing, so equal bits even in floating point.
  bool agreement() const { return agreement_; }
  /// Data for others passes through a rank that is not the root. In a gatherv or scatterv such a rank must be told the
  /// sizes of blocks that its own arguments do not give.
  bool forwards() const { return forwards_; }
  /// The rank whose steps alone schedule() still has, or -1 where it has those of all.
  Rank only() const { return only_; }

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
  Rank only_ = -1;
};

struct Refuted {
  Counterexample counterexample;
};

struct Unknown {
  std::string why;
};

using Verdict = std::variant<Proved, Refuted, Unknown>;

/// The only maker of a Proved. It is declared here in full, so that whoever sees a Proved cannot define another class
/// of this name. Establishes points 1 to 5 of "What proved means" (spec/README.md) for one schedule: it is well formed,
/// free of races and deadlock, moves nothing undefined, and ends with the word that the model demands at every rank.
class Prover {
 public:
  /// The schedule must hold the steps of all ranks. `effort`, if given, is added to.
  [[nodiscard]] static Verdict prove(Schedule schedule, Collective collective, Rank root, Effort* effort = nullptr);
  /// The same for an algorithm of the registry and `group` (with group.only >= 0 all ranks are proved, and Proved has
  /// the projection of that very schedule to that rank). Also refuted where the record's function throws instead of
  /// making a schedule, where that is for another number of ranks, and where the needs exceed what the record claims,
  /// by a word with the right letters in another order.
  [[nodiscard]] static Verdict prove(const Algorithm& algorithm, const Group& group, Effort* effort = nullptr);

  /// What a rank finds of its part, and then what holds of all parts together.
  struct Part {
    bool right;     ///< of every part
    bool forwards;  ///< of some part: see Proved::forwards
    /// Tells the schedule of all ranks that was proved from others; 0 where a rank has built its own steps only, and
    /// where ranks have others.
    std::uint64_t schedule = 0;
  };
  /// The part of rank group.only >= 0, from who runs on all ranks at once: more than `proved_whole` ranks build and
  /// check their own steps only, where the rules of the algorithm are proved for all p
  /// (verified/check/rules/proved.hpp). Such a Proved has the needs of the record, and no agreement, of which a part
  /// tells nothing. In all other cases it is as prove(); but Unknown where a proof takes more than `most_bytes` of
  /// memory. Of more than `proved_whole` ranks each calls `together` once, whatever it has found and whatever has
  /// failed, which returns what holds of all of them; a rank is Unknown where another one's part is not right, or of
  /// another schedule, as of a record whose function depends on more than the group.
  [[nodiscard]] static Verdict prove_part(const Algorithm& algorithm, const Group& group,
                                          const std::function<Part(Part)>& together);
  static constexpr int proved_whole = 64;                    ///< ranks
  static constexpr double most_bytes = 512.0 * 1024 * 1024;  ///< of memory for a proof in a rank

 private:
  static Verdict establish(Schedule schedule, Collective collective, int ranks, Rank root, const Needs& claimed,
                           Effort* effort);
  struct Own {
    Verdict verdict;
    std::uint64_t schedule = 0;
  };
  /// What a rank finds by itself. Without memory it is Unknown.
  static Own prove_own(const Algorithm& algorithm, const Group& group) noexcept;
  static void keep_steps_of(Rank only, Proved& whole);
};

/// What was found to hold of one (schedule, p, root), as a Proved says it; but anybody can make it, and nothing runs on
/// the strength of it.
struct Holds {
  Needs needs;
  bool agreement;
};

/// The verdict of a check that is not the prover: it bears no proof, so nothing can run by it.
using BareVerdict = std::variant<Holds, Refuted, Unknown>;

}  // namespace tutti
