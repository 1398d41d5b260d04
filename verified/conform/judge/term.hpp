// The operator on terms: it computes nothing, but writes down what it was given, so that the result shows exactly which
// contributions were combined, in which order and bracketing. Terms are the free magma over the ranks: what is right
// for them is right for every operator, every datatype and every value.
//
// A contribution also says which element of the vector it is and which call it was made for, so that elements that
// went astray and results of an earlier call are told apart from those that are due.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "verified/conform/case/bracketing.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::conform {

/// There are no terms over more ranks.
inline constexpr int most_term_ranks = 254;

/// The size of an element, a power of two from 16 on, that has room for every contribution of `ranks` ranks twice.
/// Throws std::invalid_argument where `ranks` is not in 1 to most_term_ranks.
std::size_t term_bytes(int ranks);

/// What a contribution is, apart from whose it is.
struct TermOrigin {
  std::uint32_t element = 0;  ///< of the vector
  std::uint16_t call = 0;     ///< a number that neighbouring calls do not share
};

// All elements below have the same size, one that term_bytes() gives; they need no alignment.

/// The contribution of `rank`.
void write_leaf(std::span<std::byte> element, Rank rank, TermOrigin origin);

/// inout = left·inout; for a commutative operator the operand with the smaller first rank is the left one, so that
/// equal trees have equal bytes. Whatever bytes the operands hold, nothing beyond `inout` is written; what is no term,
/// does not fit, or is of two origins becomes an element that says so.
void combine_terms(std::span<const std::byte> left, std::span<std::byte> inout, bool commutative = false);

/// Nothing where the element holds no term.
std::optional<Bracketing> bracketing_of(std::span<const std::byte> element);

/// What is wrong with `found` where the word of the term `due` was due; the bracketing is free, and for a commutative
/// operator the order too. Throws std::invalid_argument where `due` is no term.
std::optional<Wrong> difference(std::span<const std::byte> found, std::span<const std::byte> due, bool commutative);

}  // namespace tutti::conform
