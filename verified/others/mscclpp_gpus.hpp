// The GPUs of an execution plan of MSCCL++: whom their channels reach, and which buffers of others they have.
#pragma once
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "verified/others/mscclpp_raw.hpp"
#include "verified/others/onesided.hpp"

namespace tutti::others {

/// One of the channels of a GPU: to whom, and the how manyeth to that rank.
struct End {
  Rank peer = 0;
  int which = 0;
};
struct RemoteBuffer {
  Rank rank = 0;
  Buffer buffer = Buffer::input;
};
struct SwitchGroup {
  Buffer buffer = Buffer::input;
  std::vector<Rank> ranks;
};
/// Of a GPU.
struct GpuChannels {
  std::map<Channel, std::vector<End>> ends;
  std::vector<SwitchGroup> groups;
  std::vector<RemoteBuffer> buffers;
  std::vector<std::set<Channel>> access;  ///< of each remote buffer
  std::vector<int> semaphores;            ///< in the plan
  int scratch = 0;                        ///< chunks of the file
};
/// Of a threadblock, in the order in which its operations number them.
struct OwnChannels {
  std::map<Channel, std::vector<int>> channels;  ///< of the GPU
  std::map<Channel, std::vector<RemoteBuffer>> buffers;
};

/// Reads GPUs into a plan, whose collective, ranks and parts must be there. All throw NoSchedule, with the place.
class PlanGpus {
 public:
  explicit PlanGpus(OneSidedPlan& plan) : plan_(plan) {}

  /// The next one. Of the first one the plan takes its chunks.
  void read(const Json& gpu);

  const GpuChannels& operator[](Rank r) const { return gpus_[index(r)]; }
  /// The semaphore that a rank signals by that channel, the one at which it waits, and who does its puts. The k-th
  /// channel from one rank to another and the k-th one back are one; each way has what counts its signals.
  int signals(Channel type, Rank r, const End& end) { return semaphore(type, r, end.peer, end.which); }
  int signals_to(Channel type, Rank r, const End& end) { return semaphore(type, end.peer, r, end.which); }
  int proxy(Rank r, int channel);

  OwnChannels own(const Object& threadblock, Rank r) const;

 private:
  void read_chunks(const Object& gpu, int inputs, int outputs);
  void read_semaphores(const Object& gpu, Rank r, GpuChannels& made);
  void read_channels(const Object& gpu, Rank r, GpuChannels& made) const;
  void read_group(const Object& channel, const Json& group, Rank r, GpuChannels& made) const;
  void read_remote_buffers(const Object& gpu, Rank r, GpuChannels& made) const;
  int semaphore(Channel type, Rank from, Rank to, int which);

  OneSidedPlan& plan_;
  std::vector<GpuChannels> gpus_;
  std::map<std::tuple<Channel, Rank, Rank, int>, int> signals_;
  std::map<std::pair<Rank, int>, int> proxies_;
};

}  // namespace tutti::others
