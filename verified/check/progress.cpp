#include "verified/check/progress.hpp"

#include <algorithm>
#include <utility>

namespace tutti {
namespace {

/// body(from, to) for every message of the round.
template <class F>
void for_each_channel(const Round& round, F body) {
  for_each_message(round, [&](std::span<const Step> steps) {
    if (steps.front().from != steps.front().to) body(steps.front().from, steps.front().to);
  });
}

}  // namespace

std::optional<Counterexample> find_split_message(const Schedule& schedule) {
  std::vector<int> latest_round(static_cast<std::size_t>(schedule.ranks), -1);
  std::vector<std::pair<Rank, Rank>> messages;
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) {
    const int number = static_cast<int>(r);
    bool several = false;
    for_each_channel(schedule.rounds[r], [&](Rank from, Rank) {
      several |= std::exchange(latest_round[static_cast<std::size_t>(from)], number) == number;
    });
    if (!several) continue;
    messages.clear();
    for_each_channel(schedule.rounds[r], [&](Rank from, Rank to) { messages.emplace_back(from, to); });
    std::ranges::sort(messages);
    const auto twice = std::ranges::adjacent_find(messages);
    if (twice == messages.end()) continue;
    return Counterexample{.fault = Fault::malformed,
                          .ranks = schedule.ranks,
                          .root = -1,
                          .round = number,
                          .rank = twice->first,
                          .found = "steps to rank " + std::to_string(twice->second) + " in several places of the round",
                          .due = "one message, its steps side by side"};
  }
  return std::nullopt;
}

Programs programs_of(const Schedule& schedule) {
  Programs p;
  std::size_t steps = 0;
  for (const auto& round : schedule.rounds) steps += round.steps.size();
  p.messages.reserve(steps);
  p.first.assign(static_cast<std::size_t>(schedule.ranks) + 1, 0);
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r)
    for_each_channel(schedule.rounds[r], [&](Rank from, Rank to) {
      p.messages.push_back({from, to, static_cast<int>(r)});
      ++p.first[static_cast<std::size_t>(from) + 1];
      ++p.first[static_cast<std::size_t>(to) + 1];
    });
  for (std::size_t r = 1; r < p.first.size(); ++r) p.first[r] += p.first[r - 1];

  p.posts.resize(2 * p.messages.size());
  auto next = p.first;
  for (std::size_t m = 0; m < p.messages.size(); ++m)
    for (Rank r : {p.messages[m].from, p.messages[m].to})
      p.posts[next[static_cast<std::size_t>(r)]++] = {static_cast<int>(m), p.messages[m].round};
  return p;
}

namespace {

/// All ranks at once, each as far as it can go.
class Rendezvous {
 public:
  explicit Rendezvous(const Programs& programs)
      : programs_(programs),
        next_(programs.first.begin(), programs.first.end() - 1),
        open_(next_.size(), 0),
        met_(programs.messages.size(), 0) {}

  void run() {
    for (Rank r = 0; r < programs_.ranks(); ++r) {
      ready_.push_back(r);
      while (!ready_.empty()) {
        const Rank rank = ready_.back();
        ready_.pop_back();
        enter_next_stage(rank);
      }
    }
  }

  /// Messages of its current stage that `rank` still waits for.
  int open(Rank rank) const { return open_[static_cast<std::size_t>(rank)]; }
  bool met(int message) const { return met_[static_cast<std::size_t>(message)] == 2; }
  /// The post behind the last one that `rank` has made.
  std::size_t next(Rank rank) const { return next_[static_cast<std::size_t>(rank)]; }

 private:
  void enter_next_stage(Rank rank) {
    auto& next = next_[static_cast<std::size_t>(rank)];
    const auto end = programs_.first[static_cast<std::size_t>(rank) + 1];
    if (next == end) return;
    const int stage = programs_.posts[next].stage;
    auto& mine = open_[static_cast<std::size_t>(rank)];
    for (; next < end && programs_.posts[next].stage == stage; ++next) {
      const int m = programs_.posts[next].message;
      if (++met_[static_cast<std::size_t>(m)] < 2) {
        ++mine;
      } else {
        const auto& message = programs_.messages[static_cast<std::size_t>(m)];
        const Rank peer = message.from == rank ? message.to : message.from;
        if (--open_[static_cast<std::size_t>(peer)] == 0) ready_.push_back(peer);
      }
    }
    if (mine == 0) ready_.push_back(rank);
  }

  const Programs& programs_;
  std::vector<std::size_t> next_;
  std::vector<int> open_;
  std::vector<unsigned char> met_;
  std::vector<Rank> ready_;
};

}  // namespace

std::optional<Counterexample> find_deadlock(const Programs& programs) {
  Rendezvous run(programs);
  run.run();
  for (Rank r = 0; r < programs.ranks(); ++r) {
    if (run.open(r) == 0) continue;
    const int stage = programs.posts[run.next(r) - 1].stage;
    for (const auto& post : programs.of(r)) {
      if (post.stage != stage || run.met(post.message)) continue;
      const auto& m = programs.messages[static_cast<std::size_t>(post.message)];
      const bool sends = m.from == r;
      return Counterexample{.fault = Fault::deadlock,
                            .ranks = programs.ranks(),
                            .root = -1,
                            .round = m.round,
                            .rank = r,
                            .found = std::string("waits for ever to ") + (sends ? "send to" : "receive from") +
                                     " rank " + std::to_string(sends ? m.to : m.from),
                            .due = "the other side posts its " + std::string(sends ? "receive" : "send")};
    }
  }
  return std::nullopt;
}

}  // namespace tutti
