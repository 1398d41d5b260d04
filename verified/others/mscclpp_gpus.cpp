#include "verified/others/mscclpp_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace tutti::others {
namespace {

std::string place(Rank r) { return fmt::format("gpu {}", r); }

}  // namespace

void PlanGpus::read(const Json& json) {
  static constexpr std::array<std::string_view, 8> known = {
      "id",           "input_chunks", "output_chunks",  "scratch_chunks",
      "threadblocks", "channels",     "remote_buffers", "semaphores"};
  const Rank r = static_cast<Rank>(gpus_.size());
  const Object gpu(json, place(r), known);
  gpu.require({"id", "input_chunks", "output_chunks", "scratch_chunks", "threadblocks"});
  static_cast<void>(gpu.number("id", r, r));
  static_cast<void>(gpu.array("threadblocks"));
  const int inputs = gpu.number("input_chunks", 0, most_chunks), outputs = gpu.number("output_chunks", 0, most_chunks);
  if (r == 0) read_chunks(gpu, inputs, outputs);
  const auto is_due = [&](int found, int due) {
    return found * plan_.parts == due || (plan_.in_place && found <= std::max(inputs, outputs));
  };
  if (!is_due(inputs, plan_.inputs()) || !is_due(outputs, plan_.outputs()) ||
      std::max(inputs, outputs) * plan_.parts != std::max(plan_.inputs(), plan_.outputs()))
    gpu.fail(fmt::format("{} chunks of input and {} of output; {} and {} are due, as gpu 0 has them", inputs, outputs,
                         plan_.inputs() / plan_.parts, plan_.outputs() / plan_.parts));
  GpuChannels made;
  made.scratch = gpu.number("scratch_chunks", 0, most_chunks);
  plan_.scratch = std::max(plan_.scratch, made.scratch * plan_.parts);
  read_semaphores(gpu, r, made);
  read_channels(gpu, r, made);
  read_remote_buffers(gpu, r, made);
  gpus_.push_back(std::move(made));
}

void PlanGpus::read_chunks(const Object& gpu, int inputs, int outputs) {
  const int all = std::max(inputs, outputs);
  const bool has_blocks = plan_.has_input_for_each() || plan_.has_output_of_each();
  if (all == 0 || (has_blocks && all % plan_.ranks != 0))
    gpu.fail(fmt::format("{} chunks; {} are due", all,
                         has_blocks ? fmt::format("equally many for each of {} ranks", plan_.ranks) : "some"));
  plan_.chunks = (has_blocks ? all / plan_.ranks : all) * plan_.parts;
}

void PlanGpus::read_semaphores(const Object& gpu, Rank r, GpuChannels& made) {
  if (!gpu.has("semaphores")) return;
  for (const auto& semaphore : gpu.array("semaphores")) {
    static constexpr std::array<std::string_view, 1> fields = {"init_value"};
    const Object of(semaphore, fmt::format("{}, semaphore {}", place(r), made.semaphores.size()), fields);
    of.require({"init_value"});
    const int number = static_cast<int>(made.semaphores.size());
    made.semaphores.push_back(static_cast<int>(plan_.semaphores.size()));
    plan_.semaphores.push_back(
        {fmt::format("semaphore {} of rank {}", number, r), of.number("init_value", 0, most_chunks), false});
  }
}

void PlanGpus::read_channels(const Object& gpu, Rank r, GpuChannels& made) const {
  static constexpr std::array<std::string_view, 4> known = {"channel_type", "connected_to", "buffer_type",
                                                            "rank_groups"};
  std::map<std::pair<Channel, Rank>, int> to_whom;
  if (!gpu.has("channels")) return;
  for (const auto& json : gpu.array("channels")) {
    const Object channel(json, place(r) + ", channels", known);
    channel.require({"channel_type"});
    const auto type = read_channel(channel, "channel_type");
    if (type == Channel::none) channel.fail(R"("channel_type" is "none"; memory, port or switch is due)");
    if (type != Channel::switches) {
      channel.require({"connected_to"});
      for (const int peer : channel.numbers("connected_to")) {
        if (peer >= plan_.ranks || peer == r)
          channel.fail(fmt::format("it is connected to {}; another one of {} ranks is due", peer, plan_.ranks));
        made.ends[type].push_back({peer, to_whom[{type, peer}]++});
      }
      continue;
    }
    channel.require({"buffer_type", "rank_groups"});
    for (const auto& group : channel.array("rank_groups")) read_group(channel, group, r, made);
  }
}

void PlanGpus::read_group(const Object& channel, const Json& group, Rank r, GpuChannels& made) const {
  static constexpr std::array<std::string_view, 2> known = {"size", "ranks"};
  const Object of(group, place(r) + ", rank_groups", known);
  of.require({"ranks"});
  static_cast<void>(of.number("size", 1, most_chunks, 1));
  SwitchGroup read{read_buffer(channel, "buffer_type"), {}};
  for (const int member : of.numbers("ranks")) {
    if (member >= plan_.ranks || std::ranges::count(read.ranks, member) > 0)
      of.fail(fmt::format("rank {} is none of {}, or is there twice", member, plan_.ranks));
    read.ranks.push_back(member);
  }
  if (std::ranges::count(read.ranks, r) == 0) of.fail(fmt::format("rank {} is not in its own group", r));
  made.groups.push_back(std::move(read));
}

void PlanGpus::read_remote_buffers(const Object& gpu, Rank r, GpuChannels& made) const {
  static constexpr std::array<std::string_view, 3> known = {"rank", "type", "access_channel_types"};
  if (!gpu.has("remote_buffers")) return;
  for (const auto& json : gpu.array("remote_buffers")) {
    const Object buffer(json, fmt::format("{}, remote buffer {}", place(r), made.buffers.size()), known);
    buffer.require({"rank", "type", "access_channel_types"});
    made.buffers.push_back({buffer.number("rank", 0, plan_.ranks - 1), read_buffer(buffer, "type")});
    auto& access = made.access.emplace_back();
    for (const auto& type : buffer.array("access_channel_types"))
      for (std::size_t i = 0; i < channel_names.size(); ++i)
        if (type == channel_names[i]) access.insert(static_cast<Channel>(i));
  }
}

int PlanGpus::semaphore(Channel type, Rank from, Rank to, int which) {
  const auto [at, is_new] =
      signals_.try_emplace(std::tuple(type, from, to, which), static_cast<int>(plan_.semaphores.size()));
  if (is_new)
    plan_.semaphores.push_back(
        {fmt::format("{} channel{} from rank {} to rank {}", channel_names[static_cast<std::size_t>(type)],
                     which == 0 ? "" : fmt::format(" {}", which + 1), from, to),
         0, true});
  return at->second;
}

int PlanGpus::proxy(Rank r, int channel) {
  const auto [at, is_new] = proxies_.try_emplace(std::pair(r, channel), static_cast<int>(plan_.proxies.size()));
  if (is_new) plan_.proxies.push_back(fmt::format("port channel {} of rank {}", channel, r));
  return at->second;
}

OwnChannels PlanGpus::own(const Object& tb, Rank r) const {
  static constexpr std::array<std::string_view, 2> of_channels = {"channel_type", "channel_ids"},
                                                   of_buffers = {"access_channel_type", "remote_buffer_ids"};
  OwnChannels made;
  const auto& gpu = gpus_[index(r)];
  if (tb.has("channels"))
    for (const auto& json : tb.array("channels")) {
      const Object channels(json, fmt::format("{}, a threadblock's channels", place(r)), of_channels);
      channels.require({"channel_type", "channel_ids"});
      const auto type = read_channel(channels, "channel_type");
      const auto there = type == Channel::switches ? gpu.groups.size()
                         : gpu.ends.contains(type) ? gpu.ends.at(type).size()
                                                   : 0;
      for (const int id : channels.numbers("channel_ids")) {
        if (index(id) >= there)
          channels.fail(fmt::format("there is no channel {} of that type; the gpu has {}", id, there));
        made.channels[type].push_back(id);
      }
    }
  if (tb.has("remote_buffer_refs"))
    for (const auto& json : tb.array("remote_buffer_refs")) {
      const Object buffers(json, fmt::format("{}, a threadblock's remote_buffer_refs", place(r)), of_buffers);
      buffers.require({"access_channel_type", "remote_buffer_ids"});
      const auto type = read_channel(buffers, "access_channel_type");
      for (const int id : buffers.numbers("remote_buffer_ids")) {
        if (index(id) >= gpu.buffers.size())
          buffers.fail(fmt::format("there is no remote buffer {}; the gpu has {}", id, gpu.buffers.size()));
        if (!gpu.access[index(id)].contains(type))
          buffers.fail(fmt::format("remote buffer {} is not there for {} channels (access_channel_types)", id,
                                   channel_names[static_cast<std::size_t>(type)]));
        made.buffers[type].push_back(gpu.buffers[index(id)]);
      }
    }
  return made;
}

}  // namespace tutti::others
