// The ranks that a schedule is built for, and how virtual seats map to them.
#pragma once
#include <vector>

#include "spec/schedule.hpp"
#include "verified/schedule/arithmetic.hpp"

namespace tutti {

/// `ranks` >= 1 ranks, one of them the root. With `only` >= 0 a builder writes down just the steps of that rank, in
/// about the time of those: an estimate, nothing that runs (see project.hpp). `shape` is one of a family:
/// Record::shapes.
struct Group {
  int ranks;
  Rank root = 0;
  Rank only = -1;
  Shape shape = {};
};

/// The largest power of two that is at most n >= 1.
constexpr int floor2(int n) {
  int q = 1;
  while (fits_twice(q, n)) q *= 2;
  return q;
}

constexpr bool power_of_two(int n) { return floor2(n) == n; }

/// Virtual numbers 0..count-1 of the ranks that take part, as the papers renumber them.
class Seats {
 public:
  template <class F>
  Seats(int ranks, int count, F rank_of)
      : rank_(static_cast<std::size_t>(count)), seat_(static_cast<std::size_t>(ranks), -1) {
    for (int v = 0; v < count; ++v) assign(v, rank_of(v));
  }
  explicit Seats(int ranks) : Seats(ranks, ranks, [](int v) { return v; }) {}

  int count() const { return static_cast<int>(rank_.size()); }
  Rank operator[](int seat) const { return rank_[static_cast<std::size_t>(seat)]; }
  /// The seat of a rank, or -1 where it has none.
  int of(Rank rank) const { return seat_[static_cast<std::size_t>(rank)]; }
  /// Gives the seat to another rank; who had it has none from now on.
  void assign(int seat, Rank rank) {
    auto& holder = rank_[static_cast<std::size_t>(seat)];
    if (of(holder) == seat) seat_[static_cast<std::size_t>(holder)] = -1;
    holder = rank;
    seat_[static_cast<std::size_t>(rank)] = seat;
  }

 private:
  std::vector<Rank> rank_;
  std::vector<int> seat_;
};

}  // namespace tutti
