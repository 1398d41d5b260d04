#include "verified/check/rules/proved.hpp"

#include <algorithm>

#include "verified/check/rules/obligations.hpp"
#include "verified/check/rules/proved_digests.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::rules {

int proved_up_to(const Algorithm& algorithm) try {
  if (!algorithm.rules) return 0;
  const auto digest = digest_of(obligations(algorithm, algorithm.rules().rules()));
  return std::ranges::binary_search(proved_digests, digest) ? algorithm.rules().rules().slots.most_ranks : 0;
} catch (const NoSchedule&) {
  return 0;
}

}  // namespace tutti::rules
