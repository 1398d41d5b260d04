#include "verified/check/prove.hpp"

#include <algorithm>

#include "reference/model.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/race.hpp"

namespace tutti {
namespace {

/// Ranks and slots exist, and what is combined or copied belongs to the same block of the vector.
std::optional<Counterexample> find_malformed(const Schedule& schedule, const Step& s) {
  const auto fault = [&](Rank rank, int block, std::string found, std::string due) {
    return Counterexample{.fault = Fault::malformed,
                          .ranks = 0,
                          .root = -1,
                          .rank = rank,
                          .block = block,
                          .found = std::move(found),
                          .due = std::move(due)};
  };
  const auto outside = [&](Rank r) { return r < 0 || r >= schedule.ranks; };
  const auto beyond = [&](int first) {
    return first < 0 || s.blocks.count < 1 || s.blocks.count > schedule.slots() - first;
  };
  if (outside(s.from) || outside(s.to))
    return fault(s.from, -1, "a step from rank " + std::to_string(s.from) + " to rank " + std::to_string(s.to),
                 "ranks 0 to " + std::to_string(schedule.ranks - 1));
  if (beyond(s.blocks.first) || beyond(s.at))
    return fault(s.to, s.at,
                 std::to_string(s.blocks.count) + " slots from " + std::to_string(s.blocks.first) + " to " +
                     std::to_string(s.at),
                 "slots 0 to " + std::to_string(schedule.slots() - 1));
  if (s.at == s.blocks.first && s.at + s.blocks.count <= schedule.blocks) return std::nullopt;
  for (int i = 0; i < s.blocks.count; ++i) {
    const int from = schedule.block_of(s.from, s.blocks.first + i), to = schedule.block_of(s.to, s.at + i);
    if (from != to) return fault(s.to, s.at + i, "block " + block_name(from) + " arrives", "block " + block_name(to));
  }
  return std::nullopt;
}

/// The result has its place: a root that exists, at least one block, and where every rank gets its own, one for each.
std::optional<Counterexample> find_misshapen(const Schedule& schedule, Collective collective, Rank root) {
  const auto fault = [](std::string found, std::string due) {
    return Counterexample{
        .fault = Fault::malformed, .ranks = 0, .root = -1, .found = std::move(found), .due = std::move(due)};
  };
  const auto number = [](int n) { return std::to_string(n); };
  if (root < 0 || root >= schedule.ranks)
    return fault("root " + number(root), "ranks 0 to " + number(schedule.ranks - 1));
  const bool own_block = row(collective).result == Result::own_block;
  if (schedule.blocks < 1 || (own_block && schedule.blocks != schedule.ranks))
    return fault(number(schedule.blocks) + " blocks", own_block ? number(schedule.ranks) : "at least 1");
  if (schedule.extra == 0) return std::nullopt;
  if (static_cast<int>(schedule.scratch.size()) != schedule.ranks)
    return fault("scratch for " + number(static_cast<int>(schedule.scratch.size())) + " ranks", number(schedule.ranks));
  for (Rank r = 0; r < schedule.ranks; ++r) {
    const auto& slots = schedule.scratch[static_cast<std::size_t>(r)];
    const bool blocks_exist = std::ranges::all_of(slots, [&](int b) { return b >= 0 && b < schedule.blocks; });
    if (static_cast<int>(slots.size()) != schedule.extra || !blocks_exist)
      return fault(
          "scratch of rank " + number(r) + " that stands for " + number(static_cast<int>(slots.size())) + " slots",
          number(schedule.extra) + " slots, each for a block of the vector");
  }
  return std::nullopt;
}

std::optional<Counterexample> find_malformed_or_race(const Schedule& schedule) {
  RaceCheck races(schedule.ranks, schedule.slots());
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) {
    std::optional<Counterexample> found;
    for (const auto& s : schedule.rounds[r].steps)
      if ((found = find_malformed(schedule, s))) break;
    if (!found) found = races.check(schedule.rounds[r]);
    if (found) {
      found->round = static_cast<int>(r);
      return found;
    }
  }
  return std::nullopt;
}

/// Remembers the first step that carries or folds onto something undefined.
struct UndefinedWatch : Unwatched {
  explicit UndefinedWatch(const State<Tree>& s) : state(s) {}
  const State<Tree>& state;
  std::optional<Counterexample> found;

  void sent(int round, const Step& s, std::span<const Tree> cells) {
    if (found) return;
    check(round, s.from, s.blocks.first, cells, "nothing is sent");
    if (s.action != Action::replace)
      check(round, s.to, s.at, {state.at(s.to, s.at), cells.size()}, "something is folded onto nothing");
  }

  void check(int round, Rank rank, int slot, std::span<const Tree> cells, const char* what) {
    bool all_there = true;
    for (const Tree t : cells) all_there &= t != nothing;  // without an early end: the compiler vectorises it
    if (all_there || found) return;
    const auto at = std::ranges::find(cells, nothing);
    found = Counterexample{.fault = Fault::undefined,
                           .ranks = 0,
                           .root = -1,
                           .round = round,
                           .rank = rank,
                           .block = slot + static_cast<int>(at - cells.begin()),
                           .found = what,
                           .due = "a value"};
  }
};

/// What the words at the end say of the operator, or where they are wrong.
struct Contract {
  Needs needs;
  bool agreement = true;
  std::optional<Counterexample> broken;
  std::optional<Counterexample> out_of_order;  ///< the first word that has the right letters in another order
};

/// Compares the end with the model, block by block; a block in which ranks differ in bracketing ends agreement.
class ContractCheck {
 public:
  ContractCheck(const Schedule& schedule, const Trees& trees, Collective collective, Rank root)
      : schedule_(schedule),
        trees_(trees),
        collective_(collective),
        root_(root),
        common_(static_cast<std::size_t>(schedule.blocks), nothing) {}

  Contract check(const State<Tree>& end) {
    const bool same_for_all = row(collective_).result == Result::everywhere;
    for (Rank rank = 0; rank < schedule_.ranks && !result_.broken; ++rank) {
      if (same_for_all && std::equal(common_.begin(), common_.end(), end.at(rank, 0))) continue;
      for (int block = 0; block < schedule_.blocks && !result_.broken; ++block)
        if (const auto word = due(collective_, schedule_.ranks, root_, rank, block))
          check_cell(rank, block, *end.at(rank, block), *word);
    }
    return result_;
  }

 private:
  void check_cell(Rank rank, int block, Tree found, const Word& word) {
    auto& common = common_[static_cast<std::size_t>(block)];
    if (common == found && found != nothing && word == word_) return;
    if (common != nothing && common != found) result_.agreement = false;
    common = found;
    word_ = word;
    result_.needs.associative |= word.last - word.first > 2;
    if (trees_.word(found) == word) return;
    result_.needs.commutative = true;
    const bool right_letters = trees_.each_rank_once(found);
    auto& counterexample = right_letters ? result_.out_of_order : result_.broken;
    if (counterexample) return;
    counterexample = Counterexample{.fault = right_letters ? Fault::claim : Fault::contract,
                                    .ranks = 0,
                                    .root = root_,
                                    .rank = rank,
                                    .block = block,
                                    .found = trees_.print_word(found),
                                    .due = print_letters(letters(word))};
  }

  static std::vector<Rank> letters(const Word& w) {
    std::vector<Rank> all;
    for (Rank r = w.first; r < w.last; ++r) all.push_back(r);
    return all;
  }

  const Schedule& schedule_;
  const Trees& trees_;
  Collective collective_;
  Rank root_;
  std::vector<Tree> common_;  ///< per block: the tree seen last, and right for word_ or noted as wrong
  Word word_{0, 0};           ///< due where it was seen
  Contract result_;
};

void add(Effort& effort, const Schedule& schedule, const Programs& programs) {
  effort.messages += static_cast<std::int64_t>(programs.messages.size());
  for (const auto& round : schedule.rounds) effort.steps += static_cast<std::int64_t>(round.steps.size());
}

}  // namespace

State<Tree> symbolic_inputs(const Schedule& schedule) {
  State<Tree> state(schedule.ranks, schedule.slots(), nothing);
  for (Rank r = 0; r < schedule.ranks; ++r) std::fill_n(state.at(r, 0), schedule.blocks, Trees::leaf(r));
  return state;
}

Verdict Prover::establish(Schedule schedule, Collective collective, Rank root, const Needs& claimed, Effort* effort) {
  const auto refuted = [&](Counterexample c) {
    c.ranks = schedule.ranks;
    c.root = root;
    return Refuted{std::move(c)};
  };
  if (auto found = find_misshapen(schedule, collective, root)) return refuted(*found);
  if (auto found = find_malformed_or_race(schedule)) return refuted(*found);
  if (auto found = find_split_message(schedule)) return refuted(*found);
  {
    const auto programs = programs_of(schedule);
    if (effort) add(*effort, schedule, programs);
    if (auto found = find_deadlock(programs)) return refuted(*found);
  }
  Trees trees(schedule.ranks);
  auto state = symbolic_inputs(schedule);
  UndefinedWatch watch(state);
  interpret(
      schedule, state, [&](Tree a, Tree b) { return trees.join(a, b); }, watch);
  if (watch.found) return refuted(*watch.found);
  auto contract = ContractCheck(schedule, trees, collective, root).check(state);
  if (contract.broken) return refuted(*contract.broken);
  if (contract.out_of_order && !claimed.commutative) return refuted(*contract.out_of_order);
  if (contract.needs.associative && !claimed.associative)
    return refuted({.fault = Fault::claim,
                    .ranks = 0,
                    .root = root,
                    .found = "more than two ranks are combined in a tree",
                    .due = "a record that claims the need of an associative operator"});
  return Proved(std::make_shared<const Schedule>(std::move(schedule)), collective, root, contract.needs,
                contract.agreement);
}

Verdict Prover::prove(Schedule schedule, Collective collective, Rank root, Effort* effort) {
  return establish(std::move(schedule), collective, root, {.associative = true, .commutative = true}, effort);
}

Verdict Prover::prove(const Algorithm& algorithm, const Group& group, Effort* effort) {
  if (!holds(algorithm.supports, group.ranks))
    return Unknown{algorithm.name + " has no schedule for p = " + std::to_string(group.ranks) + ", only for " +
                   std::string(name_of(algorithm.supports))};
  auto verdict =
      establish(algorithm.make({group.ranks, group.root}), algorithm.collective, group.root, algorithm.needs, effort);
  if (auto* proved = std::get_if<Proved>(&verdict); proved && group.only >= 0)
    proved->schedule_ = std::make_shared<const Schedule>(algorithm.make(group));
  return verdict;
}

std::string block_name(int block) {
  std::string name;
  for (; block >= 0; block = block / 26 - 1) name.insert(name.begin(), static_cast<char>('A' + block % 26));
  return name;
}

std::string describe(const Counterexample& c) {
  std::string text = "p = " + std::to_string(c.ranks);
  if (c.root >= 0) text += ", root " + std::to_string(c.root);
  if (c.round >= 0) text += ", round " + std::to_string(c.round);
  if (c.rank >= 0) text += ", rank " + std::to_string(c.rank);
  if (c.block >= 0) text += ", block " + block_name(c.block);
  return text + ": found " + c.found + ", due " + c.due + " (" + std::string(name_of(c.fault)) + ")";
}

}  // namespace tutti
