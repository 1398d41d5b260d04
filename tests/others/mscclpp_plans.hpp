// Execution plans of MSCCL++, written as its language writes them.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tutti {

using PlanJson = nlohmann::ordered_json;

/// {"type":"i","index":2,"size":1}, or of a remote buffer or a switch channel of the threadblock.
inline PlanJson own(const char* type, int index, int size = 1) {
  return {{"type", type}, {"index", index}, {"size", size}};
}
inline PlanJson remote(int id, int index, int size = 1) {
  return {{"buffer_id", id}, {"index", index}, {"size", size}};
}
inline PlanJson group(int id, int index, int size = 1) {
  return {{"switch_channel_id", id}, {"index", index}, {"size", size}};
}

/// The operations of a threadblock.
class PlanBlock {
 public:
  PlanBlock& op(PlanJson operation) {
    ops_.push_back(std::move(operation));
    return *this;
  }
  PlanBlock& nop() { return op({{"name", "nop"}}); }
  PlanBlock& on(const char* name, const std::vector<int>& channels, const char* type = "memory") {
    return op({{"name", name}, {"channel_ids", channels}, {"channel_type", type}});
  }
  PlanBlock& move(const char* name, PlanJson from, PlanJson to, const char* type = "none",
                  const std::vector<int>& channels = {}) {
    PlanJson made{{"name", name}, {"src_buff", std::move(from)}, {"dst_buff", std::move(to)}, {"channel_type", type}};
    if (!channels.empty()) made["channel_ids"] = channels;
    return op(std::move(made));
  }
  PlanBlock& semaphore(const char* name, int id) {
    return op({{"name", name}, {"semaphore_ids", PlanJson::array({id})}});
  }
  PlanBlock& barrier(int id, int of) { return op({{"name", "barrier"}, {"barrier_id", id}, {"num_threadblocks", of}}); }
  PlanBlock& pipeline(const PlanBlock& inner, int chunks = 1) {
    return op({{"name", "pipeline"},
               {"iter_context", {{"unit_size", 1048576}, {"num_chunks", chunks}}},
               {"ops", inner.ops_}});
  }
  const PlanJson& ops() const { return ops_; }

 private:
  PlanJson ops_ = PlanJson::array();
};

struct PlanOptions {
  int inputs = 1, outputs = 1, scratch = 0;
  bool in_place = true, second_scratch = false;
  std::vector<int> semaphores = {};        ///< initial values
  const char* remote = "i";                ///< what each rank has of each other one
  std::vector<const char*> switches = {};  ///< a switch channel of all ranks for each
  const char* protocol = "Simple";
  int sets = 1;  ///< of channels; threadblocks take turns
};

/// A plan in which each rank has a channel of each type to each other one, in the order of ranks, in each of some sets
/// of them, and the remote buffer of each, likewise; each threadblock has all of a set.
inline PlanJson plan_json(const char* collective, int p, const PlanOptions& options,
                          const std::function<std::vector<PlanBlock>(int rank)>& blocks) {
  PlanJson gpus = PlanJson::array();
  for (int r = 0; r < p; ++r) {
    PlanJson peers = PlanJson::array(), ids = PlanJson::array(), buffers = PlanJson::array(), all = PlanJson::array(),
             ends = PlanJson::array();
    for (int peer = 0; peer < p; ++peer) {
      all.push_back(peer);
      if (peer == r) continue;
      ids.push_back(peers.size());
      peers.push_back(peer);
      buffers.push_back({{"rank", peer}, {"type", options.remote}, {"access_channel_types", {"memory", "port"}}});
    }
    for (int set = 0; set < options.sets; ++set)
      for (const auto& peer : peers) ends.push_back(peer);
    PlanJson own_buffers = PlanJson::array(), channels = PlanJson::array();
    for (const char* type : {"memory", "port"}) {
      channels.push_back({{"channel_type", type}, {"connected_to", ends}});
      own_buffers.push_back({{"access_channel_type", type}, {"remote_buffer_ids", ids}});
    }
    PlanJson switches = PlanJson::array();
    for (const char* buffer : options.switches) {
      switches.push_back(switches.size());
      channels.push_back({{"channel_type", "switch"},
                          {"buffer_type", buffer},
                          {"rank_groups", PlanJson::array({{{"size", p}, {"ranks", all}}})}});
    }
    PlanJson threadblocks = PlanJson::array();
    for (const auto& block : blocks(r)) {
      PlanJson of_set = PlanJson::array(), own_channels = PlanJson::array();
      const auto first = threadblocks.size() % static_cast<std::size_t>(options.sets) * ids.size();
      for (std::size_t i = 0; i < ids.size(); ++i) of_set.push_back(first + i);
      for (const char* type : {"memory", "port"})
        own_channels.push_back({{"channel_type", type}, {"channel_ids", of_set}});
      if (!switches.empty()) own_channels.push_back({{"channel_type", "switch"}, {"channel_ids", switches}});
      threadblocks.push_back({{"id", threadblocks.size()},
                              {"ops", block.ops()},
                              {"channels", own_channels},
                              {"remote_buffer_refs", own_buffers}});
    }
    PlanJson semaphores = PlanJson::array();
    for (const int value : options.semaphores) semaphores.push_back({{"init_value", value}});
    gpus.push_back({{"id", r},
                    {"input_chunks", options.inputs},
                    {"output_chunks", options.outputs},
                    {"scratch_chunks", options.scratch},
                    {"threadblocks", threadblocks},
                    {"channels", channels},
                    {"remote_buffers", buffers},
                    {"semaphores", semaphores}});
  }
  return {{"name", "drawn"},
          {"collective", collective},
          {"protocol", options.protocol},
          {"inplace", options.in_place},
          {"reuse_resources", false},
          {"gpus", gpus},
          {"num_threads_per_block", 1024},
          {"use_double_scratch_buffer", options.second_scratch},
          {"buffer_alignment", 16},
          {"min_message_size", 0},
          {"max_message_size", 18446744073709551615ULL}};
}

inline std::vector<int> all_channels(int p) {
  std::vector<int> ids;
  for (int i = 0; i + 1 < p; ++i) ids.push_back(i);
  return ids;
}
/// Which of its channels and remote buffers a rank has for that one.
inline int id_of(int rank, int peer) { return peer < rank ? peer : peer - 1; }

inline PlanBlock& meet(PlanBlock& block, int p, bool relaxed = false) {
  return block.nop()
      .on(relaxed ? "rlxsignal" : "signal", all_channels(p))
      .on(relaxed ? "rlxwait" : "wait", all_channels(p))
      .nop();
}

/// Each rank puts its block into all others.
inline PlanJson put_allgather(int p, const char* type = "memory") {
  return plan_json("allgather", p, {.inputs = 1, .outputs = p, .remote = "o"}, [=](int r) {
    PlanBlock block;
    meet(block, p, true);
    PlanJson from = PlanJson::array(), to = PlanJson::array();
    for (int peer = 0; peer < p; ++peer)
      if (peer != r) {
        from.push_back(own("o", r));
        to.push_back(remote(id_of(r, peer), r));
      }
    block.move("put", from, to, type, all_channels(p)).nop().on("signal", all_channels(p), type);
    if (std::string(type) == "port") block.on("flush", all_channels(p), type);
    block.on("wait", all_channels(p), type);
    return std::vector<PlanBlock>{block};
  });
}

/// Each rank combines a chunk of all ranks where it lies, and writes it back.
inline PlanJson read_allreduce(int p) {
  return plan_json("allreduce", p, {.inputs = p, .outputs = p}, [=](int r) {
    PlanBlock block;
    meet(block, p, true);
    PlanJson from = PlanJson::array({own("i", r)}), to = PlanJson::array({own("i", r)});
    for (int peer = 0; peer < p; ++peer)
      if (peer != r) {
        from.push_back(remote(id_of(r, peer), r));
        to.push_back(remote(id_of(r, peer), r));
      }
    block.move("rres", from, to, "memory");
    meet(block, p);
    return std::vector<PlanBlock>{block};
  });
}

/// Each rank sends its vector to all others in packets, which combine what comes.
inline PlanJson packet_allreduce(int p, bool second_scratch = true) {
  return plan_json(
      "allreduce", p,
      {.inputs = 1, .outputs = 1, .scratch = p, .second_scratch = second_scratch, .remote = "s", .protocol = "LL"},
      [=](int r) {
        PlanBlock block;
        PlanJson from = PlanJson::array(), to = PlanJson::array(), all = PlanJson::array({own("i", 0)});
        for (int peer = 0; peer < p; ++peer)
          if (peer != r) {
            from.push_back(own("i", 0));
            to.push_back(remote(id_of(r, peer), r));
            all.push_back(own("s", peer));
          }
        block.move("ppkt", from, to, "memory").nop();
        block.move("repkt", all, PlanJson::array({own("i", 0)}));
        return std::vector<PlanBlock>{block};
      });
}

/// A ring of puts on `channels` threadblocks: of each the p chunks go round, combined first, then complete.
inline PlanJson ring_allreduce_json(int p, int channels) {
  return plan_json(
      "allreduce", p,
      {.inputs = p * channels, .outputs = p * channels, .scratch = p * channels, .remote = "s", .sets = channels},
      [=](int r) {
        std::vector<PlanBlock> blocks(static_cast<std::size_t>(channels));
        const int next = (r + 1) % p, before = (r + p - 1) % p;
        for (int c = 0; c < channels; ++c) {
          auto& block = blocks[static_cast<std::size_t>(c)];
          const auto chunk = [&](int k) { return c * p + ((k % p) + p) % p; };
          const auto send = [&](const char* buffer, int k) {
            block.nop()
                .move("put", PlanJson::array({own(buffer, chunk(k))}),
                      PlanJson::array({remote(id_of(r, next), chunk(k))}), "memory")
                .nop()
                .on("signal", {id_of(r, next)});
          };
          block.on("rlxsignal", {id_of(r, before)}).on("rlxwait", {id_of(r, next)});
          for (int k = 0; k < p - 1; ++k) {
            send("i", r - k);
            block.on("wait", {id_of(r, before)})
                .nop()
                .move("re", PlanJson::array({own("s", chunk(r - k - 1)), own("i", chunk(r - k - 1))}),
                      PlanJson::array({own("i", chunk(r - k - 1))}));
          }
          // The scratch of the next rank is read by then: it has sent on what it made of it.
          block.nop().on("signal", {id_of(r, before)}).on("wait", {id_of(r, next)});
          for (int k = 0; k < p - 1; ++k) {
            send("i", r + 1 - k);
            block.on("wait", {id_of(r, before)})
                .nop()
                .move("copy", PlanJson::array({own("s", chunk(r - k))}), PlanJson::array({own("i", chunk(r - k))}));
          }
          block.nop();
        }
        return blocks;
      });
}

/// A threadblock copies into scratch unit by unit, and another one sends it on.
inline PlanJson pipelined_allgather() {
  return plan_json(
      "allgather", 2, {.inputs = 1, .outputs = 2, .scratch = 1, .in_place = false, .semaphores = {0}, .remote = "o"},
      [](int r) {
        PlanBlock copies, sends;
        copies.pipeline(PlanBlock()
                            .move("copy", PlanJson::array({own("i", 0)}), PlanJson::array({own("s", 0)}))
                            .nop()
                            .semaphore("sem_release", 0));
        copies.move("copy", PlanJson::array({own("i", 0)}), PlanJson::array({own("o", r)}));
        meet(sends, 2, true);
        sends.pipeline(PlanBlock()
                           .semaphore("sem_acquire", 0)
                           .nop()
                           .move("put", PlanJson::array({own("s", 0)}), PlanJson::array({remote(0, r)}), "memory")
                           .nop()
                           .on("signal", {0})
                           .on("wait", {0}));
        return std::vector<PlanBlock>{copies, sends};
      });
}

/// The switch combines a chunk of all ranks and writes it to all.
inline PlanJson switch_allreduce(int p) {
  return plan_json("allreduce", p, {.inputs = p, .outputs = p, .switches = {"i"}}, [=](int r) {
    PlanBlock block;
    meet(block, p, true);
    block.move("glres", PlanJson::array({group(0, r)}), PlanJson::array({group(0, r)}), "switch");
    meet(block, p);
    return std::vector<PlanBlock>{block};
  });
}

/// Two threadblocks share the copy of an operation and meet before one of them sends it.
inline PlanJson shared_broadcast(bool meets = true) {
  return plan_json("broadcast", 2, {.inputs = 1, .outputs = 1, .scratch = 1, .remote = "i"}, [=](int r) {
    std::vector<PlanBlock> blocks(2);
    for (int b = 0; b < 2; ++b) {
      auto& block = blocks[static_cast<std::size_t>(b)];
      if (r == 0)
        block.op({{"name", "copy"},
                  {"src_buff", PlanJson::array({own("i", 0)})},
                  {"dst_buff", PlanJson::array({own("s", 0)})},
                  {"tbg_info", {{"tb_id", b}, {"tbg_size", 2}}}});
      if (r == 0 && meets) block.barrier(0, 2);
      if (b == 0) {
        block.on("rlxsignal", {0}).on("rlxwait", {0}).nop();
        if (r == 0)
          block.move("put", PlanJson::array({own("s", 0)}), PlanJson::array({remote(0, 0)}), "memory")
              .nop()
              .on("signal", {0});
        else
          block.on("wait", {0});
      }
    }
    return blocks;
  });
}

}  // namespace tutti
