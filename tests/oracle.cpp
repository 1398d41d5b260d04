#include "tests/oracle.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tutti::oracle {
namespace {

constexpr std::uint64_t prime = 2147483647;

/// One element under every operator at once.
struct Value {
  std::array<std::uint64_t, 4> matrix;
  std::array<std::uint64_t, 2> affine;  ///< x → affine[0]·x + affine[1]
  std::string text;  ///< all texts longer than the limit are one text, which absorbs: still associative
  std::uint64_t sum;
  std::uint64_t product;
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
          l.product * r.product % prime};
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
  int phase;    ///< of `rank`
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
  std::vector<int> phase;     ///< per rank

  std::uint64_t hash() const {
    std::uint64_t h = 0;
    for (const auto* part : {&memory, &progress, &phase})
      for (int x : *part) h = (h ^ static_cast<std::uint64_t>(x + 1)) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    return h;
  }
};

struct Wrong {
  std::string why;
};

class Machine {
 public:
  /// Throws Wrong where no rank could even post this.
  Machine(const Schedule& schedule, std::uint64_t seed)
      : schedule_(schedule), values_(4 * static_cast<std::size_t>(schedule.ranks)) {
    compile();
    connect();
    fill(seed);
  }

  const State& start() const { return start_; }

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

  /// Reduce: the root has all of the result; allreduce: everybody; reduce-scatter: rank r has block r.
  Answer compare(const State& s, Collective collective, Rank root) {
    Answer worst = Answer::every_associative;
    for (Rank r = 0; r < schedule_.ranks; ++r)
      for (int b = 0; b < schedule_.blocks; ++b) {
        const bool counts = collective == Collective::reduce      ? r == root
                            : collective == Collective::allreduce ? true
                                                                  : r == b;
        if (counts) worst = std::max(worst, compare_cell(s.memory[cell(r, b)], b));
      }
    return worst;
  }

 private:
  std::size_t cell(Rank r, int slot) const {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(schedule_.slots()) + static_cast<std::size_t>(slot);
  }

  /// Every rank's own program: its steps, a phase for each round in which it has one.
  void compile() {
    phases_.resize(static_cast<std::size_t>(schedule_.ranks));
    for (const auto& round : schedule_.rounds) {
      for (auto& mine : phases_) mine.emplace_back();
      for (const auto& s : round.steps) {
        check_step(s);
        if (s.from == s.to) {
          post({Op::local, s.from, s.to, 0, s.blocks, s.at, s.action});
        } else {
          post({Op::send, s.from, s.to, 0, s.blocks, -1, s.action});
          post({Op::receive, s.to, s.from, 0, s.blocks, s.at, s.action});
        }
      }
      for (auto& mine : phases_)
        if (mine.back().empty()) mine.pop_back();
    }
    for (const auto& mine : phases_)
      for (const auto& phase : mine) check_written_once(phase);
  }

  void post(Op op) {
    auto& mine = phases_[static_cast<std::size_t>(op.rank)];
    op.phase = static_cast<int>(mine.size()) - 1;
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
      if (schedule_.block_of(s.from, s.blocks.first + i) != schedule_.block_of(s.to, s.at + i))
        throw Wrong{"lengths differ"};
    if (s.from == s.to && meet(s.blocks.first, s.blocks.count, s.at, s.blocks.count)) throw Wrong{"a copy onto itself"};
  }

  void check_written_once(const std::vector<std::size_t>& phase) const {
    for (std::size_t i : phase)
      for (std::size_t j : phase) {
        const Op &a = ops_[i], &b = ops_[j];
        if (i < j && a.kind != Op::send && b.kind != Op::send && meet(a.at, a.read.count, b.at, b.read.count))
          throw Wrong{"a slot is written twice in a phase"};
      }
  }

  /// The mailboxes: per pair of ranks, the k-th receive gets the k-th send.
  void connect() {
    std::map<std::pair<Rank, Rank>, std::deque<std::size_t>> sent;
    for (const auto& mine : phases_)
      for (const auto& phase : mine)
        for (std::size_t i : phase)
          if (ops_[i].kind == Op::send) sent[{ops_[i].rank, ops_[i].other}].push_back(i);
    for (const auto& mine : phases_)
      for (const auto& phase : mine)
        for (std::size_t i : phase)
          if (ops_[i].kind == Op::receive) {
            auto& box = sent.at({ops_[i].other, ops_[i].rank});
            ops_[i].peer = box.front();
            box.pop_front();
          }
  }

  void fill(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto element = [&] { return random() % (prime - 1) + 1; };
    const auto cells = static_cast<std::size_t>(schedule_.ranks) * static_cast<std::size_t>(schedule_.slots());
    start_.memory.assign(cells, -1);
    for (int b = 0; b < schedule_.blocks; ++b) {
      int expected = -1;
      for (Rank r = 0; r < schedule_.ranks; ++r) {
        const int v = values_.add({{element(), element(), element(), element()},
                                   {element(), element()},
                                   std::string(1, static_cast<char>('0' + r)),
                                   random(),
                                   element()});
        start_.memory[cell(r, b)] = v;
        expected = r == 0 ? v : values_.combine(expected, v);
      }
      expected_.push_back(expected);
    }
    std::size_t size = cells;
    for (auto& op : ops_)
      if (op.kind == Op::receive && op.folds())
        op.arrived = std::exchange(size, size + static_cast<std::size_t>(op.read.count));
    start_.memory.resize(size, -1);
    start_.progress.assign(ops_.size(), waits);
    start_.phase.assign(phases_.size(), 0);
  }

  bool finished(const State& s, Rank r) const {
    return static_cast<std::size_t>(s.phase[static_cast<std::size_t>(r)]) ==
           phases_[static_cast<std::size_t>(r)].size();
  }

  const std::vector<std::size_t>& current(const State& s, Rank r) const {
    return phases_[static_cast<std::size_t>(r)][static_cast<std::size_t>(s.phase[static_cast<std::size_t>(r)])];
  }

  bool sends_passed(const State& s, Rank r) const {
    return std::ranges::none_of(current(s, r),
                                [&](std::size_t i) { return ops_[i].kind == Op::send && s.progress[i] != done; });
  }

  /// The op is of the current phase of its rank.
  bool can_move(const State& s, std::size_t i) const {
    const Op& op = ops_[i];
    if (op.kind == Op::send || s.progress[i] == done) return false;
    if (op.kind == Op::receive && s.progress[i] == waits) {
      const Op& send = ops_[op.peer];
      return s.phase[static_cast<std::size_t>(send.rank)] == send.phase;
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
      ++s.phase[static_cast<std::size_t>(r)];
  }

  Answer compare_cell(int found, int block) const {
    if (found == -1) return Answer::wrong;
    const Value &value = values_[found], &due = values_[expected_[static_cast<std::size_t>(block)]];
    if (!same_out_of_order(value, due)) return Answer::wrong;
    return same_in_order(value, due) ? Answer::every_associative : Answer::only_commutative;
  }

  const Schedule& schedule_;
  Values values_;
  std::vector<int> expected_;  ///< per block
  std::vector<Op> ops_;
  std::vector<std::vector<std::vector<std::size_t>>> phases_;  ///< rank, phase: ops
  State start_;
};

/// The worst answer over the ends of all interleavings; throws Wrong at the first wrong one.
class Search {
 public:
  Search(Machine& machine, Collective collective, Rank root)
      : machine_(machine), collective_(collective), root_(root) {}

  /// Nothing where it meets more than `limit` states.
  bool all(int limit) {
    std::unordered_set<std::uint64_t> seen{machine_.start().hash()};
    std::vector<State> open{machine_.start()};
    std::vector<std::size_t> events;
    while (!open.empty()) {
      const State s = std::move(open.back());
      open.pop_back();
      machine_.ready(s, events);
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

  void random(std::mt19937_64& random) {
    State s = machine_.start();
    std::vector<std::size_t> events;
    for (machine_.ready(s, events); !events.empty(); machine_.ready(s, events))
      machine_.move(s, events[random() % events.size()]);
    end(s);
    ++runs;
  }

  Answer worst = Answer::every_associative;
  std::int64_t runs = 0;

 private:
  void end(const State& s) {
    if (!machine_.complete(s)) throw Wrong{"stuck"};
    worst = std::max(worst, machine_.compare(s, collective_, root_));
    if (worst == Answer::wrong) throw Wrong{"a wrong number at the end"};
  }

  Machine& machine_;
  Collective collective_;
  Rank root_;
};

}  // namespace

Judgement judge(const Schedule& schedule, Collective collective, Rank root, std::uint64_t seed, Limits limits) {
  try {
    const bool own_block = collective != Collective::reduce && collective != Collective::allreduce;
    if (schedule.blocks < 1 || (own_block && schedule.blocks != schedule.ranks)) throw Wrong{"no place for the result"};
    if (root < 0 || root >= schedule.ranks) throw Wrong{"no such root"};
    Machine machine(schedule, seed);
    Search search(machine, collective, root);
    std::mt19937_64 random(seed + 1);
    search.random(random);
    if (search.all(limits.state_limit)) return {search.worst, "", true, search.runs};
    for (int i = 1; i < limits.random_runs; ++i) search.random(random);
    return {search.worst, "", false, search.runs};
  } catch (const Wrong& wrong) {
    return {Answer::wrong, wrong.why, false};
  }
}

}  // namespace tutti::oracle
