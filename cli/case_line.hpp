// A case as one line of JSON: a schedule and what the prover says of it, for a checker that shares no code with ours.
#pragma once
#include <string>

#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// {"algorithm":"bcast/chain","collective":"bcast","p":3,"root":1,"shape":[2],
///  "claims":{"associative":false,"commutative":false},  what the record claims to need
///  "prover":"proved",                                   or the fault: "race", "contract", …
///  "needs":{"associative":false,"commutative":false},   what the prover derived; both false where it refutes
///  "ranks":3,"blocks":2,"extra":0,"exchange":false,
///  "scratch":[[…],…],                                   the labels of the scratch slots, rank by rank
///  "rounds":[[[from,to,first,count,at,action],…],…]}    action: 0 replace, 1 fold left, 2 fold right
/// in one line, without spaces, the keys in this order. The prover must have a verdict: throws where it has none.
std::string print_case_line(const Algorithm& algorithm, const Group& group);

}  // namespace tutti::cli
