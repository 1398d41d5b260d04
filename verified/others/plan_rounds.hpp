// What moves as a plan runs, as a schedule of rounds, so that it can be drawn, priced and run like ours.
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "verified/others/plan_frame.hpp"
#include "verified/others/schedule_file.hpp"

namespace tutti::others {

/// Puts each movement into the earliest round that it can be in, counted from 0: after the rounds in which what it
/// reads is written, and not before what it overwrites has been read. Movements are told in an order in which they may
/// happen.
class PlanRounds {
 public:
  /// Throws NoSchedule where blocks have several chunks, for which the language of schedules has no words.
  explicit PlanRounds(const PlanFrame& frame);

  struct Place {
    Rank rank = 0;
    int cell = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  /// A cell of scratch that nothing else uses.
  Place fresh(Rank rank);

  /// A value that has left its place and has not arrived.
  struct Underway {
    Place from;
    std::size_t version = 0;
    int slot = 0, block = 0;
    int earliest = 0;  ///< round
  };
  Underway leave(Place from, int earliest);
  /// The round in which it arrives. What was overwritten behind it goes through scratch. Throws NoSchedule where it is
  /// combined with a chunk of another number.
  int arrive(const Underway& value, Place to, Action action, int earliest, std::string_view says);
  int move(Place from, Place to, Action action, int earliest, std::string_view says) {
    return arrive(leave(from, earliest), to, action, earliest, says);
  }

  /// All that was told, and at the end what is due goes where it is due.
  GivenSchedule take() &&;

 private:
  struct End {
    int round;
    bool combines;
  };
  struct Cell {
    int slot = -1, block = 0;
    int written = -1, read = -1;  ///< the last rounds in which that was or will be done
    std::vector<End> ends;        ///< of each earlier value, when it was overwritten
  };
  bool has_labels() const;
  Cell& at(const Place& place) {
    return cells_[static_cast<std::size_t>(place.rank)][static_cast<std::size_t>(place.cell)];
  }
  int natural_slot(Rank rank, int cell) const;
  int fresh_slot(Rank rank, int block);
  int slot_for(const Place& place, int block);
  void add(int round, const Step& step, std::string_view says);
  void bring_results_home();

  const PlanFrame& frame_;
  Schedule schedule_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::vector<int>> scratch_;  ///< labels
  std::map<std::tuple<Rank, int, int>, int> other_slots_;
  std::map<int, std::pair<std::set<std::string, std::less<>>, std::vector<Step>>> rounds_;
};

}  // namespace tutti::others
