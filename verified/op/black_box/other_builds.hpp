// The operator as other compilers make it: what C leaves undefined, or open, shows where they differ.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/black_box/black_box.hpp"

namespace tutti::op {

struct OtherBuild {
  std::string name;  ///< "gcc -O2"
  enum class Verdict {
    agrees,
    rounds,   ///< in floating-point numbers only, where a·b + c may be rounded once, by no more than that explains
    differs,  ///< from the build that was judged, or goes wrong where that does not
    not_run   ///< nothing was compared: no such compiler, no time, or no call that ends well
  } verdict = Verdict::not_run;
  std::string says;                     ///< one line, if it does not agree: how it differs, or why it was not run
  std::optional<Counterexample> shown;  ///< where it differs
  bool mixes_types = false;             ///< where it differs: with -fno-strict-aliasing it does not
  bool swaps_alike = true;              ///< where it rounds, x ∘ y and y ∘ x of the same operands were equal
};

constexpr std::string_view name_of(OtherBuild::Verdict verdict) {
  constexpr std::string_view names[] = {"agrees", "rounds", "differs", "not run"};
  return names[static_cast<std::size_t>(verdict)];
}

/// All of other_compilers(), on random ordinary operands, and on long vectors. Operands with a fault by the source do
/// not count. Each is told as soon as it is judged.
void run_other_builds(const Trial& trial, double seconds, const std::function<void(const OtherBuild&)>& tell);

}  // namespace tutti::op
