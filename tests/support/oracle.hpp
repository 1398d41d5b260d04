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

/// How an executor may behave. A rank runs the rounds in which it has steps, one stage each: it posts all sends and
/// receives of the stage at once and enters the next when all of them and all folds are done. Sends are synchronous: a
/// message passes when both sides have posted it, matched by (sender, receiver) in FIFO order, and at any moment after
/// that; it is read from the sender's memory at that moment, and a replacing step writes at that moment. A fold is
/// applied once all sends of the stage have passed. A local replacing step happens at any moment of the stage, a local
/// fold at any moment after the sends; the order among local steps and folds is open.
///
/// Wrong are: a rank or slot that does not exist; data of one length for a slot of another (every block has a length of
/// its own, but in a gather, scatter, allgather or alltoall all have the same); a fold where the collective has no
/// operator; a slot written twice in a stage, or while a send or local step of the stage has yet to read it; reading or
/// folding onto a slot that was never written; a stuck state; a wrong number at the end.
///
/// Numbers: 2×2 matrices and affine maps modulo 2^31-1 and strings, which do not commute; sums modulo 2^64 and products
/// modulo 2^31-1, which do; each compared with its own evaluation in rank order. Inputs come from `seed`; no two blocks
/// have the same content. Where data is only moved, a right answer is `every_associative`.
///
/// A barrier is wrong where some rank can leave though another has not entered: for each rank that comes late, all
/// others go as far as they can, with messages that are buffered. Its slots carry the set of ranks that are known to
/// have entered, with the semantics of the schedule language: a fold is the union, a replacing step forgets what was
/// known. Messages of a real barrier are empty, and a rank that has received one cannot forget it; but a schedule that
/// needs that is wrong here, as it is for the prover: the set at the end, too, must hold all ranks.
///
/// At most 64 ranks. All interleavings are searched where that meets at most `state_limit` distinct states (64-bit
/// hashes of them); otherwise `random_runs` random ones are made, and four for each rank in which it is late.
struct Limits {
  int state_limit = 5000;
  int random_runs = 200;
};
Judgement judge(const Schedule& schedule, Collective collective, Rank root, std::uint64_t seed, Limits limits = {});

}  // namespace tutti::oracle
