// One row per predefined reduction operation: what it takes (MPI 4.0, 6.9.2 and 6.9.4) and which laws it obeys.
#pragma once
#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "spec/datatype.hpp"

namespace tutti {

enum class Op { max, min, sum, prod, land, band, lor, bor, lxor, bxor, minloc, maxloc };

/// A set of classes of datatypes.
class TypeClasses {
 public:
  constexpr TypeClasses(std::initializer_list<TypeClass> classes) {
    for (const auto c : classes) bits_ |= bit(c);
  }
  constexpr bool contains(TypeClass c) const { return (bits_ & bit(c)) != 0; }

 private:
  static constexpr unsigned bit(TypeClass c) { return 1u << static_cast<unsigned>(c); }
  unsigned bits_ = 0;
};

/// An element e with e ∘ x = x = x ∘ e for every x. Of pairs it has the greatest index.
enum class Identity {
  least,     ///< of floating-point numbers -∞
  greatest,  ///< of floating-point numbers +∞
  zero,      ///< of floating-point and complex numbers all zeros are -0: -0 + 0 is +0
  one,
  all_ones,  ///< every bit
};

/// Every predefined operation is commutative, bit for bit except for which NaN comes out (MPI 4.0, 6.9.1), and is
/// assumed associative by MPI.
struct OpRow {
  Op id;
  std::string_view mpi_name;  ///< the MPI constant
  std::string_view name;      ///< on the command line: the constant in lower case without MPI_
  TypeClasses takes;
  TypeClasses rounds_in;  ///< where it is associative only up to rounding
  bool idempotent;        ///< x ∘ x = x for every x, all NaNs being one value
  Identity identity;
  TypeClasses identity_in;  ///< where it has an identity, all NaNs being one value
};

inline constexpr std::array ops = [] {
  using enum TypeClass;
  using enum Identity;
  constexpr TypeClasses ordered{integer, floating, multi_language};
  constexpr TypeClasses numbers{integer, floating, complex, multi_language};
  constexpr TypeClasses truths{integer, logical};
  constexpr TypeClasses bits{integer, byte, multi_language};
  constexpr TypeClasses pairs{pair};
  constexpr TypeClasses nowhere{};
  constexpr TypeClasses inexact{floating, complex};
  constexpr TypeClasses all_but_complex{integer, floating, multi_language};
  return std::array{
      // A choice of one operand: nothing to round, and the choice of x and x is x.
      OpRow{Op::max, "MPI_MAX", "max", ordered, nowhere, true, least, ordered},
      OpRow{Op::min, "MPI_MIN", "min", ordered, nowhere, true, greatest, ordered},
      // Integers wrap, and form a ring modulo 2^bits; floating and complex numbers round at each step. 1 + 0i is no
      // identity of a product with infinite parts.
      OpRow{Op::sum, "MPI_SUM", "sum", numbers, inexact, false, zero, numbers},
      OpRow{Op::prod, "MPI_PROD", "prod", numbers, inexact, false, one, all_but_complex},
      // On truth values; the result is 0 or 1, so that 5 land 5 = 1: idempotent, and with an identity, only on 0 and 1.
      OpRow{Op::land, "MPI_LAND", "land", truths, nowhere, false, one, nowhere},
      OpRow{Op::band, "MPI_BAND", "band", bits, nowhere, true, all_ones, bits},
      OpRow{Op::lor, "MPI_LOR", "lor", truths, nowhere, false, zero, nowhere},
      OpRow{Op::bor, "MPI_BOR", "bor", bits, nowhere, true, zero, bits},
      // x xor x = 0.
      OpRow{Op::lxor, "MPI_LXOR", "lxor", truths, nowhere, false, zero, nowhere},
      OpRow{Op::bxor, "MPI_BXOR", "bxor", bits, nowhere, false, zero, bits},
      // The extreme value and the smallest index that has it: both are choices over the set of operands.
      OpRow{Op::minloc, "MPI_MINLOC", "minloc", pairs, nowhere, true, greatest, pairs},
      OpRow{Op::maxloc, "MPI_MAXLOC", "maxloc", pairs, nowhere, true, least, pairs},
  };
}();

static_assert(
    [] {
      for (std::size_t i = 0; i < ops.size(); ++i)
        if (ops[i].id != static_cast<Op>(i)) return false;
      return ops.back().id == Op::maxloc;
    }(),
    "one row per operation, in the order of the enum");

constexpr const OpRow& row(Op op) { return ops[static_cast<std::size_t>(op)]; }

/// Whether the standard defines `op` for elements of `type`.
constexpr bool allowed(Op op, Type type) { return row(op).takes.contains(row(type).type_class); }

/// Whether bracketing never matters: associative without rounding, all NaNs being one value. False where not allowed.
constexpr bool exact(Op op, Type type) {
  return allowed(op, type) && !row(op).rounds_in.contains(row(type).type_class);
}

/// Takes either name: "MPI_SUM" or "sum".
constexpr std::optional<Op> op_named(std::string_view name) {
  for (const auto& r : ops)
    if (r.name == name || r.mpi_name == name) return r.id;
  return std::nullopt;
}

}  // namespace tutti
