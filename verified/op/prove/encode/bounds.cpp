#include "verified/op/prove/encode/bounds.hpp"

#include <optional>

#include "verified/op/prove/encode/terms.hpp"

namespace tutti::op {
namespace {

struct LessOrEqual {
  z3::expr low, high;
  bool is_signed, strictly;
};

void collect(const z3::expr& claim, bool holds, std::vector<LessOrEqual>& found) {
  if (claim.is_not()) return collect(claim.arg(0), !holds, found);
  if (claim.is_and() ? holds : claim.is_or() && !holds) {
    for (unsigned i = 0; i < claim.num_args(); ++i) collect(claim.arg(i), holds, found);
    return;
  }
  const auto add = [&](unsigned low, bool has_sign, bool strictly) {
    const auto a = claim.arg(low), b = claim.arg(1 - low);
    found.push_back(holds ? LessOrEqual{a, b, has_sign, strictly} : LessOrEqual{b, a, has_sign, !strictly});
  };
  switch (claim.decl().decl_kind()) {
    case Z3_OP_SLEQ: return add(0, true, false);
    case Z3_OP_SLT: return add(0, true, true);
    case Z3_OP_SGEQ: return add(1, true, false);
    case Z3_OP_SGT: return add(1, true, true);
    case Z3_OP_ULEQ: return add(0, false, false);
    case Z3_OP_ULT: return add(0, false, true);
    case Z3_OP_UGEQ: return add(1, false, false);
    case Z3_OP_UGT: return add(1, false, true);
    default: break;
  }
}

class Bounds {
 public:
  explicit Bounds(const std::vector<Constant>& leaves) {
    for (const auto& l : leaves)
      if (l.constant.is_bv()) {
        const auto width = l.constant.get_sort().bv_size();
        known_[l.constant.id()] = is_signed(l.scalar) ? signed_range(width) : unsigned_range(width);
      }
  }

  void narrow(const LessOrEqual& fact) {
    const auto low = interval(fact.low, fact.is_signed), high = interval(fact.high, fact.is_signed);
    if (!low || !high) return;
    if (const auto at = known_.find(fact.low.id()); at != known_.end())
      at->second.high = std::min(at->second.high, high->high - fact.strictly);
    if (const auto at = known_.find(fact.high.id()); at != known_.end())
      at->second.low = std::max(at->second.low, low->low + fact.strictly);
  }

  std::unordered_map<unsigned, Interval> take() { return std::move(known_); }

 private:
  /// Absent where the comparison may take the value for another than the leaf's.
  std::optional<Interval> interval(const z3::expr& e, bool has_sign) const {
    const auto width = e.get_sort().bv_size();
    const auto range = has_sign ? signed_range(width) : unsigned_range(width);
    if (e.is_numeral() && width <= 64) {
      const auto value = static_cast<Wide>(e.get_numeral_uint64());
      const auto folded = value > range.high ? value - (Wide{1} << width) : value;
      return Interval{folded, folded};
    }
    const auto at = known_.find(e.id());
    if (at == known_.end() || !at->second.within(range)) return {};
    return at->second;
  }

  std::unordered_map<unsigned, Interval> known_;
};

}  // namespace

std::unordered_map<unsigned, Interval> bounds_of(const z3::expr_vector& assumptions,
                                                 const std::vector<Constant>& leaves) {
  std::vector<LessOrEqual> facts;
  for (const auto& a : assumptions) {
    collect(a, true, facts);
    collect(a.simplify(), true, facts);
  }
  Bounds bounds(leaves);
  for (int round = 0; round < 3; ++round)
    for (const auto& f : facts) bounds.narrow(f);
  return bounds.take();
}

}  // namespace tutti::op
