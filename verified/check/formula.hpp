// The time of a collective as a formula: the string in an algorithm's record is what is printed and what is evaluated.
#pragma once
#include <memory>
#include <string_view>

#include "verified/check/cost.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// What the time depends on: p ranks, the root (0 where the collective has none), n bytes (what the largest buffer of a
/// rank holds; 0 for a barrier), and the shape of one schedule of a family.
struct Call {
  int ranks;
  Rank root;
  double bytes;
  Prices prices;
  Shape shape = {};
};

/// The formulas of one record, compiled (arithmetic_expression.hpp). Their variables:
///   p, q (the largest power of two <= p, the papers' p'), root, n (bytes), k (the first entry of the shape, 0 where it
///   is empty), alpha, beta, gamma, alpha_uni, beta_uni (seconds)
/// ceil(lg(p)) and floor(lg(p)) are exact. Not to be shared between threads: evaluation writes to the variables.
class CostFormula {
 public:
  /// Throws std::invalid_argument with the name of the algorithm, the formula and what is wrong with it.
  CostFormula(std::string_view algorithm, const CostClaim& claim);
  ~CostFormula();

  /// Seconds by the paper's formula; 0 where the paper gives none.
  double paper(const Call& call);
  /// Seconds that the record claims for the schedule: paper + differs.
  double claimed(const Call& call);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tutti
