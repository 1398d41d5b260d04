// What stands in an execution plan of MSCCL++, before it is known whether it means anything.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verified/others/json_fields.hpp"
#include "verified/others/plan_frame.hpp"

namespace tutti::others {

enum class Channel { none, memory, port, switches };
inline constexpr std::array<std::string_view, 4> channel_names = {"none", "memory", "port", "switch"};

inline constexpr std::int64_t most_operations = 1 << 20;  ///< more are refused, before and after pipelines are unrolled
inline constexpr int most_parts = 5040;                   ///< of a chunk

struct RawChunk {
  std::optional<Buffer> buffer;  ///< local
  int remote = -1, group = -1;   ///< or which of the remote buffers or switch channels of the threadblock
  int number = 0, count = 1;
};
struct RawOperation {
  std::string name, place, reduces;
  int number = 0;
  std::vector<int> channels, semaphores;
  Channel channel = Channel::none;
  std::vector<RawChunk> from, to;
  int part = 0, of_parts = 1;  ///< of a group of threadblocks
  int barrier = -1, members = 0;
  std::uint64_t unit_size = 0;
  int chunks_of_pipeline = 0;
  std::vector<RawOperation> inner;
};

/// The plan but its operations, which are taken out: each becomes data as soon as it is read.
struct RawPlan {
  Json json;
  std::vector<std::vector<RawOperation>> operations;  ///< of each threadblock, in the order of the text
};
/// Throws NoSchedule where the text is no JSON, or has an operation that is none.
RawPlan read_raw_plan(std::string_view text);

/// "i", "o" or "s", and the type of a channel, in a field that is there. Throw NoSchedule for another.
Buffer read_buffer(const Object& of, const char* key);
Channel read_channel(const Object& of, const char* key);

}  // namespace tutti::others
