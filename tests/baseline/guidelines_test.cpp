// Compiled with -O1, since it prices many schedules.
// The table of guidelines: each right side really does what the left side does, by the reference model. And schedules
// of ours beside the MPI's calls.
#include "verified/baseline/guidelines.hpp"

#include <algorithm>
#include <set>

#include "reference/model.hpp"
#include "tests/baseline/machine.hpp"
#include "tests/support/property.hpp"
#include "verified/baseline/compare.hpp"
#include "verified/baseline/noise.hpp"
#include "verified/baseline/schedules.hpp"
#include "verified/choose/select.hpp"
#include "verified/conform/case/legal.hpp"

namespace tutti::baseline {
namespace {

/// Of which rank, and which block of its vector.
using Letter = std::pair<Rank, int>;
/// What is combined in a block, in order; nothing in it changes nothing.
using Value = std::vector<Letter>;
using Vector = std::vector<std::optional<Value>>;

Value operator+(Value left, const Value& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Of each rank.
using State = std::vector<Vector>;

template <class S>
auto& at(S& state, Rank r, int slot) {
  return state[static_cast<std::size_t>(r)][static_cast<std::size_t>(slot)];
}

/// Ranks that call one collective after another. Each has a vector of a block per rank, and between two calls does what
/// a guideline allows: it takes a block of its own vector, passes what changes nothing where it has none, and passes
/// its own block to everybody where it has no others.
class MockUp {
 public:
  MockUp(Collective whole, int ranks, Rank root)
      : whole_(whole), ranks_(ranks), root_(root), now_(size(), Vector(size())), received_(now_) {
    for (Rank r = 0; r < ranks; ++r)
      for (int slot = 0; slot < ranks; ++slot)
        if (held(whole, ranks, root, r, slot)) at(now_, r, slot) = Value{{r, slot}};
    first_ = now_;
  }

  void call(Procedure p) {
    if (p == Procedure::reduce_local) return combine_locally();
    const auto& c = row(*row(p).collective);
    const auto before = now_;
    received_.assign(size(), Vector(size()));
    for (Rank r = 0; r < ranks_; ++r)
      for (int slot = 0; slot < ranks_; ++slot) {
        if (c.exchanges())
          at(received_, r, slot) = to_rank(before, slot, r);
        else if (due(c.id, ranks_, root_, r, slot))
          at(now_, r, slot) = result(c, before, r, slot);
        else
          at(now_, r, slot) = at(before, r, slot);
      }
    if (c.exchanges()) place_received();
  }

  /// Whether every rank has what is due to it.
  bool is_done() const {
    const auto& c = row(whole_);
    for (Rank r = 0; r < ranks_; ++r)
      for (int slot = 0; slot < 2 * ranks_; ++slot) {
        if (c.result == tutti::Result::all_entered && !has_heard_of_all(r)) return false;
        if (c.result == tutti::Result::all_entered || (slot >= ranks_ && !c.exchanges())) continue;
        const auto word = due(whole_, ranks_, root_, r, slot);
        if (!word) continue;
        const auto& found = c.exchanges() ? at(received_, r, slot - ranks_) : at(now_, r, slot);
        if (found != meaning(c, *word, slot)) return false;
      }
    return true;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(ranks_); }
  std::optional<Value> to_rank(const State& before, Rank from, Rank to) const {
    const auto& chosen = at(before, from, to);
    return chosen ? chosen : at(before, from, from);
  }

  std::optional<Value> result(const CollectiveRow& c, const State& before, Rank r, int slot) const {
    if (c.input == Input::of_root) return at(before, root_, slot);
    if (c.input == Input::own_block) return at(before, slot, slot);
    Value all;
    const auto word = *due(c.id, ranks_, root_, r, slot);
    for (Rank other = word.first; other < word.last; ++other) all = all + at(before, other, slot).value_or(Value{});
    return all;
  }

  /// Each block says by its letters where in the vector it belongs; where several do, they are left to be combined.
  void place_received() {
    for (Rank r = 0; r < ranks_; ++r) {
      std::map<int, std::vector<Value>> of_slot;
      for (int from = 0; from < ranks_; ++from)
        if (const auto& value = at(received_, r, from)) of_slot[value->front().second].push_back(*value);
      for (const auto& [slot, values] : of_slot)
        if (values.size() == 1) at(now_, r, slot) = values.front();
    }
  }

  /// What was received for one block, in the order of ranks; or the result before the own contribution.
  void combine_locally() {
    for (Rank r = 0; r < ranks_; ++r)
      for (int slot = 0; slot < ranks_; ++slot) {
        Value all;
        for (int from = 0; from < ranks_; ++from)
          if (const auto& value = at(received_, r, from); value && value->front().second == slot) all = all + *value;
        if (!all.empty())
          at(now_, r, slot) = all;
        else if (at(now_, r, slot) != at(first_, r, slot))
          at(now_, r, slot) = at(now_, r, slot).value_or(Value{}) + at(first_, r, slot).value_or(Value{});
      }
  }

  Value meaning(const CollectiveRow& c, const Word& word, int slot) const {
    Value all;
    for (int letter = word.first; letter < word.last; ++letter) {
      if (c.combines())
        all.emplace_back(letter, slot);
      else if (c.exchanges())
        all.emplace_back(letter / ranks_, letter % ranks_);
      else
        all.emplace_back(c.input == Input::of_root ? root_ : letter, letter);
    }
    return all;
  }

  bool has_heard_of_all(Rank r) const {
    std::set<Rank> known{r};
    for (const auto* state : {&now_, &received_})
      for (const auto& value : (*state)[static_cast<std::size_t>(r)])
        for (const auto& [rank, slot] : value.value_or(Value{})) known.insert(rank);
    return std::ssize(known) == ranks_;
  }

  Collective whole_;
  int ranks_;
  Rank root_;
  State now_, received_, first_;
};

bool does_it(const Guideline& g, int ranks, Rank root) {
  MockUp mock_up(*row(g.procedure).collective, ranks, root);
  mock_up.call(g.by);
  if (g.then) mock_up.call(*g.then);
  return mock_up.is_done();
}

/// For some root, with up to nine ranks; with two or more, since one rank needs nobody.
bool is_right(const Guideline& g) {
  for (int ranks = 2; ranks <= 9; ++ranks)
    if (!does_it(g, ranks, 0) && !does_it(g, ranks, ranks - 1)) return false;
  return true;
}

TEST_CASE("the right side of every guideline does what its left side does") {
  CHECK(guidelines.size() >= 30);
  std::set<std::string> names;
  for (const auto& g : guidelines) {
    CAPTURE(print(g));
    CHECK(is_right(g));
    CHECK(names.insert(print(g)).second);
    CHECK(g.procedure != g.by);
  }
}

TEST_CASE("what does not do it, or does it in another order, is noticed") {
  using enum Procedure;
  for (const auto& g :
       {Guideline{allreduce, reduce}, Guideline{allreduce, reduce, scatter}, Guideline{reduce, exscan},
        Guideline{bcast, scatter}, Guideline{bcast, gather, allgather}, Guideline{allgather, gather},
        Guideline{scan, allreduce}, Guideline{scan, exscan}, Guideline{exscan, scan},
        Guideline{reduce_scatter_block, alltoall}, Guideline{alltoall, allgather}, Guideline{alltoall, gather, scatter},
        Guideline{gather, scatter}, Guideline{barrier, reduce}, Guideline{barrier, scan}, Guideline{barrier, bcast}}) {
    CAPTURE(print(g));
    CHECK_FALSE(is_right(g));
  }
}

TEST_CASE("what guidelines need is timed at every third size, if they are asked for") {
  auto grid = small_grid();
  const auto plain = time_cases(grid, 2);
  grid.is_held_to_guidelines = true;
  const auto all = time_cases(grid, 2);
  CHECK(std::equal(plain.begin(), plain.end(), all.begin()));
  std::set<Procedure> blocking, nonblocking;
  for (std::size_t i = plain.size(); i < all.size(); ++i)
    (all[i].form == conform::Form::blocking ? blocking : nonblocking).insert(all[i].procedure);
  using enum Procedure;
  CHECK(blocking == std::set{gatherv, scatterv, allgatherv, alltoallv, alltoallw, reduce_local});
  CHECK(nonblocking.size() == grid.procedures.size());
  auto machine = record({}, grid);
  std::set<std::string> named;
  for (const auto& cell : guideline_cells(machine)) named.insert(cell.name.substr(0, cell.name.find(':')));
  for (const auto& g : guidelines) CHECK(named.contains(print(g)));
  for (const auto* name : {"monotony", "splitting", "form"}) CHECK(named.contains(name));
  CHECK(violations(machine, 1.2).empty());
}

TEST_CASE("by chance a guideline is named in no more than one recording in twenty, however many there are") {
  auto grid = small_grid();
  grid.is_held_to_guidelines = true;
  constexpr int tries = 40;
  int named = 0;
  for (int i = 0; i < tries; ++i) {
    MadeUpMachine machine{.seed = static_cast<std::uint64_t>(i + 1), .noise = 0.05, .has_schedules = true};
    // Each call is as long as it may be beside its schedule and its nonblocking form.
    machine.slower = [](const Case& c) {
      return !c.schedule.empty() ? 1.0 : c.form == conform::Form::blocking ? least_gain : least_gain / 1.2;
    };
    const auto r = record(machine, grid);
    CHECK_FALSE(noise(r, 1.2));
    CHECK(guideline_cells(r).size() > 200);
    named += !violations(r, 1.2).empty();
  }
  CHECK(named <= tries / 20);
}

TEST_CASE("where launches are too few to be sure of any guideline, that is said, and none is named") {
  auto grid = small_grid();
  grid.is_held_to_guidelines = true;
  grid.bytes = usual_bytes(false);
  MadeUpMachine machine{.launches = 8, .has_schedules = true};
  machine.slower = [](const Case& c) { return c.procedure == Procedure::allreduce ? 40.0 : 1.0; };
  const auto few = record(machine, grid);
  CHECK(violations(few, 1.2).empty());
  REQUIRE(too_few_launches(few));
  CHECK(too_few_launches(few)->starts_with("8 launches are too few to be sure of any of "));
  const auto of_guidelines = [](const Comparison& c) {
    return std::ranges::count(c.undecided, What::guideline, &Undecided::what);
  };
  CHECK(of_guidelines(compare(few, few, {})) == 1);
  machine.launches = 10;
  const auto enough = record(machine, grid);
  CHECK_FALSE(violations(enough, 1.2).empty());
  CHECK_FALSE(too_few_launches(enough));
  CHECK(of_guidelines(compare(enough, enough, {})) == 0);
}

TEST_CASE("a schedule is named where the MPI takes more than 1.5 times as long, and not where it takes less") {
  for (const double factor : {1.0, 1.4, 1.6, 4.0}) {
    MadeUpMachine machine{.has_schedules = true};
    machine.slower = [&](const Case& c) {
      return c.schedule.empty() && c.procedure == Procedure::bcast && bytes_of(c) == 512 ? factor : 1.0;
    };
    const auto slow = record(machine);
    std::vector<Violation> ours;
    for (const auto& v : violations(slow, 1.2))
      if (v.cell.is_ours) ours.push_back(v);
    REQUIRE(ours.size() == (factor > least_gain ? 1 : 0));
    // It has changed where it was not so before.
    const auto found = compare(record({.seed = 9, .has_schedules = true}), slow, {});
    const auto is_ours = [](const Change& c) { return c.about == "ours: bcast <= made/up"; };
    CHECK(std::ranges::count_if(found.changes, is_ours) == std::ssize(ours));
    if (ours.empty()) continue;
    CHECK(ours.front().cell.name == "ours: bcast <= made/up");
    CHECK(ours.front().cell.bytes == 512);
    CHECK(ours.front().ratio.interval.low < factor * 1.05);
    CHECK(ours.front().ratio.interval.high > factor / 1.05);
  }
}

TEST_CASE("a schedule that has become slower is no change of the MPI, and noisy times name none") {
  const MadeUpMachine before{.has_schedules = true};
  MadeUpMachine after{.seed = 2, .has_schedules = true};
  after.slower = [](const Case& c) { return c.schedule.empty() ? 1.0 : 2.0; };
  CHECK(compare(record(before), record(after), {}).changes.empty());
  after = {.noise = 0.5, .has_schedules = true};
  after.slower = [](const Case& c) { return c.schedule.empty() ? 2.0 : 1.0; };
  CHECK(violations(record(after), 1.2).empty());
}

TEST_CASE("the schedules that are timed are those that the selector picks, once for each call that has one") {
  auto grid = small_grid();
  grid.is_held_to_guidelines = true;
  const auto timed = time_cases(grid, 4);
  const auto ours = by_schedules(timed, default_profile(), 4);
  CHECK(by_schedules(timed, default_profile(), 3).empty());
  CHECK(std::ranges::count_if(timed, [](const Case& c) {
          return c.form == conform::Form::blocking && c.procedure != Procedure::reduce_local;
        }) == std::ssize(ours));
  Selector selector(default_profile(), Model::papers);
  for (const auto& c : ours) {
    CAPTURE(print(c));
    CHECK_FALSE(conform::why_not(c));
    const SelectorCall call{*row(c.procedure).collective, 4, 0, {.associative = true, .commutative = true}};
    CHECK(c.schedule == print(selector.fastest(call, static_cast<double>(bytes_of(c)))));
    CHECK(conform::parse_case(print(c)) == c);
  }
  // An operator that does not commute has those that do not need it.
  const auto affine =
      by_schedules({conform::parse_case("reduce np=3 count=9 load=affine scene=time")}, default_profile(), 4);
  REQUIRE(affine.size() == 1);
  const auto* algorithm = find_algorithm(affine.front().schedule);
  REQUIRE(algorithm);
  CHECK_FALSE(algorithm->needs.commutative);
}

}  // namespace
}  // namespace tutti::baseline
