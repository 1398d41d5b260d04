// Operators of the worker's own: one row each. What one computes is written once, in C that is C++ as well: it is
// compiled here, for the worker, and is the text of the C programs.
#pragma once
#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <optional>
#include <string_view>

#include "verified/conform/case/datatype.hpp"

namespace tutti::conform {

/// The type of an element.
#define TUTTI_PART(...)     \
  typedef __VA_ARGS__ Part; \
  static constexpr std::string_view part = #__VA_ARGS__
/// What becomes of the elements a and b.
/// Functions that the combination and the value call.
#define TUTTI_HELPERS(...) \
  __VA_ARGS__              \
  static constexpr std::string_view helpers = #__VA_ARGS__;
#define TUTTI_COMBINE(...)                                    \
  static Part combine(Part a, Part b) { return __VA_ARGS__; } \
  static constexpr std::string_view combination = #__VA_ARGS__

/// What an operator computes, for the worker, and how the C programs say it.
struct Algebra {
  void (*apply)(const void* in, void* inout, int elements) = nullptr;
  int bytes = 0;  ///< of an element
  std::string_view part, helpers, combination;
  std::string_view comment;                ///< says what an element is
  std::string_view value;                  ///< what rank r contributes in element i of call k: small numbers, a list
                                           ///< in braces, or a call that gives the whole element
  std::string_view format, shown;          ///< how printf shows the element @
  std::uint64_t mask = ~std::uint64_t{0};  ///< bits that may be set in each eight bytes of an operand
};

// clang-format off
/// A 2×2 matrix of integers modulo 2^32.
struct Matrix {
  TUTTI_PART(struct { unsigned a, b, c, d; });
  TUTTI_COMBINE({a.a * b.a + a.b * b.c, a.a * b.b + a.b * b.d, a.c * b.a + a.d * b.c, a.c * b.b + a.d * b.d});
  static constexpr std::string_view comment = "a 2x2 matrix", value = "{1 + r, 1, r * r + i % 9 + k, 2}",
                                    format = "[%u %u; %u %u]", shown = "@.a, @.b, @.c, @.d";
};

/// x → ax + b, composed, with a gap before a and before b, which is nobody's to write.
struct Affine {
  TUTTI_PART(struct { unsigned first_gap, a, gap, b; });
  TUTTI_COMBINE({b.first_gap, a.a * b.a, b.gap, a.a * b.b + a.b});
  static constexpr std::string_view comment = "x -> ax + b", value = "{~0u, 2 + r, ~0u, 1 + 5 * r + i % 9 + k}",
                                    format = "%ux + %u", shown = "@.a, @.b";
};

/// A sum of numbers of 61 bits, which does not overflow.
struct Modular {
  TUTTI_PART(unsigned long long);
  TUTTI_COMBINE((a + b) % ((1ull << 61) - 1));
  static constexpr std::string_view comment = "modulo 2^61 - 1", value = "(1ull << 60) + (unsigned)(r * 3 + i * 5 + k)",
                                    format = "%llu", shown = "@";
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 61) - 1;
};

/// Vectors of maps x → ax + b, so long that no part of an element is all of it.
template <class Vector>
struct Maps : Vector {
  static constexpr std::string_view comment = "maps x -> ax + b, one after another", value = "filled(r, i, k)",
                                    format = "(digest %u)", shown = "digest(@)";
};
#define TUTTI_MAPS(length)                                                                                             \
  TUTTI_PART(struct { unsigned w[length]; });                                                                          \
  TUTTI_HELPERS(static Part each(Part a, Part b) {                                                                     \
    for (int j = 0; j < length; j += 2) { b.w[j + 1] = a.w[j] * b.w[j + 1] + a.w[j + 1]; b.w[j] *= a.w[j]; }           \
    return b;                                                                                                          \
  } static Part filled(int r, long i, int k) {                                                                         \
    Part p;                                                                                                            \
    for (int j = 0; j < length; ++j) { p.w[j] = (unsigned)(2 + 3 * r + (j + i) % 9 + k); }                             \
    return p;                                                                                                          \
  } static unsigned digest(Part p) {                                                                                   \
    unsigned sum = 0;                                                                                                  \
    for (int j = 0; j < length; ++j) { sum = sum * 31 + p.w[j]; }                                                      \
    return sum;                                                                                                        \
  })                                                                                                                   \
  TUTTI_COMBINE(each(a, b))
struct MapsOf4KiB { TUTTI_MAPS(1024); };
struct MapsOf1MiB { TUTTI_MAPS(262144); };
#undef TUTTI_MAPS
// clang-format on
#undef TUTTI_PART
#undef TUTTI_HELPERS
#undef TUTTI_COMBINE

template <class Op>
constexpr Algebra algebra = [] {
  constexpr auto apply = [](const void* in, void* inout, int elements) {
    const auto* left = static_cast<const typename Op::Part*>(in);
    auto* right = static_cast<typename Op::Part*>(inout);
    for (int i = 0; i < elements; ++i) right[i] = Op::combine(left[i], right[i]);
  };
  Algebra a{apply,    sizeof(typename Op::Part), Op::part, "", Op::combination, Op::comment, Op::value, Op::format,
            Op::shown};
  if constexpr (requires { Op::helpers; }) a.helpers = Op::helpers;
  if constexpr (requires { Op::mask; }) a.mask = Op::mask;
  return a;
}();

/// What an operator that computes nothing writes down of its operands; in the C programs strings, A for rank 0.
enum class Shows { nothing, order, bracketing };

struct UserOperator {
  std::string_view name;
  bool commutes;
  Shows shows = Shows::nothing;
  Algebra algebra = {};               ///< where it shows nothing
  std::optional<Datatype> type = {};  ///< where it is not the bytes of an element
  int bytes_of_shown = 0;             ///< of an element that shows something; of a term of four ranks
  int most_ranks = INT_MAX;           ///< for which it has room

  constexpr int bytes() const { return shows == Shows::nothing ? algebra.bytes : bytes_of_shown; }
};

/// Elements as long as messages are: for cases with few of them.
inline constexpr int long_element = 4096;

/// A word holds that many letters.
inline constexpr int most_ranks_of_words = 30;

/// From simple to special.
inline constexpr std::array user_operators{
    UserOperator{"word", false, Shows::order, {}, {}, 32, most_ranks_of_words},
    UserOperator{"matrix", false, Shows::nothing, algebra<Matrix>},
    UserOperator{"modular", true, Shows::nothing, algebra<Modular>},
    UserOperator{"affine", false, Shows::nothing, algebra<Affine>,
                 Datatype{Type::unsigned_, {Hindexed{{4, 12}}, Resized{0, 16}}}},
    UserOperator{"4-KiB", false, Shows::nothing, algebra<Maps<MapsOf4KiB>>},
    UserOperator{"1-MiB", false, Shows::nothing, algebra<Maps<MapsOf1MiB>>},
    UserOperator{"term", false, Shows::bracketing, {}, {}, 16},
    UserOperator{"term-commutative", true, Shows::bracketing, {}, {}, 16},
};

constexpr const UserOperator* user_operator_named(std::string_view name) {
  for (const auto& row : user_operators)
    if (row.name == name) return &row;
  return nullptr;
}

constexpr bool is(Shows what, std::string_view load) {
  const auto* user = user_operator_named(load);
  return user && user->shows == what;
}
constexpr bool is_word(std::string_view load) { return is(Shows::order, load); }
constexpr bool is_term(std::string_view load) { return is(Shows::bracketing, load); }

static_assert(std::ranges::all_of(user_operators,
                                  [](const auto& row) {
                                    return std::ranges::count(user_operators, row.name, &UserOperator::name) == 1;
                                  }),
              "each operator has a name of its own");
static_assert(std::ranges::all_of(user_operators,
                                  [](const auto& row) {
                                    const auto& a = row.algebra;
                                    if (row.shows != Shows::nothing) return a.bytes == 0 && row.bytes_of_shown > 0;
                                    return a.bytes > 0 && !a.value.empty() && !a.format.empty() && !a.shown.empty();
                                  }),
              "an operator that shows nothing has an algebra, and the others have none");
static_assert(std::ranges::all_of(user_operators,
                                  [](const auto& row) {
                                    return !row.type || type_map(*row.type).extent == row.bytes();
                                  }),
              "an operator's elements are as long as its datatype says");

}  // namespace tutti::conform
