// Claims about the rules of one program, for every p at once. Nothing here knows a solver: Z3 is asked about them
// (verified/check/smt/rules.hpp), and a rank that runs evaluates those that concern it (own_part.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "verified/check/rules/said.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::rules {

/// What is known of the memories of a phase (see Phase), before its first round, and where there is no further round;
/// in claims about its own rounds also before round k and after it. Of other numbers nothing is known, though they may
/// be reached: they need not come.
struct Recall {
  std::string_view name;
  Said rules;
  Ranks g;
  E first, last, k, next;
  bool of_this_phase;  ///< k is a round of this one
};

/// For all values of its variables, which are ints: where all `assumptions` hold, `holds` does, and has a value.
struct Claim {
  std::string name;    ///< "all_p/bcast/binomial/1/writers": unique
  std::string states;  ///< one sentence
  std::vector<C> assumptions;
  C holds;
  std::vector<Recall> recall;
  bool needs_bits = false;  ///< assumptions that speak of bits matter even where `holds` does not
  int phase = -1;           ///< of which it speaks, or -1
  int step = -1;            ///< of that phase, or -1 where it speaks of all
};

/// Gathers the claims about an algorithm with rules. Their free numbers are ints; each is under what holds of p, root,
/// q and lg: the ranks that the algorithm supports, and that its slots can be counted.
class Claims {
 public:
  /// For the member k of the family, or 1 where there is only one. The names begin with `name`.
  Claims(const Algorithm& algorithm, const SlotRules& slots, int k, std::string name)
      : algorithm_(algorithm), slots_(slots), k_(k), name_(std::move(name)) {}

  Ranks ranks() const { return {variable("p"), variable("root"), variable("q"), variable("lg"), E(k_)}; }

  /// That, where all `assumptions` hold, `holds` does.
  void add(const std::string& name, std::string states, const std::vector<C>& assumptions, const C& holds,
           bool needs_bits = false);
  /// What is added from now on speaks of that phase and step of it.
  void speak_of(int phase, int step) { phase_ = phase, step_ = step; }
  /// From now on, that is known.
  void recall(const Recall& recall) { recall_.push_back(recall); }
  /// From now on, k is a round of another phase.
  void leave_phase() {
    for (auto& r : recall_) r.of_this_phase = false;
  }

  std::vector<Claim> done() && { return std::move(claims_); }

  /// What every claim assumes: of p, the root, q and lg.
  std::vector<C> assumptions() const;
  /// The same without what the record says of p, and that; nothing where it says nothing that is assumed.
  std::vector<C> assumptions_of_ranks() const;
  std::optional<C> supported() const;
  /// That it has a value, whatever p is.
  void add_supported();

 private:
  const Algorithm& algorithm_;
  const SlotRules& slots_;
  int k_;
  std::string name_;
  std::vector<Recall> recall_;
  int phase_ = -1, step_ = -1;
  std::vector<Claim> claims_;
};

/// Those of one, then those of the other.
inline std::vector<C> with(std::vector<C> all, const std::vector<C>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace tutti::rules
