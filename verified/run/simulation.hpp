// The plans of all ranks, run in one process on values of any kind: what the executor does, without MPI.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "verified/run/plan.hpp"

namespace tutti {

/// The memory of one rank: a value for each element of each area.
template <class Value>
struct Memory {
  std::array<std::vector<Value>, areas> area;
  bool one_buffer = false;  ///< what is sent lies in the receive buffer

  /// Every element holds `unwritten`.
  Memory(const Plan& plan, bool one_buffer_for_both, const Value& unwritten) : one_buffer(one_buffer_for_both) {
    for (std::size_t a = 0; a < areas; ++a) area[a].assign(static_cast<std::size_t>(plan.elements[a]), unwritten);
    auto& output = of(Area::output);
    const auto& input = area[static_cast<std::size_t>(Area::input)];
    if (one_buffer && output.size() < input.size()) output.resize(input.size(), unwritten);
  }

  std::vector<Value>& of(Area a) {
    return area[static_cast<std::size_t>(one_buffer && a == Area::input ? Area::output : a)];
  }
  Value& at(const Place& p, std::int64_t i) { return of(p.area).at(static_cast<std::size_t>(p.at + i)); }
};

/// Runs plans, one for each rank, on their memories. Messages are delivered at any time between post and wait, and
/// ranks go on in any order: `seed` decides. `combine(left, right)` is left·right.
template <class Value, class Combine>
class Simulation {
 public:
  Simulation(std::vector<Plan> plans, std::vector<Memory<Value>>& memory, Combine combine, std::uint64_t seed)
      : plans_(std::move(plans)),
        memory_(memory),
        combine_(std::move(combine)),
        random_(seed),
        stage_(plans_.size(), 0),
        posted_(plans_.size(), false) {
    for (std::size_t r = 0; r < plans_.size(); ++r) {
      entered_.emplace_back(plans_.size(), false)[r] = true;
      done_.emplace_back(static_cast<std::size_t>(plans_[r].requests), false);
      brought_.emplace_back(static_cast<std::size_t>(plans_[r].requests));
    }
  }

  /// By rank, whether it has entered for certain when rank r leaves, as far as r can know from the messages that it has
  /// waited for.
  const std::vector<bool>& entered(Rank r) const { return entered_[index(r)]; }

  /// False where some rank waits for ever. Throws std::runtime_error where a message has not the length of its receive,
  /// and std::out_of_range where a plan reaches beyond an area.
  bool run() {
    for (;;) {
      std::vector<Rank> able;
      bool finished = true;
      for (Rank r = 0; r < static_cast<Rank>(plans_.size()); ++r) {
        if (at_end(r)) continue;
        finished = false;
        if (!posted_[index(r)] || waits_no_more(r)) able.push_back(r);
      }
      if (finished) return true;
      if (able.empty() && ready_.empty()) return false;
      if (ready_.empty() || (!able.empty() && random_() % 2 == 0)) {
        go_on(able[random_() % able.size()]);
      } else {
        std::swap(ready_[random_() % ready_.size()], ready_.back());
        const auto channel = ready_.back();
        ready_.pop_back();
        deliver(channel);
      }
    }
  }

 private:
  /// `entered`: see entered(), of the sender as it posts a message.
  struct Posted {
    Rank rank;
    const Transfer* transfer;
    std::vector<bool> entered;
  };
  using Channel = std::tuple<Rank, Rank, int>;  // from, to, tag: FIFO
  struct Open {
    std::vector<Posted> sends, receives;
  };

  static std::size_t index(Rank r) { return static_cast<std::size_t>(r); }
  bool at_end(Rank r) const { return stage_[index(r)] == plans_[index(r)].stages.size(); }
  const Stage& stage(Rank r) const { return plans_[index(r)].stages[stage_[index(r)]]; }

  bool waits_no_more(Rank r) const {
    const auto& p = stage(r);
    for (int i = 0; i < p.requests; ++i)
      if (!done_[index(r)][static_cast<std::size_t>(p.first_request + i)]) return false;
    return true;
  }

  void go_on(Rank r) {
    const auto& p = stage(r);
    if (posted_[index(r)]) {
      for (int i = p.first_request; i < p.first_request + p.requests; ++i) {
        const auto& brought = brought_[index(r)][static_cast<std::size_t>(i)];
        for (std::size_t rank = 0; rank < brought.size(); ++rank)
          if (brought[rank]) entered_[index(r)][rank] = true;
      }
      work(r, p.work);
      ++stage_[index(r)];
      posted_[index(r)] = false;
      return;
    }
    work(r, p.pack);
    for (const auto* receives : {&p.receives, &p.early_receives})
      for (const auto& t : *receives) post({t.peer, r, t.tag}, &Open::receives, {r, &t, {}});
    for (const auto& t : p.sends) post({r, t.peer, t.tag}, &Open::sends, {r, &t, entered_[index(r)]});
    posted_[index(r)] = true;
  }

  void post(const Channel& channel, std::vector<Posted> Open::*side, Posted posted) {
    auto& open = open_[channel];
    (open.*side).push_back(std::move(posted));
    const auto other = side == &Open::sends ? open.receives.size() : open.sends.size();
    if ((open.*side).size() <= other) ready_.push_back(channel);
  }

  void work(Rank r, const std::vector<Work>& works) {
    auto& m = memory_[index(r)];
    for (const auto& w : works)
      for (std::int64_t i = 0; i < w.elements; ++i) {
        auto& to = m.at(w.to, i);
        auto& left = m.at(w.left, i);
        to = w.fold ? combine_(std::as_const(left), std::as_const(m.at(w.right, i))) : left;
      }
  }

  void deliver(const Channel& channel) {
    const auto at = open_.find(channel);
    auto& [sends, receives] = at->second;
    const auto send = std::move(sends.front());
    const auto receive = std::move(receives.front());
    sends.erase(sends.begin());
    receives.erase(receives.begin());
    if (sends.empty() && receives.empty()) open_.erase(at);
    if (send.transfer->elements != receive.transfer->elements)
      throw std::runtime_error("a message is longer or shorter than due");
    for (std::int64_t i = 0; i < send.transfer->elements; ++i)
      memory_[index(receive.rank)].at(receive.transfer->place, i) =
          memory_[index(send.rank)].at(send.transfer->place, i);
    brought_[index(receive.rank)][static_cast<std::size_t>(receive.transfer->request)] = send.entered;
    for (const auto& end : {send, receive})
      done_[index(end.rank)][static_cast<std::size_t>(end.transfer->request)] = true;
  }

  std::vector<Plan> plans_;
  std::vector<Memory<Value>>& memory_;
  Combine combine_;
  std::mt19937_64 random_;
  std::vector<std::size_t> stage_;
  std::vector<bool> posted_;
  std::vector<std::vector<bool>> done_;
  std::vector<std::vector<bool>> entered_;
  std::vector<std::vector<std::vector<bool>>> brought_;  ///< by the message of each request
  std::map<Channel, Open> open_;                         ///< what is posted and not yet delivered
  std::vector<Channel> ready_;                           ///< one for each message that can be delivered
};

}  // namespace tutti
