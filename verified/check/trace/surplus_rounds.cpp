#include "verified/check/trace/surplus_rounds.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "verified/schedule/group.hpp"

namespace tutti {
namespace {

/// Whom each rank talks to in a round: its only partner, or nobody, or several.
class Partners {
 public:
  explicit Partners(const TraceRound& round) {
    for (const auto& part : round.parts) {
      std::set<Rank> others(part.heard_from.begin(), part.heard_from.end());
      others.insert(part.sent_to.begin(), part.sent_to.end());
      if (!others.empty()) of_[part.rank] = others.size() == 1 ? *others.begin() : several;
    }
  }
  /// The only partner of the rank; `none` or `several` if there is no such.
  Rank of(Rank rank) const {
    const auto at = of_.find(rank);
    return at == of_.end() ? none : at->second;
  }
  int ranks() const { return static_cast<int>(of_.size()); }
  bool all_paired() const {
    return std::ranges::none_of(of_, [](const auto& entry) { return entry.second == several; });
  }
  static constexpr Rank none = -1, several = -2;

 private:
  std::map<Rank, Rank> of_;
};

/// Only the first 2(p - q) ranks talk, each to its neighbour: how the papers remove the surplus ranks.
bool joins_neighbours(const Partners& partners, int surplus) {
  if (partners.ranks() != 2 * surplus) return false;
  for (Rank r = 0; r < 2 * surplus; ++r)
    if (partners.of(r) != (r ^ 1)) return false;
  return true;
}

/// q ranks talk in pairs, one of each pair of neighbours among the first 2(p - q) and all others.
bool works_without_surplus(const Partners& partners, int p, int surplus) {
  if (partners.ranks() != p - surplus || !partners.all_paired()) return false;
  for (Rank r = 0; r < 2 * surplus; r += 2)
    if ((partners.of(r) < 0) == (partners.of(r + 1) < 0)) return false;
  return true;
}

/// The first q ranks talk in pairs among themselves, whatever the others do.
bool pairs_first(const Partners& partners, int q) {
  for (Rank r = 0; r < q; ++r)
    if (partners.of(r) < 0 || partners.of(r) >= q) return false;
  return true;
}

/// Every message goes from the first q ranks to the others or back.
bool crosses(const TraceRound& round, int q) {
  return !round.transfers.empty() &&
         std::ranges::all_of(round.transfers, [q](const TraceStep& t) { return (t.step.from < q) != (t.step.to < q); });
}

bool folds(const TraceRound& round) {
  return std::ranges::any_of(round.transfers, [](const TraceStep& t) { return t.step.action != Action::replace; });
}

}  // namespace

void mark_surplus_rounds(Trace& trace) {
  const int p = trace.ranks, q = floor2(p), surplus = p - q;
  if (surplus == 0 || !reduces(trace.collective)) return;
  const std::vector<Partners> partners(trace.rounds.begin(), trace.rounds.end());
  const auto some = [&](auto property) { return std::ranges::any_of(partners, property); };
  const bool removes = some([&](const auto& x) { return works_without_surplus(x, p, surplus); }) &&
                       some([&](const auto& x) { return joins_neighbours(x, surplus); });
  const bool hands_on = !removes && some([&](const auto& x) { return pairs_first(x, q); });
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    auto& round = trace.rounds[i];
    const bool last = i + 1 == trace.rounds.size();
    round.surplus = (removes && joins_neighbours(partners[i], surplus)) ||
                    (hands_on && crosses(round, q) && (!last || folds(round)));
  }
}

}  // namespace tutti
