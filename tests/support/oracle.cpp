// Compiled with -O1, since it walks over many schedules.
#include "tests/support/oracle.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <deque>
#include <map>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tutti::oracle {
namespace {

struct Wrong {
  std::string why;
};

/// What a rank has in one of its slots at the start.
struct Source {
  Rank rank;
  int slot;
};

/// MPI 4.0, 6.3 to 6.11: whether `rank`, one of p, brings data along in `slot`. In a barrier: that it has entered.
bool brings(Collective collective, int p, Rank root, Rank rank, int slot) {
  switch (collective) {
    using enum Collective;
    case bcast:
    case scatter:
    case scatterv: return rank == root;
    case gather:
    case gatherv:
    case allgather:
    case allgatherv: return slot == rank;
    case alltoall:
    case alltoallv:
    case alltoallw: return slot < p;
    case reduce:
    case allreduce:
    case reduce_scatter:
    case reduce_scatter_block:
    case scan:
    case exscan:
    case barrier: return true;
  }
  return false;
}

/// MPI 4.0, 6.3 to 6.11: of what the content of `slot` of `rank` must be combined at the end, from left to right; empty
/// where anything may be. On rank 0 an exscan leaves what is there (6.11.2).
std::vector<Source> must_hold(Collective collective, int p, Rank root, Rank rank, int slot) {
  const auto contributions = [&](int ranks) {
    std::vector<Source> all;
    for (Rank r = 0; r < ranks; ++r) all.push_back({r, slot});
    return all;
  };
  const auto only_if = [](bool receives, std::vector<Source> what) {
    return receives ? std::move(what) : std::vector<Source>{};
  };
  switch (collective) {
    using enum Collective;
    case reduce: return only_if(rank == root, contributions(p));
    case allreduce:
    case barrier: return contributions(p);
    case reduce_scatter:
    case reduce_scatter_block: return only_if(slot == rank, contributions(p));
    case scan: return contributions(rank + 1);
    case exscan: return contributions(std::max(rank, 1));
    case bcast: return {{root, slot}};
    case gather:
    case gatherv: return only_if(rank == root, {{slot, slot}});
    case scatter:
    case scatterv: return only_if(slot == rank, {{root, slot}});
    case allgather:
    case allgatherv: return {{slot, slot}};
    case alltoall:
    case alltoallv:
    case alltoallw: return only_if(slot >= p, {{slot - p, rank}});
  }
  return {};
}

bool one_of(Collective collective, std::initializer_list<Collective> all) {
  return std::ranges::find(all, collective) != all.end();
}

bool exchanges(Collective c) { return one_of(c, {Collective::alltoall, Collective::alltoallv, Collective::alltoallw}); }

bool has_operator(Collective c) {
  return one_of(c, {Collective::reduce, Collective::allreduce, Collective::reduce_scatter,
                    Collective::reduce_scatter_block, Collective::scan, Collective::exscan});
}

/// The collectives of data movement whose blocks all have one size.
bool one_length(Collective c) {
  return one_of(c, {Collective::gather, Collective::scatter, Collective::allgather, Collective::alltoall});
}

/// Throws Wrong where the schedule has no place for the result.
void check_shape(const Schedule& schedule, Collective collective, Rank root) {
  if (root < 0 || root >= schedule.ranks) throw Wrong{"no such root"};
  if (schedule.exchange != exchanges(collective)) throw Wrong{"an exchange where there is none, or the reverse"};
  const bool any_number = one_of(
      collective, {Collective::reduce, Collective::allreduce, Collective::scan, Collective::exscan, Collective::bcast});
  const int blocks = schedule.exchange                   ? 2 * schedule.ranks
                     : collective == Collective::barrier ? 1
                     : any_number                        ? std::max(schedule.blocks, 1)
                                                         : schedule.ranks;
  if (schedule.blocks != blocks) throw Wrong{"no place for the result"};
  if (schedule.exchange && !one_length(collective) && schedule.extra > 0)
    throw Wrong{"scratch for blocks whose length the rank does not know"};
}

constexpr std::uint64_t prime = 2147483647;
constexpr int most_ranks = 64;

/// One element under every operator at once.
struct Value {
  std::array<std::uint64_t, 4> matrix;
  std::array<std::uint64_t, 2> affine;  ///< x → affine[0]·x + affine[1]
  std::string text;  ///< all texts longer than the limit are one text, which absorbs: still associative
  std::uint64_t sum;
  std::uint64_t product;
  std::bitset<most_ranks> entered;  ///< for barriers: the ranks of which it tells
};

Value combine(const Value& l, const Value& r, std::size_t text_limit) {
  const auto& [a, b, c, d] = l.matrix;
  const auto& [e, f, g, h] = r.matrix;
  auto text = l.text + r.text;
  if (text.size() > text_limit) text.assign(text_limit + 1, '*');
  return {{(a * e % prime + b * g) % prime, (a * f % prime + b * h) % prime, (c * e % prime + d * g) % prime,
           (c * f % prime + d * h) % prime},
          {l.affine[0] * r.affine[0] % prime, (l.affine[0] * r.affine[1] + l.affine[1]) % prime},
          std::move(text),
          l.sum + r.sum,
          l.product * r.product % prime,
          l.entered | r.entered};
}

bool same_in_order(const Value& a, const Value& b) {
  return a.matrix == b.matrix && a.affine == b.affine && a.text == b.text;
}
bool same_out_of_order(const Value& a, const Value& b) { return a.sum == b.sum && a.product == b.product; }

/// Values by number. That a pair is combined only once saves time and changes nothing.
class Values {
 public:
  explicit Values(std::size_t text_limit) : text_limit_(text_limit) {}
  int add(Value v) {
    values_.push_back(std::move(v));
    return static_cast<int>(values_.size()) - 1;
  }
  int combine(int l, int r) {
    const auto [at, fresh] = known_.try_emplace(static_cast<std::uint64_t>(l) << 32 | static_cast<std::uint64_t>(r), 0);
    if (fresh) at->second = add(oracle::combine((*this)[l], (*this)[r], text_limit_));
    return at->second;
  }
  const Value& operator[](int i) const { return values_[static_cast<std::size_t>(i)]; }

 private:
  std::size_t text_limit_;
  std::vector<Value> values_;
  std::unordered_map<std::uint64_t, int> known_;
};

/// What one rank does for one step.
struct Op {
  enum Kind { send, receive, local } kind;
  Rank rank, other;
  int stage;    ///< of `rank`
  Blocks read;  ///< its own slots: sends and local steps
  int at;       ///< the first slot written: receives and local steps
  Action action;
  std::size_t peer = 0;     ///< the send of a receive
  std::size_t arrived = 0;  ///< where the state keeps what a receive has brought and not yet folded
  bool folds() const { return kind != send && action != Action::replace; }
};

bool meet(int first, int count, int other_first, int other_count) {
  return first < other_first + other_count && other_first < first + count;
}

enum Progress : int { waits, landed, done };

struct State {
  std::vector<int> memory;    ///< value numbers, undefined = -1; rank after rank, then what has arrived for folds
  std::vector<int> progress;  ///< per op
  std::vector<int> stage;     ///< per rank

  std::uint64_t hash() const {
    std::uint64_t h = 0;
    for (const auto* part : {&memory, &progress, &stage})
      for (int x : *part) h = (h ^ static_cast<std::uint64_t>(x + 1)) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    return h;
  }
};

class Machine {
 public:
  /// Throws Wrong where no rank could even post this.
  Machine(const Schedule& schedule, Collective collective, Rank root, std::uint64_t seed)
      : schedule_(schedule), collective_(collective), values_(4 * static_cast<std::size_t>(schedule.ranks)) {
    check_shape(schedule, collective, root);
    compile();
    connect();
    fill(root, seed);
  }

  const State& start() const { return start_; }
  /// At which rank an op moves on.
  Rank rank_of(std::size_t event) const { return ops_[event].rank; }
  bool arrives(std::size_t event) const { return ops_[event].kind == Op::receive; }

  /// What may happen next: an op moves on.
  void ready(const State& s, std::vector<std::size_t>& events) const {
    events.clear();
    for (Rank r = 0; r < schedule_.ranks; ++r) {
      if (finished(s, r)) continue;
      for (std::size_t i : current(s, r))
        if (can_move(s, i)) events.push_back(i);
    }
  }

  /// Throws Wrong where the memory rules are broken.
  void move(State& s, std::size_t i) {
    const Op& op = ops_[i];
    if (op.kind == Op::receive && s.progress[i] == waits) {
      deliver(s, i);
    } else if (op.kind == Op::receive) {
      write(s, i, &s.memory[op.arrived]);
      s.progress[i] = done;
    } else {
      const auto carried = read(s, op);
      write(s, i, carried.data());
      s.progress[i] = done;
    }
    advance(s, op.rank);
    if (op.kind == Op::receive) advance(s, ops_[op.peer].rank);
  }

  bool complete(const State& s) const {
    for (Rank r = 0; r < schedule_.ranks; ++r)
      if (!finished(s, r)) return false;
    return true;
  }

  Answer compare(const State& s) const {
    Answer worst = Answer::every_associative;
    for (std::size_t i = 0; i < expected_.size(); ++i)
      if (expected_[i] != -1) worst = std::max(worst, compare_cell(s.memory[i], expected_[i]));
    return worst;
  }

  /// Whether some rank comes to its end though `late` has not begun. All others go as far as they can: what they send
  /// is buffered, so that nobody hears of `late` but by its messages.
  bool somebody_leaves_before(Rank late) const {
    std::vector<int> stage(stages_.size(), 0);
    const auto posts = [&](const Op& send) {
      return send.rank != late && stage[static_cast<std::size_t>(send.rank)] >= send.stage;
    };
    const auto may_go_on = [&](std::size_t r) {
      return std::ranges::all_of(stages_[r][static_cast<std::size_t>(stage[r])], [&](std::size_t i) {
        return ops_[i].kind != Op::receive || posts(ops_[ops_[i].peer]);
      });
    };
    for (bool moved = true; std::exchange(moved, false);)
      for (std::size_t r = 0; r < stages_.size(); ++r) {
        if (static_cast<Rank>(r) == late) continue;
        if (static_cast<std::size_t>(stage[r]) == stages_[r].size()) return true;
        if (may_go_on(r)) ++stage[r], moved = true;
      }
    return false;
  }

 private:
  std::size_t cell(Rank r, int slot) const {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(schedule_.slots()) + static_cast<std::size_t>(slot);
  }

  /// Every rank's own program: its steps, a stage for each round in which it has one.
  void compile() {
    stages_.resize(static_cast<std::size_t>(schedule_.ranks));
    for (const auto& round : schedule_.rounds) {
      for (auto& mine : stages_) mine.emplace_back();
      for (const auto& s : round.steps) {
        check_step(s);
        if (s.from == s.to) {
          post({Op::local, s.from, s.to, 0, s.blocks, s.at, s.action});
        } else {
          post({Op::send, s.from, s.to, 0, s.blocks, -1, s.action});
          post({Op::receive, s.to, s.from, 0, s.blocks, s.at, s.action});
        }
      }
      for (auto& mine : stages_)
        if (mine.back().empty()) mine.pop_back();
    }
    for (const auto& mine : stages_)
      for (const auto& stage : mine) check_written_once(stage);
  }

  void post(Op op) {
    auto& mine = stages_[static_cast<std::size_t>(op.rank)];
    op.stage = static_cast<int>(mine.size()) - 1;
    mine.back().push_back(ops_.size());
    ops_.push_back(op);
  }

  void check_step(const Step& s) const {
    const auto exists = [&](int first) {
      return first >= 0 && s.blocks.count > 0 && first + s.blocks.count <= schedule_.slots();
    };
    if (s.from < 0 || s.to < 0 || s.from >= schedule_.ranks || s.to >= schedule_.ranks) throw Wrong{"no such rank"};
    if (!exists(s.blocks.first) || !exists(s.at)) throw Wrong{"no such slot"};
    for (int i = 0; i < s.blocks.count; ++i)
      if (!one_length(collective_) &&
          schedule_.block_of(s.from, s.blocks.first + i) != schedule_.block_of(s.to, s.at + i))
        throw Wrong{"lengths differ"};
    if (s.action != Action::replace && !has_operator(collective_) && collective_ != Collective::barrier)
      throw Wrong{"a fold without an operator"};
    if (s.from == s.to && meet(s.blocks.first, s.blocks.count, s.at, s.blocks.count)) throw Wrong{"a copy onto itself"};
  }

  void check_written_once(const std::vector<std::size_t>& stage) const {
    for (std::size_t i : stage)
      for (std::size_t j : stage) {
        const Op &a = ops_[i], &b = ops_[j];
        if (i < j && a.kind != Op::send && b.kind != Op::send && meet(a.at, a.read.count, b.at, b.read.count))
          throw Wrong{"a slot is written twice in a stage"};
      }
  }

  /// The mailboxes: per pair of ranks, the k-th receive gets the k-th send.
  void connect() {
    std::map<std::pair<Rank, Rank>, std::deque<std::size_t>> sent;
    for (const auto& mine : stages_)
      for (const auto& stage : mine)
        for (std::size_t i : stage)
          if (ops_[i].kind == Op::send) sent[{ops_[i].rank, ops_[i].other}].push_back(i);
    for (const auto& mine : stages_)
      for (const auto& stage : mine)
        for (std::size_t i : stage)
          if (ops_[i].kind == Op::receive) {
            auto& box = sent.at({ops_[i].other, ops_[i].rank});
            ops_[i].peer = box.front();
            box.pop_front();
          }
  }

  void fill(Rank root, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto cells = static_cast<std::size_t>(schedule_.ranks) * static_cast<std::size_t>(schedule_.slots());
    start_.memory.assign(cells, -1);
    expected_.assign(cells, -1);
    const auto for_each_slot = [&](auto body) {
      for (Rank r = 0; r < schedule_.ranks; ++r)
        for (int slot = 0; slot < schedule_.blocks; ++slot) body(r, slot);
    };
    for_each_slot([&](Rank r, int slot) {
      if (brings(collective_, schedule_.ranks, root, r, slot)) start_.memory[cell(r, slot)] = add_random(r, random);
    });
    for_each_slot([&](Rank r, int slot) {
      int& due = expected_[cell(r, slot)];
      for (const auto& from : must_hold(collective_, schedule_.ranks, root, r, slot)) {
        const int value = start_.memory[cell(from.rank, from.slot)];
        due = due == -1 ? value : values_.combine(due, value);
      }
    });
    std::size_t size = cells;
    for (auto& op : ops_)
      if (op.kind == Op::receive && op.folds())
        op.arrived = std::exchange(size, size + static_cast<std::size_t>(op.read.count));
    start_.memory.resize(size, -1);
    start_.progress.assign(ops_.size(), waits);
    start_.stage.assign(stages_.size(), 0);
  }

  int add_random(Rank rank, std::mt19937_64& random) {
    const auto element = [&] { return random() % (prime - 1) + 1; };
    return values_.add({{element(), element(), element(), element()},
                        {element(), element()},
                        std::string(1, static_cast<char>('0' + rank)),
                        random(),
                        element(),
                        std::bitset<most_ranks>().set(static_cast<std::size_t>(rank))});
  }

  bool finished(const State& s, Rank r) const {
    return static_cast<std::size_t>(s.stage[static_cast<std::size_t>(r)]) ==
           stages_[static_cast<std::size_t>(r)].size();
  }

  const std::vector<std::size_t>& current(const State& s, Rank r) const {
    return stages_[static_cast<std::size_t>(r)][static_cast<std::size_t>(s.stage[static_cast<std::size_t>(r)])];
  }

  bool sends_passed(const State& s, Rank r) const {
    return std::ranges::none_of(current(s, r),
                                [&](std::size_t i) { return ops_[i].kind == Op::send && s.progress[i] != done; });
  }

  /// The op is of the current stage of its rank.
  bool can_move(const State& s, std::size_t i) const {
    const Op& op = ops_[i];
    if (op.kind == Op::send || s.progress[i] == done) return false;
    if (op.kind == Op::receive && s.progress[i] == waits) {
      const Op& send = ops_[op.peer];
      return s.stage[static_cast<std::size_t>(send.rank)] == send.stage;
    }
    return !op.folds() || sends_passed(s, op.rank);
  }

  void deliver(State& s, std::size_t i) {
    const Op& op = ops_[i];
    const auto carried = read(s, ops_[op.peer]);
    s.progress[op.peer] = done;
    if (op.folds()) {
      std::ranges::copy(carried, s.memory.begin() + static_cast<std::ptrdiff_t>(op.arrived));
      s.progress[i] = landed;
    } else {
      write(s, i, carried.data());
      s.progress[i] = done;
    }
  }

  std::vector<int> read(const State& s, const Op& op) const {
    const auto first = s.memory.begin() + static_cast<std::ptrdiff_t>(cell(op.rank, op.read.first));
    std::vector<int> carried(first, first + op.read.count);
    if (std::ranges::count(carried, -1) > 0) throw Wrong{"something undefined is sent"};
    return carried;
  }

  void write(State& s, std::size_t i, const int* in) {
    const Op& op = ops_[i];
    for (std::size_t j : current(s, op.rank))
      if (j != i && s.progress[j] != done && ops_[j].kind != Op::receive &&
          meet(ops_[j].read.first, ops_[j].read.count, op.at, op.read.count))
        throw Wrong{"a slot is written that is still to be read"};
    for (int k = 0; k < op.read.count; ++k) {
      int& to = s.memory[cell(op.rank, op.at + k)];
      if (op.folds() && to == -1) throw Wrong{"folded onto something undefined"};
      to = op.action == Action::replace     ? in[k]
           : op.action == Action::fold_left ? values_.combine(in[k], to)
                                            : values_.combine(to, in[k]);
    }
  }

  void advance(State& s, Rank r) const {
    if (finished(s, r)) return;
    if (std::ranges::all_of(current(s, r), [&](std::size_t i) { return s.progress[i] == done; }))
      ++s.stage[static_cast<std::size_t>(r)];
  }

  Answer compare_cell(int found, int expected) const {
    if (found == -1) return Answer::wrong;
    const Value &value = values_[found], &due = values_[expected];
    if (collective_ == Collective::barrier)
      return value.entered == due.entered ? Answer::every_associative : Answer::wrong;
    if (!same_out_of_order(value, due)) return Answer::wrong;
    return same_in_order(value, due) ? Answer::every_associative : Answer::only_commutative;
  }

  const Schedule& schedule_;
  Collective collective_;
  Values values_;
  std::vector<int> expected_;  ///< per slot of each rank: the value number that is due, or -1
  std::vector<Op> ops_;
  std::vector<std::vector<std::vector<std::size_t>>> stages_;  ///< rank, stage: ops
  State start_;
};

/// The worst answer over the ends of all interleavings; throws Wrong at the first wrong one.
class Exploration {
 public:
  explicit Exploration(Machine& machine) : machine_(machine) {}

  /// False where there are more than `limit` states. What may happen next may still happen after anything else that
  /// may, so k such events lead to 2^k states at least.
  bool all(int limit) {
    std::unordered_set<std::uint64_t> seen{machine_.start().hash()};
    std::vector<State> open{machine_.start()};
    std::vector<std::size_t> events;
    while (!open.empty()) {
      const State s = std::move(open.back());
      open.pop_back();
      machine_.ready(s, events);
      if (std::ldexp(1, static_cast<int>(events.size())) > limit) return false;
      if (events.empty()) end(s);
      for (std::size_t i : events) {
        State next = s;
        machine_.move(next, i);
        if (!seen.insert(next.hash()).second) continue;
        if (seen.size() > static_cast<std::size_t>(limit)) return false;
        open.push_back(std::move(next));
      }
    }
    runs = static_cast<std::int64_t>(seen.size());
    return true;
  }

  /// At rank `late`, if there is one, nothing happens as long as something may at others, and then first what arrives:
  /// what it does by itself meets messages that would hardly ever be there so early.
  void random(std::mt19937_64& random, Rank late = -1) {
    State s = machine_.start();
    std::vector<std::size_t> events;
    const auto how_many = [&](auto is) {
      return static_cast<std::size_t>(std::partition(events.begin(), events.end(), is) - events.begin());
    };
    for (machine_.ready(s, events); !events.empty(); machine_.ready(s, events)) {
      auto first = how_many([&](std::size_t i) { return machine_.rank_of(i) != late; });
      if (first == 0) first = how_many([&](std::size_t i) { return machine_.arrives(i); });
      machine_.move(s, events[random() % (first > 0 ? first : events.size())]);
    }
    end(s);
    ++runs;
  }

  Answer worst = Answer::every_associative;
  std::int64_t runs = 0;

 private:
  void end(const State& s) {
    if (!machine_.complete(s)) throw Wrong{"stuck"};
    worst = std::max(worst, machine_.compare(s));
    if (worst == Answer::wrong) throw Wrong{"a wrong number at the end"};
  }

  Machine& machine_;
};

}  // namespace

Judgement judge(const Schedule& schedule, Collective collective, Rank root, std::uint64_t seed, Limits limits) {
  try {
    Machine machine(schedule, collective, root, seed);
    for (Rank late = 0; collective == Collective::barrier && late < schedule.ranks; ++late)
      if (machine.somebody_leaves_before(late)) throw Wrong{"a rank leaves before another has entered"};
    Exploration exploration(machine);
    std::mt19937_64 random(seed + 1);
    exploration.random(random);
    if (exploration.all(limits.state_limit)) return {exploration.worst, "", true, exploration.runs};
    for (int i = 1; i < limits.random_runs; ++i) exploration.random(random);
    constexpr int runs_with_each_late = 4;
    for (int i = 0; i < runs_with_each_late * schedule.ranks; ++i) exploration.random(random, i % schedule.ranks);
    return {exploration.worst, "", false, exploration.runs};
  } catch (const Wrong& wrong) {
    return {Answer::wrong, wrong.why, false};
  }
}

}  // namespace tutti::oracle
