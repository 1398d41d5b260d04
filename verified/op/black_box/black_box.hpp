// The laws of an operator that is machine code: random operands, in a child that may crash.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verified/op/black_box/arena.hpp"
#include "verified/op/function.hpp"
#include "verified/op/law_finding.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

struct Trial {
  Type type;
  Function function;
  std::optional<Function> pre;  ///< see Function::holds; filters the operands
  bool equal_by_value = false;
  bool ordinary = false;  ///< --values ordinary: no operand is NaN or -0, and none is drawn
  std::vector<int> lengths = {1, 2, 3, 7};
  std::uint64_t seed = 0;
  std::vector<Bytes> samples = {};  ///< elements that have occurred: the first tries are of these and their like
  int tries = 10000;                ///< for each law
  double deadline = 1;              ///< seconds for one call; what takes longer twice hangs
  double seconds_for_a_law = 0.2;   ///< after which no further tries are made
  double seconds_to_shrink = 0.5;   ///< a counterexample
  /// Has such a call a fault by its source, such as a signed overflow? Then it is no counterexample to the laws of
  /// results. Absent where there is no source.
  std::function<bool(const Bytes& in, const Bytes& inout, int len)> has_fault = {};
  std::function<Function(const Compiler&)> build = {};  ///< compiles it otherwise; absent likewise
  std::function<Function()> with_traps = {};  ///< compiles it so that undefined arithmetic traps; absent likewise
};

/// Findings of memory, total and, where the type has any, gaps (for floating types in the domain ieee), and of pure,
/// split-safe, associative, commutative, idempotent, closed (with `pre`), identity and order (for floating types in
/// ieee and ieee-ordinary; else exact): refuted, with the smallest counterexample of the mildest kind of values that
/// has one, or unknown: "no counterexample in 10000 tries (seed 7)". Never proved. What is no function of its inputs is
/// not asked for the laws behind pure. Each finding is told besides as soon as it is there; of a law that is told twice
/// the last one counts.
std::vector<LawFinding> try_laws(const Trial& trial, const std::function<void(const LawFinding&)>& tell = {});

/// The laws and domains of which try_laws has findings if it comes to its end.
std::vector<std::pair<Law, Domain>> laws_tried(const Trial& trial);

/// Calls the function in a child of its own. Absent where it crashed, hung, or wrote where it must not; `finding` then
/// says what.
struct Outcome {
  std::optional<Bytes> inout;
  std::string finding;
};
Outcome call_once(const Function& function, const Type& type, const Bytes& in, const Bytes& inout, int len,
                  Placement placement = {});

/// x ∘ y for one element at a time, many times, in this process: for a function of which nothing bad is known.
Bytes combine(const Function& function, const Type& type, const Bytes& x, const Bytes& y);

/// How far apart two bracketings get: the largest distance of two leaves in units in the last place found over random
/// finite operands, and the operands.
struct Spread {
  double ulps;
  std::string leaf;
  Counterexample at;
};
std::optional<Spread> find_spread(const Trial& trial, double seconds = 1);

}  // namespace tutti::op
