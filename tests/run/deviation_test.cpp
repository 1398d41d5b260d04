// Each thing that find_deviation can say, on the smallest change of a right plan that makes it say so; and that it says
// nothing of right plans.
#include "verified/run/deviation.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/all_cases.hpp"
#include "tests/support/property.hpp"
#include "verified/run/planner.hpp"
#include "verified/schedule/error.hpp"

namespace tutti {
namespace {

/// A right plan and all that it was made from.
struct Planned {
  Collective collective;
  Schedule schedule;
  Rank rank;
  Extents extents;
  bool in_place;
  Plan plan = tutti::plan(schedule, collective, 0, rank, extents, in_place);

  Stage& stage(std::size_t i) { return plan.stages.at(i); }
  /// Of the only one of its kind in that stage.
  Work& work(std::size_t i) { return plan.stages.at(i).work.at(0); }
  Transfer& sent(std::size_t i) { return plan.stages.at(i).sends.at(0); }
  Transfer& received(std::size_t i) { return plan.stages.at(i).receives.at(0); }
  Transfer& early(std::size_t i) { return plan.stages.at(i).early_receives.at(0); }

  std::string deviation() const {
    return find_deviation(plan, schedule, collective, 0, rank, extents, in_place).value_or("");
  }
};

struct Wrong {
  std::string change;
  std::function<void(Planned&)> apply;
  std::string deviation;
};

void check_all(const Planned& right, const std::vector<Wrong>& all) {
  CHECK(right.deviation() == "");
  for (const auto& wrong : all) {
    auto changed = right;
    wrong.apply(changed);
    CHECK_MESSAGE(changed.deviation() == wrong.deviation, wrong.change);
  }
}

Planned planned(const char* algorithm, int ranks, Rank rank, Extents extents, bool in_place = false) {
  const auto& a = *find_algorithm(algorithm);
  return {a.collective, a.schedule({.ranks = ranks}), rank, std::move(extents), in_place};
}

/// Rank 1 of three with two elements in each block. The first two stages fold what arrives, in the receive buffer and
/// in Area::odd; in the first three a receive of the next stage is posted.
Planned ring() {
  return planned("allreduce/ring", 3, 1, Extents::contributions(Partition::equal(6, 3), Collective::allreduce));
}

/// Rank 1 of two receives four elements.
Planned broadcast() {
  return planned("bcast/binomial", 2, 1, Extents::contributions(Partition::equal(4, 1), Collective::bcast), true);
}

TEST_CASE("what a plan reaches: its areas and nothing else, the send buffer to read, the receive buffer where it may") {
  const std::vector<Wrong> changes{
      {"work writes to the send buffer", [](Planned& p) { p.work(0).to.area = Area::input; },
       "it writes to the input, element 2"},
      {"a receive writes to the send buffer", [](Planned& p) { p.received(0).place.area = Area::input; },
       "it writes to the input, element 2"},
      {"an early receive writes to the send buffer", [](Planned& p) { p.early(0).place.area = Area::input; },
       "it writes to the input, element 0"},
      {"packing writes to the send buffer",
       [](Planned& p) {
         p.stage(0).pack.push_back({false, {Area::input, 0}, {Area::input, 2}, {}, 1});
       },
       "it writes to the input, element 0"},
      {"the left operand begins early", [](Planned& p) { p.work(1).left.at = -1; },
       "it reaches 2 elements from -1 on, of an area of 6"},
      {"the right operand ends late", [](Planned& p) { p.work(1).right.at = 63; },
       "it reaches 2 elements from 63 on, of an area of 64"},
      {"the result ends late", [](Planned& p) { p.work(0).to.at = 5; },
       "it reaches 2 elements from 5 on, of an area of 6"},
      {"work on less than nothing", [](Planned& p) { p.work(0).elements = -1; },
       "it reaches -1 elements from 2 on, of an area of 6"},
      {"what is sent ends late", [](Planned& p) { p.sent(0).place.at = 5; },
       "it reaches 2 elements from 5 on, of an area of 6"},
      {"what is received ends late", [](Planned& p) { p.received(0).place.at = 5; },
       "it reaches 2 elements from 5 on, of an area of 6"},
      {"what is received early ends late", [](Planned& p) { p.early(0).place.at = 63; },
       "it reaches 2 elements from 63 on, of an area of 64"},
      {"of two the first is named",
       [](Planned& p) {
         p.work(0).to.at = 5;
         p.work(1).right.at = 63;
       },
       "it reaches 2 elements from 5 on, of an area of 6"},
      {"no end of a place fits into 64 bits", [](Planned& p) { p.work(0).to.at = INT64_MAX; },
       "it reaches 2 elements from 9223372036854775807 on, of an area of 6"},
      {"work goes beyond what is due",
       [](Planned& p) {
         p.plan.elements[static_cast<std::size_t>(Area::output)] = 7;
         p.work(0).to.at = 5;
       },
       "it writes to the receive buffer where nothing is due, from element 5"},
      {"a message lands beyond what is due",
       [](Planned& p) {
         p.plan.elements[static_cast<std::size_t>(Area::output)] = 7;
         p.received(0).place.at = 5;
       },
       "it writes to the receive buffer where nothing is due, from element 5"},
  };
  check_all(ring(), changes);
  // In place, what it contributes lies in the receive buffer and is not to be written either.
  const auto own_block = Extents::contributions(Partition::equal(6, 3), Collective::reduce_scatter);
  check_all(planned("reduce_scatter/pairwise_ordered", 3, 1, own_block, true),
            {{"a contribution overwritten",
              [](Planned& p) {
                p.plan.elements[static_cast<std::size_t>(Area::output)] = 6;
                p.plan.stages.emplace_back().work = {{false, {Area::output, 4}, {Area::output, 0}, {}, 2}};
              },
              "it writes to the receive buffer where nothing is due, from element 4"}});
  auto gathered = planned("gather/linear", 3, 1, {{2, 2, 2}, {0, 0, 0}, {0, 2, 4}});
  gathered.plan.elements[static_cast<std::size_t>(Area::output)] = 6;
  gathered.plan.stages.emplace_back().work = {{false, {Area::output, 2}, {Area::input, 0}, {}, 2}};
  CHECK(gathered.deviation() == "it writes to the receive buffer where nothing is due, from element 2");
}

TEST_CASE("what work uses: elements that hold something, where nothing lands, and not in part what it writes") {
  const std::vector<Wrong> changes{
      {"the result lies a little below the left operand", [](Planned& p) { p.work(0).left.at = 3; },
       "it writes to a part of what it reads, at element 2"},
      {"the result lies a little above the right operand",
       [](Planned& p) {
         p.work(1).right = {Area::output, 1};
       },
       "it writes to a part of what it reads, at element 2"},
      {"a copy lies a little below its original",
       [](Planned& p) {
         p.stage(3).work.push_back({false, {Area::output, 0}, {Area::output, 1}, {}, 2});
       },
       "it writes to a part of what it reads, at element 0"},
      {"the left operand was never written",
       [](Planned& p) {
         p.work(1).left = {Area::odd, 2};
       },
       "it uses elements that hold nothing, from 2 on"},
      {"half of the right operand was never written", [](Planned& p) { p.work(1).right.at = 1; },
       "it uses elements that hold nothing, from 1 on"},
      {"what is sent was never written",
       [](Planned& p) {
         p.sent(0).place = {Area::odd, 2};
       },
       "it uses elements that hold nothing, from 2 on"},
      {"the left operand is still on its way",
       [](Planned& p) {
         p.work(0).left = {Area::odd, 0};
       },
       "it uses memory into which a message may be landing, from element 0"},
      {"the right operand is still on its way",
       [](Planned& p) {
         p.work(0).right = {Area::odd, 0};
       },
       "it uses memory into which a message may be landing, from element 0"},
      {"what is sent lies where a message lands",
       [](Planned& p) {
         p.sent(0).place = {Area::output, 2};
       },
       "it uses memory into which a message may be landing, from element 2"},
      {"what is sent lies where a message of the next stage lands",
       [](Planned& p) {
         p.sent(2).place = {Area::output, 4};
       },
       "it uses memory into which a message may be landing, from element 4"},
      {"what is sent ends where a message lands", [](Planned& p) { p.sent(2).place.at = 3; },
       "it uses memory into which a message may be landing, from element 3"},
      {"what is packed lies where a message lands",
       [](Planned& p) {
         p.stage(2).pack.push_back({false, {Area::odd, 0}, {Area::output, 0}, {}, 1});
       },
       "it uses memory into which a message may be landing, from element 0"},
      {"work goes where a message lands",
       [](Planned& p) {
         p.stage(1).work.push_back({false, {Area::output, 0}, {Area::input, 0}, {}, 2});
       },
       "it writes where a message may be landing, from element 0 on"},
      {"work ends where a message lands",
       [](Planned& p) {
         p.stage(2).work.push_back({false, {Area::output, 3}, {Area::output, 1}, {}, 2});
       },
       "it writes where a message may be landing, from element 4 on"},
      {"packing begins where a message lands",
       [](Planned& p) {
         p.stage(2).pack.push_back({false, {Area::output, 1}, {Area::input, 1}, {}, 1});
       },
       "it writes where a message may be landing, from element 0 on"},
      {"two messages land in one place",
       [](Planned& p) {
         p.early(0).place = {Area::output, 2};
       },
       "it writes where a message may be landing, from element 2 on"},
  };
  check_all(ring(), changes);
}

TEST_CASE("in place, the send buffer is the receive buffer") {
  auto right = planned("bcast/binomial", 2, 0, Extents::contributions(Partition::equal(4, 1), Collective::bcast), true);
  right.plan.elements[static_cast<std::size_t>(Area::input)] = 4;
  check_all(right, {{"a copy lies a little below its original in the other buffer",
                     [](Planned& p) {
                       p.stage(0).work.push_back({false, {Area::output, 0}, {Area::input, 1}, {}, 2});
                     },
                     "it writes to a part of what it reads, at element 0"}});
}

TEST_CASE("what a plan sends and receives: the messages of the round, as the steps have them") {
  const std::vector<Wrong> changes{
      {"sent to another rank", [](Planned& p) { p.sent(0).peer = 0; },
       "it sends to rank 0 a message that is in no step of the round"},
      {"received from another rank", [](Planned& p) { p.received(0).peer = 1; },
       "it receives from rank 1 a message that is in no step of the round"},
      {"sent twice", [](Planned& p) { p.stage(0).sends.push_back(p.sent(0)); },
       "it sends to rank 2 a message that is in no step of the round"},
      {"received twice", [](Planned& p) { p.stage(0).receives.push_back(p.received(0)); },
       "it receives from rank 0 a message that is in no step of the round"},
      {"received two rounds ahead", [](Planned& p) { p.stage(0).early_receives.push_back(p.early(1)); },
       "it receives from rank 0 a message that is in no step of the round"},
      {"sent once more when all rounds are over", [](Planned& p) { p.plan.stages.push_back(p.stage(3)); },
       "it sends to rank 2 a message that is in no step of the round"},
      {"sent with another tag", [](Planned& p) { p.sent(0).tag = 1; },
       "it sends to rank 2 2 elements with tag 1 where 2 with tag 0 are due"},
      {"received with another tag", [](Planned& p) { p.received(0).tag = 1; },
       "it receives from rank 0 2 elements with tag 1 where 2 with tag 0 are due"},
      {"sent in part", [](Planned& p) { p.sent(0).elements = 1; },
       "it sends to rank 2 1 elements with tag 0 where 2 with tag 0 are due"},
      {"received in part", [](Planned& p) { p.early(0).elements = 1; },
       "it receives from rank 2 1 elements with tag 1 where 2 with tag 1 are due"},
      {"other contents sent", [](Planned& p) { p.sent(0).place.at = 2; },
       "what it sends to rank 2 with tag 0 is not what the steps say"},
      {"operands swapped before they are sent", [](Planned& p) { std::swap(p.work(0).left, p.work(0).right); },
       "what it sends to rank 2 with tag 2 is not what the steps say"},
      {"operands copied instead of folded", [](Planned& p) { p.work(1).fold = false; },
       "what it sends to rank 2 with tag 2 is not what the steps say"},
      {"a result of another block in the end",
       [](Planned& p) {
         p.stage(3).work.push_back({false, {Area::output, 2}, {Area::output, 4}, {}, 2});
       },
       "what is in the receive buffer from element 0 on, 6 elements, is not what is due"},
  };
  check_all(ring(), changes);
  auto parts = broadcast();
  parts.schedule.blocks = 3;
  parts.schedule.rounds = {{"", {{0, 1, {0, 1}, 0, Action::replace}, {0, 1, {2, 1}, 2, Action::replace}}},
                           {"", {{0, 1, {1, 1}, 1, Action::replace}}}};
  parts.extents = Extents::contributions(Partition::equal(6, 3), Collective::bcast);
  parts.plan = plan(parts.schedule, parts.collective, 0, 1, parts.extents, true);
  check_all(parts, {{"two parts of a message mistaken for each other",
                     [](Planned& p) { std::swap(p.stage(0).work.at(0).left, p.stage(0).work.at(1).left); },
                     "what is in the receive buffer from element 0 on, 6 elements, is not what is due"}});
  check_all(planned("alltoallv/ring_shift", 1, 0, {{2, 2}, {0, 0}, {0, 0}}),
            {{"the own block is not delivered", [](Planned& p) { p.plan.stages.clear(); },
              "what is in the receive buffer from element 0 on, 2 elements, is not what is due"}});
}

TEST_CASE("what a stage waits for: all messages of its round, each with a request of its own") {
  const std::vector<Wrong> changes{
      {"a request below all", [](Planned& p) { p.sent(0).request = -1; }, "it sends to rank 2 with request -1 of 8"},
      {"a request above all", [](Planned& p) { p.received(0).request = 8; },
       "it receives from rank 0 with request 8 of 8"},
      {"fewer requests than messages", [](Planned& p) { p.plan.requests = 7; },
       "it receives from rank 0 with request 7 of 7"},
      {"no requests", [](Planned& p) { p.plan.requests = -1; }, "it receives from rank 0 with request 1 of -1"},
      {"one request for a send and a receive", [](Planned& p) { p.sent(0).request = 1; },
       "it sends to rank 2 with a request that another message has"},
      {"one request in two stages",
       [](Planned& p) {
         p.sent(1).request = 1;
         p.stage(1).first_request = 1;
         p.stage(1).requests = 3;
       },
       "it sends to rank 0 with a request that another message has"},
      {"a send not waited for", [](Planned& p) { p.stage(0).first_request = 1; },
       "a stage does not wait for what it sends"},
      {"a receive not waited for", [](Planned& p) { p.stage(0).requests = 1; },
       "a stage does not wait for all messages of its round"},
      {"a receive left out",
       [](Planned& p) {
         p.stage(0).receives.clear();
         p.stage(0).requests = 1;
       },
       "a stage does not wait for all messages of its round"},
      {"a send left out",
       [](Planned& p) {
         p.stage(0).sends.clear();
         p.stage(0).first_request = p.stage(0).requests = 1;
       },
       "a stage does not wait for all messages of its round"},
      {"a message of the next round waited for", [](Planned& p) { p.stage(0).requests = 4; },
       "a stage waits for a message of the round after its own"},
      {"one request too many", [](Planned& p) { ++p.stage(3).requests; }, "a stage waits for requests of no message"},
      {"the requests of a stage before", [](Planned& p) { p.plan.stages.emplace_back().requests = 2; },
       "a stage waits for requests of no message"},
      {"requests far below all",
       [](Planned& p) {
         p.stage(0).first_request = INT32_MIN;
         p.stage(0).requests = INT32_MAX;
       },
       "a stage does not wait for what it sends"},
  };
  check_all(ring(), changes);
  check_all(broadcast(), {
                             {"the only receive not waited for", [](Planned& p) { p.stage(0).requests = 0; },
                              "a receive is never waited for"},
                             {"the only round left out", [](Planned& p) { p.plan.stages.clear(); },
                              "a round of the steps is left out"},
                         });
  check_all(planned("barrier/dissemination", 3, 0, {{0}, {0}, {0}}),
            {{"a message of the next round waited for instead",
              [](Planned& p) { std::swap(p.received(0).request, p.early(0).request); },
              "a stage waits for a message of the round after its own"}});
  check_all(planned("barrier/dissemination", 2, 0, {{0}, {0}, {0}}),
            {{"no message at all", [](Planned& p) { p.plan.stages.clear(); }, "a round of the steps is left out"}});
}

TEST_CASE("what a plan was made from: steps and extents that mean something") {
  check_all(broadcast(),
            {
                {"sent by the rank that has nothing",
                 [](Planned& p) {
                   p.schedule.rounds = {{"", {{1, 0, {0, 1}, 0, Action::replace}}}};
                 },
                 "it was made from steps that use a slot that holds nothing"},
                {"folded with nothing", [](Planned& p) { p.schedule.rounds[0].steps[0].action = Action::fold_right; },
                 "it was made from steps that use a slot that holds nothing"},
                {"never received",
                 [](Planned& p) {
                   p.schedule.rounds.clear();
                   p.plan.stages.clear();
                 },
                 "it was made from steps that use a slot that holds nothing"},
                {"of a negative size", [](Planned& p) { p.extents.size[0] = -4; },
                 "it was made for a block of less than 0 elements"},
            });
  Planned moved = planned("allreduce/ring", 1, 0, {{4}, {0}, {0}});
  moved.schedule.blocks = 2;
  moved.extents = {{2, 2}, {0, 2}, {0, 2}};
  moved.schedule.rounds = {{"", {{0, 0, {0, 1}, 1, Action::replace}}}};
  moved.plan = plan(moved.schedule, moved.collective, 0, 0, moved.extents, false);
  check_all(moved, {{"of another size",
                     [](Planned& p) {
                       p.extents = {{2, 3}, {0, 2}, {0, 2}};
                     },
                     "it was made from steps that move a slot into one of another size"}});
  auto far = broadcast();
  far.extents.output[0] = INT64_MAX - 1;
  CHECK_THROWS_AS(static_cast<void>(far.deviation()), Error);
}

/// Extents of a call as MPI allows it: blocks of any size, many of them empty; those that are sent may overlap, those
/// that are received lie in any order with gaps between; empty ones lie anywhere.
Extents draw_extents(const Algorithm& a, const Schedule& schedule, const Group& group, Rank rank, bool in_place) {
  const auto draw_size = [] { return std::int64_t{std::max(0, draw(8) - 3)}; };
  const auto& collective = row(a.collective);
  if (!collective.moves() || collective.cut == Cut::freely) {
    std::vector<int> counts(static_cast<std::size_t>(schedule.blocks), 0);
    for (auto& n : counts)
      if (collective.result != Result::all_entered) n = static_cast<int>(draw_size());
    return Extents::contributions(Partition::of_counts(counts), a.collective);
  }
  const auto blocks = static_cast<std::size_t>(schedule.blocks), own = static_cast<std::size_t>(rank);
  Extents e{std::vector(blocks, draw_size()), std::vector<std::int64_t>(blocks), std::vector<std::int64_t>(blocks)};
  for (auto& n : e.size)
    if (collective.cut == Cut::irregular) n = draw_size();
  if (schedule.exchange) e.size[own] = e.size[static_cast<std::size_t>(group.ranks) + own];
  if (schedule.exchange && in_place) std::copy_n(e.size.begin() + group.ranks, group.ranks, e.size.begin());
  for (auto& at : e.input) at = draw(40);
  std::vector<std::size_t> order(blocks);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, std::mt19937(static_cast<unsigned>(draw(INT32_MAX))));
  std::int64_t end = 0;
  for (const auto slot : order) {
    e.output[slot] = e.size[slot] > 0 ? end + std::max(0, draw(5) - 2) : draw(1000) - 500;
    if (e.size[slot] > 0) end = e.output[slot] + e.size[slot];
  }
  return e;
}

TEST_CASE("right plans are planned, whatever the extents") {
  property(
      "right plans",
      [] {
        const auto all = algorithms();
        const auto& a = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        const auto group = draw_group(a, 1 + draw(24));
        const auto rank = draw(3) == 0 ? group.root : draw(group.ranks);
        const auto& collective = row(a.collective);
        const bool may_be_in_place =
            collective.id != Collective::barrier && (!collective.rooted() || rank == group.root);
        const bool in_place = collective.id == Collective::bcast || (may_be_in_place && draw(3) == 0);
        const auto schedule = a.schedule(group);
        const auto extents = draw_extents(a, schedule, group, rank, in_place);
        RC_LOG() << a.name << ", " << print(group) << ", rank " << rank << ", in place " << in_place << '\n';
        static_cast<void>(plan(schedule, a.collective, group.root, rank, extents, in_place));
      },
      2000);
}

}  // namespace
}  // namespace tutti
