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
  /// That p alone, as of a schedule that a file gives.
  static constexpr Supports only(int p) {
    Supports it("one p alone", nullptr);
    it.only_ = p;
    return it;
  }

  template <std::convertible_to<bool (*)(int)> Test>
  constexpr Supports(std::string_view name, Test test) : name_(own(name)), of_int_(test) {}
  template <class Test>
  constexpr Supports(std::string_view name, Test) : name_(own(name)), written_(&written<Test>) {}

  constexpr std::string_view name() const { return name_; }
  /// It is one of the three above, whose name says what its test is. That of another is its author's word for it.
  constexpr bool is_known() const { return known_; }
  bool holds(int p) const { return only_ > 0 ? p == only_ : of_int_ ? of_int_(p) : written_().holds(p); }
  /// The same of the variables p and q; nothing where the test is of ints alone.
  std::optional<Condition> of_any() const {
    if (!written_) return std::nullopt;
    return written_().condition;
  }

 private:
  /// The name of an author's test, unless that is the name of another one here: lists would say what is not so.
  static constexpr std::string_view own(std::string_view name) {
    for (const auto& known : known_names)
      if (name == known) return "those p of its test";
    return is_plain(name) ? name : "those p of its test";
  }
  enum Known { every_p, power_of_two_p, even };
  static constexpr std::string_view known_names[] = {"all p", "powers of two", "even p"};
  template <class Test>
  constexpr Supports(Known which, Test) : name_(known_names[which]), written_(&written<Test>), known_(true) {}

  /// A test as it was written down, once.
  struct Written {
    explicit Written(const Condition& what);
    bool holds(int p) const;
    Condition condition;
    Code code;
  };
  template <class Test>
  static const Written& written() {
    static const auto& it = *new Written(Test{}(Expression::variable("p"), Expression::variable("q")));
    return it;  // never destroyed: a program may call collectives while it ends
  }

  std::string_view name_;
  bool (*of_int_)(int p) = nullptr;
  const Written& (*written_)() = nullptr;
  int only_ = 0;
  bool known_ = false;
};

inline constexpr Supports Supports::all_p(every_p,
                                          [](const Expression&, const Expression&) { return Condition(true); });
inline constexpr Supports Supports::powers_of_two(power_of_two_p,
                                                  [](const Expression& p, const Expression& q) { return p == q; });
inline constexpr Supports Supports::even_p(even, [](const Expression& p, const Expression&) { return p % 2 == 0; });

}  // namespace tutti
