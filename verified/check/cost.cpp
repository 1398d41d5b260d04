#include "verified/check/cost.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "verified/schedule/interpret.hpp"

namespace tutti {
namespace {

/// body(from, to, blocks carried, blocks folded) for every message of a round and every run of steps inside a rank.
template <class F>
void for_each_load(const Round& round, F body) {
  for_each_message(round, [&](std::span<const Step> steps) {
    int carried = 0, folded = 0;
    for (const auto& s : steps) {
      carried += s.blocks.count;
      if (s.action != Action::replace) folded += s.blocks.count;
    }
    body(steps.front().from, steps.front().to, carried, folded);
  });
}

/// When something is over, and of which part of it each byte of the vector has a share. Times add up and the later one
/// counts, so both belong to one path through the schedule.
struct Time {
  double seconds = 0;   ///< fixed + per_byte * the bytes of the replay
  double fixed = 0;     ///< of that, what no byte adds to
  double per_byte = 0;  ///< and what each byte adds

  friend Time operator+(const Time& a, const Time& b) {
    return {a.seconds + b.seconds, a.fixed + b.fixed, a.per_byte + b.per_byte};
  }
  friend bool operator<(const Time& a, const Time& b) { return a.seconds < b.seconds; }
};

constexpr double long_ago = -std::numeric_limits<double>::infinity();
constexpr Time never{long_ago, long_ago, 0};

/// A part of the vector that is sent or folded.
struct Load {
  int blocks, parts;  ///< so many of all of the vector
  double share;       ///< of the vector
  double bytes;

  Time time(double fixed, double per_byte) const { return {fixed + bytes * per_byte, fixed, share * per_byte}; }
};

/// The time at one rank. The fields from `round` to `folds` are those of the round `round`.
struct Clock {
  Time done;  ///< when its earlier rounds are finished
  int round = -1;
  bool sends = false, receives = false;
  Time ends;                                     ///< when its messages so far are
  int folds = 0;                                 ///< blocks
  Time send_port = never, receive_port = never;  ///< as the rule needs them
};

/// The papers: a message occupies both its ports from the time that both ranks and ports are free until it has arrived.
/// The ports are known by when they are free.
struct PapersRule {
  std::span<const Regime> regimes;
  double gamma;
  double priced_at;  ///< bytes of the vector, by which a message has its regime

  const Regime& regime(const Load& load) const {
    auto at = regimes.begin();
    while (at + 1 != regimes.end() && begins_at(at[1], load.blocks, load.parts) <= priced_at) ++at;
    return *at;
  }

  void transfer(Clock& sender, Clock& receiver, const Load& load) const {
    const bool one_way = !sender.receives && !receiver.sends;
    const auto& prices = regime(load);
    const Time lasts = one_way ? load.time(prices.alpha_uni, prices.beta_uni) : load.time(prices.alpha, prices.beta);
    const Time begins = std::max({sender.done, sender.send_port, receiver.done, receiver.receive_port});
    const Time ends = begins + lasts;
    sender.send_port = receiver.receive_port = ends;
    sender.ends = std::max(sender.ends, ends);
    receiver.ends = std::max(receiver.ends, ends);
  }
};

/// LogGP: a message leaves its sender, and waits at its receiver until that one is ready for it. The ports are known by
/// when the next message can begin, and by when the receiver began to take the last one.
struct LogGPRule {
  LogGP prices;
  double gamma;

  void transfer(Clock& sender, Clock& receiver, const Load& load) const {
    const Time overhead = load.time(prices.overhead, 0);
    const Time apart = std::max(overhead, load.time(prices.gap, prices.gap_per_byte));
    const Time begins = std::max(sender.done, sender.send_port);
    const Time sent = begins + load.time(prices.overhead, prices.gap_per_byte);
    sender.send_port = begins + apart;
    sender.ends = std::max(sender.ends, sent);
    const Time there = sent + load.time(prices.latency, 0);
    receiver.receive_port = std::max({there, receiver.done, receiver.receive_port + apart});
    receiver.ends = std::max(receiver.ends, receiver.receive_port + overhead);
  }
};

/// The one walk over a schedule; the rule says what a message does to the two clocks.
template <class Rule>
class Replay {
 public:
  Replay(const Schedule& schedule, const Rule& rule, double bytes)
      : rule_(rule), parts_(schedule.parts()), bytes_(bytes), clocks_(static_cast<std::size_t>(schedule.ranks)) {
    active_.reserve(clocks_.size());
    for (int number = 0; const auto& round : schedule.rounds) run(round, number++);
  }

  Time latest() const {
    const auto later = [](const Clock& a, const Clock& b) { return a.done < b.done; };
    return std::max_element(clocks_.begin(), clocks_.end(), later)->done;
  }

 private:
  void run(const Round& round, int number) {
    active_.clear();
    for_each_load(round, [&](Rank from, Rank to, int, int) {
      auto& sender = enter(from, number);
      auto& receiver = enter(to, number);
      if (from != to) sender.sends = receiver.receives = true;
    });
    for_each_load(round, [&](Rank from, Rank to, int carried, int folded) {
      auto& receiver = at(to);
      if (from != to) rule_.transfer(at(from), receiver, blocks(carried));
      receiver.folds += folded;
    });
    for (Clock* c : active_) c->done = c->ends + blocks(c->folds).time(0, rule_.gamma);
  }

  Load blocks(int number) const {
    const double share = static_cast<double>(number) / parts_;
    return {number, parts_, share, share * bytes_};
  }

  Clock& at(Rank rank) { return clocks_[static_cast<std::size_t>(rank)]; }

  Clock& enter(Rank rank, int round) {
    auto& c = at(rank);
    if (c.round == round) return c;
    c.round = round;
    c.sends = c.receives = false;
    c.ends = c.done;
    c.folds = 0;
    active_.push_back(&c);
    return c;
  }

  Rule rule_;
  int parts_;
  double bytes_;  ///< of the vector
  std::vector<Clock> clocks_;
  std::vector<Clock*> active_;
};

Regime only_regime(const Prices& x) {
  return {.from = 0, .alpha = x.alpha, .beta = x.beta, .alpha_uni = x.alpha_uni(), .beta_uni = x.beta_uni()};
}

}  // namespace

double replay(const Schedule& schedule, std::span<const Regime> regimes, double gamma, double bytes) {
  return Replay(schedule, PapersRule{regimes, gamma, bytes}, bytes).latest().seconds;
}

double replay(const Schedule& schedule, const Prices& prices, double bytes) {
  const auto regime = only_regime(prices);
  return replay(schedule, {&regime, 1}, prices.gamma, bytes);
}

double replay(const Schedule& schedule, const LogGP& prices, double gamma, double bytes) {
  return Replay(schedule, LogGPRule{prices, gamma}, bytes).latest().seconds;
}

PathTime longest_path(const Schedule& schedule, std::span<const Regime> regimes, double gamma, double bytes,
                      double priced_at) {
  const auto time = Replay(schedule, PapersRule{regimes, gamma, priced_at}, bytes).latest();
  return {time.fixed, time.per_byte};
}

PathTime longest_path(const Schedule& schedule, const Prices& prices, double bytes) {
  const auto regime = only_regime(prices);
  return longest_path(schedule, {&regime, 1}, prices.gamma, bytes, bytes);
}

PathTime longest_path(const Schedule& schedule, const LogGP& prices, double gamma, double bytes) {
  const auto time = Replay(schedule, LogGPRule{prices, gamma}, bytes).latest();
  return {time.fixed, time.per_byte};
}

double begins_at(const Regime& regime, int blocks, int parts) { return regime.from * parts / blocks; }

std::vector<int> message_sizes(const Schedule& schedule) {
  std::set<int> blocks;
  for (const auto& round : schedule.rounds)
    for_each_load(round, [&](Rank from, Rank to, int carried, int) {
      if (from != to && carried > 0) blocks.insert(carried);
    });
  return {blocks.begin(), blocks.end()};
}

Volume volume(const Schedule& schedule) {
  struct Work {
    int rounds = 0, last_round = -1, messages = 0;
    std::int64_t sent = 0, received = 0, folded = 0;
  };
  std::vector<Work> loads(static_cast<std::size_t>(schedule.ranks));
  Volume v;
  std::int64_t all_folded = 0;
  for (int number = 0; const auto& round : schedule.rounds) {
    if (!round.steps.empty()) ++v.rounds;
    for_each_load(round, [&](Rank from, Rank to, int carried, int folded) {
      auto& sender = loads[static_cast<std::size_t>(from)];
      auto& receiver = loads[static_cast<std::size_t>(to)];
      for (Work* load : {&sender, &receiver})
        if (std::exchange(load->last_round, number) != number) ++load->rounds;
      receiver.folded += folded;
      all_folded += folded;
      if (from == to) return;
      ++v.messages, ++sender.messages, ++receiver.messages;
      sender.sent += carried;
      receiver.received += carried;
    });
    ++number;
  }
  const auto share = [&](std::int64_t blocks) { return static_cast<double>(blocks) / schedule.parts(); };
  v.folded_by_all = share(all_folded);
  for (const auto& load : loads) {
    v.rank_rounds = std::max(v.rank_rounds, load.rounds);
    v.rank_messages = std::max(v.rank_messages, load.messages);
    v.sent = std::max(v.sent, share(load.sent));
    v.received = std::max(v.received, share(load.received));
    v.folded = std::max(v.folded, share(load.folded));
  }
  return v;
}

}  // namespace tutti
