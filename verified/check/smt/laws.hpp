// The laws of MPI's predefined operations on its predefined datatypes, as queries.
#pragma once
#include <vector>

#include "spec/op.hpp"
#include "verified/check/smt/query.hpp"

namespace tutti::smt {

enum class PredefinedLaw {
  associative,
  commutative,
  idempotent,
  identity,      ///< that of the table is one
  no_identity,   ///< there is none
  yields_truth,  ///< 0 or 1
  idempotent_on_truths,
  identity_on_truths,
};

/// A law of `op` on elements of `type`: two elements are equal if they have the same bits, all NaNs being one value.
struct LawQuery : Query {
  Op op;
  Type type;
  PredefinedLaw law;
  Found expected;  ///< proved or refuted, by the row of `op` in spec/op.hpp
  /// Z3 4.8.12 has no answer in 15 s; cvc5 has one at once.
  bool needs_cvc5;
};

/// The datatype whose laws are those of `type` as well: of all integers with so many bits and that sign, for instance
/// int32 for MPI_INT; itself otherwise.
Type with_laws_of(Type type);

/// For each operation, each datatype that it takes and that has laws of its own, and each law. The names are
/// "laws/sum/int32_t/associative" and so on.
std::vector<LawQuery> law_queries();

}  // namespace tutti::smt
