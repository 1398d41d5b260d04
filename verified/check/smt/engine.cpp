#include "verified/check/smt/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "reference/model.hpp"
#include "verified/check/malformed.hpp"
#include "verified/check/smt/statement.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti::smt {
namespace {

/// Nothing where a slot is undefined.
using Value = std::optional<z3::expr>;

/// Each is stated in a theory whose terms are equal for all values of the letters if and only if it holds.
enum class Property {
  order,      ///< for associative operators: ∘ is concatenation, letters are any sequences
  multiset,   ///< for those that commute as well: ∘ is +, letters are any integers
  agreement,  ///< for every operation: ∘ is a function of which nothing is known
  origin,     ///< moved data: letters are any values
  entered     ///< barriers: ∘ is the union, letter r the set {r}
};

struct PropertyRow {
  Property id;
  std::string_view name;
  std::string_view states;
};

constexpr std::array properties{
    PropertyRow{Property::order, "order",
                "whatever sequences the ranks contribute, what is due is there if they are concatenated"},
    PropertyRow{Property::multiset, "multiset",
                "whatever integers the ranks contribute, what is due is there if they are added"},
    PropertyRow{Property::agreement, "agreement",
                "whatever the operation and the contributions, all ranks have the same result"},
    PropertyRow{Property::origin, "origin", "whatever the blocks contain, each arrives where it is due"},
    PropertyRow{Property::entered, "entered", "every rank leaves after all have entered"},
};

static_assert(
    [] {
      for (std::size_t i = 0; i < properties.size(); ++i)
        if (properties[i].id != static_cast<Property>(i)) return false;
      return properties.back().id == Property::entered;
    }(),
    "one row per property, in the order of the enum");

struct ProofCase {
  std::string name;  ///< "allreduce/ring/p=5"
  Schedule schedule;
  Collective collective;
  int ranks;  ///< that it must be for
  Rank root;
};

/// The values over which a property is stated, and ∘.
struct Theory {
  z3::sort sort;
  std::vector<z3::expr> letters;
  std::function<z3::expr(const z3::expr&, const z3::expr&)> combine;
};

/// Any values of that sort.
std::vector<z3::expr> any_values(const z3::sort& sort, int count) {
  std::vector<z3::expr> all;
  for (int l = 0; l < count; ++l) all.push_back(sort.ctx().constant(fmt::format("x{}", l).c_str(), sort));
  return all;
}

std::vector<z3::expr> singletons(z3::context& context, int count) {
  std::vector<z3::expr> all;
  const auto width = static_cast<unsigned>(count);
  for (int l = 0; l < count; ++l) all.push_back(z3::shl(context.bv_val(1, width), l));
  return all;
}

Theory theory_of(Property property, int letters, z3::context& context) {
  auto integers = context.int_sort();
  switch (property) {
    case Property::order: {
      const auto sequences = context.seq_sort(integers);
      return {sequences, any_values(sequences, letters), [](auto& a, auto& b) { return z3::concat(a, b); }};
    }
    case Property::multiset: return {integers, any_values(integers, letters), [](auto& a, auto& b) { return a + b; }};
    case Property::entered:
      return {context.bv_sort(static_cast<unsigned>(letters)), singletons(context, letters),
              [](auto& a, auto& b) { return a | b; }};
    case Property::agreement:
    case Property::origin: break;
  }
  const auto values = context.uninterpreted_sort("Value");
  const auto op = context.function("op", values, values, values);
  return {values, any_values(values, letters), [op](auto& a, auto& b) { return op(a, b); }};
}

/// A place, and the equation that must hold there; with a round, a slot that is carried or folded onto there.
struct Cell {
  int round;
  Rank rank;
  int slot;
  z3::expr found, due;
  z3::expr holds;
};

/// Remembers the first slot without a value that a step carries or folds onto.
struct UndefinedWatch : Unwatched {
  struct SlotOfRound {
    int round;
    Rank rank;
    int slot;
  };
  const State<Value>& state;
  std::optional<SlotOfRound> found;

  explicit UndefinedWatch(const State<Value>& s) : state(s) {}
  void sent(int round, const Step& s, std::span<const Value> cells) {
    check({round, s.from, s.blocks.first}, cells);
    if (s.action != Action::replace) check({round, s.to, s.at}, {state.at(s.to, s.at), cells.size()});
  }
  void check(SlotOfRound first, std::span<const Value> cells) {
    for (std::size_t i = 0; i < cells.size() && !found; ++i)
      if (!cells[i]) found = {first.round, first.rank, first.slot + static_cast<int>(i)};
  }
};

/// Runs a case over the values of a property, and states what must be there at the end.
class Run {
 public:
  Run(const ProofCase& c, Property property, z3::context& context)
      : case_(c),
        theory_(theory_of(property, letters(c.collective, c.schedule), context)),
        nothing_(context.constant("nothing", theory_.sort)),
        end_(c.schedule.ranks, c.schedule.slots()) {
    interpret_case();
    property == Property::agreement ? compare_ranks() : compare_with_model();
  }

  const std::vector<Cell>& cells() const { return cells_; }

 private:
  void interpret_case() {
    for (Rank rank = 0; rank < case_.schedule.ranks; ++rank)
      for (int slot = 0; slot < case_.schedule.blocks; ++slot)
        if (const auto word = held(case_.collective, case_.schedule.ranks, case_.root, rank, slot))
          *end_.at(rank, slot) = value_of(*word);
    UndefinedWatch watch(end_);
    const auto combine = [&](const Value& a, const Value& b) {
      return a && b ? Value(theory_.combine(*a, *b)) : std::nullopt;
    };
    interpret(case_.schedule, end_, combine, watch);
    if (!watch.found) return;
    const auto [round, rank, slot] = *watch.found;
    const auto something = theory_.sort.ctx().constant("something", theory_.sort);
    cells_.push_back({round, rank, slot, nothing_, something, something.ctx().bool_val(false)});
  }

  void compare_with_model() {
    for (Rank rank = 0; rank < case_.schedule.ranks; ++rank)
      for (int slot = 0; slot < case_.schedule.blocks; ++slot) {
        auto word = due(case_.collective, case_.schedule.ranks, case_.root, rank, slot);
        if (!word && left_alone(case_.collective, rank)) word = Word{rank, rank + 1};
        if (word) compare(rank, slot, value_of(*word));
      }
  }

  void compare_ranks() {
    for (Rank rank = 1; rank < case_.schedule.ranks; ++rank)
      for (int slot = 0; slot < case_.schedule.blocks; ++slot)
        compare(rank, slot, end_.at(0, slot)->value_or(nothing_));
  }

  void compare(Rank rank, int slot, const z3::expr& due) {
    const auto& found = *end_.at(rank, slot);
    cells_.push_back(
        {-1, rank, slot, found.value_or(nothing_), due, found ? *found == due : due.ctx().bool_val(false)});
  }

  z3::expr value_of(const Word& word) {
    if (word == last_word_) return *last_value_;
    last_word_ = word;
    last_value_ = theory_.letters[static_cast<std::size_t>(word.first)];
    for (int l = word.first + 1; l < word.last; ++l)
      last_value_ = theory_.combine(*last_value_, theory_.letters[static_cast<std::size_t>(l)]);
    return *last_value_;
  }

  const ProofCase& case_;
  Theory theory_;
  z3::expr nothing_;
  State<Value> end_;
  std::vector<Cell> cells_;
  Word last_word_{0, 0};
  Value last_value_;
};

/// The first cell whose equation Z3 does not simplify to true. In each of these theories simplifying brings a term to a
/// normal form, so this is the first cell that is wrong; null where there is none.
const Cell* first_wrong(const std::vector<Cell>& cells) {
  const auto at = std::ranges::find_if(cells, [](const Cell& cell) { return !cell.holds.simplify().is_true(); });
  return at == cells.end() ? nullptr : &*at;
}

Statement state(const ProofCase& c, Property property, z3::context& context) {
  const Run run(c, property, context);
  z3::expr_vector none(context), equations(context);
  for (const auto& cell : run.cells()) equations.push_back(cell.holds);
  Statement statement{none, all_of(equations)};
  if (statement.claim.simplify().is_true()) return statement;
  if (const auto* wrong = first_wrong(run.cells()))
    statement.shown = {{"rank", context.int_val(wrong->rank)},
                       {"block", context.int_val(wrong->slot)},
                       {"found", wrong->found},
                       {"due", wrong->due}};
  return statement;
}

Query query(const std::shared_ptr<const ProofCase>& c, Property property) {
  const auto& about = properties[static_cast<std::size_t>(property)];
  return {fmt::format("engine/{}/{}", c->name, about.name), std::string(about.states),
          [=](z3::context& context) { return state(*c, property, context); }};
}

/// As Z3 prints it, on one line.
std::string print(const z3::expr& term) {
  std::string text;
  for (const char ch : term.simplify().to_string()) {
    const bool space = ch == ' ' || ch == '\n';
    if (!space || !text.ends_with(' ')) text += space ? ' ' : ch;
  }
  return text;
}

/// Where a property that was refuted is broken. What a rank knows when it leaves a barrier is no block.
Counterexample counterexample(const ProofCase& c, Property property, Fault fault) {
  z3::context context;
  const Run run(c, property, context);
  const auto& wrong = *first_wrong(run.cells());
  const bool undefined = wrong.round >= 0;
  return {.fault = undefined ? Fault::undefined : fault,
          .ranks = c.schedule.ranks,
          .root = c.root,
          .round = wrong.round,
          .rank = wrong.rank,
          .block = property == Property::entered && !undefined ? -1 : wrong.slot,
          .found = print(wrong.found),
          .due = print(wrong.due)};
}

/// The property without which the contract is broken.
Property contract_of(const CollectiveRow& collective) {
  if (collective.moves()) return Property::origin;
  return collective.combines() ? Property::multiset : Property::entered;
}

/// Whether several ranks receive the same combination.
bool can_disagree(const CollectiveRow& collective) {
  return collective.combines() && collective.result == Result::everywhere;
}

/// Whether more than two ranks are combined anywhere.
bool needs_associativity(const ProofCase& c) {
  const auto long_word = [&](Rank rank, int slot) {
    const auto word = due(c.collective, c.schedule.ranks, c.root, rank, slot);
    return word && word->last - word->first > 2;
  };
  if (!row(c.collective).combines()) return false;
  for (Rank rank = 0; rank < c.schedule.ranks; ++rank)
    for (int slot = 0; slot < c.schedule.blocks; ++slot)
      if (long_word(rank, slot)) return true;
  return false;
}

/// What the record does not claim although the case needs it.
std::optional<Counterexample> find_unclaimed(const ProofCase& c, const Needs& needs, const Needs& claimed) {
  if (needs.commutative && !claimed.commutative) return counterexample(c, Property::order, Fault::claim);
  if (!needs.associative || claimed.associative) return std::nullopt;
  return Counterexample{.fault = Fault::claim,
                        .ranks = c.schedule.ranks,
                        .root = c.root,
                        .found = "more than two ranks are combined",
                        .due = "a record that claims the need of an associative operator"};
}

/// Throws Unknown where Z3 cannot tell.
bool is_true(const std::shared_ptr<const ProofCase>& c, Property property, const Limit& limit) {
  const auto answer = ask(query(c, property), limit);
  if (answer.found == Found::unknown) throw Unknown{answer.detail};
  return answer.found == Found::proved;
}

BareVerdict decide(const std::shared_ptr<const ProofCase>& c, const Needs& claimed, const Limit& limit) try {
  if (auto fault = find_malformed_or_race(c->schedule, c->collective, c->ranks, c->root))
    return Refuted{std::move(*fault)};
  const auto& collective = row(c->collective);
  const auto contract = contract_of(collective);
  if (!is_true(c, contract, limit)) return Refuted{counterexample(*c, contract, Fault::contract)};
  const Needs needs{.associative = needs_associativity(*c),
                    .commutative = collective.combines() && !is_true(c, Property::order, limit)};
  if (auto fault = find_unclaimed(*c, needs, claimed)) return Refuted{*fault};
  return Holds{needs, !can_disagree(collective) || is_true(c, Property::agreement, limit)};
} catch (Unknown& unknown) {
  return std::move(unknown);
}

std::shared_ptr<const ProofCase> case_of(const Algorithm& algorithm, const Group& group) {
  auto name = fmt::format("{}/p={}", algorithm.name, group.ranks);
  if (row(algorithm.collective).rooted()) name += fmt::format("/root={}", group.root);
  if (!group.shape.empty()) name += "/shape=" + print_shape(group.shape);
  const Group all_ranks{.ranks = group.ranks, .root = group.root, .shape = group.shape};
  return std::make_shared<const ProofCase>(
      ProofCase{std::move(name), algorithm.schedule(all_ranks), algorithm.collective, group.ranks, group.root});
}

}  // namespace

BareVerdict prove_again(Schedule schedule, Collective collective, Rank root, const Limit& limit) {
  const int ranks = schedule.ranks;
  const auto c = std::make_shared<const ProofCase>(
      ProofCase{std::string(row(collective).name), std::move(schedule), collective, ranks, root});
  return decide(c, {.associative = true, .commutative = true}, limit);
}

BareVerdict prove_again(const Algorithm& algorithm, const Group& group, const Limit& limit) try {
  if (auto fault = find_wrong_root(group.ranks, group.root)) return Refuted{std::move(*fault)};
  if (!algorithm.supports.holds(group.ranks)) return Unknown{algorithm.refusal(group.ranks)};
  if (group.shape.empty() && algorithm.shapes_for(group.ranks).empty())
    return Unknown{algorithm.name + " lists no shape for that p"};
  auto found = decide(case_of(algorithm, group), algorithm.needs, limit);
  if (auto* wrong = std::get_if<Refuted>(&found)) wrong->counterexample.shape = group.shape;
  return found;
} catch (const NoSchedule& none) {
  return Refuted{malformed(none, group)};
}

std::vector<Query> engine_queries(const Algorithm& algorithm, const Group& group) {
  const auto c = case_of(algorithm, group);
  if (find_malformed_or_race(c->schedule, c->collective, c->ranks, c->root)) return {};
  const auto& collective = row(algorithm.collective);
  const bool in_order = collective.combines() && !algorithm.needs.commutative;
  std::vector<Query> queries{query(c, in_order ? Property::order : contract_of(collective))};
  if (can_disagree(collective)) queries.push_back(query(c, Property::agreement));
  return queries;
}

}  // namespace tutti::smt
