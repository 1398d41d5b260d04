// The memory of all ranks as a plan runs: what stands where, who has touched it since, and who knows of that.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verified/check/trees.hpp"
#include "verified/others/plan_frame.hpp"

namespace tutti::others {

/// Of each actor, such as a threadblock, how many of its events one knows to be over.
using Clock = std::vector<int>;
void merge(Clock& into, const Clock& from);

/// An event that touches a chunk.
struct Access {
  int actor = -1, event = -1;  ///< -1: nobody's
  bool may_be_pending = false;
};

class PlanMemory {
 public:
  static constexpr int none = -1;  ///< no call: of data

  /// `name` says of an event who it is. Inputs are where they belong.
  PlanMemory(const PlanFrame& frame, std::function<std::string(const Access&)> name);

  Trees& trees() { return trees_; }

  /// What is there, for an event that knows so much: data, or packets of that call. A write that it does not know of is
  /// a race; what is not there is undefined.
  std::vector<Tree> read(const Chunks& from, const Clock& known, const Access& by, int call = none);
  /// What packets bring, each of which says itself that it is there.
  std::vector<Tree> read_packets(const Chunks& from, const Access& by);
  /// Reads and writes that it does not know of are races. As packets of a call, of which each chunk takes one.
  void write(const Chunks& to, const std::vector<Tree>& values, const Clock& known, const Access& by, int call = none);
  const Access& writer(const Chunks& at, int i) const { return cell(at, i).written; }

  /// An event whose threads read and write in no order. Where it writes what it reads elsewhere, that is a race.
  void check_overlap(const Chunks& from, const Chunks& to, const Access& by);

  /// The application takes what it is due at a rank, which must be what the model says, and gives new input.
  void take_output(Rank rank, const Clock& known, const Access& by);
  void give_input(Rank rank, const Clock& known, const Access& by);

  /// The first fault; undefined before contract, and a race before either.
  std::optional<PlanFault> fault() const;
  bool has_raced() const { return race_.has_value(); }
  /// What all that was taken needs of the operator, and whether ranks agree.
  Needs needs() const { return needs_; }
  /// It combines in an order that nobody knows.
  void needs_commutative() { needs_.commutative = true; }
  bool agreement() const { return agreement_; }

 private:
  struct Cell {
    Tree value = nothing;
    Access written;
    int packet = none;
    std::vector<Access> read;  ///< since then
  };
  Cell& cell(const Chunks& at, int i) { return cells_[index(at.rank)][index(frame_.cell(at.rank, at.first) + i)]; }
  const Cell& cell(const Chunks& at, int i) const {
    return cells_[index(at.rank)][index(frame_.cell(at.rank, at.first) + i)];
  }
  int letters() const;
  std::optional<int> letter_of_input(Rank rank, int i) const;
  std::optional<Word> due_in(Rank rank, int o) const;
  void race(std::string text);
  void check_value(Rank rank, int o, const Cell& found, const Word& due);
  std::string print(Tree tree) const;

  const PlanFrame& frame_;
  Trees trees_;
  std::vector<std::vector<Cell>> cells_;
  std::function<std::string(const Access&)> name_;
  std::optional<PlanFault> race_, undefined_, contract_;
  Needs needs_;
  bool agreement_ = true;
  std::vector<Tree> common_;  ///< what was taken of each chunk of the output that all ranks have
};

}  // namespace tutti::others
