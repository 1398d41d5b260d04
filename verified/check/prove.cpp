#include "verified/check/prove.hpp"

#include <algorithm>
#include <concepts>
#include <numeric>

#include "reference/letters.hpp"
#include "reference/model.hpp"
#include "verified/check/malformed.hpp"
#include "verified/check/memory.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/rules/own_part.hpp"
#include "verified/check/rules/proved.hpp"
#include "verified/schedule/project.hpp"

namespace tutti {
namespace {

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

/// By tree, for those given and their parts: whether all of that many letters stand in it. 64 letters at a time.
std::vector<bool> complete(const Trees& trees, const std::vector<Tree>& given, int letters) {
  constexpr int at_once = 64;
  const auto parts = trees.below(given);
  std::vector<bool> all(parts.empty() ? 1 : parts.back() + std::size_t{1}, false);
  for (const Tree t : parts) all[t] = true;
  std::vector<std::uint64_t> has(all.size());
  for (int first = 0; first < letters; first += at_once) {
    const int last = std::min(letters, first + at_once) - 1;
    const auto due = ~std::uint64_t{0} >> (at_once - 1 - (last - first));
    for (const Tree t : parts) {
      if (trees.left(t) != nothing)
        has[t] = has[trees.left(t)] | has[trees.right(t)];
      else if (const int letter = Trees::letter(t); first <= letter && letter <= last)
        has[t] = std::uint64_t{1} << (letter - first);
      else
        has[t] = 0;
      if (has[t] != due) all[t] = false;
    }
  }
  return all;
}

/// Compares the end with the model, block by block; a block in which ranks differ in bracketing ends agreement.
class ContractCheck {
 public:
  ContractCheck(const Schedule& schedule, const Trees& trees, Collective collective, Rank root)
      : schedule_(schedule),
        trees_(trees),
        collective_(collective),
        root_(root),
        same_for_all_(row(collective).result == Result::everywhere),
        common_(static_cast<std::size_t>(schedule.blocks), nothing),
        word_(static_cast<std::size_t>(schedule.blocks), Word{0, 0}) {}

  Contract check(const State<Tree>& end) {
    if (row(collective_).result == Result::all_entered) {
      std::vector<Tree> known;
      for (Rank rank = 0; rank < schedule_.ranks; ++rank) known.push_back(*end.at(rank, 0));
      complete_ = complete(trees_, known, schedule_.ranks);
    }
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
    auto& due_there = word_[static_cast<std::size_t>(slot)];
    if (common == found && found != nothing && word == due_there) return;
    if (same_for_all_ && common != nothing && common != found) result_.agreement = false;
    common = found;
    due_there = word;
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
    if (complete_[found]) return;
    result_.broken = fault(Fault::contract, rank, -1,
                           "it leaves when " + print_set(trees_.alphabet(found)) + " have entered", "all have entered");
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
  std::vector<Tree> common_;    ///< per block: the tree seen last, and right for its word_ or noted as wrong
  std::vector<Word> word_;      ///< per block: the word that was due there
  std::vector<bool> complete_;  ///< of a barrier, per tree: all ranks have entered
  Contract result_;
};

/// Some rank but the root has a step with a slot that is not its own block; with only >= 0 that rank has one.
bool passes_through_others(const Schedule& schedule, Rank root, Rank only = -1) {
  const auto foreign = [&](Rank rank, int first, int count) {
    return rank != root && (only < 0 || rank == only) && !(first == rank && count == 1 && first < schedule.blocks);
  };
  for (const auto& round : schedule.rounds)
    for (const auto& s : round.steps)
      if (foreign(s.from, s.blocks.first, s.blocks.count) || foreign(s.to, s.at, s.blocks.count)) return true;
  return false;
}

/// Tells a schedule from others, but for one case in 2^64 or so (FNV-1a, of numbers instead of bytes). Never 0. What a
/// round says is not looked at.
std::uint64_t digest_of(const Schedule& schedule) {
  std::uint64_t digest = 14695981039346656037U;
  const auto add = [&](std::integral auto... numbers) {
    ((digest = (digest ^ static_cast<std::uint32_t>(numbers)) * 1099511628211U), ...);
  };
  add(schedule.ranks, schedule.blocks, schedule.extra, int{schedule.exchange});
  for (const auto& of_rank : schedule.scratch) {
    add(of_rank.size());
    for (const int label : of_rank) add(label);
  }
  for (const auto& round : schedule.rounds) {
    add(round.steps.size());
    for (const auto& s : round.steps)
      add(s.from, s.to, s.blocks.first, s.blocks.count, s.at, static_cast<int>(s.action));
  }
  return digest | 1;
}

/// Whether the algorithm is for that many ranks and has that root, so that its record may be asked for a schedule.
bool is_for(const Algorithm& algorithm, const Group& group) {
  return algorithm.supports.holds(group.ranks) && !find_wrong_root(group.ranks, group.root);
}

/// Whether the rules of the algorithm are proved for that group.
bool proved_by_rules(const Algorithm& algorithm, const Group& group) {
  if (!is_for(algorithm, group)) return false;
  const auto shapes = algorithm.shapes_for(group.ranks);
  const bool listed = group.shape.empty() || std::ranges::find(shapes, group.shape) != shapes.end();
  return listed && group.ranks <= rules::proved_up_to(algorithm);
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

Verdict Prover::establish(Schedule schedule, Collective collective, int ranks, Rank root, const Needs& claimed,
                          Effort* effort) {
  const auto refuted = [&](Counterexample c) {
    c.ranks = ranks;
    c.root = root;
    return Refuted{std::move(c)};
  };
  if (auto found = find_malformed_or_race(schedule, collective, ranks, root)) return Refuted{std::move(*found)};
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
                    .found = "more than two ranks are combined",
                    .due = "a claim of the need of an associative operator"});
  const bool forwards = passes_through_others(schedule, root);
  return Proved(std::make_shared<const Schedule>(std::move(schedule)), collective, root, contract.needs,
                contract.agreement, forwards);
}

Verdict Prover::prove(Schedule schedule, Collective collective, Rank root, Effort* effort) {
  const int ranks = schedule.ranks;
  return establish(std::move(schedule), collective, ranks, root, {.associative = true, .commutative = true}, effort);
}

Verdict Prover::prove(const Algorithm& algorithm, const Group& group, Effort* effort) try {
  if (auto found = find_wrong_root(group.ranks, group.root)) return Refuted{std::move(*found)};
  if (!algorithm.supports.holds(group.ranks)) return Unknown{algorithm.refusal(group.ranks)};
  if (group.shape.empty() && algorithm.shapes_for(group.ranks).empty())
    return Unknown{algorithm.name + " lists no shape for p = " + std::to_string(group.ranks)};
  auto verdict = establish(algorithm.schedule({.ranks = group.ranks, .root = group.root, .shape = group.shape}),
                           algorithm.collective, group.ranks, group.root, algorithm.needs, effort);
  if (auto* refuted = std::get_if<Refuted>(&verdict)) refuted->counterexample.shape = group.shape;
  if (auto* proved = std::get_if<Proved>(&verdict); proved && group.only >= 0) keep_steps_of(group.only, *proved);
  return verdict;
} catch (const NoSchedule& none) {
  return Refuted{malformed(none, group)};
}

void Prover::keep_steps_of(Rank only, Proved& whole) {
  whole.schedule_ = std::make_shared<const Schedule>(project(*whole.schedule_, only));
  whole.only_ = only;
}

Prover::Own Prover::prove_own(const Algorithm& algorithm, const Group& group) noexcept try {
  if (proved_by_rules(algorithm, group)) {
    auto [schedule, failed] = rules::own_part(algorithm, group);
    if (!failed.empty()) return {Unknown{algorithm.name + " will not run: " + failed}};
    const bool forwards = passes_through_others(schedule, group.root, group.only);
    Proved proved(std::make_shared<const Schedule>(std::move(schedule)), algorithm.collective, group.root,
                  algorithm.needs, false, forwards);
    proved.only_ = group.only;
    return {proved};
  }
  constexpr double mebibyte = 1024 * 1024;
  if (is_for(algorithm, group))
    if (const double bytes = bytes_to_prove(algorithm, group); bytes > most_bytes)
      return {Unknown{algorithm.name + " is not proved for all p, and a proof for p = " + std::to_string(group.ranks) +
                      " takes about " + std::to_string(static_cast<std::int64_t>(bytes / mebibyte)) +
                      " MiB at every rank, where at most " +
                      std::to_string(static_cast<std::int64_t>(most_bytes / mebibyte)) +
                      " are taken; choose an algorithm that is proved for all p (tutti list)"}};
  Own own{prove(algorithm, {.ranks = group.ranks, .root = group.root, .shape = group.shape})};
  if (auto* proved = std::get_if<Proved>(&own.verdict)) {
    own.schedule = digest_of(proved->schedule());
    keep_steps_of(group.only, *proved);
  }
  return own;
} catch (const NoSchedule& none) {
  return {Refuted{malformed(none, group)}};
} catch (const std::exception& e) {
  return {Unknown{algorithm.name + " will not run: " + e.what()}};
}

Verdict Prover::prove_part(const Algorithm& algorithm, const Group& group, const std::function<Part(Part)>& together) {
  if (group.only < 0 || group.only >= group.ranks)
    return Unknown{algorithm.name + ": there is no rank " + std::to_string(group.only) + " of " +
                   std::to_string(group.ranks)};
  if (group.ranks <= proved_whole) return prove(algorithm, group);
  auto own = prove_own(algorithm, group);
  auto* proved = std::get_if<Proved>(&own.verdict);
  const auto all =
      together({.right = proved != nullptr, .forwards = proved && proved->forwards(), .schedule = own.schedule});
  if (!proved) return own.verdict;
  if (!all.right) return Unknown{algorithm.name + " will not run: another rank has not proved its part"};
  if (all.schedule != own.schedule)
    return Unknown{algorithm.name +
                   " will not run: another rank has another schedule; what makes one must depend on the number of "
                   "ranks, the root and the shape alone"};
  proved->forwards_ = all.forwards;
  return own.verdict;
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
  text += c.due.empty() ? ": " + c.found : ": found " + c.found + ", due " + c.due;
  return text + " (" + std::string(name_of(c.fault)) + ")";
}

}  // namespace tutti
