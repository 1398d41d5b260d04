// What a rank looks at of its own part: which messages, which claims, for whose numbers; and what it says.
// Compiled with -O1, since it walks over many schedules.
#include "verified/check/rules/own_part.hpp"

#include <doctest/doctest.h>

#include "tests/support/all_cases.hpp"
#include "tests/support/says.hpp"
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/rules/proved.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::rules {
namespace {

Algorithm with_rules(const char* name, Rulebook rules) {
  auto algorithm = *find_algorithm(name);
  algorithm.rules = rules;
  return algorithm;
}

// ---- for whose numbers

/// Three blocks, and room for a copy.
struct ThreeTwice : NoScratch {
  static Expression blocks(const Ranks&) { return 3; }
  static Expression extra(const Ranks&) { return 3; }
  static Expression label(const Ranks&, const Expression&, const Expression& s) { return s - 3; }
};

/// Rank 0 sends its three blocks to the scratch of rank 1; that the slots from `from` to `to` - 1 are there is not
/// said.
template <int from, int to>
struct OneMessage : Phase, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "send three blocks"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v == 0 && 1 < g.p, v, 1, 0, 3, 3);
  }
  static Expression source(const Ranks&, const Expression&, const Expression&) { return 0; }
  static Origin origin(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    return {v == 0 && j < 3 && (j < from || to <= j), 0, j};
  }
};

template <int from, int to>
std::string failed_at(Rank only) {
  return own_part(with_rules("bcast/binomial", program<ThreeTwice, OneMessage<from, to>>), {.ranks = 3, .only = only})
      .failed;
}

TEST_CASE(
    "the sender of a message looks at its first slot and the receiver at its last, and both say for what numbers") {
  const std::string contents = "all_p/bcast/binomial/1/contents (", numbers = ") does not hold, for k = 0 t = 0 v = 0 ";
  for (const Rank only : {0, 1}) {
    CAPTURE(only);
    const auto failed = failed_at<0, 3>(only);
    CHECK(says(failed, contents));
    CHECK(says(failed, numbers));
    CHECK(says(failed, only == 0 ? " r = 0 u = 1 s = 0 j = 3 first = 0 count = 3"
                                 : " r = 1 u = 1 s = 2 j = 5 first = 0 count = 3"));
    CHECK(failed_at<0, 0>(only) == "");
    CHECK(failed_at<0, 1>(only).empty() == (only != 0));
    CHECK(failed_at<2, 3>(only).empty() == (only != 1));
  }
  CHECK(failed_at<0, 3>(2) == "");
}

/// Of a family the first member alone is right.
struct FirstMemberAlone : OneMessage<0, 0> {
  static Origin origin(const Ranks& g, const Expression&, const Expression& v, const Expression& j) {
    return {v == 0 && j < 3 && g.k < 2, 0, j};
  }
};

TEST_CASE("what is claimed is claimed of the member of a family that the shape names") {
  const auto algorithm = with_rules("bcast/chain", program<ThreeTwice, FirstMemberAlone>);
  const auto failed = [&](int member) {
    return own_part(algorithm, {.ranks = 3, .only = 0, .shape = {member}}).failed;
  };
  CHECK(failed(1) == "");
  CHECK(says(failed(2), "/1/contents ("));
}

TEST_CASE("of a collective without a root the part is the same whatever root is given") {
  for (const Rank root : {0, 3, 99}) {
    CAPTURE(root);
    CHECK(own_part(*find_algorithm("allreduce/ring"), {.ranks = 100, .root = root, .only = 0}).failed == "");
  }
}

// ---- which claims

/// A phase that lies of its rounds, not of their messages: of more than 100 ranks its last number is not reached, or
/// the first is not.
struct LastIsNotReached : RingAllgather {
  static Condition reached(const Ranks& g, const Expression& k) {
    return 1 <= k && (k < g.p || (k == g.p && g.p <= 100));
  }
};
struct FirstIsNotReached : RingAllgather {
  static Condition reached(const Ranks& g, const Expression& k) {
    return k <= g.p && (1 < k || (k == 1 && g.p <= 100));
  }
};

TEST_CASE("what is claimed of a phase as a whole is looked at with each message of it") {
  for (const auto& [rules, claim] : {std::pair{program<PerRank, LastIsNotReached>, "/1/next ("},
                                     {program<PerRank, FirstIsNotReached>, "/1/rounds ("}})
    for (const int p : {2, 100, 101}) {
      const auto failed = own_part(with_rules("allgatherv/ring", rules), {.ranks = p, .only = 1}).failed;
      CAPTURE(failed);
      CHECK(says(failed, claim) == (p > 100));
      CHECK(failed.empty() == (p <= 100));
    }
}

/// In step h rank h passes on what it has, to the next one; that it has it is not said in step `wrong`.
template <int wrong>
struct TwoSteps : Phase, OneRound {
  static constexpr int steps = 2;
  static Caption caption(const Ranks&, const Expression&, int) { return "pass on"; }
  static Message message(const Ranks& g, const Expression&, int h, const Expression& v) {
    return moves(v == h && h < g.p - 1, v, v + 1, 0, 1);
  }
  static Expression source(const Ranks&, const Expression&, int, const Expression& u) { return u - 1; }
  static Origin origin(const Ranks&, const Expression& k, int h, const Expression& v, const Expression& j) {
    return {j == 0 && v <= chosen(0 < k, 2, h) && !(k == 0 && v == h && Condition(h == wrong)), 0, j};
  }
};

TEST_CASE("what is claimed of a step of a round is looked at with the messages of that step") {
  const auto failed = [](Rulebook rules, Rank only) {
    return own_part(with_rules("bcast/binomial", rules), {.ranks = 4, .only = only}).failed;
  };
  for (const Rank only : {0, 1, 2, 3}) {
    CAPTURE(only);
    CHECK(failed(program<Whole, TwoSteps<-1>>, only) == "");
    CHECK(says(failed(program<Whole, TwoSteps<0>>, only), "/1/step 1/contents (") == (only <= 1));
    CHECK(says(failed(program<Whole, TwoSteps<1>>, only), "/1/step 2/contents (") == (only == 1 || only == 2));
  }
}

/// Nothing is said to be there, so that no message has contents.
struct SaysNothing : RingAllgather {
  static Origin origin(const Ranks&, const Expression&, const Expression&, const Expression& j) {
    return {false, j, j};
  }
};

TEST_CASE("where several messages are wrong the first is named") {
  const auto failed = own_part(with_rules("allgatherv/ring", program<PerRank, SaysNothing>), {.ranks = 5, .only = 2});
  CHECK(says(failed.failed, "/1/contents ("));
  CHECK(says(failed.failed, "for k = 1 "));
}

TEST_CASE("a number of ranks that the record does not support is none of which anything is claimed") {
  const auto failed = [](int p) {
    return PartCheck(*find_algorithm("alltoall/pairwise_xor"), {.ranks = p, .only = 0}).failed();
  };
  CHECK(failed(128) == "");
  CHECK(failed(100) == "what is assumed of the ranks does not hold for p = 100, root 0");
}

// ---- which messages

TEST_CASE("each step of a rank is seen once, those that it receives as well as those that it sends") {
  property(
      "what is seen of a part is its steps",
      [] {
        const auto all = algorithms();
        const auto& algorithm = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        RC_PRE(static_cast<bool>(algorithm.rules));
        auto group = draw_group(algorithm, 1 + draw(100));
        group.only = draw(group.ranks);
        std::vector<Step> seen;
        const auto part = algorithm.schedule(group, [&](const Sent& s) {
          const auto fold = s.left ? Action::fold_left : Action::fold_right;
          if (s.blocks.count > 0) seen.push_back({s.from, s.to, s.blocks, s.at, s.replaces ? Action::replace : fold});
        });
        std::vector<Step> steps;
        for (const auto& round : part.rounds) steps.insert(steps.end(), round.steps.begin(), round.steps.end());
        RC_ASSERT(seen == steps);
      },
      300);
}

TEST_CASE("before the first round of a phase and behind its last there is no message, though its rules go on so") {
  constexpr int p = 5;
  const auto& ring = *find_algorithm("allgatherv/ring");
  const Group group{.ranks = p, .only = 2};
  std::vector<Sent> sent;
  ring.schedule(group, [&](const Sent& s) {
    if (s.from == group.only) sent.push_back(s);
  });
  REQUIRE(sent.size() == p - 1);
  const int further = sent[1].blocks.first - sent[0].blocks.first;  // from round to round, modulo p
  for (int ahead = -1; ahead < p; ++ahead) {
    auto one = sent[0];
    one.round += ahead;
    one.blocks.first = ((one.blocks.first + ahead * further) % p + p) % p;
    one.at = one.blocks.first;
    CAPTURE(one.round);
    PartCheck check(ring, group);
    check.see(one);
    CHECK(check.failed().empty() == (0 <= ahead && ahead < p - 1));
  }
}

TEST_CASE("the part of one of 2^30 ranks is that of its own few messages") {
  constexpr int p = 1 << 30;
  for (const Rank only : {0, 1, p / 2, p - 1}) {
    const auto part = own_part(*find_algorithm("bcast/binomial"), {.ranks = p, .root = 5, .only = only});
    CHECK(part.failed == "");
    std::size_t steps = 0;
    for (const auto& round : part.schedule.rounds) steps += round.steps.size();
    CHECK((1 <= steps && steps <= 30));
  }
}

// ---- what a proof of a part is of

TEST_CASE("a proof of a part is of the collective by whose name it was asked for, and of the root") {
  const auto together = [](Prover::Part part) { return part; };
  for (const auto& algorithm : algorithms()) {
    if (proved_up_to(algorithm) == 0) continue;
    CAPTURE(algorithm.name);
    const int p = algorithm.supports.holds(65) ? 65 : 66;
    const Rank root = row(algorithm.collective).rooted() ? 7 : 0;
    if (!algorithm.supports.holds(p)) continue;
    const auto verdict = Prover::prove_part(algorithm, {.ranks = p, .root = root, .only = 3}, together);
    REQUIRE(std::holds_alternative<Proved>(verdict));
    CHECK(std::get<Proved>(verdict).collective() == algorithm.collective);
    CHECK(std::get<Proved>(verdict).root() == root);
  }
}

TEST_CASE(
    "what a record is not for is refused with that reason, however large its proof would be, and its builder is not "
    "asked") {
  const auto together = [](Prover::Part part) { return part; };
  const auto why = [&](const Algorithm& algorithm, const Group& group) {
    const auto verdict = Prover::prove_part(algorithm, group, together);
    return std::holds_alternative<Unknown>(verdict) ? std::get<Unknown>(verdict).why : "proved or refuted";
  };
  CHECK(why(*find_algorithm("alltoall/pairwise_xor"), {.ranks = 5000, .only = 3}) ==
        "alltoall/pairwise_xor is for powers of two, and p is 5000");
  Algorithm odd = *find_algorithm("barrier/tree");
  odd.rules = {};
  odd.supports = Supports("odd p", [](int p) { return p % 2 == 1; });
  odd.make = [](const Group&) -> Schedule { throw std::runtime_error("asked"); };
  CHECK(why(odd, {.ranks = 100, .only = 3}) == "barrier/tree is for odd p, and p is 100");
  const auto wrong =
      Prover::prove_part(*find_algorithm("gather/linear"), {.ranks = 5000, .root = 5000, .only = 3}, together);
  CHECK(std::holds_alternative<Refuted>(wrong));
}

TEST_CASE("of more ranks than rules are proved for there are no parts, as the other ranks hear") {
  int asked = 0;
  const auto& algorithm = *find_algorithm("alltoall/unscheduled");
  REQUIRE(proved_up_to(algorithm) == most_in_exchange);
  const auto verdict =
      Prover::prove_part(algorithm, {.ranks = most_in_exchange + 1, .only = 0}, [&](Prover::Part part) {
        ++asked;
        CHECK_FALSE(part.right);
        return part;
      });
  CHECK(asked == 1);
  CHECK_FALSE(std::holds_alternative<Proved>(verdict));
}

}  // namespace
}  // namespace tutti::rules
