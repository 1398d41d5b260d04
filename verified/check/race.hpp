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
  explicit RaceCheck(int ranks) : readers_(static_cast<std::size_t>(ranks), -1), writers_(readers_) {}

  /// A slot of a rank that two steps of the round fight over, or nothing.
  std::optional<Counterexample> check(const Round& round);

 private:
  struct Access {
    Blocks slots;
    const Step* step;
    int next;
  };
  std::optional<Counterexample> read(const Step& step);
  std::optional<Counterexample> write(const Step& step);

  std::vector<int> readers_, writers_;  ///< per rank: its latest access in this round, or -1
  std::vector<Access> accesses_;
};

}  // namespace tutti
