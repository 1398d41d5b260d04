// What an algorithm costs on a machine, by the replay of a schedule that was proved. (Beyond 64 ranks the selector goes
// by the formulas of records instead: select.hpp.)
#pragma once
#include <map>
#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "verified/check/prove.hpp"
#include "verified/choose/curve.hpp"
#include "verified/choose/profile.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// By which prices of a profile, and how several messages of one rank are charged (verified/check/cost.hpp): the
/// papers' single-ported model (Rabenseifner 3.1), where a message occupies both its ranks until it has arrived; or
/// LogGP, where a sender goes on to its next message after the gap.
enum class Model { papers, loggp };

/// One schedule for each p: an algorithm, and of a family one shape of it.
struct Candidate {
  const Algorithm* algorithm;
  Shape shape;
  bool operator==(const Candidate&) const = default;
};

/// "allreduce/ring", "allreduce/mixed_radix:3x4": one word.
std::string print(const Candidate& candidate);

/// A candidate cannot be priced, because it has no schedule or one that is refuted or undecided; what() says
/// why.
struct NotProved : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Those that have a schedule for p: each algorithm of the list with every shape, in their order. Throws
/// NotProved where a record fails to list its shapes.
std::vector<Candidate> candidates(std::span<const Algorithm* const> algorithms, int p);

/// The same for all algorithms of the collective.
std::vector<Candidate> candidates(Collective collective, int p);

/// Where there are more ranks, messages have the prices of the one line: there the selector goes by formulas, which
/// know no regimes.
inline constexpr int most_ranks_with_regimes = Prover::proved_whole;

/// The times of candidates on one machine: the replay of the proved schedule. The first time that a candidate, p and
/// root are asked for, its schedule is proved and replayed a few times, until its time is known for all sizes
/// (verified/choose/curve.hpp), with regimes between any two sizes at which a message comes into another one; from then
/// on a time takes less than a microsecond. Not to be shared between threads.
class PriceList {
 public:
  PriceList(const Profile& profile, Model model);

  /// Seconds until the last of p ranks has finished, to a relative 1e-12; `bytes` >= 0 is the size of the largest
  /// buffer of a rank, and counts as 0 for a barrier. `p` must be supported by the algorithm, 0 <= root < p. Throws
  /// NotProved.
  double seconds(const Candidate& candidate, int p, Rank root, double bytes);

  /// The sizes, ascending, at which that time may jump, because a message comes into another regime.
  std::vector<double> jumps(const Candidate& candidate, int p, Rank root);

 private:
  using Key = std::tuple<const Algorithm*, Shape, int, Rank>;
  /// From so many bytes on, until the next one.
  struct Piece {
    double from;
    Curve curve;
  };
  std::vector<Piece> price(const Candidate& candidate, int p, Rank root) const;
  const std::vector<Piece>& pieces(const Candidate& candidate, int p, Rank root);

  std::vector<Regime> regimes_;
  Prices prices_;
  LogGP loggp_;
  Model model_;
  std::map<Key, std::vector<Piece>> known_;
};

}  // namespace tutti
