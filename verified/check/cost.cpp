#include "verified/check/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

constexpr double never = -std::numeric_limits<double>::infinity();

/// The time at one rank. The fields from `round` to `folds` are those of the round `round`.
struct Clock {
  double done = 0;  ///< when its earlier rounds are finished
  int round = -1;
  bool sends = false, receives = false;
  double ends = 0;                                 ///< when its messages so far are
  int folds = 0;                                   ///< blocks
  double send_port = never, receive_port = never;  ///< as the rule needs them
};

/// The papers: a message occupies both its ports from the time that both ranks and ports are free until it has arrived.
/// The ports are known by when they are free.
struct PapersRule {
  Prices prices;
  double gamma = prices.gamma;

  void transfer(Clock& sender, Clock& receiver, double bytes) const {
    const bool one_way = !sender.receives && !receiver.sends;
    const double lasts = one_way ? prices.alpha_uni() + bytes * prices.beta_uni() : prices.alpha + bytes * prices.beta;
    const double begins = std::max({sender.done, sender.send_port, receiver.done, receiver.receive_port});
    const double ends = begins + lasts;
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

  void transfer(Clock& sender, Clock& receiver, double bytes) const {
    const double flows = bytes * prices.gap_per_byte;
    const double apart = std::max(prices.overhead, prices.gap + flows);
    const double begins = std::max(sender.done, sender.send_port);
    const double sent = begins + prices.overhead + flows;
    sender.send_port = begins + apart;
    sender.ends = std::max(sender.ends, sent);
    receiver.receive_port = std::max({sent + prices.latency, receiver.done, receiver.receive_port + apart});
    receiver.ends = std::max(receiver.ends, receiver.receive_port + prices.overhead);
  }
};

/// The one walk over a schedule; the rule says what a message does to the two clocks.
template <class Rule>
class Replay {
 public:
  Replay(const Schedule& schedule, const Rule& rule, double bytes)
      : rule_(rule), block_(bytes / schedule.parts()), clocks_(static_cast<std::size_t>(schedule.ranks)) {
    active_.reserve(clocks_.size());
    for (int number = 0; const auto& round : schedule.rounds) run(round, number++);
  }

  double latest() const { return std::ranges::max(clocks_, {}, &Clock::done).done; }

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
      if (from != to) rule_.transfer(at(from), receiver, carried * block_);
      receiver.folds += folded;
    });
    for (Clock* c : active_) c->done = c->ends + c->folds * block_ * rule_.gamma;
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
  double block_;  ///< bytes
  std::vector<Clock> clocks_;
  std::vector<Clock*> active_;
};

/// A number that a time is linear in, while the same path through the schedule stays the longest one.
struct Coefficient {
  const char* of;
  double per;  ///< bytes that it is multiplied with
  void (*raise)(Prices&, double);
};

constexpr double sample_bytes = 1000;

constexpr std::array coefficients{
    Coefficient{"alpha", 1, [](Prices& x, double by) { x.f_alpha *= x.alpha / (x.alpha + by), x.alpha += by; }},
    Coefficient{"alpha_uni", 1, [](Prices& x, double by) { x.f_alpha += by / x.alpha; }},
    Coefficient{"n*beta", sample_bytes, [](Prices& x, double by) { x.f_beta *= x.beta / (x.beta + by), x.beta += by; }},
    Coefficient{"n*beta_uni", sample_bytes, [](Prices& x, double by) { x.f_beta += by / x.beta; }},
    Coefficient{"n*gamma", sample_bytes, [](Prices& x, double by) { x.gamma += by; }},
};

/// Prices for sample_bytes under which latency, bandwidth and folding in turn decide which path is the longest, with
/// factors inside and outside of the papers' range; no small whole numbers relate them.
constexpr std::array samples{
    Prices{.alpha = 1.0471, .beta = 0.00021327, .gamma = 0.00017193, .f_alpha = 0.73411, .f_beta = 0.81737},
    Prices{.alpha = 0.15913, .beta = 0.0083177, .gamma = 0.0011931, .f_alpha = 0.53717, .f_beta = 0.50911},
    Prices{.alpha = 0.11317, .beta = 0.00073771, .gamma = 0.0091573, .f_alpha = 0.91733, .f_beta = 0.32719},
};

/// To a relative 1e-9. Where there is one rank and no message, terms of the formula cancel up to rounding.
bool same_time(double a, double b, const Prices& prices) {
  return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), prices.alpha});
}

/// "3 alpha + 0.875 n*beta = 4.07 s", with the coefficients around these prices.
template <class Time>
std::string print(Time time, const Prices& prices) {
  const double total = time(prices);
  std::string text;
  char number[48];
  for (const auto& c : coefficients) {
    Prices raised = prices;
    const double by = 1e-6 / c.per;
    c.raise(raised, by);
    const double value = (time(raised) - total) / (by * c.per);
    if (std::abs(value) < 1e-6) continue;
    std::snprintf(number, sizeof number, "%.6g ", value);
    text += (text.empty() ? "" : " + ") + std::string(number) + c.of;
  }
  std::snprintf(number, sizeof number, " = %.6g s", total);
  return (text.empty() ? "0" : text) + number;
}

/// Compiled once per thread and claim.
CostFormula& formula_of(const Algorithm& a) {
  thread_local std::map<std::string, CostFormula> compiled;
  std::string key;
  for (const auto part : {a.cost.paper, a.cost.differs, a.cost.loop.of, a.cost.loop.each}) (key += part) += '\n';
  const auto at = compiled.find(key);
  return at != compiled.end() ? at->second : compiled.try_emplace(std::move(key), a.name, a.cost).first->second;
}

}  // namespace

double replay(const Schedule& schedule, const Prices& prices, double bytes) {
  return Replay(schedule, PapersRule{prices}, bytes).latest();
}

double replay(const Schedule& schedule, const LogGP& prices, double gamma, double bytes) {
  return Replay(schedule, LogGPRule{prices, gamma}, bytes).latest();
}

Volume volume(const Schedule& schedule) {
  struct Load {
    int rounds = 0, last_round = -1, messages = 0;
    std::int64_t sent = 0, received = 0, folded = 0;
  };
  std::vector<Load> loads(static_cast<std::size_t>(schedule.ranks));
  Volume v;
  std::int64_t all_folded = 0;
  for (int number = 0; const auto& round : schedule.rounds) {
    if (!round.steps.empty()) ++v.rounds;
    for_each_load(round, [&](Rank from, Rank to, int carried, int folded) {
      auto& sender = loads[static_cast<std::size_t>(from)];
      auto& receiver = loads[static_cast<std::size_t>(to)];
      for (Load* load : {&sender, &receiver})
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

std::optional<Counterexample> check_cost(const Algorithm& algorithm, const Schedule& schedule, const Group& group) {
  const Shape shape = group.shape.empty() ? algorithm.shapes_for(group.ranks).front() : group.shape;
  const auto fault = [&](std::string found, std::string due) {
    return Counterexample{.fault = Fault::cost,
                          .ranks = group.ranks,
                          .root = group.root,
                          .shape = shape,
                          .found = std::move(found),
                          .due = std::move(due)};
  };
  const double bytes = algorithm.collective == Collective::barrier ? 0 : sample_bytes;
  try {
    auto& formula = formula_of(algorithm);
    const auto replayed = [&](const Prices& prices) { return replay(schedule, prices, bytes); };
    const auto claimed = [&](const Prices& prices) {
      return formula.claimed({group.ranks, group.root, bytes, prices, shape});
    };
    for (const auto& prices : samples)
      if (!same_time(replayed(prices), claimed(prices), prices))
        return fault(print(replayed, prices), print(claimed, prices));
  } catch (const std::invalid_argument& error) {
    return fault(error.what(), "a cost formula that can be evaluated");
  }
  return std::nullopt;
}

}  // namespace tutti
