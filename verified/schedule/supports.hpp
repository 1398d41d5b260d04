// For which p an algorithm has a schedule, said once: the test that decides, with the words that every list and refusal
// prints.
#pragma once
#include <concepts>
#include <optional>
#include <string_view>

#include "verified/schedule/code.hpp"
#include "verified/schedule/expression.hpp"
#include "verified/schedule/finished.hpp"

namespace tutti {

/// A name that completes "is for …", and its test: of an int p; or, so that a proof for all p may assume it, of any p
/// and q, the largest power of two that is at most p. Of such a test, what a proof assumes is what runs.
///   Supports("p = 3^m", [](int p) { while (p % 3 == 0) p /= 3; return p == 1; })
///   Supports("multiples of four", [](const Expression& p, const Expression&) { return p % 4 == 0; })
class Supports {
 public:
  static const Supports all_p, powers_of_two, even_p;

  template <std::convertible_to<bool (*)(int)> Test>
  constexpr Supports(std::string_view name, Test test) : name_(own(name)), of_int_(test) {}
  template <class Test>
  constexpr Supports(std::string_view name, Test) : name_(own(name)), written_(&written<Test>) {}

  constexpr std::string_view name() const { return name_; }
  bool holds(int p) const { return of_int_ ? of_int_(p) : written_().holds(p); }
  /// The same of the variables p and q; nothing where the test is of ints alone.
  std::optional<Condition> of_any() const {
    if (!written_) return std::nullopt;
    return written_().condition;
  }

 private:
  static constexpr std::string_view every = "all p";
  /// The name of a test that is not that of all p, whatever it is called: lists and claims would say what is not so.
  static constexpr std::string_view own(std::string_view name) {
    return name == every    ? "those p of its test, which is called \"all p\""
           : is_plain(name) ? name
                            : "those p of its test";
  }
  struct Every {};
  template <class Test>
  constexpr Supports(Every, Test) : name_(every), written_(&written<Test>) {}

  /// A test as it was written down, once.
  struct Written {
    explicit Written(Condition what);
    bool holds(int p) const;
    Condition condition;
    Code code;
  };
  template <class Test>
  static const Written& written() {
    static const Written it(Test{}(Expression::variable("p"), Expression::variable("q")));
    return it;
  }

  std::string_view name_;
  bool (*of_int_)(int p) = nullptr;
  const Written& (*written_)() = nullptr;
};

inline constexpr Supports Supports::all_p(Every{},
                                          [](const Expression&, const Expression&) { return Condition(true); });
inline constexpr Supports Supports::powers_of_two("powers of two",
                                                  [](const Expression& p, const Expression& q) { return p == q; });
inline constexpr Supports Supports::even_p("even p", [](const Expression& p, const Expression&) { return p % 2 == 0; });

}  // namespace tutti
