// Single calls, with and without a child process, and how far apart two bracketings get.
#include <cstring>

#include "verified/op/black_box/bench.hpp"
#include "verified/op/black_box/black_box.hpp"

namespace tutti::op {

Outcome call_once(const Function& function, const Type& type, const Bytes& in, const Bytes& inout, int len,
                  Placement placement) {
  constexpr double deadline = 2;
  const Experiment call = one_call(len);
  Sandbox sandbox(type, function, {}, len);
  sandbox.prepare(call.sequence, 1);
  std::memcpy(sandbox.cells(0), in.data(), in.size());
  std::memcpy(sandbox.cells(0) + in.size(), inout.data(), inout.size());
  if (const auto failure = sandbox.run(placement, deadline)) return {{}, failure->says};
  return {Cells(type, sandbox.cells(0), nullptr).bytes(2 * len, len), ""};
}

Bytes combine(const Function& function, const Type&, const Bytes& x, const Bytes& y) {
  Bytes in = x, inout = y;
  function.call(in.data(), inout.data(), 1);
  return inout;
}

}  // namespace tutti::op
