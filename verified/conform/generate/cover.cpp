// Compiled with -O1, since it tries many cases for each that it takes.
#include "verified/conform/generate/cover.hpp"

#include <algorithm>
#include <optional>

namespace tutti::conform {
namespace {

using Levels = std::vector<int>;

int draw_below(int n, std::mt19937_64& random) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

/// Which combinations of one Together have been met, counted in mixed radix.
class Meetings {
 public:
  Meetings(const std::vector<Factor>& factors, const Together& together) : factors_(factors), together_(together) {
    std::size_t combinations = 1;
    for (const auto f : together_) combinations *= static_cast<std::size_t>(factors_[f].levels);
    met_.assign(combinations, false);
  }

  std::size_t combinations() const { return met_.size(); }
  bool fixes(std::size_t factor) const { return std::ranges::count(together_, factor) > 0; }
  bool met(std::size_t combination) const { return met_[combination]; }
  bool would_be_new(const Levels& levels) const { return !met_[number(levels)]; }
  void note(const Levels& levels) { met_[number(levels)] = true; }
  Coverage coverage() const {
    Coverage c{{}, static_cast<int>(met_.size()), static_cast<int>(std::ranges::count(met_, true))};
    for (const auto f : together_) c.factors.push_back(factors_[f].name);
    return c;
  }
  void put(std::size_t combination, Levels& levels) const {
    for (const auto f : together_) {
      const auto n = static_cast<std::size_t>(factors_[f].levels);
      levels[f] = static_cast<int>(combination % n);
      combination /= n;
    }
  }

 private:
  std::size_t number(const Levels& levels) const {
    std::size_t number = 0, weight = 1;
    for (const auto f : together_) {
      number += weight * static_cast<std::size_t>(levels[f]);
      weight *= static_cast<std::size_t>(factors_[f].levels);
    }
    return number;
  }

  const std::vector<Factor>& factors_;
  const Together& together_;
  std::vector<bool> met_;
};

class Covering {
 public:
  Covering(const Case& start, const std::vector<Factor>& factors, const std::vector<Together>& meet,
           const Refusal& refusal, std::mt19937_64& random)
      : start_(start), factors_(factors), refusal_(refusal), random_(random) {
    for (const auto& together : meet) meetings_.emplace_back(factors, together);
  }

  Cover done() {
    Cover all;
    for (const auto& asked : meetings_)
      for (std::size_t k = 0; k < asked.combinations(); ++k)
        if (!asked.met(k))
          if (const auto levels = with(asked, k)) {
            for (auto& meeting : meetings_) meeting.note(*levels);
            all.cases.push_back(made(start_, factors_, *levels));
          }
    for (const auto& meeting : meetings_) all.met.push_back(meeting.coverage());
    return all;
  }

 private:
  std::optional<Levels> with(const Meetings& meeting, std::size_t combination) {
    auto levels = best_with(meeting, combination);
    return levels ? levels : plainest_with(meeting, combination);
  }

  /// The one that meets the most, among some possible draws that contain this combination.
  std::optional<Levels> best_with(const Meetings& meeting, std::size_t combination) {
    constexpr int draws = 12, enough = 6;
    std::optional<Levels> best;
    int found = 0, most = 0;
    for (int i = 0; i < draws && found < enough; ++i) {
      Levels levels;
      for (const auto& f : factors_) levels.push_back(draw_below(f.levels, random_));
      meeting.put(combination, levels);
      if (!made_possible(levels, meeting)) continue;
      ++found;
      int fresh = 0;
      for (const auto& m : meetings_) fresh += m.would_be_new(levels);
      if (fresh <= most) continue;
      most = fresh;
      best = levels;
    }
    return best;
  }

  /// Puts factors that are free back to their first level, one after the other, until the case is possible.
  bool made_possible(Levels& levels, const Meetings& meeting) {
    if (!refused(levels)) return true;
    const auto first = static_cast<std::size_t>(draw_below(static_cast<int>(levels.size()), random_));
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const auto f = (first + i) % levels.size();
      if (levels[f] == 0 || meeting.fixes(f)) continue;
      levels[f] = 0;
      if (!refused(levels)) return true;
    }
    return false;
  }

  std::optional<Levels> plainest_with(const Meetings& meeting, std::size_t combination) {
    constexpr int most_changes = 4;
    Levels levels(factors_.size(), 0);
    meeting.put(combination, levels);
    if (!undone(refused(levels), levels, meeting, most_changes)) return std::nullopt;
    return levels;
  }

  /// Puts one free factor after the other to another level that is refused for another reason, until none is left.
  bool undone(const std::optional<std::string>& why, Levels& levels, const Meetings& meeting, int changes) {
    if (!why || changes == 0) return !why;
    for (std::size_t f = 0; f < levels.size(); ++f) {
      if (!factors_[f].permits || levels[f] != 0 || meeting.fixes(f)) continue;
      for (int level = 1; level < factors_[f].levels; ++level) {
        levels[f] = level;
        if (const auto next = refused(levels); next != why && undone(next, levels, meeting, changes - 1)) return true;
      }
      levels[f] = 0;
    }
    return false;
  }

  std::optional<std::string> refused(const Levels& levels) const { return refusal_(made(start_, factors_, levels)); }

  const Case& start_;
  const std::vector<Factor>& factors_;
  const Refusal& refusal_;
  std::mt19937_64& random_;
  std::vector<Meetings> meetings_;
};

}  // namespace

std::vector<Together> all_pairs(std::size_t n) {
  std::vector<Together> all;
  for (std::size_t a = 0; a < n; ++a)
    for (auto b = a + 1; b < n; ++b) all.push_back({a, b});
  return all;
}

Case made(Case start, const std::vector<Factor>& factors, const std::vector<int>& levels) {
  for (std::size_t f = 0; f < factors.size(); ++f) factors[f].set(start, levels[f]);
  return start;
}

Cover cover(const Case& start, const std::vector<Factor>& factors, const std::vector<Together>& meet,
            const Refusal& refusal, std::mt19937_64& random) {
  return Covering(start, factors, meet, refusal, random).done();
}

}  // namespace tutti::conform
