// Up to where the schedules are known to be what the proofs for all p speak of.
#pragma once

namespace tutti::smt {

/// An induction is about rules, not about a schedule. For every p up to this one and every root the tests compare the
/// steps of each schedule with the rules that its proof is about; and a claim for all p needs a sweep that proves them.
inline constexpr int compared_up_to = 64;

}  // namespace tutti::smt
