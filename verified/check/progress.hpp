// No deadlock: what each rank posts and waits for, run with no buffering at all.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "spec/verdict.hpp"

namespace tutti {

/// The envelope of one message (MPI 4.0, 3.2.3): `from` sends it, `to` receives it. `round` says where it stands in the
/// schedule.
struct Envelope {
  Rank from, to;
  int round;
};

/// A send or receive of the message with that index, in a stage of the rank that posts it.
struct Post {
  int message;
  int stage;
};

/// What every rank does, in order: it posts all sends and receives of a stage at once and waits for all of them before
/// it enters the next. `posts` holds rank after rank (rank r from first[r] to first[r + 1]), stages ascending.
struct Programs {
  std::vector<Envelope> messages;
  std::vector<Post> posts;
  std::vector<std::size_t> first;

  int ranks() const { return static_cast<int>(first.size()) - 1; }
  std::span<const Post> of(Rank r) const {
    return std::span(posts).subspan(first[static_cast<std::size_t>(r)],
                                    first[static_cast<std::size_t>(r) + 1] - first[static_cast<std::size_t>(r)]);
  }
};

/// A round in which steps with the same two ranks do not stand side by side, so that it is not clear what one message
/// is. O(steps), and O(k lg k) for the k messages of ranks that send several in a round.
std::optional<Counterexample> find_split_message(const Schedule& schedule);

/// The messages of one round are one stage of every rank that has a share in it. Moves inside a rank are no messages.
Programs programs_of(const Schedule& schedule);

/// A rank that waits for ever, or nothing where every rank comes to its end. Every send is synchronous. Receives name
/// their source and channels are FIFO, so the programs form a Kahn network: one interleaving stands for all, and for
/// deadlock the synchronous ones suffice (Siegel and Avrunin, 2003). O(messages).
std::optional<Counterexample> find_deadlock(const Programs& programs);

}  // namespace tutti
