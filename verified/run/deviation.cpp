#include "verified/run/deviation.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "reference/model.hpp"
#include "verified/run/contents.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti {
namespace {

/// What a message has to be.
struct Message {
  bool sent;  ///< or received
  Rank peer;
  int tag;
  std::int64_t elements = 0;
  Contents contents = {};
  bool posted = false;
};

/// The first fault found.
struct Deviation {
  std::string what;
};

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Where the data of a rank lies, as Extents and MPI 4.0 (6.4 to 6.11) have it.
class Buffers {
 public:
  Buffers(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Extents& extents, bool in_place)
      : schedule_(schedule),
        collective_(collective),
        root_(root),
        rank_(rank),
        extents_(extents),
        in_place_(in_place),
        reads_send_buffer_(in_place && row(collective).input == Input::of_root &&
                           row(collective).result == Result::own_block) {}

  std::int64_t size(int slot) const {
    if (slot < schedule_.blocks) return extents_.size[index(slot)];
    return extents_.size[schedule_.exchange ? 0 : index(schedule_.block_of(rank_, slot))];
  }

  /// Where the slot lies at the start, if the rank holds it.
  std::optional<Place> held(int slot) const {
    if (!tutti::held(collective_, schedule_.ranks, root_, rank_, slot)) return std::nullopt;
    const Place input{area_of_input(), extents_.input[index(slot)]};
    if (!in_place_ || reads_send_buffer_) return input;
    if (schedule_.exchange) return Place{Area::output, extents_.output[index(schedule_.ranks + slot)]};
    const bool contributes_own = row(collective_).combines() && row(collective_).result == Result::own_block;
    return due(slot) && !contributes_own ? due(slot) : input;
  }

  /// Where the slot must lie in the end, if it is due.
  std::optional<Place> due(int slot) const {
    if (reads_send_buffer_ && rank_ == root_) return std::nullopt;
    if (!tutti::due(collective_, schedule_.ranks, root_, rank_, slot)) return std::nullopt;
    return Place{Area::output, extents_.output[index(slot)]};
  }

  /// In place the send buffer is the receive buffer.
  Area area_of(Area area) const { return area == Area::input ? area_of_input() : area; }

 private:
  Area area_of_input() const { return in_place_ && !reads_send_buffer_ ? Area::output : Area::input; }

  const Schedule& schedule_;
  Collective collective_;
  Rank root_, rank_;
  const Extents& extents_;
  bool in_place_;
  bool reads_send_buffer_;  ///< the root of a scatter in place, which gets nothing
};

/// What the steps of one rank mean: its messages, and what is in its slots in the end.
class Meaning {
 public:
  Meaning(const Schedule& schedule, Collective collective, Rank rank, const Buffers& buffers, Sources& sources)
      : schedule_(schedule), collective_(collective), rank_(rank), buffers_(buffers), sources_(sources) {
    for (auto& source : buffers_at_start_) source = sources.fresh();
    line_up();
    for (int slot = 0; slot < schedule.blocks; ++slot)
      if (const auto place = buffers.held(slot)) slots_.write(begin(slot), {at_start(*place, length({slot, 1}))});
    for (std::size_t r = 0; r < schedule.rounds.size(); ++r) run(schedule.rounds[r], static_cast<int>(r));
  }

  /// What is there before anything happens.
  Stretch at_start(const Place& place, std::int64_t n) const {
    return {buffers_at_start_[static_cast<std::size_t>(place.area)], place.at, n};
  }
  /// Of a slot that is held, due, or in a step; 0 of any other.
  std::int64_t size(int slot) const { return length({slot, 1}); }
  /// What is in the slot now, if that is something.
  std::optional<Contents> value(int slot) const { return slots_.read(begin(slot), size(slot)); }

  std::size_t rounds() const { return rounds_.size(); }
  /// Of one of the rounds in which there are some, in the order of the rounds; sorted by direction and peer.
  std::span<Message> messages(std::size_t round) {
    return std::span(messages_).subspan(rounds_[round].first, rounds_[round].second);
  }

 private:
  /// Lets the slots that concern this rank lie side by side, so that a run of them is a stretch.
  void line_up() {
    std::vector<int> concerned(index(schedule_.slots()) + 1);
    const auto mark = [&](int first, int count) {
      ++concerned[index(first)];
      --concerned[index(first + count)];
    };
    for (int slot = 0; slot < schedule_.blocks; ++slot)
      if (buffers_.held(slot) || buffers_.due(slot)) mark(slot, 1);
    for (const auto& round : schedule_.rounds)
      for (const auto& s : round.steps) {
        if (s.from == rank_) mark(s.blocks.first, s.blocks.count);
        if (s.to == rank_) mark(s.at, s.blocks.count);
      }
    begins_.push_back(0);
    for (int slot = 0, marks = 0; slot < schedule_.slots(); ++slot) {
      marks += concerned[index(slot)];
      if (marks > 0 && buffers_.size(slot) < 0) throw Deviation{"it was made for a block of less than 0 elements"};
      begins_.push_back(checked_sum(begins_.back(), marks > 0 ? buffers_.size(slot) : 0));
    }
  }
  std::int64_t begin(int slot) const { return begins_[index(slot)]; }
  std::int64_t length(const Blocks& run) const { return begin(run.first + run.count) - begin(run.first); }

  void run(const Round& round, int number) {
    const auto first = messages_.size();
    effects_.clear();
    for (const auto& s : round.steps) {
      if (s.from != rank_ && s.to != rank_) continue;
      if (s.from == s.to) {
        effects_.push_back({&s, held_in(s.blocks)});
        continue;
      }
      const bool sends = s.from == rank_;
      auto& message = message_with(first, sends, sends ? s.to : s.from, number);
      auto carried = sends ? held_in(s.blocks) : Contents{};
      if (!sends) append(carried, {source_, message.elements, length({s.at, s.blocks.count})});
      for (const auto& stretch : carried) append(message.contents, stretch);
      message.elements += length(sends ? s.blocks : Blocks{s.at, s.blocks.count});
      if (!sends) effects_.push_back({&s, std::move(carried)});
    }
    for (const auto& e : effects_) take_effect(*e.step, e.carried);

    if (row(collective_).result != Result::all_entered)
      messages_.erase(std::remove_if(messages_.begin() + static_cast<std::ptrdiff_t>(first), messages_.end(),
                                     [](const Message& m) { return m.elements == 0; }),
                      messages_.end());
    const auto all = std::span(messages_).subspan(first);
    std::ranges::sort(all, {}, [](const Message& m) { return std::pair(m.sent, m.peer); });
    if (!all.empty()) rounds_.emplace_back(first, all.size());
  }

  /// The last message of the round, to which the step belongs if it has the same two ranks, or else a new one.
  Message& message_with(std::size_t first, bool sends, Rank peer, int number) {
    const bool same = messages_.size() > first && messages_.back().sent == sends && messages_.back().peer == peer;
    if (!same) {
      messages_.push_back({.sent = sends, .peer = peer, .tag = tag_of(number)});
      if (!sends) source_ = sources_.fresh();
    }
    return messages_.back();
  }

  Contents held_in(const Blocks& run) const {
    auto all = slots_.read(begin(run.first), length(run));
    if (!all) throw Deviation{"it was made from steps that carry a slot that holds nothing"};
    return *std::move(all);
  }

  void take_effect(const Step& s, const Contents& carried) {
    const Blocks target{s.at, s.blocks.count};
    if (s.from == rank_ && length(target) != length(s.blocks))
      throw Deviation{"it was made from steps that move a slot into one of another size"};
    slots_.write(begin(s.at), s.action == Action::replace     ? carried
                              : s.action == Action::fold_left ? sources_.fold(carried, held_in(target))
                                                              : sources_.fold(held_in(target), carried));
  }

  /// What a step puts into slots of this rank.
  struct Effect {
    const Step* step;
    Contents carried;
  };

  const Schedule& schedule_;
  Collective collective_;
  Rank rank_;
  const Buffers& buffers_;
  Sources& sources_;
  int source_ = -1;  ///< the last message received
  std::array<int, areas> buffers_at_start_{};
  std::vector<Effect> effects_;  ///< of the round
  std::vector<Message> messages_;
  std::vector<std::pair<std::size_t, std::size_t>> rounds_;  ///< the first message and how many
  std::vector<std::int64_t> begins_;  ///< where each slot begins in `slots_`, and where the last one ends
  AreaContents slots_;
};

/// Runs the plan on symbols beside what the steps mean.
class SymbolicRun {
 public:
  SymbolicRun(const Plan& plan, const Schedule& schedule, const Buffers& buffers, Meaning& meaning)
      : plan_(plan), schedule_(schedule), buffers_(buffers), meaning_(meaning) {
    for (int slot = 0; slot < schedule.blocks; ++slot) {
      const auto n = meaning.size(slot);
      if (const auto place = buffers.held(slot); place && n > 0)
        of(*place).write(place->at, {meaning.at_start(*place, n)});
      if (const auto place = buffers.due(slot); place && n > 0) due_.emplace_back(place->at, place->at + n);
    }
    std::ranges::sort(due_);
    merge_due();
  }

  void run(Sources& sources) {
    for (const auto& phase : plan_.phases) {
      for (const auto& w : phase.pack) work(w, sources);
      post(phase);
      wait(phase);
      for (const auto& w : phase.work) work(w, sources);
    }
    finish();
  }

 private:
  struct Pending {
    Place place;
    int request;
    std::size_t round;
    const Message* message;
  };

  AreaContents& of(const Place& p) { return memory_[static_cast<std::size_t>(buffers_.area_of(p.area))]; }

  bool same_area(const Place& a, const Place& b) const { return buffers_.area_of(a.area) == buffers_.area_of(b.area); }

  void work(const Work& w, Sources& sources) {
    for (const auto* from : {&w.left, &w.right}) {
      if (from == &w.right && !w.fold) continue;
      const bool apart =
          !same_area(w.to, *from) || w.to.at + w.elements <= from->at || from->at + w.elements <= w.to.at;
      if (!apart && w.to.at != from->at)
        throw Deviation{"it writes to a part of what it reads, at element " + std::to_string(w.to.at)};
    }
    auto result = read(w.left, w.elements);
    if (w.fold) result = sources.fold(result, read(w.right, w.elements));
    write(w.to, w.elements, result);
  }

  Contents read(const Place& place, std::int64_t n) {
    not_pending(place, n);
    auto contents = of(place).read(place.at, n);
    if (!contents) throw Deviation{"it uses elements that hold nothing, from " + std::to_string(place.at) + " on"};
    return *std::move(contents);
  }

  void write(const Place& place, std::int64_t n, const Contents& contents) {
    not_pending(place, n);
    may_write(place, n);
    of(place).write(place.at, contents);
  }

  void not_pending(const Place& place, std::int64_t n) {
    const auto& busy = busy_in(place);
    const auto after = busy.lower_bound(place.at + n);
    if (n > 0 && after != busy.begin() && std::prev(after)->second > place.at)
      throw Deviation{"it uses memory into which a message may be landing, from element " + std::to_string(place.at)};
  }
  std::map<std::int64_t, std::int64_t>& busy_in(const Place& p) {
    return busy_[static_cast<std::size_t>(buffers_.area_of(p.area))];
  }

  /// Of the receive buffer, where something is due.
  void may_write(const Place& place, std::int64_t n) const {
    if (place.area == Area::input) throw Deviation{"it writes to the send buffer"};
    if (place.area != Area::output || n == 0) return;
    const auto after = std::ranges::upper_bound(due_, place.at, {}, &std::pair<std::int64_t, std::int64_t>::first);
    if (after == due_.begin() || std::prev(after)->second < place.at + n)
      throw Deviation{"it writes to the receive buffer where nothing is due, from element " + std::to_string(place.at)};
  }

  /// The message of that round to or from that peer that is not yet posted, or null.
  Message* unposted(std::size_t round, bool sent, Rank peer) const {
    if (round >= meaning_.rounds()) return nullptr;
    const auto all = meaning_.messages(round);
    const auto at = std::ranges::lower_bound(all, std::pair(sent, peer), {},
                                             [](const Message& m) { return std::pair(m.sent, m.peer); });
    return at != all.end() && at->sent == sent && at->peer == peer && !at->posted ? &*at : nullptr;
  }

  static void must_be(const Message* message, const Transfer& t, const char* what) {
    if (message && message->tag == t.tag && message->elements == t.elements) return;
    const auto it = std::string("it ") + what + " rank " + std::to_string(t.peer) + " ";
    if (!message) throw Deviation{it + "a message that is in no step of the round"};
    throw Deviation{it + std::to_string(t.elements) + " elements with tag " + std::to_string(t.tag) + " where " +
                    std::to_string(message->elements) + " with tag " + std::to_string(message->tag) + " are due"};
  }

  /// At most one round ahead, and never out of the order in which the peer sends.
  void post_receive(const Transfer& t) {
    auto round = round_;
    auto* message = unposted(round, false, t.peer);
    if (!message) message = unposted(++round, false, t.peer);
    must_be(message, t, "receives from");
    message->posted = true;
    not_pending(t.place, t.elements);
    may_write(t.place, t.elements);
    if (t.elements > 0) busy_in(t.place).emplace(t.place.at, t.place.at + t.elements);
    pending_.push_back({t.place, t.request, round, message});
  }

  void post(const Phase& phase) {
    for (const auto& t : phase.receives) post_receive(t);
    for (const auto& t : phase.early_receives) post_receive(t);
    for (const auto& t : phase.sends) {
      auto* message = unposted(round_, true, t.peer);
      must_be(message, t, "sends to");
      message->posted = true;
      if (read(t.place, t.elements) != message->contents)
        throw Deviation{"what it sends to rank " + std::to_string(t.peer) + " with tag " + std::to_string(t.tag) +
                        " is not what the steps say"};
      if (!in(phase, t.request)) throw Deviation{"a phase does not wait for what it sends"};
      over_.push_back(t.request);
    }
  }

  void wait(const Phase& phase) {
    std::erase_if(pending_, [&](const Pending& p) {
      if (!in(phase, p.request)) return false;
      if (p.round != round_) throw Deviation{"a phase waits for a message of the round after its own"};
      over_.push_back(p.request);
      if (p.message->elements > 0) busy_in(p.place).erase(p.place.at);
      of(p.place).write(p.place.at, p.message->contents);
      return true;
    });
    std::ranges::sort(over_);
    if (std::ranges::adjacent_find(over_) != over_.end()) throw Deviation{"two messages share a request"};
    if (static_cast<int>(over_.size()) != phase.requests) throw Deviation{"a phase waits for requests of no message"};
    if (over_.empty()) return;
    if (over_.size() != meaning_.messages(round_).size())
      throw Deviation{"a phase does not wait for all messages of its round"};
    ++round_;
    over_.clear();
  }

  static bool in(const Phase& phase, int request) {
    return phase.first_request <= request && request < phase.first_request + phase.requests;
  }

  void finish() {
    if (!pending_.empty()) throw Deviation{"a receive is never waited for"};
    if (round_ != meaning_.rounds()) throw Deviation{"a round of the steps is left out"};
    for (int slot = 0; slot < schedule_.blocks; ++slot) {
      const auto place = buffers_.due(slot);
      const auto n = meaning_.size(slot);
      if (place && n > 0 && of(*place).read(place->at, n) != meaning_.value(slot))
        throw Deviation{"what is in the receive buffer for block " + std::to_string(slot) + " is not what is due"};
    }
  }

  void merge_due() {
    std::vector<std::pair<std::int64_t, std::int64_t>> merged;
    for (const auto& [first, last] : due_)
      if (!merged.empty() && first <= merged.back().second)
        merged.back().second = std::max(merged.back().second, last);
      else
        merged.emplace_back(first, last);
    due_ = std::move(merged);
  }

  const Plan& plan_;
  const Schedule& schedule_;
  const Buffers& buffers_;
  Meaning& meaning_;
  std::array<AreaContents, areas> memory_;
  std::vector<std::pair<std::int64_t, std::int64_t>> due_;  ///< parts of the receive buffer, apart and in order
  std::vector<Pending> pending_;
  std::array<std::map<std::int64_t, std::int64_t>, areas> busy_;  ///< where they may land: first element and end
  std::vector<int> over_;                                         ///< the requests that the phase has waited for
  std::size_t round_ = 0;
};

}  // namespace

std::optional<std::string> find_deviation(const Plan& plan, const Schedule& schedule, Collective collective, Rank root,
                                          Rank rank, const Extents& extents, bool in_place) {
  try {
    Sources sources;
    const Buffers buffers(schedule, collective, root, rank, extents, in_place);
    Meaning meaning(schedule, collective, rank, buffers, sources);
    SymbolicRun(plan, schedule, buffers, meaning).run(sources);
  } catch (const Deviation& d) {
    return d.what;
  }
  return std::nullopt;
}

}  // namespace tutti
