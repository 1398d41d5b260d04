// What programs of ranks for GPUs have in common (plan.hpp, onesided.hpp): what they compute, where it lies, and what
// is found of them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"
#include "spec/verdict.hpp"

namespace tutti::others {

// What is looked at; more is refused.
inline constexpr int most_gpus = 4096, most_chunks = 1 << 16, most_plan_cells = 1 << 24;

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// A collective by the name that a form of files gives it.
struct NamedCollective {
  std::string_view name;
  Collective collective;
};
/// The names in the rows of a table: "a, b, c".
template <class Rows>
std::string names_in(const Rows& rows) {
  std::string text;
  for (const auto& r : rows) text.append(text.empty() ? "" : ", ").append(r.name);
  return text;
}

enum class Buffer { input, output, scratch, second_scratch };
constexpr std::string_view name_of(Buffer b) {
  constexpr std::string_view names[] = {"input", "output", "scratch", "second scratch"};
  return names[static_cast<std::size_t>(b)];
}

struct Chunk {
  Buffer buffer = Buffer::input;
  int number = 0;
};

/// What a plan computes, and how the memory of a rank lies.
struct PlanFrame {
  std::string name;
  Collective collective = Collective::allreduce;
  Rank root = 0;
  bool in_place = false;
  int chunks = 1;  ///< of the vector where the schedule may cut it, else of each block
  int ranks = 1;
  int parts = 1;                ///< into which each chunk of its author is cut; what is a chunk here is one of these
  int scratch = 0;              ///< chunks of the rank that has the most
  bool second_scratch = false;  ///< behind it lies another one as large; calls take turns

  /// Chunks of the input and of the output of a rank.
  int inputs() const { return chunks * (has_input_for_each() ? ranks : 1); }
  int outputs() const { return chunks * (has_output_of_each() ? ranks : 1); }
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
      case Buffer::second_scratch: return data() + scratch + at.number;
      case Buffer::scratch: break;
    }
    return data() + at.number;
  }
  int data() const { return in_place ? std::max(inputs(), outputs()) : inputs() + outputs(); }
  int cells() const { return data() + scratch * (second_scratch ? 2 : 1); }
};

/// `count` chunks of a rank from `first` on.
struct Chunks {
  Rank rank = 0;
  Chunk first;
  int count = 0;
};
/// "chunk 3", and "chunk 3 of the input of rank 1": the i-th of these.
std::string name_of_number(const PlanFrame& frame, int number);
std::string name_of_chunk(const PlanFrame& frame, const Chunks& at, int i);

/// What is wrong, with the rank, the threadblock and the step.
struct PlanFault {
  Fault fault;
  std::string text;
};

struct PlanVerdict {
  std::optional<PlanFault> refuted;
  // Where it is not refuted:
  Needs needs;               ///< of the operator
  bool agreement = true;     ///< all ranks combine what they all have in one and the same tree
  std::optional<int> slots;  ///< how many messages a connection must hold so that all steps come to their end
  std::int64_t messages = 0;
};

}  // namespace tutti::others
