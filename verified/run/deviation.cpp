#include "verified/run/deviation.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "verified/run/meaning.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti {
namespace {

/// Runs the plan on symbols beside what the steps mean.
class SymbolicRun {
 public:
  SymbolicRun(const Plan& plan, const Buffers& buffers, Meaning& meaning, Sources& sources)
      : plan_(plan),
        buffers_(buffers),
        meaning_(meaning),
        sources_(sources),
        requests_(static_cast<std::size_t>(std::max(0, plan.requests))) {
    for (const auto& part : buffers.held()) of(part.place).write(part.place.at, meaning.at_start(part));
    for (const auto& part : buffers.due()) due_.write(part.place.at, Contents({0, part.place.at, part.elements}));
  }

  void run() {
    for (const auto& stage : plan_.stages) {
      for (const auto& w : stage.pack) work(w);
      post(stage);
      wait(stage);
      for (const auto& w : stage.work) work(w);
    }
    finish();
  }

 private:
  struct Pending {
    const Transfer* transfer;
    std::size_t round;
    const Meaning::Message* message;
  };

  AreaContents& of(const Place& p) { return memory_[static_cast<std::size_t>(buffers_.area_of(p.area))]; }

  bool same_area(const Place& a, const Place& b) const { return buffers_.area_of(a.area) == buffers_.area_of(b.area); }

  void work(const Work& w) {
    for (const auto* from : {&w.left, &w.right}) {
      if (from == &w.right && !w.fold) continue;
      const bool apart =
          !same_area(w.to, *from) || w.to.at + w.elements <= from->at || from->at + w.elements <= w.to.at;
      if (!apart && w.to.at != from->at)
        throw Deviation{"it writes to a part of what it reads, at element " + std::to_string(w.to.at)};
    }
    const auto left = read(w.left, w.elements);
    write(w.to, w.elements, w.fold ? sources_.fold(left, read(w.right, w.elements)) : left);
  }

  /// What memory holds where a message may be landing, and nowhere else.
  static Contents landing(const Transfer& t) { return Contents({-1, 0, t.elements}); }

  Contents read(const Place& place, std::int64_t n) {
    auto contents = of(place).read(place.at, n);
    if (!contents) throw Deviation{"it uses elements that hold nothing, from " + std::to_string(place.at) + " on"};
    for (const auto& s : *contents)
      if (s.source < 0)
        throw Deviation{"it uses memory into which a message may be landing, from element " + std::to_string(place.at)};
    return *std::move(contents);
  }

  /// To the receive buffer only where something is due.
  void write(const Place& place, std::int64_t n, const Contents& contents) {
    if (place.area == Area::output && !due_.holds(place.at, n))
      throw Deviation{"it writes to the receive buffer where nothing is due, from element " + std::to_string(place.at)};
    of(place).write(place.at, contents);
  }

  /// The message of that round to or from that peer that is not yet posted, or null.
  Meaning::Message* unposted(std::size_t round, bool sent, Rank peer) const {
    if (round >= meaning_.rounds()) return nullptr;
    const auto all = meaning_.messages(round);
    const auto at = std::ranges::lower_bound(all, std::pair(sent, peer), {}, &Meaning::Message::channel);
    return at != all.end() && at->channel() == std::pair(sent, peer) && !at->posted ? &*at : nullptr;
  }

  void post(Meaning::Message* message, const Transfer& t, const char* what) {
    const auto it = [&] { return std::string("it ") + what + " rank " + std::to_string(t.peer) + " "; };
    if (!message) throw Deviation{it() + "a message that is in no step of the round"};
    if (message->tag != t.tag || message->elements != t.elements)
      throw Deviation{it() + std::to_string(t.elements) + " elements with tag " + std::to_string(t.tag) + " where " +
                      std::to_string(message->elements) + " with tag " + std::to_string(message->tag) + " are due"};
    message->posted = true;
    if (t.request < 0 || t.request >= plan_.requests)
      throw Deviation{it() + "with request " + std::to_string(t.request) + " of " + std::to_string(plan_.requests)};
    if (requests_[static_cast<std::size_t>(t.request)])
      throw Deviation{it() + "with a request that another message has"};
    requests_[static_cast<std::size_t>(t.request)] = true;
  }

  /// At most one round ahead, and never out of the order in which the peer sends.
  void post_receive(const Transfer& t) {
    auto round = round_;
    auto* message = unposted(round, false, t.peer);
    if (!message) message = unposted(++round, false, t.peer);
    post(message, t, "receives from");
    write(t.place, t.elements, landing(t));
    pending_.push_back({&t, round, message});
  }

  /// Sends come last: what they read must not be where any of the receives lands.
  void post(const Stage& stage) {
    for (const auto& t : stage.receives) post_receive(t);
    for (const auto& t : stage.early_receives) post_receive(t);
    for (const auto& t : stage.sends) {
      auto* message = unposted(round_, true, t.peer);
      post(message, t, "sends to");
      if (read(t.place, t.elements) != message->contents)
        throw Deviation{"what it sends to rank " + std::to_string(t.peer) + " with tag " + std::to_string(t.tag) +
                        " is not what the steps say"};
      if (!waits_for(stage, t)) throw Deviation{"a stage does not wait for what it sends"};
    }
  }

  void wait(const Stage& stage) {
    auto over = stage.sends.size();
    std::erase_if(pending_, [&](const Pending& p) {
      if (!waits_for(stage, *p.transfer)) return false;
      if (p.round != round_) throw Deviation{"a stage waits for a message of the round after its own"};
      land(p);
      ++over;
      return true;
    });
    if (std::cmp_not_equal(over, stage.requests)) throw Deviation{"a stage waits for requests of no message"};
    if (over == 0) return;
    if (over != meaning_.messages(round_).size())
      throw Deviation{"a stage does not wait for all messages of its round"};
    ++round_;
  }

  static bool waits_for(const Stage& stage, const Transfer& t) {
    return within<std::int64_t>(t.request - std::int64_t{stage.first_request}, 1, stage.requests);
  }

  void land(const Pending& p) {
    const auto& [place, n] = std::tie(p.transfer->place, p.transfer->elements);
    if (of(place).read(place.at, n) != landing(*p.transfer))
      throw Deviation{"it writes where a message may be landing, from element " + std::to_string(place.at) + " on"};
    of(place).write(place.at, p.message->contents);
  }

  void finish() {
    if (!pending_.empty()) throw Deviation{"a receive is never waited for"};
    if (round_ != meaning_.rounds()) throw Deviation{"a round of the steps is left out"};
    for (const auto& part : buffers_.due())
      if (of(part.place).read(part.place.at, part.elements) != meaning_.held_in(part.slots))
        throw Deviation{"what is in the receive buffer from element " + std::to_string(part.place.at) + " on, " +
                        std::to_string(part.elements) + " elements, is not what is due"};
  }

  const Plan& plan_;
  const Buffers& buffers_;
  Meaning& meaning_;
  Sources& sources_;
  std::array<AreaContents, areas> memory_;
  AreaContents due_;  ///< holds something where something is due in the receive buffer
  std::vector<Pending> pending_;
  std::vector<bool> requests_;  ///< those in use
  std::size_t round_ = 0;
};

}  // namespace

std::optional<std::string> find_deviation(const Plan& plan, const Schedule& schedule, Collective collective, Rank root,
                                          Rank rank, const Extents& extents, bool in_place) {
  if (auto forbidden = find_forbidden_access(plan)) return forbidden;
  try {
    Sources sources;
    const Buffers buffers(schedule, collective, root, rank, extents, in_place);
    Meaning meaning(schedule, collective, rank, buffers, sources);
    SymbolicRun(plan, buffers, meaning, sources).run();
  } catch (const Deviation& d) {
    return d.what;
  }
  return std::nullopt;
}

}  // namespace tutti
