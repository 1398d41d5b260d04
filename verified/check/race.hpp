// Inside one round: no slot is written twice, and none is overwritten while another step reads it.
#pragma once
#include <optional>
#include <vector>

#include "spec/verdict.hpp"

namespace tutti {

/// Finds the races of one round after the other. A fold may write what the same round sends (it waits for the send);
/// a replacing step may not, since its message lands while the send is still under way. A move inside a rank reads
/// late, so nothing of the same round may write what it reads.
class RaceCheck {
 public:
  RaceCheck(int ranks, int slots);

  /// A slot of a rank that two steps of the round fight over, or nothing. O(steps), and O(slots touched) for ranks with
  /// many steps in the round.
  std::optional<Counterexample> check(const Round& round);

 private:
  struct Access {
    Blocks slots;
    const Step* step;
    int next;  ///< the access of the same rank and kind before this one, or -1
  };
  struct Latest {
    int access = -1;
    int count = 0;
  };
  using Kind = std::vector<Latest>;

  std::optional<Counterexample> note_read(const Step& step);
  std::optional<Counterexample> note_write(const Step& step);
  std::optional<Counterexample> check_crowded(Rank rank);
  void note(Kind& kind, Rank rank, const Blocks& slots, const Step& step);
  const Access& access(int i) const { return accesses_[static_cast<std::size_t>(i)]; }
  Latest& reads(Rank r) { return readers_[static_cast<std::size_t>(r)]; }
  Latest& writes(Rank r) { return writers_[static_cast<std::size_t>(r)]; }

  Kind readers_, writers_;  ///< per rank, in this round
  std::vector<Access> accesses_;
  std::vector<Rank> crowded_;
  std::vector<const Step*> writer_of_;  ///< per slot of one crowded rank
};

}  // namespace tutti
