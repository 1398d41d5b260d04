// Programs of ranks as AI clusters write them: threadblocks of each GPU, whose steps go on at the same time, send and
// receive by connections, and wait for each other. Readers of files make them (msccl_xml.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"

namespace tutti::others {

enum class Buffer { input, output, scratch };
constexpr std::string_view name_of(Buffer b) {
  constexpr std::string_view names[] = {"input", "output", "scratch"};
  return names[static_cast<std::size_t>(b)];
}

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

/// The first of `count` chunks of a step.
struct Chunk {
  Buffer buffer = Buffer::input;
  int number = 0;
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

struct Plan {
  std::string name;
  Collective collective = Collective::allreduce;
  Rank root = 0;
  bool in_place = false;
  int chunks = 1;  ///< of the vector where the schedule may cut it, else of each block
  std::vector<Gpu> gpus;

  int ranks() const { return static_cast<int>(gpus.size()); }
  /// Chunks of the input and of the output of a rank.
  int inputs() const { return chunks * (has_input_for_each() ? ranks() : 1); }
  int outputs() const { return chunks * (has_output_of_each() ? ranks() : 1); }
  bool has_input_for_each() const {
    return collective == Collective::reduce_scatter_block || collective == Collective::alltoall;
  }
  bool has_output_of_each() const { return collective == Collective::allgather || collective == Collective::alltoall; }

  /// A rank's memory as one row of cells: its data, where input and output are one in place, and its scratch. The input
  /// of an allgather in place is the block of its rank, and so is the output of a reduce_scatter.
  int cell(Rank rank, const Chunk& at) const {
    switch (at.buffer) {
      case Buffer::input:
        return at.number + (in_place && has_output_of_each() && !has_input_for_each() ? rank * chunks : 0);
      case Buffer::output:
        if (!in_place) return inputs() + at.number;
        return at.number + (has_input_for_each() && !has_output_of_each() ? rank * chunks : 0);
      case Buffer::scratch: break;
    }
    return data() + at.number;
  }
  int data() const { return in_place ? std::max(inputs(), outputs()) : inputs() + outputs(); }
  int cells(Rank rank) const { return data() + gpus[static_cast<std::size_t>(rank)].scratch; }
};

}  // namespace tutti::others
