#include "verified/others/mscclpp_raw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tutti::others {
namespace {

std::vector<RawChunk> read_chunks(const Object& op, const char* key, const std::string& place) {
  static constexpr std::array<std::string_view, 5> known = {"type", "buffer_id", "switch_channel_id", "index", "size"};
  std::vector<RawChunk> all;
  if (!op.has(key)) return all;
  for (const auto& json : op.array(key)) {
    const Object chunk(json, fmt::format("{}, {} {}", place, key, all.size()), known);
    chunk.require({"index", "size"});
    RawChunk made;
    made.number = chunk.number("index", 0, most_chunks);
    made.count = chunk.number("size", 1, most_chunks);
    if (chunk.has("type") + chunk.has("buffer_id") + chunk.has("switch_channel_id") != 1)
      chunk.fail(R"(one of "type", "buffer_id" and "switch_channel_id" is due)");
    if (chunk.has("type")) made.buffer = read_buffer(chunk, "type");
    made.remote = chunk.number("buffer_id", 0, most_chunks, -1);
    made.group = chunk.number("switch_channel_id", 0, most_chunks, -1);
    all.push_back(made);
  }
  return all;
}

RawOperation read_operation(const Json& json, const std::string& place, int number) {
  static constexpr std::array<std::string_view, 12> known = {
      "name",       "channel_ids",      "channel_type",  "src_buff",     "dst_buff", "tbg_info",
      "barrier_id", "num_threadblocks", "semaphore_ids", "iter_context", "ops",      "reduce_op"};
  static constexpr std::array<std::string_view, 2> group = {"tb_id", "tbg_size"}, context = {"unit_size", "num_chunks"};
  const Object op(json, place, known);
  op.require({"name"});
  RawOperation made;
  made.name = op.text("name");
  made.place = fmt::format("{} ({})", place, made.name.substr(0, 20));
  made.number = number;
  if (op.has("channel_ids")) made.channels = op.numbers("channel_ids");
  if (op.has("channel_type")) made.channel = read_channel(op, "channel_type");
  if (op.has("semaphore_ids")) made.semaphores = op.numbers("semaphore_ids");
  if (op.has("reduce_op")) made.reduces = op.text("reduce_op");
  made.from = read_chunks(op, "src_buff", place);
  made.to = read_chunks(op, "dst_buff", place);
  if (op.has("tbg_info")) {
    const auto info = op.object("tbg_info", group);
    info.require({"tb_id", "tbg_size"});
    made.of_parts = info.number("tbg_size", 1, most_parts);
    made.part = info.number("tb_id", 0, made.of_parts - 1);
  }
  made.barrier = op.number("barrier_id", 0, most_chunks, -1);
  made.members = op.number("num_threadblocks", 1, most_chunks, 0);
  if (made.name == "pipeline") {
    op.require({"iter_context", "ops"});
    const auto iterations = op.object("iter_context", context);
    iterations.require({"unit_size", "num_chunks"});
    made.chunks_of_pipeline = iterations.number("num_chunks", 1, most_chunks);
    const auto& size = json.at("iter_context").at("unit_size");
    if (!size.is_number_unsigned() || size.get<std::uint64_t>() == 0)
      iterations.fail(fmt::format("\"unit_size\" is {}; an integer of at least 1 is due", shown(size)));
    made.unit_size = size.get<std::uint64_t>();
    for (const auto& inner : op.array("ops")) {
      const int at = static_cast<int>(made.inner.size());
      made.inner.push_back(read_operation(inner, fmt::format("{}, op {} of the pipeline", place, at), number));
      if (made.inner.back().name == "pipeline") op.fail("a pipeline is within a pipeline");
    }
  } else if (op.has("iter_context") || op.has("ops")) {
    op.fail(R"("iter_context" and "ops" are for a pipeline)");
  }
  return made;
}

class PlanParser {
 public:
  RawPlan parse(std::string_view text) {
    RawPlan made;
    made.json = parsed_json(
        text, [this](int depth, Json::parse_event_t what, const Json& parsed) { return keeps(depth, what, parsed); });
    made.operations = std::move(operations_);
    return made;
  }

 private:
  static constexpr int deepest = 11, of_gpu = 2, of_threadblock = 4, of_operation = 6;

  bool keeps(int depth, Json::parse_event_t what, const Json& parsed) {
    if (depth > deepest) throw NoSchedule("it is nested deeper than any plan is");
    const auto level = static_cast<std::size_t>(depth);
    if (what == Json::parse_event_t::object_start) keys_[level + 1].clear();
    if (what == Json::parse_event_t::array_start) entries_[level + 1] = 0;
    // Whenever an object ends, the library looks through all of the list that it is in.
    if (what == Json::parse_event_t::object_end && ++entries_[level] > most_entries)
      throw NoSchedule(fmt::format("a list in it has more than {} objects", most_entries));
    if (what == Json::parse_event_t::key) {
      last_[level] = parsed.get<std::string>();
      if (!keys_[level].insert(parsed.get<std::string>()).second)
        throw NoSchedule("the field " + shown(parsed) + " is there twice in one object; leave one out");
    }
    if (what != Json::parse_event_t::object_end || last_[1] != "gpus") return true;
    if (depth == of_gpu) {
      ++gpu_;
      before_ = operations_.size();
    }
    if (last_[3] != "threadblocks") return true;
    if (depth == of_operation && last_[5] == "ops") {
      const auto place =
          fmt::format("gpu {}, threadblock {}, op {}", gpu_, operations_.size() - before_, current_.size());
      --entries_[level];
      current_.push_back(read_operation(parsed, place, static_cast<int>(current_.size())));
      if (++count_ > most_operations)
        throw NoSchedule(fmt::format("there are more ops than are looked at, which is {}", most_operations));
      return false;
    }
    if (depth == of_threadblock) operations_.push_back(std::exchange(current_, {}));
    return true;
  }

  static constexpr int most_entries = 1 << 14;  ///< but of operations, which are not kept

  std::array<std::set<std::string>, deepest + 2> keys_;
  std::array<int, deepest + 2> entries_{};  ///< of the list that is read at each depth
  std::array<std::string, deepest + 2> last_;
  std::vector<RawOperation> current_;
  std::vector<std::vector<RawOperation>> operations_;
  std::int64_t count_ = 0;
  int gpu_ = 0;
  std::size_t before_ = 0;  ///< threadblocks of the gpus before
};

}  // namespace

Buffer read_buffer(const Object& of, const char* key) {
  const auto name = of.text(key);
  if (name == "i") return Buffer::input;
  if (name == "o") return Buffer::output;
  if (name == "s") return Buffer::scratch;
  of.fail(fmt::format("\"{}\" is {}; i, o or s is due", key, shown(Json(name))));
}

Channel read_channel(const Object& of, const char* key) {
  const auto name = of.text(key);
  const auto at = std::ranges::find(channel_names, name);
  if (at == channel_names.end())
    of.fail(fmt::format("\"{}\" is {}; one of {} is due", key, shown(Json(name)), listed(channel_names)));
  return static_cast<Channel>(at - channel_names.begin());
}

RawPlan read_raw_plan(std::string_view text) { return PlanParser().parse(text); }

}  // namespace tutti::others
