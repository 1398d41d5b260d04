#include "verified/schedule/builder.hpp"

#include <stdexcept>

namespace tutti {

Builder::Builder(const Group& group, int blocks) : group_(group) {
  schedule_.ranks = group.ranks;
  schedule_.blocks = blocks;
}

Builder Builder::exchange(const Group& group) {
  Builder s(group, 2 * group.ranks);
  s.schedule_.exchange = true;
  return s;
}

void Builder::round(std::string_view says) {
  auto& round = schedule_.rounds.emplace_back();
  if (group_.only < 0) round.says = says;
}

void Builder::round(std::string_view says, int number) {
  round(says);
  if (group_.only < 0) schedule_.rounds.back().says += " " + std::to_string(number);
}

void Builder::add(Step step) {
  const bool concerns_us = group_.only < 0 || step.from == group_.only || step.to == group_.only;
  if (!concerns_us || step.blocks.count == 0) return;
  if (step.at < 0) step.at = step.blocks.first;
  if (schedule_.rounds.empty()) throw std::logic_error("a step before the first round: call Builder::round first");
  schedule_.rounds.back().steps.push_back(step);
}

}  // namespace tutti
