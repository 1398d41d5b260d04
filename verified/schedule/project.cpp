#include "verified/schedule/project.hpp"

#include <algorithm>
#include <iterator>

namespace tutti {

Schedule project(const Schedule& schedule, Rank rank) {
  Schedule mine{.ranks = schedule.ranks,
                .blocks = schedule.blocks,
                .extra = schedule.extra,
                .exchange = schedule.exchange,
                .scratch = std::vector<std::vector<int>>(schedule.scratch.size()),
                .rounds = std::vector<Round>(schedule.rounds.size())};
  const auto own = static_cast<std::size_t>(rank);
  if (own < schedule.scratch.size()) mine.scratch[own] = schedule.scratch[own];
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r)
    std::ranges::copy_if(schedule.rounds[r].steps, std::back_inserter(mine.rounds[r].steps),
                         [rank](const Step& s) { return s.from == rank || s.to == rank; });
  return mine;
}

}  // namespace tutti
