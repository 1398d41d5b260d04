// Writes schedules: the vocabulary in which an algorithm file is written.
#pragma once
#include <array>
#include <string_view>

#include "verified/schedule/group.hpp"

namespace tutti {

/// The seats whose sends matter to a builder: all of them, or the few that concern one rank.
class Senders {
 public:
  explicit Senders(int all) : all_(true), size_(all) {}
  Senders(int mine, int source) : all_(false) {
    if (mine >= 0) few_[static_cast<std::size_t>(size_++)] = mine;
    if (mine >= 0 && source >= 0 && source != mine) few_[static_cast<std::size_t>(size_++)] = source;
  }
  struct iterator {
    const Senders* of;
    int i;
    int operator*() const { return of->all_ ? i : of->few_[static_cast<std::size_t>(i)]; }
    iterator& operator++() { return ++i, *this; }
    bool operator!=(const iterator& o) const { return i != o.i; }
  };
  iterator begin() const { return {this, 0}; }
  iterator end() const { return {this, size_}; }

 private:
  bool all_;
  int size_ = 0;
  std::array<int, 2> few_{};
};

class Builder {
 public:
  /// A schedule for `group` whose vector is cut into `blocks` >= 1 blocks.
  Builder(const Group& group, int blocks);
  /// A schedule in which every rank has a block for each rank (slots 0 to p - 1) and gets one from each (slots p to
  /// 2p - 1).
  static Builder exchange(const Group& group);

  /// `slots` scratch slots at every rank, numbered from `blocks`; slot k of rank r has the size of block_of(r, k).
  template <class F>
  void scratch(int slots, F block_of) {
    schedule_.extra = slots;
    schedule_.scratch.resize(static_cast<std::size_t>(group_.ranks));
    for (Rank r = group_.only < 0 ? 0 : group_.only; r <= (group_.only < 0 ? group_.ranks - 1 : group_.only); ++r)
      for (int k = 0; k < slots; ++k) schedule_.scratch[static_cast<std::size_t>(r)].push_back(block_of(r, k));
  }

  /// Opens a round; the steps that follow belong to it. With a number: "halve at distance 4".
  void round(std::string_view says);
  void round(std::string_view says, int number);

  /// dst = src. `at` is the first destination slot, the same as at the source unless given.
  void move(Rank from, Rank to, Blocks blocks, int at = -1) { add({from, to, blocks, at, Action::replace}); }
  /// Combines in the order of the two ranks: right wherever both hold runs of ranks that lie side by side.
  void fold(Rank from, Rank to, Blocks blocks, int at = -1) {
    add({from, to, blocks, at, from < to ? Action::fold_left : Action::fold_right});
  }
  /// dst = src·dst
  void fold_left(Rank from, Rank to, Blocks blocks, int at = -1) { add({from, to, blocks, at, Action::fold_left}); }
  /// dst = dst·src
  void fold_right(Rank from, Rank to, Blocks blocks, int at = -1) { add({from, to, blocks, at, Action::fold_right}); }

  /// For a round in which every seat sends at most once: the seats to loop over. `source_of(v)` is the seat that v
  /// hears from (any seat or -1 where none). This is what makes an estimate of one rank cheap.
  template <class F>
  Senders senders(const Seats& seats, F source_of) const {
    if (group_.only < 0) return Senders(seats.count());
    const int mine = seats.of(group_.only);
    return Senders(mine, mine < 0 ? -1 : source_of(mine));
  }

  Schedule done() && { return std::move(schedule_); }

 private:
  void add(Step step);
  Group group_;
  Schedule schedule_;
};

}  // namespace tutti
