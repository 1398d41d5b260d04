// A schedule as a file: one schedule of a collective, for one p and root, in the JSON of spec/schedule.schema.json.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "spec/verdict.hpp"
#include "verified/others/no_schedule.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::others {

/// What somebody gives.
struct GivenSchedule {
  std::string name;  ///< what its author calls it; may be empty
  Collective collective = Collective::allreduce;
  Rank root = 0;
  Shape shape;                  ///< of which member of a family it is; nothing depends on it
  std::optional<Needs> claims;  ///< what its author says that it needs of the operator
  Schedule schedule;
};

/// Reads one JSON object. It has the fields of print_schedule(), in any order, of which only "collective", "p" and
/// "rounds" must be there: "root" is 0, "blocks" as few as the collective has, "extra" 0, "scratch" empty, "exchange"
/// what the collective is. Of a step "from" and "to" must be there: "first" is 0, "count" 1, "at" is "first", "action"
/// is "replace", but in a barrier, whose messages add to what is known, "fold_left". "prover" and "needs" are what
/// somebody has said of it, and are not believed: they are passed over. Throws NoSchedule for what is not that, and for
/// a schedule that is malformed (verified/check/malformed.hpp).
GivenSchedule read_schedule(std::string_view text);

/// As what the prover, the selector and the executor take: an algorithm for that p and root alone. Without claims it
/// claims to need all that there is.
Algorithm algorithm_of(GivenSchedule given, std::string name);

/// {"algorithm":"bcast/chain","collective":"bcast","p":3,"root":1,"shape":[2],
///  "claims":{"associative":false,"commutative":false},  what the record claims to need
///  "prover":"proved",                                   or the fault: "race", "contract", …
///  "needs":{"associative":false,"commutative":false},   what the prover derived; both false where it refutes
///  "ranks":3,"blocks":2,"extra":0,"exchange":false,
///  "scratch":[[…],…],                                   the labels of the scratch slots, rank by rank
///  "rounds":[{"says":"…","steps":[
///    {"from":1,"to":2,"first":0,"count":1,"at":0,"action":"replace"},…]},…]}   or fold_left, fold_right
/// in one line, without spaces, the keys in this order; "says" only where the round says something. The prover must
/// have a verdict: throws std::runtime_error where it has none.
std::string print_schedule(const Algorithm& algorithm, const Group& group);

}  // namespace tutti::others
