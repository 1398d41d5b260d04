#include "verified/check/smt/all_p.hpp"

#include "verified/check/rules/obligations.hpp"
#include "verified/check/smt/rules.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::smt {

std::optional<ProofForAllP> proof_for_all_p(const Algorithm& algorithm) {
  if (!algorithm.rules || !algorithm.supports.of_any()) return std::nullopt;  // a test of ints cannot be assumed
  const auto& rules = algorithm.rules().rules();
  const int most = rules.slots.most_ranks;
  const bool any = most == std::numeric_limits<int>::max();
  return ProofForAllP{queries_of(rules::obligations(algorithm, rules)), most,
                      any                    ? ""
                      : rules.slots.exchange ? "for more ranks an int does not count the blocks of an exchange"
                                             : "its slots are said to be for no more ranks"};
}

}  // namespace tutti::smt
