#include "verified/op/prove/laws/trial.hpp"

#include <algorithm>
#include <random>

#include "verified/op/prove/encode/terms.hpp"

namespace tutti::op {
namespace {

std::vector<z3::expr> integers(z3::context& context, unsigned width, bool has_sign) {
  const auto bit = [&](unsigned i) { return z3::shl(context.bv_val(1, width), context.bv_val(i, width)).simplify(); };
  const auto top = bit(width - 1), ones = context.bv_val(-1, width);
  std::vector<z3::expr> all{context.bv_val(0, width), context.bv_val(1, width), context.bv_val(2, width), ones,
                            context.bv_val(3, width), context.bv_val(7, width)};
  if (has_sign) all.push_back(context.bv_val(-2, width));
  for (const auto& extreme : {(top - 1).simplify(), top}) all.push_back(extreme);
  return all;
}

std::vector<z3::expr> reals(z3::context& context) {
  std::vector<z3::expr> all;
  for (const char* text : {"0", "1", "-1", "2", "1/2", "3", "-2", "1/3"}) all.push_back(context.real_val(text));
  return all;
}

/// `bits` of precision; the format's largest exponent is 2^(exponent_bits - 1) - 1.
std::vector<z3::expr> floats(z3::context& context, const z3::sort& sort) {
  const unsigned bits = sort.fpa_sbits(), exponent_bits = sort.fpa_ebits();
  const auto rounding = z3::expr(context, Z3_mk_fpa_rne(context));
  const auto of = [&](const z3::expr& real) {
    return z3::expr(context, Z3_mk_fpa_to_fp_real(context, rounding, real, sort)).simplify();
  };
  std::vector<z3::expr> all;
  for (const auto& r : reals(context)) all.push_back(of(r));
  const auto large = of(z3::pw(context.real_val(2), context.real_val(static_cast<int>(bits))).simplify());
  all.insert(all.end(), {large, (-large).simplify(), of(context.real_val("1/10"))});
  const auto one = context.bv_val(1, 1), zero = context.bv_val(0, 1);
  const auto fraction = bits - 1;
  const auto pattern = [&](const z3::expr& exponent, const z3::expr& significand) {
    return z3::expr(context, Z3_mk_fpa_fp(context, zero, exponent, significand)).simplify();
  };
  all.push_back(pattern(context.bv_val(-2, exponent_bits), context.bv_val(-1, fraction)));  // the largest
  all.push_back(pattern(context.bv_val(0, exponent_bits), context.bv_val(1, fraction)));    // the smallest above 0
  all.emplace_back(context, Z3_mk_fpa_inf(context, sort, false));
  all.emplace_back(context, Z3_mk_fpa_inf(context, sort, true));
  all.emplace_back(context, Z3_mk_fpa_zero(context, sort, true));
  all.emplace_back(context, Z3_mk_fpa_nan(context, sort));
  return all;
}

Floats floats_of(const z3::expr& constant) { return constant.is_real() ? Floats::real : Floats::ieee; }

using Values = std::vector<std::vector<z3::expr>>;

Values telling_values(const std::vector<Constant>& leaves) {
  Values values;
  for (const auto& l : leaves) values.push_back(telling_values(l.constant.ctx(), l.scalar, floats_of(l.constant)));
  return values;
}

/// Choices of values [first, last) of each leaf, which has at least two: all combinations where they are at most
/// `tries`, else some of them.
class Combinations {
 public:
  Combinations(const Values& values, std::size_t first, std::size_t last, std::size_t tries)
      : values_(values), first_(first), last_(last) {
    std::size_t all = 1;
    for (std::size_t i = 0; i < values.size() && all <= tries; ++i) all *= size(i);
    exhaustive_ = all <= tries;
    left_ = std::min(all, tries);
  }
  /// Which value of each leaf; false at the end.
  bool next(std::vector<std::size_t>& choice) {
    if (left_ == 0) return false;
    --left_;
    for (std::size_t i = 0, rest = left_; i < choice.size(); ++i) {
      choice[i] = first_ + (exhaustive_ ? rest % size(i) : random_() % size(i));
      if (exhaustive_) rest /= size(i);
    }
    return true;
  }

 private:
  std::size_t size(std::size_t leaf) const { return std::min(last_, values_[leaf].size()) - first_; }
  const Values& values_;
  std::size_t first_, last_, left_;
  bool exhaustive_;
  std::minstd_rand random_;
};

/// Whether `wrong` is true under values of the leaves, which are in one order.
class Check {
 public:
  Check(const z3::expr& wrong, const std::vector<Constant>& leaves) : wrong_(wrong.simplify()), from_(wrong.ctx()) {
    for (const auto& l : leaves) from_.push_back(l.constant);
  }
  bool operator()(const z3::expr_vector& values) { return wrong_.substitute(from_, values).simplify().is_true(); }
  /// How many values can be checked with the effort.
  std::size_t most(Effort effort) const { return static_cast<std::size_t>(effort * visited_nodes / nodes_); }

 private:
  z3::expr wrong_;
  z3::expr_vector from_;
  double nodes_ = static_cast<double>(count_nodes(wrong_));
};

Assignment assign(const std::vector<Constant>& leaves, const z3::expr_vector& values) {
  Assignment assignment;
  for (unsigned i = 0; i < leaves.size(); ++i) assignment.emplace_back(leaves[i].constant, values[static_cast<int>(i)]);
  return assignment;
}

bool is_same(const z3::expr& a, const z3::expr& b) { return z3::eq(a, b); }

/// Simpler values than this one: telling ones, and half of an integer.
std::vector<z3::expr> simpler(const z3::expr& value, const std::vector<z3::expr>& telling) {
  std::vector<z3::expr> all;
  for (const auto& t : telling) {
    if (is_same(t, value)) return all;
    all.push_back(t);
  }
  if (value.is_bv()) {
    const auto width = value.get_sort().bv_size();
    auto& context = value.ctx();
    for (unsigned shift = width / 2; shift > 0; shift /= 2)
      all.push_back(z3::ashr(value, context.bv_val(shift, width)).simplify());
    all.push_back((value - 1).simplify());
  }
  return all;
}

}  // namespace

std::vector<z3::expr> telling_values(z3::context& context, Scalar scalar, Floats kind) {
  const auto sort = sort_of(context, scalar, kind);
  if (scalar == Scalar::boolean) return {context.bv_val(0, 8), context.bv_val(1, 8)};
  if (sort.is_real()) return reals(context);
  if (sort.is_fpa()) return floats(context, sort);
  return integers(context, sort.bv_size(), is_signed(scalar));
}

std::optional<Assignment> try_values(const z3::expr& wrong, const std::vector<Constant>& leaves, Effort effort) {
  const auto values = telling_values(leaves);
  Check check(wrong, leaves);
  auto left = check.most(effort);
  std::vector<std::size_t> choice(leaves.size());
  for (const auto& [first, last] : {std::pair{0, 3}, {0, 6}, {1, 9}, {0, 13}, {0, 100}}) {
    Combinations combinations(values, first, last, 200);
    while (combinations.next(choice)) {
      if (left-- == 0) return {};
      z3::expr_vector chosen(wrong.ctx());
      for (std::size_t i = 0; i < leaves.size(); ++i) chosen.push_back(values[i][choice[i]]);
      if (check(chosen)) return assign(leaves, chosen);
    }
  }
  return {};
}

Assignment complete(Assignment assignment, const std::vector<Constant>& leaves) {
  const auto telling = telling_values(leaves);
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (is_same(evaluate(leaves[i].constant, assignment), leaves[i].constant))
      assignment.emplace_back(leaves[i].constant, telling[i][0]);
  return assignment;
}

Assignment shrink_by_solver(const z3::expr_vector& wrong, const std::vector<Constant>& leaves, Assignment assignment,
                            Effort effort) {
  constexpr std::size_t simplest = 3;
  Account account(effort);
  const auto telling = telling_values(leaves);
  z3::expr_vector fixed(wrong.ctx());
  for (const auto& w : wrong) fixed.push_back(w);
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (std::size_t k = 0; k < std::min(simplest, telling[i].size()); ++k) {
      const auto share = std::max(account.left(), effort / 4) / 4;
      if (account.is_empty()) return assignment;
      const auto equal = leaves[i].constant == telling[i][k];
      fixed.push_back(equal);
      const auto solved = solve(fixed, share);
      account.charge(share, solved.sat != Sat::unknown);
      if (solved.sat == Sat::sat) {
        assignment = complete(solved.assignment, leaves);
        break;
      }
      fixed.resize(fixed.size() - 1);
    }
  return assignment;
}

Assignment shrink(const z3::expr& wrong, const std::vector<Constant>& leaves, const Assignment& assignment,
                  Effort effort) {
  const auto telling = telling_values(leaves);
  z3::expr_vector values(wrong.ctx());
  for (const auto& l : leaves) values.push_back(evaluate(l.constant, assignment));
  Check check(wrong, leaves);
  auto left = check.most(effort);
  const auto simplify_leaf = [&](unsigned i) {
    const z3::expr before = values[static_cast<int>(i)];
    for (auto value : simpler(before, telling[i])) {
      if (left == 0) return false;
      --left;
      values.set(i, value);
      if (check(values)) return true;
      auto old = before;
      values.set(i, old);
    }
    return false;
  };
  for (bool again = true; again;) {
    again = false;
    for (unsigned i = 0; i < leaves.size(); ++i) again |= simplify_leaf(i);
  }
  return assign(leaves, values);
}

}  // namespace tutti::op
