// Programs of ranks that write into each other's memory: threadblocks of each GPU put, read, combine, signal and wait.
// Readers of files make them (mscclpp_json.hpp).
#pragma once
#include <string>
#include <vector>

#include "verified/others/plan_frame.hpp"

namespace tutti::others {

/// Chunks that an operation reads or writes: data, or packets, each of which says itself that it is there. Known
/// packets are read as they lie, by one who must know that they are there.
enum class Form { data, packets, known_packets };
struct Region {
  Chunks chunks;
  Form form = Form::data;
};

/// What the threads of a threadblock do: of data each one a part, of what is signalled and waited for the i-th one the
/// i-th. Nothing but `sync` makes them wait for each other.
struct Operation {
  enum class Kind {
    sync,     ///< all threads have come here before one goes on
    barrier,  ///< likewise, of all threadblocks of that barrier
    release,  ///< each semaphore of `objects` counts one more
    acquire,  ///< waits until each has something, and counts one less
    flush,    ///< waits until the proxies in `objects` have done what was put to them
    move,     ///< what is read, combined from left to right, is written
  };
  Kind kind = Kind::sync;
  std::string name;           ///< as its file has it
  int number = 0, unit = -1;  ///< in the threadblock; and which unit of a pipeline, -1: none
  std::vector<int> objects;   ///< a barrier, semaphores or proxies
  std::vector<int> proxies;   ///< of a release: -1, or the proxy that does it behind what was put to it
  bool relaxed = false;       ///< it brings no more than that its rank has begun the call
  std::vector<Region> reads, writes;
  bool in_any_order = false;   ///< operands are combined in an order that nobody knows
  int proxy = -1, thread = 0;  ///< that does it, put to it by that thread
};

struct OneSidedBlock {
  Rank rank = 0;
  int id = 0;
  std::vector<Operation> operations;
};

struct OneSidedPlan : PlanFrame {
  bool has_pipelines = false;  ///< whose chunks are cut into units
  std::vector<OneSidedBlock> blocks;
  struct Semaphore {
    std::string name;  ///< "semaphore 2 of rank 1", "memory channel from rank 0 to rank 1"
    int initial = 0;
    bool is_channel = false;
  };
  std::vector<Semaphore> semaphores;
  struct Barrier {
    std::string name;  ///< "barrier 0 of rank 1"
    int members = 0;   ///< how many threadblocks it is for
  };
  std::vector<Barrier> barriers;
  std::vector<std::string> proxies;  ///< "port channel 2 of rank 1"

  /// Where these are in a call.
  Chunks in_call(Chunks at, int call) const {
    if (second_scratch && call % 2 == 1 && at.first.buffer == Buffer::scratch) at.first.buffer = Buffer::second_scratch;
    return at;
  }
};

}  // namespace tutti::others
