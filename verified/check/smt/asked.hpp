// Asks the queries of many proofs: first each for what is quick to answer, so that a wrong proof is refuted soon.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "verified/check/smt/query.hpp"

namespace tutti::smt {

/// A query, what it must come to, and what it came to.
struct Asked {
  Query query;
  Found due;
  Answer answer = {Found::unknown};

  bool as_due() const { return answer.found == due; }
  bool unknown() const { return answer.found == Found::unknown; }
};

/// Fills in the answers, from `jobs` threads, each under that limit. `proofs` says of each proof which queries it
/// needs; proofs may share them, and a query of none is needed for itself. One that takes more than `first_steps` is
/// left unknown, with the reason, where only proofs need it of which another query came to something else than is due.
/// `progress` is called as by ask_all, once more from the start for what is asked again.
void ask_proofs(std::vector<Asked>& asked, const std::vector<std::vector<std::size_t>>& proofs, const Limit& limit,
                int jobs, const std::function<void(std::size_t done, std::size_t of)>& progress = {},
                unsigned first_steps = 10'000'000);

}  // namespace tutti::smt
