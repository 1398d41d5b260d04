// For which p an algorithm has a schedule, said once: the test that decides, with the words that every list and refusal
// prints.
#pragma once
#include <optional>
#include <string_view>
#include <type_traits>

#include "verified/schedule/expression.hpp"
#include "verified/schedule/group.hpp"

namespace tutti {

/// A name that completes "is for …", and its test: of an int p; or, so that a proof for all p may assume it, a template
/// of any integers p and q, the largest power of two that is at most p.
///   Supports("p = 3^m", [](int p) { while (p % 3 == 0) p /= 3; return p == 1; })
///   Supports("multiples of four", [](auto p, auto) { return p % 4 == 0; })
class Supports {
 public:
  static const Supports all_p, powers_of_two, even_p;

  template <class Test>
  constexpr Supports(std::string_view name, Test test) : name_(name) {
    if constexpr (std::is_convertible_v<Test, bool (*)(int)>) {
      of_p_ = test;
    } else {
      run_ = test;
      prove_ = test;
    }
  }

  constexpr std::string_view name() const { return name_; }
  constexpr bool holds(int p) const { return of_p_ ? of_p_(p) : run_(p, floor2(p)); }
  /// The same of any p and q; nothing where the test is of ints alone.
  std::optional<Condition> of_any(const Expression& p, const Expression& q) const {
    if (!prove_) return std::nullopt;
    return prove_(p, q);
  }

 private:
  std::string_view name_;
  bool (*of_p_)(int p) = nullptr;
  bool (*run_)(int p, int q) = nullptr;
  Condition (*prove_)(Expression p, Expression q) = nullptr;
};

inline constexpr Supports Supports::all_p("all p", [](auto p, auto) { return decltype(p < p)(true); });
inline constexpr Supports Supports::powers_of_two("powers of two", [](auto p, auto q) { return p == q; });
inline constexpr Supports Supports::even_p("even p", [](auto p, auto) { return p % 2 == 0; });

}  // namespace tutti
