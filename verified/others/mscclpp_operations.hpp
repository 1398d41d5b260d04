// What the operations of an execution plan of MSCCL++ mean, as its executor has them.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/others/mscclpp_gpus.hpp"
#include "verified/others/mscclpp_raw.hpp"
#include "verified/others/onesided.hpp"

namespace tutti::others {

struct Mover;      ///< what an operation does with data
enum class Where;  ///< its operands and results are

/// Adds operations to the threadblocks of a plan, whose GPUs are read.
class OperationReader {
 public:
  /// `has_packets`: its protocol is that of packets.
  OperationReader(OneSidedPlan& plan, PlanGpus& gpus, bool has_packets)
      : plan_(plan), gpus_(gpus), has_packets_(has_packets) {}

  /// Adds it to a threadblock that has these channels and buffers: a pipeline unit by unit, a put with a signal as
  /// both. Throws NoSchedule, with its place, for what it cannot be.
  void add(OneSidedBlock& block, const OwnChannels& own, const RawOperation& operation);

 private:
  void add_unit(OneSidedBlock& block, const RawOperation& o, int unit, int length);
  void push(OneSidedBlock& block, Operation operation);
  int channel_of(const RawOperation& o, std::size_t i) const;
  const End& end_of(Channel type, int channel) const { return gpus_[rank_].ends.at(type)[index(channel)]; }
  void wait(Operation& made, const RawOperation& o);
  int barrier(const RawOperation& o);
  void move(OneSidedBlock& block, Operation& made, const Mover& mover, const RawOperation& o, int unit, int length);
  void check_reduction(const RawOperation& o);
  void check_scratch(const RawOperation& o, bool packets);
  std::vector<Region> regions(Where place, const RawChunk& chunk, const RawOperation& o, int unit, int length);

  OneSidedPlan& plan_;
  PlanGpus& gpus_;
  bool has_packets_;
  const OwnChannels* own_ = nullptr;  ///< of the threadblock that is added to, at that rank
  Rank rank_ = 0;
  std::map<std::pair<Rank, int>, int> barriers_;
  std::optional<bool> scratch_has_packets_;  ///< where an op was that uses it
  std::string reduces_;
  std::int64_t operations_ = 0, touched_ = 0;
};

}  // namespace tutti::others
