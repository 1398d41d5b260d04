#include "verified/check/prove.hpp"

#include <algorithm>
#include <numeric>

#include "reference/model.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/race.hpp"

namespace tutti {
namespace {

constexpr int most_in_exchange = 46340;  ///< its square, the number of blocks, is an int

/// Data can be moved to the place of another block only where all blocks have one size. Letters of moved data tell the
/// blocks apart; those of combined data do not.
bool blocks_may_change(Collective collective) { return row(collective).moves() && row(collective).cut == Cut::equal; }

/// Ranks and slots exist, what is combined or copied belongs to the same block, and moved data is not combined.
std::optional<Counterexample> find_malformed(const Schedule& schedule, Collective collective, const Step& s) {
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
  if (s.action != Action::replace && row(collective).moves())
    return fault(s.to, s.at, "a fold", "replace: " + std::string(row(collective).name) + " has no operator");
  const bool stays = s.at == s.blocks.first && s.at + s.blocks.count <= schedule.blocks && !schedule.exchange;
  if (stays || blocks_may_change(collective)) return std::nullopt;
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
  const auto& shape = row(collective);
  if (schedule.exchange != shape.exchanges())
    return fault(schedule.exchange ? "an exchange" : "one vector per rank",
                 shape.exchanges() ? "an exchange: one block from each rank to each" : "one vector per rank");
  if (schedule.exchange && (schedule.ranks > most_in_exchange || schedule.blocks != 2 * schedule.ranks))
    return fault(number(schedule.ranks) + " ranks with " + number(schedule.blocks) + " blocks",
                 "two blocks for each of at most " + number(most_in_exchange) + " ranks");
  const bool one_per_rank = shape.cut != Cut::freely && !schedule.exchange;
  const bool one_only = shape.result == Result::all_entered;
  if (schedule.blocks < 1 || (one_per_rank && schedule.blocks != schedule.ranks) || (one_only && schedule.blocks != 1))
    return fault(number(schedule.blocks) + " blocks", one_per_rank ? number(schedule.ranks)
                                                      : one_only   ? "1"
                                                                   : "at least 1");
  if (schedule.extra == 0) return std::nullopt;
  if (schedule.exchange && shape.cut == Cut::irregular)
    return fault(number(schedule.extra) + " scratch slots",
                 "none: a rank knows only the sizes of what it sends and receives itself");
  if (static_cast<int>(schedule.scratch.size()) != schedule.ranks)
    return fault("scratch for " + number(static_cast<int>(schedule.scratch.size())) + " ranks", number(schedule.ranks));
  for (Rank r = 0; r < schedule.ranks; ++r) {
    const auto& slots = schedule.scratch[static_cast<std::size_t>(r)];
    const bool blocks_exist =
        std::ranges::all_of(slots, [&](int b) { return b >= 0 && b < schedule.different_blocks(); });
    if (static_cast<int>(slots.size()) != schedule.extra || !blocks_exist)
      return fault(
          "scratch of rank " + number(r) + " that stands for " + number(static_cast<int>(slots.size())) + " slots",
          number(schedule.extra) + " slots, each for a block of the vector");
  }
  return std::nullopt;
}

std::optional<Counterexample> find_malformed_or_race(const Schedule& schedule, Collective collective) {
  RaceCheck races(schedule.ranks, schedule.slots());
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) {
    std::optional<Counterexample> found;
    for (const auto& s : schedule.rounds[r].steps)
      if ((found = find_malformed(schedule, collective, s))) break;
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
        same_for_all_(row(collective).result == Result::everywhere),
        common_(static_cast<std::size_t>(schedule.blocks), nothing) {}

  Contract check(const State<Tree>& end) {
    for (Rank rank = 0; rank < schedule_.ranks && !result_.broken; ++rank) {
      const bool as_before = rank > 0 && same_for_all_ && std::equal(common_.begin(), common_.end(), end.at(rank, 0));
      if (as_before) continue;
      for (int slot = 0; slot < schedule_.blocks && !result_.broken; ++slot)
        check_cell(rank, slot, *end.at(rank, slot));
    }
    return result_;
  }

 private:
  void check_cell(Rank rank, int slot, Tree found) {
    if (const auto word = due(collective_, schedule_.ranks, root_, rank, slot)) {
      if (row(collective_).combines())
        check_combined(rank, slot, found, *word);
      else if (row(collective_).moves())
        check_moved(rank, slot, found, *word);
      else
        check_entered(rank, found);
    } else if (left_alone(collective_, rank) && found != Trees::leaf(rank)) {
      result_.broken =
          fault(Fault::contract, rank, slot, trees_.print_word(found), std::to_string(rank) + ", left alone");
    }
  }

  void check_combined(Rank rank, int slot, Tree found, const Word& word) {
    auto& common = common_[static_cast<std::size_t>(slot)];
    if (common == found && found != nothing && word == word_) return;
    if (same_for_all_ && common != nothing && common != found) result_.agreement = false;
    common = found;
    word_ = word;
    result_.needs.associative |= word.last - word.first > 2;
    if (trees_.word(found) == word) return;
    result_.needs.commutative = true;
    const bool right_letters = trees_.each_once(found, word);
    auto& counterexample = right_letters ? result_.out_of_order : result_.broken;
    if (counterexample) return;
    std::vector<int> letters(static_cast<std::size_t>(word.last - word.first));
    std::iota(letters.begin(), letters.end(), word.first);
    counterexample = fault(right_letters ? Fault::claim : Fault::contract, rank, slot, trees_.print_word(found),
                           print_letters(letters));
  }

  void check_moved(Rank rank, int slot, Tree found, const Word& word) {
    common_[static_cast<std::size_t>(slot)] = found;
    if (trees_.word(found) == word) return;
    const auto name = [&](int letter) { return letter_name(collective_, schedule_.ranks, root_, letter); };
    result_.broken = fault(Fault::contract, rank, slot,
                           found == nothing ? "nothing" : name(trees_.letters(found, 1).front()), name(word.first));
  }

  /// Happens-before: a rank knows at the end of which ranks it knows, directly or through others, that they entered.
  void check_entered(Rank rank, Tree found) {
    const auto entered = trees_.alphabet(found);
    if (static_cast<int>(entered.size()) == schedule_.ranks) return;
    result_.broken =
        fault(Fault::contract, rank, -1, "it leaves when " + print_set(entered) + " have entered", "all have entered");
  }

  Counterexample fault(Fault what, Rank rank, int slot, std::string found, std::string due) const {
    return {.fault = what,
            .ranks = 0,
            .root = root_,
            .rank = rank,
            .block = slot,
            .found = std::move(found),
            .due = std::move(due)};
  }

  static std::string print_set(const std::vector<int>& ranks) {
    std::string text;
    for (const int r : ranks) text += (text.empty() ? "" : ", ") + std::to_string(r);
    return "{" + text + "}";
  }

  const Schedule& schedule_;
  const Trees& trees_;
  Collective collective_;
  Rank root_;
  bool same_for_all_;
  std::vector<Tree> common_;  ///< per block: the tree seen last, and right for word_ or noted as wrong
  Word word_{0, 0};           ///< due where it was seen
  Contract result_;
};

/// Some rank but the root has a step with a slot that is not its own block.
bool passes_through_others(const Schedule& schedule, Rank root) {
  const auto foreign = [&](Rank rank, int first, int count) {
    return rank != root && !(first == rank && count == 1 && first < schedule.blocks);
  };
  for (const auto& round : schedule.rounds)
    for (const auto& s : round.steps)
      if (foreign(s.from, s.blocks.first, s.blocks.count) || foreign(s.to, s.at, s.blocks.count)) return true;
  return false;
}

void add(Effort& effort, const Schedule& schedule, const Programs& programs) {
  effort.messages += static_cast<std::int64_t>(programs.messages.size());
  for (const auto& round : schedule.rounds) effort.steps += static_cast<std::int64_t>(round.steps.size());
}

}  // namespace

State<Tree> symbolic_inputs(const Schedule& schedule, Collective collective, Rank root) {
  State<Tree> state(schedule.ranks, schedule.slots(), nothing);
  for (Rank r = 0; r < schedule.ranks; ++r) {
    if (row(collective).input == Input::contributions) {
      std::fill_n(state.at(r, 0), schedule.blocks, Trees::leaf(r));
      continue;
    }
    for (int slot = 0; slot < schedule.blocks; ++slot)
      if (const auto word = held(collective, schedule.ranks, root, r, slot))
        *state.at(r, slot) = Trees::leaf(word->first);
  }
  return state;
}

Verdict Prover::establish(Schedule schedule, Collective collective, Rank root, const Needs& claimed, Effort* effort) {
  const auto refuted = [&](Counterexample c) {
    c.ranks = schedule.ranks;
    c.root = root;
    return Refuted{std::move(c)};
  };
  if (auto found = find_misshapen(schedule, collective, root)) return refuted(*found);
  if (auto found = find_malformed_or_race(schedule, collective)) return refuted(*found);
  if (auto found = find_split_message(schedule)) return refuted(*found);
  {
    const auto programs = programs_of(schedule);
    if (effort) add(*effort, schedule, programs);
    if (auto found = find_deadlock(programs)) return refuted(*found);
  }
  Trees trees(letters(collective, schedule));
  auto state = symbolic_inputs(schedule, collective, root);
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
  const bool forwards = passes_through_others(schedule, root);
  return Proved(std::make_shared<const Schedule>(std::move(schedule)), collective, root, contract.needs,
                contract.agreement, forwards);
}

Verdict Prover::prove(Schedule schedule, Collective collective, Rank root, Effort* effort) {
  return establish(std::move(schedule), collective, root, {.associative = true, .commutative = true}, effort);
}

Verdict Prover::prove(const Algorithm& algorithm, const Group& group, Effort* effort) {
  if (!holds(algorithm.supports, group.ranks))
    return Unknown{algorithm.name + " has no schedule for p = " + std::to_string(group.ranks) + ", only for " +
                   std::string(name_of(algorithm.supports))};
  auto verdict = establish(algorithm.schedule({.ranks = group.ranks, .root = group.root, .shape = group.shape}),
                           algorithm.collective, group.root, algorithm.needs, effort);
  if (auto* refuted = std::get_if<Refuted>(&verdict)) refuted->counterexample.shape = group.shape;
  if (auto* proved = std::get_if<Proved>(&verdict); proved && group.only >= 0)
    proved->schedule_ = std::make_shared<const Schedule>(algorithm.schedule(group));
  return verdict;
}

std::string block_name(int block) {
  std::string name;
  for (; block >= 0; block = block / 26 - 1) name.insert(name.begin(), static_cast<char>('A' + block % 26));
  return name;
}

std::string letter_name(Collective collective, int ranks, Rank root, int letter) {
  switch (row(collective).input) {
    case Input::contributions: return std::to_string(letter);
    case Input::of_root: return block_name(letter) + " of rank " + std::to_string(root);
    case Input::own_block: return block_name(letter) + " of rank " + std::to_string(letter);
    case Input::one_for_each: return std::to_string(letter / ranks) + "→" + std::to_string(letter % ranks);
  }
  return {};
}

std::string describe(const Counterexample& c) {
  std::string text = "p = " + std::to_string(c.ranks);
  if (!c.shape.empty()) text += ", shape " + print_shape(c.shape);
  if (c.root >= 0) text += ", root " + std::to_string(c.root);
  if (c.round >= 0) text += ", round " + std::to_string(c.round);
  if (c.rank >= 0) text += ", rank " + std::to_string(c.rank);
  if (c.block >= 0) text += ", block " + block_name(c.block);
  return text + ": found " + c.found + ", due " + c.due + " (" + std::string(name_of(c.fault)) + ")";
}

}  // namespace tutti
