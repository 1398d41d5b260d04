#include "verified/conform/generate/cover.hpp"

#include <optional>

#include "verified/conform/case/legal.hpp"

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
  bool met(std::size_t combination) const { return met_[combination]; }
  bool would_be_new(const Levels& levels) const { return !met_[number(levels)]; }
  void note(const Levels& levels) { met_[number(levels)] = true; }
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
           std::mt19937_64& random)
      : start_(start), factors_(factors), random_(random) {
    for (const auto& together : meet) meetings_.emplace_back(factors, together);
  }

  std::vector<Case> cases() {
    std::vector<Case> all;
    for (std::size_t m = 0; m < meetings_.size(); ++m)
      for (std::size_t k = 0; k < meetings_[m].combinations(); ++k)
        if (!meetings_[m].met(k))
          if (const auto levels = best_with(meetings_[m], k)) {
            for (auto& meeting : meetings_) meeting.note(*levels);
            all.push_back(made(start_, factors_, *levels));
          }
    return all;
  }

 private:
  /// The one that meets the most, among some legal draws that contain this combination.
  std::optional<Levels> best_with(const Meetings& meeting, std::size_t combination) {
    constexpr int draws = 200, enough = 6;
    std::optional<Levels> best;
    int legal = 0, most = 0;
    for (int i = 0; i < draws && legal < enough; ++i) {
      Levels levels;
      for (const auto& f : factors_) levels.push_back(draw_below(f.levels, random_));
      meeting.put(combination, levels);
      if (why_not(made(start_, factors_, levels))) continue;
      ++legal;
      int fresh = 0;
      for (const auto& m : meetings_) fresh += m.would_be_new(levels);
      if (fresh <= most) continue;
      most = fresh;
      best = levels;
    }
    return best;
  }

  const Case& start_;
  const std::vector<Factor>& factors_;
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

std::vector<Case> cover(const Case& start, const std::vector<Factor>& factors, const std::vector<Together>& meet,
                        std::mt19937_64& random) {
  return Covering(start, factors, meet, random).cases();
}

}  // namespace tutti::conform
