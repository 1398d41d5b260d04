#include "verified/others/mscclpp_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verified/others/mscclpp_json.hpp"

namespace tutti::others {

enum class Where { local, remote, group, packet, remote_packet };
/// What an operation does with data: its first operand and those behind it, its first result and those behind it.
struct Mover {
  std::string_view name;
  Where first_from, from;
  Where first_to, to;
  bool combines;       ///< all operands into all results, the first one last where the others are packets
  bool needs_channel;  ///< memory or port
};

namespace {

using Kind = Operation::Kind;

constexpr std::int64_t most_touched = std::int64_t{1} << 27;

constexpr std::array movers{
    Mover{"copy", Where::local, Where::local, Where::local, Where::local, false, false},
    Mover{"cpkt", Where::local, Where::local, Where::packet, Where::packet, false, false},
    Mover{"upkt", Where::packet, Where::packet, Where::local, Where::local, false, false},
    Mover{"put", Where::local, Where::local, Where::remote, Where::remote, false, true},
    Mover{"pws", Where::local, Where::local, Where::remote, Where::remote, false, true},
    Mover{"pwsf", Where::local, Where::local, Where::remote, Where::remote, false, true},
    Mover{"get", Where::remote, Where::remote, Where::local, Where::local, false, true},
    Mover{"ppkt", Where::local, Where::local, Where::remote_packet, Where::remote_packet, false, true},
    Mover{"rppkt", Where::packet, Where::packet, Where::remote_packet, Where::remote_packet, true, true},
    Mover{"re", Where::local, Where::local, Where::local, Where::local, true, false},
    Mover{"res", Where::local, Where::local, Where::local, Where::remote, true, true},
    Mover{"rre", Where::local, Where::remote, Where::local, Where::local, true, true},
    Mover{"rres", Where::local, Where::remote, Where::local, Where::remote, true, true},
    Mover{"repkt", Where::local, Where::packet, Where::local, Where::local, true, false},
    Mover{"respkt", Where::local, Where::packet, Where::local, Where::remote_packet, true, true},
    Mover{"recpkt", Where::local, Where::packet, Where::local, Where::packet, true, false},
    Mover{"recspkt", Where::local, Where::packet, Where::local, Where::remote_packet, true, true},
    Mover{"glres", Where::group, Where::group, Where::group, Where::group, true, false},
    Mover{"gstore", Where::local, Where::local, Where::group, Where::group, true, false},
};
struct Waiter {
  std::string_view name;
  Kind kind;
  bool relaxed;
};
constexpr std::array waiters{Waiter{"nop", Kind::sync, false},
                             Waiter{"barrier", Kind::barrier, false},
                             Waiter{"signal", Kind::release, false},
                             Waiter{"rlxsignal", Kind::release, true},
                             Waiter{"wait", Kind::acquire, false},
                             Waiter{"rlxwait", Kind::acquire, true},
                             Waiter{"sem_release", Kind::release, false},
                             Waiter{"sem_acquire", Kind::acquire, false},
                             Waiter{"flush", Kind::flush, false}};

template <class Rows>
auto row_named(const Rows& rows, std::string_view name) {
  const auto* const at = std::ranges::find(rows, name, [](const auto& r) { return r.name; });
  return at == rows.end() ? nullptr : at;
}

[[noreturn]] void fail(const RawOperation& o, const std::string& what) { throw NoSchedule(o.place + ": " + what); }

/// The executor moves the unit of each region that the iteration is at, and of packets the whole in each.
void check_in_pipeline(const RawOperation& o, int chunks) {
  if (o.of_parts > 1) fail(o, "a group of threadblocks within a pipeline is not looked at");
  const auto* const mover = row_named(movers, o.name);
  if (!mover) return;
  for (const auto place : {mover->first_from, mover->from, mover->first_to, mover->to})
    if (place == Where::packet || place == Where::remote_packet)
      fail(o, "packets within a pipeline would move as a whole in each unit");
  for (const auto* side : {&o.from, &o.to})
    for (const auto& chunk : *side)
      if (chunk.count < chunks)
        fail(o, fmt::format("{} chunks, and its pipeline goes through {}", chunk.count, chunks));
}

void check_counts(const Mover& mover, const RawOperation& o) {
  const auto from = o.from.size(), to = o.to.size();
  const bool is_single =
      o.name == "copy" || o.name == "cpkt" || o.name == "upkt" || o.name == "glres" || o.name == "gstore";
  if (is_single && (from != 1 || to != 1)) fail(o, "one src_buff and one dst_buff are due");
  if (!mover.combines && from != to) fail(o, fmt::format("{} src_buff and {} dst_buff", from, to));
  if (o.name == "rppkt" && from != 1) fail(o, "one src_buff is due");
  const bool only_here = o.name == "re" || o.name == "rre" || o.name == "repkt";
  if (only_here && to != 1) fail(o, "one dst_buff is due");
  if (o.name == "recpkt" && to != 2) fail(o, "two dst_buff are due");
  if (o.name == "recspkt" && to < 2) fail(o, "at least two dst_buff are due");
  for (const auto* side : {&o.from, &o.to})
    for (const auto& chunk : *side)
      if (chunk.count != o.from.front().count)
        fail(o, fmt::format("chunks of {} and of {} in one op", o.from.front().count, chunk.count));
  for (std::size_t i = 0; o.name == "get" && i < from; ++i)
    if (o.from[i].number != o.to[i].number)
      fail(o,
           fmt::format("it gets chunk {} into chunk {}, of which the executor of MSCCL++ takes one for the other; use "
                       "one index",
                       o.from[i].number, o.to[i].number));
}

}  // namespace

void OperationReader::add(OneSidedBlock& block, const OwnChannels& own, const RawOperation& o) {
  own_ = &own;
  rank_ = block.rank;
  if (o.name != "pipeline") {
    add_unit(block, o, -1, 0);
    return;
  }
  const int units = o.chunks_of_pipeline * units_of_a_pipeline, length = plan_.parts / units_of_a_pipeline;
  if (static_cast<std::int64_t>(units) * static_cast<std::int64_t>(o.inner.size()) > most_operations)
    fail(o, fmt::format("its units have more ops than are looked at, which is {}", most_operations));
  for (const auto& inner : o.inner) check_in_pipeline(inner, o.chunks_of_pipeline);
  for (int u = 0; u < units; ++u)
    for (const auto& inner : o.inner) add_unit(block, inner, u, length);
}

void OperationReader::add_unit(OneSidedBlock& block, const RawOperation& o, int unit, int length) {
  Operation made;
  made.name = o.name;
  made.number = o.number;
  made.unit = unit;
  if (const auto* const waiter = row_named(waiters, o.name)) {
    made.kind = waiter->kind;
    made.relaxed = waiter->relaxed && o.channel != Channel::port;  // a port has no relaxed ones
    wait(made, o);
    push(block, std::move(made));
    return;
  }
  const auto* const mover = row_named(movers, o.name);
  if (!mover)
    fail(o, fmt::format("there is no such op; there are {}, {}, pipeline", names_in(waiters), names_in(movers)));
  made.kind = Kind::move;
  move(block, made, *mover, o, unit, length);
}

void OperationReader::push(OneSidedBlock& block, Operation operation) {
  for (const auto* side : {&operation.reads, &operation.writes})
    for (const auto& region : *side) touched_ += region.chunks.count;
  operations_ += 1 + static_cast<std::int64_t>(operation.objects.size());
  if (operations_ > most_operations || touched_ > most_touched)
    throw NoSchedule(
        fmt::format("there are more ops, or chunks that they touch, than are looked at, which is {} and {}",
                    most_operations, most_touched));
  block.operations.push_back(std::move(operation));
}

/// The i-th of an op's channels, in the gpu.
int OperationReader::channel_of(const RawOperation& o, std::size_t i) const {
  const auto own = own_->channels.find(o.channel);
  if (i >= o.channels.size()) fail(o, fmt::format("it has {} channel_ids; {} are due", o.channels.size(), i + 1));
  if (own == own_->channels.end() || index(o.channels[i]) >= own->second.size())
    fail(o, fmt::format("its threadblock has no channel {} of type {}", o.channels[i],
                        channel_names[static_cast<std::size_t>(o.channel)]));
  return own->second[index(o.channels[i])];
}

void OperationReader::wait(Operation& made, const RawOperation& o) {
  const bool is_device = o.name.starts_with("sem_");
  if (!o.from.empty() || !o.to.empty()) fail(o, "it moves nothing, and has chunks");
  if (made.kind == Kind::sync) return;
  if (made.kind == Kind::barrier) {
    if (o.barrier < 0 || o.members == 0) fail(o, R"("barrier_id" and "num_threadblocks" are due)");
    made.objects = {barrier(o)};
    return;
  }
  if (is_device) {
    const auto& all = gpus_[rank_].semaphores;
    if (o.semaphores.empty()) fail(o, R"("semaphore_ids" are due)");
    for (const int id : o.semaphores) {
      if (index(id) >= all.size()) fail(o, fmt::format("there is no semaphore {}; the gpu has {}", id, all.size()));
      made.objects.push_back(all[index(id)]);
      made.proxies.push_back(-1);
    }
  } else {
    if (o.channels.empty()) fail(o, R"("channel_ids" are due)");
    if (o.channel != Channel::port && (o.channel != Channel::memory || made.kind == Kind::flush))
      fail(o, made.kind == Kind::flush ? "\"channel_type\" must be port" : "\"channel_type\" must be memory or port");
    for (std::size_t i = 0; i < o.channels.size(); ++i) {
      const int channel = channel_of(o, i);
      const auto& end = end_of(o.channel, channel);
      made.objects.push_back(made.kind == Kind::flush     ? gpus_.proxy(rank_, channel)
                             : made.kind == Kind::release ? gpus_.signals(o.channel, rank_, end)
                                                          : gpus_.signals_to(o.channel, rank_, end));
      made.proxies.push_back(o.channel == Channel::port ? gpus_.proxy(rank_, channel) : -1);
    }
  }
  constexpr std::size_t most_threads = 1024;
  if (made.objects.size() > most_threads)
    fail(o, fmt::format("it names {}, and a threadblock has at most {} threads", made.objects.size(), most_threads));
  auto sorted = made.objects;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) fail(o, "it names one of them twice");
}

int OperationReader::barrier(const RawOperation& o) {
  const auto [at, is_new] = barriers_.try_emplace(std::pair(rank_, o.barrier), static_cast<int>(plan_.barriers.size()));
  if (is_new) {
    plan_.barriers.push_back({fmt::format("barrier {} of rank {}", o.barrier, rank_), o.members});
  }
  if (const int before = plan_.barriers[index(at->second)].members; before != o.members)
    fail(o, fmt::format("num_threadblocks is {}, and {} elsewhere", o.members, before));
  return at->second;
}

void OperationReader::move(OneSidedBlock& block, Operation& made, const Mover& mover, const RawOperation& o, int unit,
                           int length) {
  if (mover.needs_channel && o.channel != Channel::memory && o.channel != Channel::port)
    fail(o, "\"channel_type\" must be memory or port");
  const bool by_port = o.channel == Channel::port && mover.needs_channel;
  const bool signals_itself = o.name == "pws" || o.name == "pwsf";
  const bool is_put = o.name == "put" || signals_itself || o.name == "ppkt" || o.name == "rppkt";
  if (by_port && !is_put) fail(o, "\"channel_type\" must be memory");
  if (signals_itself && !by_port) fail(o, "\"channel_type\" must be port");
  if (o.from.empty() || o.to.empty()) fail(o, "src_buff and dst_buff are due");
  check_counts(mover, o);
  std::vector<Region> from, to;
  for (std::size_t i = 0; i < o.from.size(); ++i) {
    const auto place = i == 0 ? mover.first_from : mover.from;
    for (auto& region : regions(place, o.from[i], o, unit, length)) from.push_back(region);
  }
  for (std::size_t i = 0; i < o.to.size(); ++i) {
    auto place = i == 0 ? mover.first_to : mover.to;
    if (o.name == "recspkt" && i == 1) place = Where::packet;
    for (auto& region : regions(place, o.to[i], o, unit, length)) to.push_back(region);
  }
  if (mover.combines && !by_port) {
    if (mover.from == Where::packet && mover.first_from == Where::local)
      std::rotate(from.begin(), from.begin() + 1, from.end());
    made.in_any_order = mover.first_from == Where::group;
    if (o.name != "rppkt" && o.name != "gstore") check_reduction(o);
    made.reads = std::move(from);
    made.writes = std::move(to);
    push(block, std::move(made));
    return;
  }
  // Of a port the data of packets are sent as they lie in scratch.
  if (o.name == "ppkt" && by_port)
    for (auto& region : from) region.form = Form::known_packets;
  for (std::size_t i = 0; i < to.size(); ++i) {
    auto one = made;
    one.reads = {from[mover.combines ? 0 : i]};
    one.writes = {to[i]};
    const int channel = by_port ? channel_of(o, i) : -1;
    if (by_port) {
      if (const auto& end = end_of(o.channel, channel); end.peer != to[i].chunks.rank)
        fail(o, fmt::format("it puts to rank {} by a channel to rank {}", to[i].chunks.rank, end.peer));
      one.proxy = gpus_.proxy(rank_, channel);
      one.thread = static_cast<int>(i);
    }
    push(block, std::move(one));
  }
  if (!signals_itself) return;
  Operation behind = made;
  behind.kind = Kind::release;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const int channel = channel_of(o, i);
    behind.objects.push_back(gpus_.signals(o.channel, rank_, end_of(o.channel, channel)));
    behind.proxies.push_back(gpus_.proxy(rank_, channel));
  }
  push(block, behind);
  if (o.name == "pws") return;
  behind.kind = Kind::flush;
  behind.objects = behind.proxies;
  push(block, std::move(behind));
}

/// A collective has one operator.
void OperationReader::check_reduction(const RawOperation& o) {
  const auto name = o.reduces.empty() ? std::string("sum") : o.reduces;
  if (reduces_.empty()) reduces_ = name;
  if (name != reduces_) fail(o, fmt::format("reduce_op is {}, and {} in an op before", shown(Json(name)), reduces_));
}

/// The executor of MSCCL++ gives each packet the room of two chunks of data, and moves to the second scratch what it
/// does with packets, but of data only some.
void OperationReader::check_scratch(const RawOperation& o, bool packets) {
  if (!packets && plan_.second_scratch)
    fail(o, "with \"use_double_scratch_buffer\" scratch is for packets, and this op has data there");
  if (scratch_has_packets_.value_or(packets) != packets)
    fail(o, "scratch is for packets in some ops and for data in others, whose places are not the same");
  scratch_has_packets_ = packets;
}

std::vector<Region> OperationReader::regions(Where place, const RawChunk& chunk, const RawOperation& o, int unit,
                                             int length) {
  const auto region = [&](Rank rank, Buffer buffer) {
    const int size = (buffer == Buffer::input    ? plan_.inputs()
                      : buffer == Buffer::output ? plan_.outputs()
                                                 : gpus_[rank].scratch * plan_.parts) /
                     plan_.parts;
    if (chunk.number + chunk.count > size)
      fail(o, fmt::format("chunks {} to {} of the {} of rank {}, which has {}", chunk.number,
                          chunk.number + chunk.count - 1, name_of(buffer), rank, size));
    Region made;
    made.chunks = {rank, {buffer, chunk.number * plan_.parts}, chunk.count * plan_.parts};
    if (unit >= 0) {
      made.chunks.first.number += unit * length;
      made.chunks.count = length;
    } else if (o.of_parts > 1) {
      const int each = made.chunks.count / o.of_parts;
      made.chunks.first.number += o.part * each;
      made.chunks.count = each;
    }
    const bool packets = place == Where::packet || place == Where::remote_packet;
    if (packets && buffer != Buffer::scratch) fail(o, "packets are for scratch");
    if (packets && !has_packets_) fail(o, "packets are for \"protocol\": \"LL\", where scratch has room for them");
    if (buffer == Buffer::scratch) check_scratch(o, packets || (o.name == "ppkt" && o.channel == Channel::port));
    if (packets) made.form = Form::packets;
    return made;
  };
  switch (place) {
    case Where::local:
    case Where::packet:
      if (!chunk.buffer) fail(o, "a chunk of its own (\"type\") is due");
      return {region(rank_, *chunk.buffer)};
    case Where::remote:
    case Where::remote_packet: {
      const auto own = own_->buffers.find(o.channel);
      if (chunk.remote < 0) fail(o, "a chunk of a remote buffer (\"buffer_id\") is due");
      if (own == own_->buffers.end() || index(chunk.remote) >= own->second.size())
        fail(o, fmt::format("its threadblock has no remote buffer {} for {} channels", chunk.remote,
                            channel_names[static_cast<std::size_t>(o.channel)]));
      const auto& buffer = own->second[index(chunk.remote)];
      return {region(buffer.rank, buffer.buffer)};
    }
    case Where::group: break;
  }
  const auto own = own_->channels.find(Channel::switches);
  if (chunk.group < 0) fail(o, "a chunk of a switch channel (\"switch_channel_id\") is due");
  if (own == own_->channels.end() || index(chunk.group) >= own->second.size())
    fail(o, fmt::format("its threadblock has no switch channel {}", chunk.group));
  const auto& group = gpus_[rank_].groups[index(own->second[index(chunk.group)])];
  std::vector<Region> all;
  for (const Rank r : group.ranks) all.push_back(region(r, group.buffer));
  return all;
}

}  // namespace tutti::others
