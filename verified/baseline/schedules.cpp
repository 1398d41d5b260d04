#include "verified/baseline/schedules.hpp"

#include <algorithm>
#include <stdexcept>

#include "verified/choose/select.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::baseline {
namespace {

/// What a schedule may need of the operator; nothing is known of one that is not MPI's.
Needs satisfied_by(const Case& c) {
  if (conform::predefined_named(c.load)) return {.associative = true, .commutative = true};
  const auto* user = conform::user_operator_named(c.load);
  return {.associative = true, .commutative = user && user->commutes};
}

}  // namespace

std::vector<Case> by_schedules(const std::vector<Case>& calls, const Profile& profile, int most_ranks) {
  Selector selector(profile, Model::papers);
  std::vector<Case> all;
  for (auto c : calls) {
    const auto collective = row(c.procedure).collective;
    if (!collective || c.ranks > most_ranks || c.form != conform::Form::blocking) continue;
    try {
      c.schedule =
          print(selector.fastest({*collective, c.ranks, c.root, satisfied_by(c)}, static_cast<double>(bytes_of(c))));
    } catch (const NotProved&) {
      continue;
    } catch (const std::invalid_argument&) {
      continue;  // no candidate is left
    }
    if (!conform::why_not(c) && std::ranges::find(all, c) == all.end()) all.push_back(std::move(c));
  }
  return all;
}

}  // namespace tutti::baseline
