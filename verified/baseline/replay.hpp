// What other arithmetic makes of the operands of a result, combined by the trees that were found: where the trees are
// those of before and the bits are not, one of them may explain it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

/// How an operation on two elements may be computed.
enum class Arithmetic {
  as_declared,               ///< in the type of the elements, each operation rounded to it
  long_double_throughout,    ///< every intermediate result is a long double, and the last is rounded
  long_double_rounded,       ///< each combination of two elements is one of long doubles, and is rounded then
  double_throughout,         ///< likewise of doubles; narrower where the elements are those of long double
  double_rounded,            ///
  float_throughout,          ///< narrower intermediate results
  denormals_flushed,         ///< denormal operands and results are taken for zero
  denormal_results_flushed,  ///< results are, operands are not
  denormal_operands_flushed,
  fused,  ///< a sum of products rounds one product and the sum with the other, which is not rounded before
};
inline constexpr std::size_t arithmetics = static_cast<std::size_t>(Arithmetic::fused) + 1;

/// "intermediate results in long double", as part of a sentence.
std::string_view describe(Arithmetic arithmetic);

/// Those that make a difference to a load in theory: to sums, products and extremes of floating-point and complex
/// numbers; as_declared is the first. None for any other load.
std::vector<Arithmetic> arithmetics_of(const std::string& load);

/// The digests that the arithmetic gives each rank, "" where nothing is due to it. `variant` says of `fused` which
/// products are rounded: its lowest bit for differences of products, the others for sums of products, node by node;
/// any other arithmetic has none but 0. Nothing where the trees of `result` do not cover it; extremes need none, since
/// they are the same by every tree.
std::optional<std::vector<std::string>> replay(const Result& result, Arithmetic arithmetic, std::uint64_t variant = 0);

/// Whether a result can be made again at all: it combines what rounds, by trees that are known, and is of 1 GiB in all
/// or less.
bool can_be_replayed(const Result& result);

/// Those among `candidates` that give each rank the digest that it has; its ranks may each have another variant, but
/// for the differences of products. Where there are very many variants, those alone are tried that treat all nodes
/// alike. None where the result cannot be made again, or a rank has other bits in another call.
std::vector<Arithmetic> explaining(const Result& result, const std::vector<Arithmetic>& candidates);

}  // namespace tutti::baseline
