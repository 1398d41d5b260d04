// Proofs that share queries: what takes long is asked of those alone that nothing has refuted.
#include "verified/check/smt/asked.hpp"

#include <doctest/doctest.h>

#include "verified/check/smt/statement.hpp"

namespace tutti::smt {
namespace {

Query constant(const char* name, bool claim) {
  return {name, "a constant", [=](z3::context& context) {
            return Statement{z3::expr_vector(context), context.bool_val(claim)};
          }};
}

/// Not answered in any number of steps that one would wait for.
Query endless(const char* name) {
  return {name, "x³ + y³ ≠ z³", [](z3::context& context) {
            const auto x = context.int_const("x"), y = context.int_const("y"), z = context.int_const("z");
            z3::expr_vector assumptions(context);
            assumptions.push_back(x > 0 && y > 0 && z > 0);
            return Statement{assumptions, x * x * x + y * y * y != z * z * z};
          }};
}

constexpr unsigned first_steps = 10'000;
/// As few more steps than the first ones as there can be.
constexpr Limit once_more = {.steps = first_steps + 1};

TEST_CASE("what takes long is not asked any longer where only refuted proofs need it, and that is said") {
  std::vector<Asked> asked = {{constant("wrong", false), Found::proved},
                              {endless("of the wrong one"), Found::proved},
                              {constant("right", true), Found::proved},
                              {endless("of both"), Found::proved},
                              {endless("of none"), Found::proved}};
  std::vector<std::size_t> asked_at_once;
  ask_proofs(
      asked, {{0, 1, 3}, {2, 3}}, once_more, 1,
      [&](std::size_t done, std::size_t of) {
        if (done == 1) asked_at_once.push_back(of);
      },
      first_steps);
  CHECK(asked[0].answer.found == Found::refuted);
  CHECK(asked[2].answer.found == Found::proved);
  CHECK(asked[1].answer.detail == "not asked any longer, since wrong is refuted");
  for (const auto i : {1, 3, 4}) CHECK(asked[static_cast<std::size_t>(i)].unknown());
  for (const auto i : {3, 4})
    CHECK(asked[static_cast<std::size_t>(i)].answer.detail.find("not asked") == std::string::npos);
  CHECK(asked_at_once == std::vector<std::size_t>{5, 2});
}

TEST_CASE("a query that is refuted as it should be ends no proof, and one that is proved against what is due does") {
  for (const bool claim : {false, true}) {
    std::vector<Asked> asked = {{constant("due to be refuted", claim), Found::refuted},
                                {endless("long"), Found::proved}};
    std::size_t again = 0;
    ask_proofs(
        asked, {{0, 1}}, once_more, 1, [&](std::size_t, std::size_t of) { again = of == 1 ? 1 : again; }, first_steps);
    CHECK(again == (claim ? 0 : 1));
  }
}

TEST_CASE("under a limit of fewer steps than the first ones each query is asked once") {
  std::vector<Asked> asked = {{endless("long"), Found::proved}};
  std::size_t times = 0;
  ask_proofs(
      asked, {{0}}, {.steps = 1000}, 1, [&](std::size_t, std::size_t) { ++times; }, first_steps);
  CHECK(times == 1);
  CHECK(asked[0].unknown());
  CHECK(asked[0].answer.steps < first_steps);
}

}  // namespace
}  // namespace tutti::smt
