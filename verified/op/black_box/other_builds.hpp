// The operator as other compilers make it: what C leaves undefined, or open, shows where they differ.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "verified/op/black_box/black_box.hpp"

namespace tutti::op {

struct OtherBuild {
  std::string name;  ///< "gcc -O2"
  enum class Verdict {
    agrees,
    rounds,   ///< only where a·b + c may be rounded once, and by no more than that explains
    differs,  ///< from the build that was judged, or goes wrong where that does not
    not_run   ///< no such compiler, or no time
  } verdict = Verdict::not_run;
  std::string says;                     ///< one line, if it does not agree
  std::optional<Counterexample> shown;  ///< where it differs
  bool swaps_alike = true;              ///< on the same operands x ∘ y and y ∘ x were equal
};

constexpr std::string_view name_of(OtherBuild::Verdict verdict) {
  constexpr std::string_view names[] = {"agrees", "rounds", "differs", "not run"};
  return names[static_cast<std::size_t>(verdict)];
}

/// All of other_compilers(), on random ordinary operands, and on long vectors. Operands with a fault by the source do
/// not count.
std::vector<OtherBuild> run_other_builds(const Trial& trial, double seconds);

}  // namespace tutti::op
