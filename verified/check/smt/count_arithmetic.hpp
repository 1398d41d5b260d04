// What the proofs for every count are about: the executor's arithmetic, on terms.
#pragma once
#include "verified/check/smt/term.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti::smt {

/// What the executor evaluates (verified/schedule/extent.hpp), on terms.
struct CountArithmetic {
  Term (*equal_offset)(const Term& n, const Term& blocks, const Term& i) = tutti::equal_offset;
  Term (*sum)(const Term& a, const Term& b) = [](const Term& a, const Term& b) { return checked_sum(a, b); };
  Term (*difference)(const Term& a, const Term& b) = [](const Term& a, const Term& b) {
    return checked_difference(a, b);
  };
  Term (*product)(const Term& a, const Term& b) = [](const Term& a, const Term& b) { return checked_product(a, b); };
  Term (*rounded_up)(const Term& n, int grain) = tutti::rounded_up;
  Truth (*within)(const Term& at, const Term& n, const Term& size) = tutti::within;
  Term (*end_of)(const Term& at, const Term& n) = tutti::end_of;
  Truth (*fits_int)(const Term& n) = tutti::fits_int;
  Term (*span_of)(const Term& elements, const Term& extent, const Term& true_extent) = tutti::span_of;
  Term (*byte_offset)(const Term& at, const Term& extent) = tutti::byte_offset;
  Term (*origin_at)(const Term& own, const Term& start, const Term& true_lower) = tutti::origin_at;
  Term (*elements_in)(const Term& bytes, const Term& size) = tutti::elements_in;
  Term (*stretch)(const Term& first, const Term& most, const Term& n) = tutti::stretch;
};

}  // namespace tutti::smt
