// Programs of ranks as AI clusters write them: threadblocks of each GPU, whose steps go on at the same time, send and
// receive by connections, and wait for each other. Readers of files make them (msccl_xml.hpp).
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "verified/others/plan_frame.hpp"

namespace tutti::others {

/// What a step does, in this order: it receives, reads its source, combines, stores in its target, sends what it has.
/// Where it receives and combines that is source·received, as the interpreter of MSCCL has it (its local operand is the
/// first), else target·source.
struct StepKind {
  std::string_view name;
  bool receives, reads, combines, stores, sends;
};
inline constexpr std::array step_kinds{
    StepKind{"nop", false, false, false, false, false}, StepKind{"s", false, true, false, false, true},
    StepKind{"r", true, false, false, true, false},     StepKind{"rcs", true, false, false, true, true},
    StepKind{"rrc", true, true, true, true, false},     StepKind{"rrs", true, true, true, false, true},
    StepKind{"rrcs", true, true, true, true, true},     StepKind{"cpy", false, true, false, true, false},
    StepKind{"re", false, true, true, true, false},
};

/// Another step of the same GPU, by where its threadblock stands in Gpu::threadblocks; none where that is -1.
struct StepPlace {
  int threadblock = -1, step = -1;
};

struct PlanStep {
  const StepKind* kind = step_kinds.data();
  Chunk source, target;
  int count = 0;
  StepPlace after;       ///< it waits until that one is over
  bool signals = false;  ///< it says so when it is over: who waits for one that does not waits for ever
};

struct Threadblock {
  int id = 0;
  Rank send_to = -1, receive_from = -1;  ///< -1: none
  int channel = 0;
  std::vector<PlanStep> steps;
};

struct Gpu {
  int scratch = 0;  ///< chunks
  std::vector<Threadblock> threadblocks;
};

struct Plan : PlanFrame {
  std::vector<Gpu> gpus;  ///< of each rank
};

}  // namespace tutti::others
