// refuted: p = 2, round 0, rank 0: found waits for ever to receive from rank 1, due the other side posts its send (deadlock)
// Two ranks exchange, and both wait for their receive before they send.
#include "tests/check/refuted.hpp"

namespace tutti {
namespace {

Programs receive_before_send() {
  const Envelope there{0, 1, 0}, back{1, 0, 0};
  return {.messages = {there, back}, .posts = {{1, 0}, {0, 1}, {0, 0}, {1, 1}}, .first = {0, 2, 4}};
}

const WrongPrograms wrong_receive_before_send(receive_before_send);

}  // namespace
}  // namespace tutti
