// A second opinion on schedules that shares nothing with the prover: it passes the messages one by one between the
// memories of the ranks, in hostile orders, over numbers.
#pragma once
#include <cstdint>
#include <string>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"

namespace tutti::oracle {

enum class Answer { every_associative, only_commutative, wrong };

struct Judgement {
  Answer answer;
  std::string why;        ///< for `wrong`: what happened first
  bool exhaustive;        ///< every interleaving was seen; a wrong one ends the search, so then it says nothing
  std::int64_t runs = 0;  ///< complete interleavings, or distinct states where exhaustive
};

/// How an executor may behave. A rank runs the rounds in which it has steps, one phase each: it posts all sends and
/// receives of the phase at once and enters the next when all of them and all folds are done. Sends are synchronous: a
/// message passes when both sides have posted it, matched by (sender, receiver) in FIFO order, and at any moment after
/// that; it is read from the sender's memory at that moment, and a replacing step writes at that moment. A fold is
/// applied once all sends of the phase have passed. A local replacing step happens at any moment of the phase, a local
/// fold at any moment after the sends; the order among local steps and folds is open.
///
/// Wrong are: a rank or slot that does not exist; data of one length for a slot of another (every block has a length of
/// its own); a slot written twice in a phase, or while a send or local step of the phase has yet to read it; reading or
/// folding onto a slot that was never written; a stuck state; a wrong number at the end.
///
/// Numbers: 2×2 matrices and affine maps modulo 2^31-1 and strings, which do not commute; sums modulo 2^64 and products
/// modulo 2^31-1, which do; each compared with its own evaluation in rank order. Inputs come from `seed`.
///
/// All interleavings are searched where that meets at most `state_limit` distinct states (64-bit hashes of them);
/// otherwise `random_runs` random ones are made.
struct Limits {
  int state_limit = 5000;
  int random_runs = 200;
};
Judgement judge(const Schedule& schedule, Collective collective, Rank root, std::uint64_t seed, Limits limits = {});

}  // namespace tutti::oracle
