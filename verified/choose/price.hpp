// What an algorithm costs on a machine: never from a formula alone, always from a schedule that was proved.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

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
};

/// Those that have a schedule for p: each algorithm of the list with every shape, in their order.
std::vector<Candidate> candidates(std::span<const Algorithm* const> algorithms, int p);

/// The same for all algorithms of the collective.
std::vector<Candidate> candidates(Collective collective, int p);

/// A candidate cannot be priced, because its schedule or the formula of its record is refuted; what() says by what.
struct NotProved : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The times of candidates. The first time that a candidate, p and root are asked for, its schedule is proved and its
/// formula compared with the replay; from then on a time takes about a microsecond in the papers' model, which is the
/// checked formula, and one replay of the proved schedule, O(steps), in LogGP. Not to be shared between threads.
class PriceList {
 public:
  explicit PriceList(Model model);
  PriceList(PriceList&&) noexcept;
  ~PriceList();

  /// Seconds until the last of p ranks has finished; `bytes` >= 0 is the size of the largest buffer of a rank, and
  /// counts as 0 for a barrier. `p` must be supported by the algorithm, 0 <= root < p. Throws NotProved.
  double seconds(const Candidate& candidate, int p, Rank root, double bytes, const Profile& profile);

 private:
  struct Entry;
  using Key = std::tuple<const Algorithm*, Shape, int, Rank>;
  Entry& entry(const Candidate& candidate, int p, Rank root);

  Model model_;
  std::map<Key, Entry> entries_;
};

}  // namespace tutti
