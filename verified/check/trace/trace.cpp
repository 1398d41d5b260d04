#include "verified/check/trace/trace.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reference/model.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/trace/surplus_rounds.hpp"
#include "verified/check/trees.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti {
namespace {

/// Cuts a list of numbers into runs: rising ones of two and more, falling ones of three and more.
std::vector<Run> runs_of(const std::vector<int>& numbers) {
  std::vector<Run> runs;
  for (std::size_t i = 0, end; i < numbers.size(); i = end) {
    const auto run_end = [&](int stride) {
      std::size_t e = i + 1;
      while (e < numbers.size() && numbers[e] == numbers[e - 1] + stride) ++e;
      return e;
    };
    end = run_end(1);
    if (end == i + 1 && run_end(-1) > i + 2) end = run_end(-1);
    runs.push_back({numbers[i], numbers[end - 1]});
  }
  return runs;
}

/// The items, separated by blanks. Of more than eight the middle is left out.
std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!text.empty()) text += " ";
    if (items.size() > 8 && i == 4) {
      text += "… ";
      i = items.size() - 1;
    }
    text += items[i];
  }
  return text;
}

template <class F>
std::string name_of_run(const Run& run, F name) {
  return name(run.first) + (run.last == run.first ? "" : "–" + name(run.last));
}

constexpr auto number = [](int n) { return std::to_string(n); };

/// Blocks of an exchange among p ranks, in runs with the same source or the same destination: "0→2–5 3–4→2".
std::vector<std::string> name_exchanged(const std::vector<int>& blocks, int p) {
  const auto source = [&](std::size_t i) { return blocks[i] / p; };
  const auto destination = [&](std::size_t i) { return blocks[i] % p; };
  const auto run_end = [&](std::size_t i, auto same, auto other, int stride) {
    std::size_t end = i + 1;
    while (end < blocks.size() && same(end) == same(i) && other(end) == other(end - 1) + stride) ++end;
    return end;
  };
  const auto longer = [&](std::size_t i, int stride) {
    return std::max(run_end(i, source, destination, stride), run_end(i, destination, source, stride));
  };
  std::vector<std::string> names;
  for (std::size_t i = 0, end; i < blocks.size(); i = end) {
    end = longer(i, 1);
    if (end == i + 1 && longer(i, -1) > i + 2) end = longer(i, -1);
    names.push_back(name_of_run({source(i), source(end - 1)}, number) + "→" +
                    name_of_run({destination(i), destination(end - 1)}, number));
  }
  return names;
}

/// "A–C E", in an exchange "0→2–5".
std::string name_of_blocks(const Schedule& schedule, const std::vector<int>& blocks) {
  if (schedule.exchange) return listed(name_exchanged(blocks, schedule.ranks));
  std::vector<std::string> names;
  for (const auto& run : runs_of(blocks)) names.push_back(name_of_run(run, block_name));
  return listed(names);
}

/// "0–3,5", "∅"; of more than eight runs the middle is left out.
std::string name_of_set(const Runs& ranks) {
  if (ranks.runs.empty()) return "∅";
  std::vector<std::string> names;
  for (const auto& run : ranks.runs) names.push_back(name_of_run(run, number));
  auto text = listed(names);
  std::ranges::replace(text, ' ', ',');
  return text;
}

/// The letters of which the word has each once, in whatever order, where they are neighbours and there are no others.
std::optional<Word> permuted(Runs word) {
  auto& runs = word.runs;
  if (word.cut || runs.empty()) return std::nullopt;
  for (auto& run : runs)
    if (run.last < run.first) std::swap(run.first, run.last);
  std::ranges::sort(runs);
  for (std::size_t i = 1; i < runs.size(); ++i)
    if (runs[i].first != runs[i - 1].last + 1) return std::nullopt;
  return Word{runs.front().first, runs.back().last + 1};
}

/// Watches the interpreter and writes the trace.
class Recorder : public Unwatched {
 public:
  Recorder(const Schedule& schedule, Collective collective, Rank root, Trees& trees)
      : schedule_(schedule), collective_(collective), root_(root), trees_(trees) {
    trace_.collective = collective;
    trace_.root = root;
    trace_.ranks = schedule.ranks;
    trace_.blocks = schedule.blocks;
    for (const auto& r : schedule.rounds) trace_.rounds.push_back({.says = r.says, .transfers = {}, .parts = {}});
  }

  void before(const State<Tree>& state) {
    for (Rank r = 0; r < schedule_.ranks; ++r) {
      std::set<int> filled;
      for (int slot = 0; slot < schedule_.blocks; ++slot)
        if (*state.at(r, slot) != nothing) filled.insert(slot);
      trace_.start.push_back({.rank = r,
                              .heard_from = {},
                              .sent_to = {},
                              .holds = holdings(r, state, filled),
                              .whole = holds_result(r, state)});
    }
  }

  void sent(int round, const Step& s, std::span<const Tree> cells) {
    std::vector<Holding> carried;
    for (int i = 0, end; i < s.blocks.count; i = end) {
      const int slot = s.blocks.first + i;
      end = i + 1;
      while (end < s.blocks.count && alike(s.from, slot, cells[index(i)], s.blocks.first + end, cells[index(end)]))
        ++end;
      carried.push_back(holding(s.from, slot, cells.subspan(index(i), index(end - i))));
    }
    trace_.rounds[index(round)].transfers.push_back({s, std::move(carried)});
  }

  void after(int round, const State<Tree>& state) {
    struct Contacts {
      std::set<Rank> from, to;
      std::set<int> touched;
    };
    std::map<Rank, Contacts> contacts;
    for (const auto& [s, carried] : trace_.rounds[index(round)].transfers) {
      for (int i = 0; i < s.blocks.count; ++i) contacts[s.to].touched.insert(s.at + i);
      if (s.from == s.to) continue;
      contacts[s.to].from.insert(s.from);
      contacts[s.from].to.insert(s.to);
    }
    for (const auto& [rank, c] : contacts)
      trace_.rounds[index(round)].parts.push_back({.rank = rank,
                                                   .heard_from = {c.from.begin(), c.from.end()},
                                                   .sent_to = {c.to.begin(), c.to.end()},
                                                   .holds = holdings(rank, state, c.touched),
                                                   .whole = holds_result(rank, state)});
  }

  Trace done() && { return std::move(trace_); }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// The runs around the touched slots.
  std::vector<Holding> holdings(Rank rank, const State<Tree>& state, const std::set<int>& touched) {
    std::vector<Holding> found;
    int end = 0;
    for (const int slot : touched) {
      if (slot < end) continue;
      const auto same = [&](int other) {
        return alike(rank, slot, *state.at(rank, slot), other, *state.at(rank, other));
      };
      int first = slot;
      while (first > 0 && same(first - 1)) --first;
      end = slot + 1;
      while (end < schedule_.slots() && same(end)) ++end;
      found.push_back(holding(rank, first, {state.at(rank, first), index(end - first)}));
    }
    return found;
  }

  Holding holding(Rank rank, int first, std::span<const Tree> cells) {
    // Neighbours with the same word are finished together; moved blocks are not.
    const int differing = row(collective_).moves() ? static_cast<int>(cells.size()) : 1;
    bool all_finished = true;
    for (int i = 0; i < differing; ++i) all_finished &= finished(rank, first + i, cells[index(i)]);
    return {.slots = {first, static_cast<int>(cells.size())},
            .name = row(collective_).result == Result::all_entered ? name_of_knowledge(first, cells.front())
                                                                   : name_of_slots(rank, first, cells),
            .word = row(collective_).combines() ? std::optional(contents(cells.front())) : std::nullopt,
            .finished = all_finished};
  }

  std::string name_of_knowledge(int slot, Tree t) {
    const auto known = name_of_set(contents(t));
    return scratch(slot) ? "(" + known + ")" : "knows " + known;
  }

  std::string name_of_slots(Rank rank, int first, std::span<const Tree> cells) const {
    const bool moved = row(collective_).moves(), elsewhere = moved && kept(rank, first, cells[0]) == Kept::elsewhere;
    std::vector<int> blocks;
    for (int i = 0; i < static_cast<int>(cells.size()); ++i)
      blocks.push_back(elsewhere ? letter(cells[index(i)]) : schedule_.block_of(rank, first + i));
    auto name = name_of_blocks(schedule_, blocks);
    if (elsewhere || scratch(first)) name = "(" + name + ")";
    return moved && cells[0] == nothing ? name + "∅" : name;
  }

  bool alike(Rank rank, int slot, Tree t, int other_slot, Tree other) {
    if (kind(slot) != kind(other_slot)) return false;
    if (row(collective_).moves()) return t != nothing && kept(rank, slot, t) == kept(rank, other_slot, other);
    return t == other || &known(t) == &known(other);
  }

  enum class Kind { vector, received, scratch };
  Kind kind(int slot) const {
    return scratch(slot)                                   ? Kind::scratch
           : schedule_.exchange && slot >= schedule_.ranks ? Kind::received
                                                           : Kind::vector;
  }
  bool scratch(int slot) const { return slot >= schedule_.blocks; }

  /// Whether a slot has a moved block, and if so whether it is the slot's own.
  enum class Kept { nothing, in_place, elsewhere };
  Kept kept(Rank rank, int slot, Tree t) const {
    if (t == nothing) return Kept::nothing;
    return !scratch(slot) && schedule_.block_of(rank, slot) == letter(t) ? Kept::in_place : Kept::elsewhere;
  }
  int letter(Tree t) const {
    while (trees_.left(t) != nothing) t = trees_.left(t);
    return Trees::letter(t);
  }

  bool finished(Rank rank, int slot, Tree t) {
    const auto word = word_due(rank, slot);
    if (!word) return false;
    if (row(collective_).moves()) return trees_.word(t) == *word;
    return known(t).permuted == *word;
  }

  /// What makes a slot finished: in a reduction the same for all slots of all ranks.
  std::optional<Word> word_due(Rank rank, int slot) const {
    if (reduces(collective_)) return Word{0, schedule_.ranks};
    return scratch(slot) ? std::nullopt : due(collective_, schedule_.ranks, root_, rank, slot);
  }

  bool holds_result(Rank rank, const State<Tree>& state) {
    bool any = false;
    for (int slot = 0; slot < schedule_.blocks; ++slot) {
      if (!word_due(rank, slot)) continue;
      if (!finished(rank, slot, *state.at(rank, slot))) return false;
      any = true;
    }
    return any;
  }

  /// What a tree is shown as. Trees of the same letters in the same order share it.
  struct Known {
    Runs contents;
    std::optional<Word> permuted;
    bool operator<(const Known& other) const { return contents < other.contents; }
  };
  const Runs& contents(Tree t) { return known(t).contents; }

  /// Found out once for each tree, of which there are far fewer than slots that have held one.
  const Known& known(Tree t) {
    if (t >= known_.size()) known_.resize(2 * std::size_t{t} + 1, nullptr);
    if (!known_[t]) {
      auto runs = runs_in(t);
      auto letters = permuted(runs);
      known_[t] = &*distinct_.insert({std::move(runs), letters}).first;
    }
    return *known_[t];
  }

  /// Combined: at most two letters for each rank, which shows every right word and enough of a wrong one. In a barrier:
  /// the set of letters.
  Runs runs_in(Tree t) const {
    if (!row(collective_).combines()) return {runs_of(trees_.alphabet(t))};
    const auto limit = 2 * index(schedule_.ranks);
    return {runs_of(trees_.letters(t, limit)), trees_.size(t) > limit};
  }

  const Schedule& schedule_;
  Collective collective_;
  Rank root_;
  Trees& trees_;
  Trace trace_;
  std::set<Known> distinct_;
  std::vector<const Known*> known_;  ///< by tree; null where nobody has asked
};

}  // namespace

Trace trace(const Schedule& schedule, Collective collective, Rank root) {
  Trees trees(letters(collective, schedule));
  auto state = symbolic_inputs(schedule, collective, root);
  Recorder recorder(schedule, collective, root, trees);
  recorder.before(state);
  interpret(
      schedule, state, [&](Tree a, Tree b) { return trees.join(a, b); }, recorder);
  auto done = std::move(recorder).done();
  mark_surplus_rounds(done);
  return done;
}

bool reduces(Collective c) {
  return row(c).combines() && row(c).result != Result::prefix && row(c).result != Result::prefix_before;
}

bool Trace::displaced() const {
  if (row(collective).combines()) return false;
  const auto in_brackets = [](const Part& part) {
    return std::ranges::any_of(part.holds, [](const Holding& h) { return h.name.starts_with('('); });
  };
  return std::ranges::any_of(rounds, [&](const TraceRound& r) { return std::ranges::any_of(r.parts, in_brackets); });
}

std::string print_runs(const Runs& word) {
  constexpr std::size_t most = 8;
  if (word.runs.empty()) return "∅";
  std::string text;
  for (std::size_t i = 0; i < std::min(most, word.runs.size()); ++i) {
    if (i > 0) text += "·";
    text += std::to_string(word.runs[i].first);
    if (word.runs[i].last != word.runs[i].first) text += "-" + std::to_string(word.runs[i].last);
  }
  return word.cut || word.runs.size() > most ? text + "·…" : text;
}

}  // namespace tutti
