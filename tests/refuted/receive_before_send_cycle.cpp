// refuted: p = 3, round 0, rank 0: found waits for ever to receive from rank 2, due the other side posts its send (deadlock)
// Three ranks pass on round a ring, and each waits for its receive before it sends: no two of them block each other.
#include "tests/check/refuted.hpp"

namespace tutti {
namespace {

Programs receive_before_send_cycle() {
  const Envelope on[] = {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}};
  return {.messages = {on[0], on[1], on[2]},
          .posts = {{2, 0}, {0, 1}, {0, 0}, {1, 1}, {1, 0}, {2, 1}},
          .first = {0, 2, 4, 6}};
}

const WrongPrograms wrong_receive_before_send_cycle(receive_before_send_cycle);

}  // namespace
}  // namespace tutti
