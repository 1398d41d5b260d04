// The executor's plans without MPI: all ranks in one process, messages delivered at any time between post and wait.
// Compiled with -O1, since it walks over many schedules.
#include <doctest/doctest.h>

#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <utility>

#include "reference/model.hpp"
#include "tests/support/all_cases.hpp"
#include "tests/support/property.hpp"
#include "verified/check/progress.hpp"
#include "verified/check/prove.hpp"
#include "verified/run/deviation.hpp"
#include "verified/run/planner.hpp"
#include "verified/run/proved_plan.hpp"
#include "verified/run/simulation.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

/// An element is a word, "?" where nothing was ever written.
using Words = Memory<std::string>;
std::string append(const std::string& left, const std::string& right) { return left + right; }

std::string letter(int l, std::int64_t element) { return std::to_string(l) + ":" + std::to_string(element) + " "; }

/// A call: every block of a collective that moves data, or all of a vector, has a size.
struct Run {
  const Algorithm* algorithm;
  Group group;
  std::vector<std::int64_t> sizes;  ///< per block
  bool in_place;
  std::uint64_t seed;

  const CollectiveRow& collective() const { return row(algorithm->collective); }
  Schedule schedule() const {
    return algorithm->schedule({.ranks = group.ranks, .root = group.root, .shape = group.shape});
  }
  /// Where MPI allows it; a broadcast has only one buffer.
  bool in_place_at(Rank r) const {
    if (collective().id == Collective::bcast) return true;
    return in_place && collective().id != Collective::barrier && (!collective().rooted() || r == group.root);
  }
  /// The root of a scatter keeps two buffers in place, too.
  bool one_buffer_at(Rank r) const {
    return in_place_at(r) && !(collective().moves() && collective().result == Result::own_block);
  }
};

/// Sizes of all blocks, drawn as the collective cuts its data. In place, what two ranks exchange has one size (MPI 4.0,
/// 6.8).
std::vector<std::int64_t> sizes_for(const Algorithm& a, const Schedule& schedule, std::int64_t n, bool in_place,
                                    const std::function<int(int)>& pick) {
  const auto cut = row(a.collective).cut;
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(schedule.different_blocks()), 0);
  if (a.collective == Collective::barrier) return sizes;
  for (std::size_t b = 0; b < sizes.size(); ++b)
    sizes[b] = cut == Cut::equal       ? n % 4
               : cut == Cut::irregular ? pick(4)
                                       : Partition::equal(n, schedule.blocks).size(static_cast<int>(b));
  for (int i = 0; in_place && schedule.exchange && i < schedule.ranks; ++i)
    for (int j = 0; j < i; ++j)
      sizes[static_cast<std::size_t>(i * schedule.ranks + j)] = sizes[static_cast<std::size_t>(j * schedule.ranks + i)];
  return sizes;
}

/// Where the blocks of rank r lie: contributions side by side; what is moved in an order of its own with gaps. What the
/// rank is not told (the sizes that only the root of a gatherv or scatterv knows) is 0.
Extents extents_for(const Run& run, const Schedule& schedule, Rank r, bool forwards) {
  const auto& collective = run.collective();
  if (!collective.moves()) {
    std::vector<int> counts(run.sizes.begin(), run.sizes.end());
    return Extents::contributions(Partition::of_counts(counts), collective.id);
  }
  Extents e;
  const bool told = forwards || !collective.rooted() || r == run.group.root || collective.cut != Cut::irregular;
  for (int slot = 0; slot < schedule.blocks; ++slot)
    e.size.push_back(told || slot == r ? run.sizes[static_cast<std::size_t>(schedule.block_of(r, slot))] : 0);
  const bool gaps = collective.cut == Cut::irregular;
  for (auto* places : {&e.input, &e.output}) {
    places->assign(e.size.size(), 0);
    std::vector<std::size_t> order(e.size.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (gaps) std::shuffle(order.begin(), order.end(), std::mt19937_64(run.seed + static_cast<std::uint64_t>(r)));
    std::int64_t at = 0;
    for (const auto slot : order) {
      const bool used = places == &e.input
                            ? held(collective.id, schedule.ranks, run.group.root, r, static_cast<int>(slot)).has_value()
                            : due(collective.id, schedule.ranks, run.group.root, r, static_cast<int>(slot)).has_value();
      if (!used) continue;
      (*places)[slot] = at;
      at += e.size[slot] + (gaps ? 1 : 0);
    }
  }
  return e;
}

/// What one element of a slot is at the start or must be at the end, for that word of the model.
std::string element_of(const Run& run, const Extents& e, const Word& word, int slot, std::int64_t i) {
  std::string text;
  const auto first = run.collective().moves() ? 0 : e.input[static_cast<std::size_t>(slot)];
  for (int l = word.first; l < word.last; ++l) text += letter(l, first + i);
  return text;
}

/// Where rank r finds what it brings along in `slot`.
Place place_of_input(const Run& run, const Extents& e, Rank r, int slot) {
  const auto at = [](const std::vector<std::int64_t>& places, int s) { return places[static_cast<std::size_t>(s)]; };
  const auto& c = run.collective();
  if (!run.one_buffer_at(r) || (c.combines() && c.result == Result::own_block)) return {Area::input, at(e.input, slot)};
  if (c.exchanges()) return {Area::output, at(e.output, run.group.ranks + slot)};
  return {Area::output, at(e.output, slot)};
}

template <class F>
void for_each_element(const Run& run, const Schedule& schedule, const Extents& e, Rank r, bool at_end, F body) {
  for (int slot = 0; slot < schedule.blocks; ++slot) {
    const auto word = (at_end ? due : held)(run.collective().id, schedule.ranks, run.group.root, r, slot);
    for (std::int64_t i = 0; word && i < e.size[static_cast<std::size_t>(slot)]; ++i)
      body(slot, i, element_of(run, e, *word, slot, i));
  }
}

Words memory_for(const Run& run, const Schedule& schedule, const Plan& plan, const Extents& e, Rank r) {
  Words m(plan, run.one_buffer_at(r), "?");
  for_each_element(run, schedule, e, r, false, [&](int slot, std::int64_t i, const std::string& text) {
    m.at(place_of_input(run, e, r, slot), i) = text;
  });
  return m;
}

/// The letters in rank order or, where the proof asks for a commutative operator, sorted.
std::string normal(std::string word, bool commutes) {
  if (!commutes) return word;
  std::vector<std::string> letters;
  for (std::size_t at = 0; at < word.size();) {
    const auto end = std::min(word.find(' ', at), word.size() - 1) + 1;  // "?" has no space
    letters.push_back(word.substr(at, end - at));
    at = end;
  }
  std::ranges::sort(letters);
  std::string sorted;
  for (const auto& l : letters) sorted += l;
  return sorted;
}

/// What is wrong in the memory of rank r, or "". `before` is its memory at the start.
std::string compare(const Run& run, const Schedule& schedule, const Extents& e, Rank r, const Needs& needs,
                    Words before, Words after) {
  std::string wrong;
  const auto where = "rank " + std::to_string(r) + ", ";
  if (!run.one_buffer_at(r) && before.of(Area::input) != after.of(Area::input)) wrong = where + "send buffer written";
  const bool nothing_due = run.in_place_at(r) && !run.one_buffer_at(r);  // the root of a scatter in place
  std::vector<bool> may_change(after.of(Area::output).size(), false);
  for_each_element(run, schedule, e, r, true, [&](int slot, std::int64_t i, const std::string& text) {
    if (nothing_due) return;
    const Place place{Area::output, e.output[static_cast<std::size_t>(slot)]};
    may_change[static_cast<std::size_t>(place.at + i)] = true;
    const auto& found = after.at(place, i);
    if (normal(found, needs.commutative) != normal(text, needs.commutative))
      wrong = where + "slot " + std::to_string(slot) + ", element " + std::to_string(i) + ": " + found;
  });
  for (std::size_t i = 0; i < may_change.size(); ++i)
    if (!may_change[i] && before.of(Area::output)[i] != after.of(Area::output)[i])
      wrong = where + "element " + std::to_string(i) + " of the receive buffer written";
  return wrong;
}

using Change = std::function<void(std::vector<Plan>&, const Schedule&, const std::vector<Extents>&)>;

/// What went wrong with the plans, changed so, or "".
std::string simulate(const Run& run, const Change& change = {}) {
  const auto schedule = run.schedule();
  std::vector<Plan> plans;
  std::vector<Extents> extents;
  std::vector<Words> memory;
  Needs needs;
  for (Rank r = 0; r < run.group.ranks; ++r) {
    auto group = run.group;
    group.only = r;
    const auto verdict = Prover::prove(*run.algorithm, group);
    const auto& proved = std::get<Proved>(verdict);
    needs = proved.needs();
    extents.push_back(extents_for(run, schedule, r, proved.forwards()));
    plans.push_back(ProvedPlan(proved, r, extents.back(), run.in_place_at(r)).plan());
    memory.push_back(memory_for(run, schedule, plans.back(), extents.back(), r));
  }
  const auto before = memory;
  if (change) change(plans, schedule, extents);
  Simulation simulation(plans, memory, append, run.seed);
  try {
    if (!simulation.run()) return "some rank waits for ever";
  } catch (const std::exception& e) {
    return e.what();
  }
  std::string wrong;
  for (Rank r = 0; r < run.group.ranks && wrong.empty(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    wrong = compare(run, schedule, extents[i], r, needs, before[i], memory[i]);
    if (run.collective().id == Collective::barrier && !std::ranges::all_of(simulation.entered(r), std::identity()))
      wrong = "rank " + std::to_string(r) + " leaves too early";
  }
  return wrong;
}

TEST_CASE("the plans of all ranks together compute what is due, whatever the counts and the delivery") {
  for (const auto& a : algorithms())
    property(a.name.c_str(), [&a] {
      const auto group = draw_group(a, 1 + draw(17));
      const auto n = std::int64_t{draw(3 * group.ranks + 2)};
      const bool in_place = *rc::gen::arbitrary<bool>();
      const Run run{&a, group, sizes_for(a, a.schedule(group), n, in_place, draw), in_place,
                    *rc::gen::arbitrary<std::uint64_t>()};
      const auto wrong = simulate(run);
      RC_LOG() << print(group) << ", n = " << n << ", in place " << run.in_place << ": " << wrong << '\n';
      RC_ASSERT(wrong.empty());
    });
}

/// Whether all ranks come to their end where each ordered pair has one channel that holds one message, whatever its
/// tag, and where nothing is received before the stage that waits for it: as through the memory of a node that is full.
bool come_through_narrow_channels(const std::vector<Plan>& plans) {
  struct Progress {
    std::size_t stage = 0, sent = 0;
    bool begun = false;
    std::vector<Transfer> open;  ///< receives
  };
  std::vector<Progress> ranks(plans.size());
  std::map<std::pair<Rank, Rank>, Transfer> full;
  for (bool any = true; any;) {
    any = false;
    for (Rank r = 0; r < static_cast<Rank>(plans.size()); ++r) {
      auto& at = ranks[static_cast<std::size_t>(r)];
      const auto& stages = plans[static_cast<std::size_t>(r)].stages;
      if (at.stage == stages.size()) continue;
      const auto& stage = stages[at.stage];
      if (!std::exchange(at.begun, true)) {
        if (at.stage > 0) at.open = stages[at.stage - 1].early_receives;
        at.open.insert(at.open.end(), stage.receives.begin(), stage.receives.end());
      }
      for (; at.sent < stage.sends.size(); ++at.sent, any = true)
        if (!full.try_emplace({r, stage.sends[at.sent].peer}, stage.sends[at.sent]).second) break;
      for (auto it = at.open.begin(); it != at.open.end();) {
        const auto message = full.find({it->peer, r});
        if (message == full.end() || message->second.tag != it->tag || message->second.elements != it->elements) {
          ++it;
          continue;
        }
        full.erase(message);
        at.open.erase(it);
        it = at.open.begin();
        any = true;
      }
      if (at.sent < stage.sends.size() || !at.open.empty()) continue;
      const auto next = at.stage + 1;
      at = {};
      at.stage = next;
      any = true;
    }
  }
  return std::ranges::all_of(plans, [&](const Plan& plan) {
    return ranks[static_cast<std::size_t>(&plan - plans.data())].stage == plan.stages.size();
  });
}

TEST_CASE("messages that share one channel for each two ranks, which may be full, come in an order that all can take") {
  for (const auto& a : algorithms())
    property(
        a.name + ": narrow channels",
        [&a] {
          const auto group = draw_group(a, 1 + draw(17));
          const bool in_place = draw(2) == 0;
          const Run run{&a, group,
                        sizes_for(a, a.schedule(group), std::int64_t{draw(3 * group.ranks + 2)}, in_place, draw),
                        in_place, *rc::gen::arbitrary<std::uint64_t>()};
          bool come_through = false;
          const auto wrong = simulate(
              run, [&](auto& plans, const auto&, const auto&) { come_through = come_through_narrow_channels(plans); });
          RC_LOG() << print(group) << ": " << wrong << '\n';
          RC_ASSERT(wrong.empty());
          RC_ASSERT(come_through);
        },
        10);
}

TEST_CASE("two ranks that send in another order than the other one receives do not come through one channel") {
  const auto message = [](Rank peer, int tag, int request) {
    return Transfer{peer, tag, {Area::output, 0}, 1, request};
  };
  Plan sends, receives;
  sends.stages.resize(1);
  sends.stages[0].sends = {message(1, 2, 0), message(1, 1, 1)};
  receives.stages.resize(2);
  receives.stages[0].receives = {message(0, 1, 0)};
  receives.stages[1].receives = {message(0, 2, 1)};
  CHECK_FALSE(come_through_narrow_channels({sends, receives}));
  std::swap(sends.stages[0].sends[0], sends.stages[0].sends[1]);
  CHECK(come_through_narrow_channels({sends, receives}));
}

/// Changes one thing in the plan; false where it has none of that kind.
bool change_one_thing(Plan& plan, const std::function<int(int)>& draw) {
  if (plan.stages.empty()) return false;
  auto& stage = plan.stages[static_cast<std::size_t>(draw(static_cast<int>(plan.stages.size())))];
  const auto one_of = [&](auto& all) { return all.begin() + draw(static_cast<int>(all.size())); };
  const auto by_one = [&](std::int64_t& n) { n += draw(2) == 0 ? 1 : -1; };
  auto* transfers = std::array{&stage.receives, &stage.sends, &stage.early_receives}[static_cast<std::size_t>(draw(3))];
  auto& works = draw(4) == 0 ? stage.pack : stage.work;
  if (const int kind = draw(14); kind < 7) {
    if (works.empty()) return false;
    const auto w = one_of(works);
    switch (kind) {
      case 0: by_one(w->to.at); break;
      case 1: by_one(w->left.at); break;
      case 2: by_one((w->fold ? w->right : w->left).at); break;
      case 3: --w->elements; break;
      case 4: std::swap(w->left, w->right); break;
      case 5: std::iter_swap(w, one_of(works)); break;
      default: works.erase(w);
    }
  } else if (kind < 12) {
    if (transfers->empty()) return false;
    const auto t = one_of(*transfers);
    switch (kind) {
      case 7: by_one(t->place.at); break;
      case 8: --t->elements; break;
      case 9: std::swap(t->place, one_of(*transfers)->place); break;
      case 10: t->place.area = static_cast<Area>(draw(areas)); break;
      default: transfers->erase(t);
    }
  } else {  // a receive one stage ahead of its own
    const auto at = &stage - plan.stages.data();
    if (at == 0 || stage.receives.empty()) return false;
    plan.stages[static_cast<std::size_t>(at) - 1].early_receives.push_back(stage.receives.back());
    stage.receives.pop_back();
  }
  return true;
}

TEST_CASE("what a change of a plan breaks in a simulation is found in the plan alone, before it runs") {
  int tried = 0, broken = 0, found = 0;
  property(
      "plans with one change",
      [&] {
        const auto all = algorithms();
        const auto& a = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        const auto group = draw_group(a, 2 + draw(7));
        const bool in_place = draw(3) == 0;
        const Run run{&a, group,
                      sizes_for(a, a.schedule(group), std::int64_t{draw(3 * group.ranks + 2)}, in_place, draw),
                      in_place, *rc::gen::arbitrary<std::uint64_t>()};
        const auto rank = draw(group.ranks);
        bool changed = false;
        std::optional<std::string> deviation;
        const auto wrong = simulate(run, [&](auto& plans, const auto& schedule, const auto& extents) {
          auto& plan = plans[static_cast<std::size_t>(rank)];
          changed = change_one_thing(plan, draw);
          deviation = find_deviation(plan, schedule, a.collective, group.root, rank,
                                     extents[static_cast<std::size_t>(rank)], run.in_place_at(rank));
        });
        RC_PRE(changed);
        RC_LOG() << a.name << ", " << print(group) << ", rank " << rank << ", in place " << in_place << ": " << wrong
                 << "; in the plan: " << deviation.value_or("nothing") << '\n';
        RC_ASSERT(wrong.empty() || deviation.has_value());
        ++tried;
        broken += !wrong.empty();
        found += deviation.has_value();
      },
      1000, [&] { return 4 * broken > tried; });
  std::printf("  of %d changed plans %d are wrong in a simulation, %d in themselves\n", tried, broken, found);
}

TEST_CASE("every small p, root, shape and count") {
  for_all(6, [](const Algorithm& a, const Group& g) {
    for (int n = 0; n <= 2 * g.ranks + 1; ++n) {
      int turn = 0;
      const auto sizes = sizes_for(a, a.schedule(g), n, n % 2 == 1, [&](int many) { return (n + 7 * ++turn) % many; });
      const Run run{&a, g, sizes, n % 2 == 1, 1};
      CHECK_MESSAGE(simulate(run) == "", a.name, " p ", g.ranks, " root ", g.root, " n ", n);
    }
  });
}

/// The root sends to all others in turn, and the builder is told that nobody hears from anybody.
Schedule broadcast_nobody_hears(const Group& g) {
  Builder s(g, 2);
  const Seats seat(g.ranks);
  for (int i = 1; i < g.ranks; ++i) {
    s.round("to the rank above by", i);
    for (const int v : s.senders(seat, [](int) { return -1; }))
      if (v == g.root) s.move(v, (v + i) % g.ranks, {0, 2});
  }
  return std::move(s).done();
}

TEST_CASE("what is planned is what was proved, whatever the builder says of who hears from whom") {
  auto a = *find_algorithm("bcast/linear");
  a.rules = {};
  a.make = broadcast_nobody_hears;
  for (int p = 2; p <= 5; ++p) {
    const Run run{
        &a, {.ranks = p, .root = 1}, sizes_for(a, a.schedule({.ranks = p, .root = 1}), 7, false, draw), false, 1};
    CHECK(simulate(run) == "");
  }
}

// What runs comes from a Proved and from nothing else.
static_assert(std::is_constructible_v<ProvedPlan, const Proved&, Rank, const Extents&, bool>);
static_assert(!std::is_aggregate_v<ProvedPlan> && !std::is_default_constructible_v<ProvedPlan>);
static_assert(!std::is_constructible_v<ProvedPlan, Plan> && !std::is_constructible_v<ProvedPlan, Plan, Needs>);
static_assert(!std::is_constructible_v<ProvedPlan, Plan, Needs, int, Rank>);
static_assert(!std::is_constructible_v<ProvedPlan, const Schedule&, Rank, const Extents&, bool>);

TEST_CASE("a proof with the steps of one rank is planned for no other, and none for ranks that do not exist") {
  const auto& a = *find_algorithm("allreduce/ring");
  const auto extents = Extents::contributions(Partition::equal(8, 4), a.collective);
  const auto all = Prover::prove(a, {.ranks = 4});
  CHECK(ProvedPlan(std::get<Proved>(all), 1, extents, false).rank() == 1);
  for (Rank only = 0; only < 4; ++only) {
    const auto part = Prover::prove(a, {.ranks = 4, .only = only});
    for (Rank rank = 0; rank < 4; ++rank)
      if (rank == only)
        CHECK(ProvedPlan(std::get<Proved>(part), rank, extents, false).ranks() == 4);
      else
        CHECK_THROWS_AS(ProvedPlan(std::get<Proved>(part), rank, extents, false), Error);
  }
  for (const Rank nobody : {-1, 4}) CHECK_THROWS_AS(ProvedPlan(std::get<Proved>(all), nobody, extents, false), Error);
}

TEST_CASE("a plan needs of the operator what its schedule was proved for") {
  for (const auto& a : algorithms()) {
    const auto verdict = Prover::prove(a, {.ranks = 4});
    const auto& proved = std::get<Proved>(verdict);
    const std::vector<std::int64_t> none(static_cast<std::size_t>(proved.schedule().blocks), 0);
    CHECK_MESSAGE(ProvedPlan(proved, 0, {none, none, none}, false).needs() == proved.needs(), a.name);
  }
}

TEST_CASE("what is moved from a proof or its plan leaves both whole") {
  const auto& a = *find_algorithm("allreduce/ring");
  const auto extents = Extents::contributions(Partition::equal(8, 4), a.collective);
  auto verdict = Prover::prove(a, {.ranks = 4});
  auto& proved = std::get<Proved>(verdict);
  const Proved taken(static_cast<Proved&&>(proved));
  CHECK(taken.schedule().ranks == 4);
  ProvedPlan left(proved, 1, extents, false);
  const auto stages = left.plan().stages.size();
  CHECK(stages > 0);
  const ProvedPlan plan(static_cast<ProvedPlan&&>(left));
  CHECK(plan.plan().stages.size() == stages);
  CHECK(left.plan().stages.size() == stages);
}

TEST_CASE("extents for too few slots are refused") {
  const auto& a = *find_algorithm("allreduce/ring");
  const auto verdict = Prover::prove(a, {.ranks = 4});
  const auto enough = Extents::contributions(Partition::equal(8, 4), a.collective);
  for (const auto list : {&Extents::size, &Extents::input, &Extents::output}) {
    auto few = enough;
    (few.*list).pop_back();
    CHECK_THROWS_AS(ProvedPlan(std::get<Proved>(verdict), 0, few, false), std::logic_error);
  }
}

TEST_CASE("extents that cannot be are refused: blocks that are due in the same place, or of less than 0 elements") {
  const auto& a = *find_algorithm("bcast/scatter_recursive_doubling");
  const auto planned = [&](const Extents& extents) { plan(a.schedule({2}), a.collective, 0, 1, extents, false); };
  CHECK_NOTHROW(planned({.size = {4, 4}, .input = {0, 4}, .output = {0, 4}}));
  CHECK_THROWS_AS(planned({.size = {4, 4}, .input = {0, 4}, .output = {0, 0}}), std::logic_error);
  CHECK_THROWS_AS(planned({.size = {-4, 4}, .input = {0, 4}, .output = {0, 4}}), std::logic_error);
}

TEST_CASE("a plan that ignores a message of the schedule is found out by the simulation") {
  const auto& a = *find_algorithm("allreduce/recursive_doubling");
  const Group two{.ranks = 2};
  const Run run{&a, two, {4}, false, 1};
  const auto extents = Extents::contributions(Partition::equal(4, 1), a.collective);
  std::vector<Plan> plans;
  std::vector<Words> memory;
  for (Rank r = 0; r < 2; ++r) {
    const auto verdict = Prover::prove(a, {2, 0, r});
    plans.push_back(ProvedPlan(std::get<Proved>(verdict), r, extents, false).plan());
    memory.push_back(memory_for(run, run.schedule(), plans.back(), extents, r));
  }
  plans[1].stages.front().sends.clear();
  CHECK_FALSE(Simulation(plans, memory, append, 1).run());
}

TEST_CASE("a call whose memory or messages would have 2^63 elements or more is refused") {
  const auto refused = [](const char* algorithm, int ranks, std::int64_t size) {
    const auto& a = *find_algorithm(algorithm);
    const auto schedule = a.schedule({.ranks = ranks});
    const std::vector<std::int64_t> sizes(static_cast<std::size_t>(schedule.blocks), size), places(sizes.size(), 0);
    CHECK_THROWS_AS(plan(schedule, a.collective, 0, 0, {sizes, places, places}, false), Error);
  };
  refused("gatherv/binomial", 8, INT64_MAX / 4);             // a message of four blocks
  refused("allreduce/recursive_doubling", 4, INT64_MAX);     // what lands, rounded up to the grain
  refused("reduce_scatter/pairwise_ordered", 8, INT64_MAX);  // scratch

  const Schedule two_at_once{
      .ranks = 3,
      .blocks = 2,
      .extra = 0,
      .scratch = {},
      .rounds = {{"", {{1, 0, {0, 1}, 0, Action::fold_right}, {2, 0, {1, 1}, 1, Action::fold_right}}}}};
  constexpr std::int64_t half = INT64_MAX / 2;  // of which two fit, but not each of them rounded up to the grain
  CHECK_THROWS_AS(plan(two_at_once, Collective::reduce, 0, 0, {{half, half}, {0, half}, {0, half}}, true), Error);
}

TEST_CASE("what replaces a block does not land while the stage before still sends that block") {
  Schedule schedule;
  schedule.ranks = 3;
  schedule.blocks = 1;
  schedule.rounds = {{"", {{1, 0, {0, 1}, 0, Action::fold_right}}},
                     {"", {{0, 1, {0, 1}, 0, Action::replace}}},
                     {"", {{2, 0, {0, 1}, 0, Action::replace}}}};
  const Group three{.ranks = 3};
  const Run run{find_algorithm("allreduce/binomial"), three, {1}, false, 1};
  const auto extents = Extents::contributions(Partition::equal(1, 1), Collective::allreduce);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<Plan> plans;
    std::vector<Words> memory;
    for (Rank r = 0; r < 3; ++r) {
      plans.push_back(plan(schedule, Collective::allreduce, 0, r, extents, false));
      memory.push_back(memory_for(run, schedule, plans.back(), extents, r));
    }
    REQUIRE(Simulation(plans, memory, append, seed).run());
    CHECK(memory[1].at({Area::output, 0}, 0) == letter(0, 0) + letter(1, 0));
    CHECK(memory[0].at({Area::output, 0}, 0) == letter(2, 0));
  }
}

TEST_CASE("the stages of the plans are the stages that are proved free of deadlock") {
  for (const auto& a : algorithms())
    for (int p : {1, 2, 3, 4, 5, 7, 8, 13}) {
      if (!a.supports.holds(p)) continue;
      const auto schedule = a.schedule({p, p - 1});
      const auto programs = programs_of(schedule);
      const std::vector<std::int64_t> sizes(static_cast<std::size_t>(schedule.different_blocks()),
                                            a.collective == Collective::barrier ? 0 : 10);
      for (Rank r = 0; r < p; ++r) {
        std::vector<int> due, found;
        for (const auto& post : programs.of(r)) due.push_back(post.stage);
        const Group group{.ranks = p, .root = p - 1};
        const Run run{&a, group, sizes, false, 1};
        const auto made = plan(schedule, a.collective, p - 1, r, extents_for(run, schedule, r, true), false);
        for (std::size_t k = 0; k < made.stages.size(); ++k) {
          for (const auto* early :
               {k > 0 ? &made.stages[k - 1].early_receives : nullptr, &made.stages[k].receives, &made.stages[k].sends})
            for (std::size_t i = 0; early && i < early->size(); ++i) found.push_back((*early)[i].tag);
        }
        CHECK_MESSAGE(found == due, a.name, " p ", p, " rank ", r);
      }
    }
}

TEST_CASE("equal blocks tile the vector in order and differ by at most one element") {
  for (std::int64_t n = 0; n <= 200; ++n)
    for (int blocks = 1; blocks <= 40; ++blocks) {
      const auto p = Partition::equal(n, blocks);
      CHECK(p.offset(0) == 0);
      CHECK(p.elements() == n);
      for (int b = 0; b < blocks; ++b) CHECK((p.size(b) == n / blocks || p.size(b) == (n + blocks - 1) / blocks));
    }
}

TEST_CASE("blocks of any count up to 2^63 - 1 tile the vector without overflow") {
  property("equal blocks of huge vectors", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(0, INT64_MAX);
    const int blocks = *rc::gen::inRange(1, 5000);
    const auto p = Partition::equal(n, blocks);
    RC_ASSERT(p.elements() == n);
    for (int b = 0; b < blocks; ++b) RC_ASSERT(p.size(b) == n / blocks || p.size(b) == n / blocks + 1);
  });
  CHECK(Partition::equal(INT64_MAX, 3).elements() == INT64_MAX);
}

}  // namespace
}  // namespace tutti
