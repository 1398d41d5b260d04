// Operators given as terms, as symbolic execution would find them.
#pragma once
#include <functional>

#include "verified/op/prove/prove_laws.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op {

inline z3::expr fp(z3::context& c, Z3_ast term) { return {c, term}; }
inline z3::expr is_nan(const z3::expr& e) { return fp(e.ctx(), Z3_mk_fpa_is_nan(e.ctx(), e)); }

/// x·y + z, rounded once.
inline z3::expr fused(const z3::expr& x, const z3::expr& y, const z3::expr& z) {
  auto& c = x.ctx();
  return fp(c, Z3_mk_fpa_fma(c, c.fpa_rounding_mode(), x, y, z));
}

/// The summary of a loop over elements whose body has these faults.
struct Body {
  Element result;
  std::vector<Fault> faults = {};
};
using Combine = std::function<Body(const Element& x, const Element& y)>;

inline Symbolic operator_of(std::string_view type_text, const Combine& combine) {
  Symbolic s{parse_type(type_text), {}};
  s.canonical = true;
  s.call = [type = s.type, combine](z3::context& context, int len,
                                    Floats floats) -> std::variant<Summary, Unsupported> {
    if (len == any_length) return Unsupported{"op.c:7", "more than one loop"};
    Summary all{len, floats, {}, {}, {}, {}, {}};
    for (int i = 0; i < len; ++i) {
      all.in.push_back(constants(context, type, floats, "in", i));
      all.inout.push_back(constants(context, type, floats, "inout", i));
      auto body = combine(all.in.back(), all.inout.back());
      all.result.push_back(body.result);
      for (const auto& f : body.faults) all.faults.push_back(f);
    }
    return all;
  };
  return s;
}

inline Symbolic leafwise(std::string_view type_text, z3::expr (*combine)(const z3::expr& x, const z3::expr& y)) {
  return operator_of(type_text, [combine](const Element& x, const Element& y) {
    Body body;
    for (std::size_t i = 0; i < x.size(); ++i) body.result.push_back(combine(x[i], y[i]));
    return body;
  });
}

/// Row by row.
inline Body matrix_product(const Element& x, const Element& y, std::size_t n) {
  Body body;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      auto sum = x[i * n] * y[j];
      for (std::size_t k = 1; k < n; ++k) sum = sum + x[i * n + k] * y[k * n + j];
      body.result.push_back(sum);
    }
  return body;
}

inline Body quaternion_product(const Element& a, const Element& b) {
  return {{a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
           a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
           a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]}};
}

/// The n largest of two lists that are sorted, the largest first; on ties from x.
inline Body merge_top(const Element& x, const Element& y, std::size_t n) {
  // Place k of the merge of x from i and y from j.
  std::function<z3::expr(std::size_t, std::size_t, std::size_t)> at = [&](std::size_t i, std::size_t j, std::size_t k) {
    const auto from_x = x[i] >= y[j];
    return k == 0 ? z3::ite(from_x, x[i], y[j]) : z3::ite(from_x, at(i + 1, j, k - 1), at(i, j + 1, k - 1));
  };
  Body body;
  for (std::size_t k = 0; k < n; ++k) body.result.push_back(at(0, 0, k));
  return body;
}

/// count, mean and sum of squared differences from it (Chan et al., 1979).
inline Body merge_moments(const Element& x, const Element& y) {
  const auto &n = x[0], &m = y[0];
  const auto count = n + m, delta = y[1] - x[1];
  const auto mean = x[1] + delta * m / count;
  const auto squares = x[2] + y[2] + delta * delta * n * m / count;
  return {{count, mean, squares}};
}

/// (a·b) mod m of 32-bit values, in 64 bits.
inline z3::expr multiply_modulo(const z3::expr& a, const z3::expr& b, std::uint64_t m) {
  const auto wide = z3::zext(a, 32) * z3::zext(b, 32);
  return z3::urem(wide, a.ctx().bv_val(m, 64)).extract(31, 0);
}

inline Body larger_with_place(const Element& x, const Element& y) {
  const auto first = x[0] > y[0] || (x[0] == y[0] && x[1] < y[1]);
  return {{z3::ite(first, x[0], y[0]), z3::ite(first, x[1], y[1])}};
}

}  // namespace tutti::op
