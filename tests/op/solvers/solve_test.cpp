// Two solvers on one question: the first answer wins, and neither is believed alone.
#include "verified/op/prove/solve.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/program.hpp"
#include "verified/system/program.hpp"

namespace tutti::op {
namespace {

z3::expr_vector one(const z3::expr& claim) {
  z3::expr_vector claims(claim.ctx());
  claims.push_back(claim);
  return claims;
}

/// Two factors of a product of two primes near 10^12: Z3 needs long for them.
z3::expr hard(z3::context& c) {
  const auto x = c.bv_const("x", 96), y = c.bv_const("y", 96);
  const auto most = c.bv_val("2000000000000", 96), one = c.bv_val(1, 96);
  const auto product = c.bv_val("1000000000100000000002379", 96);
  return x * y == product && z3::ult(one, x) && z3::ult(x, y) && z3::ult(y, most);
}

/// Sums of cubes that are cubes, on which Z3 does not count its steps for long.
z3::expr cubes(z3::context& c) {
  const auto x = c.int_const("x"), y = c.int_const("y"), z = c.int_const("z");
  return x > 0 && y > 0 && z > 0 && x * x * x + y * y * y == z * z * z;
}

/// Another program in the place of cvc5, for as long as it lives.
class Instead {
 public:
  explicit Instead(const std::string& script) {
    const auto file = folder_ / "cvc5";
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("TUTTI_CVC5", file.c_str(), 1);
  }
  ~Instead() { unsetenv("TUTTI_CVC5"); }
  Instead(const Instead&) = delete;

 private:
  Folder folder_;
};

TEST_CASE("claims that can hold come with values under which they do; those that cannot do not") {
  z3::context c;
  const auto x = c.bv_const("in0.v", 32), y = c.bv_const("inout2[3]", 32);
  const auto half = c.bv_val(std::uint64_t{1} << 31, 32);
  const auto claims = one(x + y == 7 && z3::ugt(x, half) && z3::ult(y, half));
  const auto solved = solve(claims, 10);
  REQUIRE(solved.sat == Sat::sat);
  CHECK(evaluate(claims[0], solved.assignment).is_true());
  CHECK(solve(one(x + y != y + x), 10).sat == Sat::unsat);
}

TEST_CASE("what is not known with the effort is unknown, also where no step is counted") {
  const Instead nothing("exit 1");
  z3::context c;
  for (const auto& claim : {hard(c), cubes(c)}) {
    const auto solved = solve(one(claim), 0.2);
    CHECK(solved.sat == Sat::unknown);
    CHECK(solved.why == "no answer with an effort of 0.2");
  }
}

int threads_of_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

TEST_CASE("a program is started without ending the threads by which Z3 counts time, on which a check may wait") {
  z3::context c;
  z3::goal goal(c);
  goal.add(c.int_const("x") > 3);
  z3::try_for(z3::tactic(c, "smt"), 60'000)(goal);
  const int with_timer = threads_of_process();
  REQUIRE(with_timer > 1);
  Program program(shell_command("true"));
  CHECK(program.wait() == 0);
  CHECK(threads_of_process() == with_timer);
}

TEST_CASE("the second solver is heard although the first has given up") {
  const Instead slow("sleep 1; echo unsat");
  z3::context c;
  const auto solved = solve(one(hard(c)), 0.1);
  CHECK(solved.sat == Sat::unsat);
  CHECK(solved.by == "cvc5");
}

TEST_CASE("the second solver's answer is taken where the first has none yet") {
  const Instead always("echo unsat");
  z3::context c;
  const auto solved = solve(one(hard(c)), 30);
  CHECK(solved.sat == Sat::unsat);
  CHECK(solved.by == "cvc5");
}

TEST_CASE("a counterexample of the second solver that is none is shown as a disagreement") {
  const Instead wrong("echo sat; echo '((x #x000000000000000000000003))'; echo '((y #x000000000000000000000005))'");
  z3::context c;
  const auto solved = solve(one(hard(c)), 30);
  CHECK(solved.sat == Sat::unknown);
  CHECK(solved.why.starts_with("z3 and cvc5 disagree"));
}

TEST_CASE("without a second solver the first is alone") {
  setenv("TUTTI_CVC5", "/there/is/no/such/program", 1);
  z3::context c;
  CHECK(solve(one(hard(c)), 0.3).sat == Sat::unknown);
  CHECK(solve(one(c.bool_val(false)), 1).sat == Sat::unsat);
  unsetenv("TUTTI_CVC5");
}

}  // namespace
}  // namespace tutti::op
