// What follows from the laws of an operator for each algorithm: right, wrong at a smallest p, or undecided.
#include "verified/op/consequences/consequences.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "reference/model.hpp"
#include "tests/support/all_cases.hpp"
#include "tests/support/property.hpp"
#include "verified/schedule/interpret.hpp"

namespace tutti::op {
namespace {

/// inout[i] = combine(in[i], inout[i]).
template <class T, T (*combine)(const T&, const T&)>
void each(void* in, void* inout, int* len, void*) {
  auto* b = static_cast<T*>(inout);
  for (int i = 0; i < *len; ++i) b[i] = combine(static_cast<const T*>(in)[i], b[i]);
}

unsigned subtract(const unsigned& a, const unsigned& b) { return a - b; }

struct Keyed {
  int v, i;
};
Keyed first_wins(const Keyed& a, const Keyed& b) { return a.v >= b.v ? a : b; }

struct Matrix {
  std::array<unsigned, 4> m;
};
Matrix product(const Matrix& a, const Matrix& b) {
  return {{a.m[0] * b.m[0] + a.m[1] * b.m[2], a.m[0] * b.m[1] + a.m[1] * b.m[3], a.m[2] * b.m[0] + a.m[3] * b.m[2],
           a.m[2] * b.m[1] + a.m[3] * b.m[3]}};
}

double add(const double& a, const double& b) { return a + b; }
int divide(const int& a, const int& b) {
  if (b == 0) __builtin_trap();
  return a / b;
}
int abort_on_two(const int& a, const int& b) { return a == 2 || b == 2 ? std::abort(), 0 : a - b; }
int never_ends(const int& a, const int& b) {
  for (volatile int i = 0; i == 0;) {
  }
  return a + b;
}

/// The deadline is against hangs: a slow machine takes long, too.
Trial trial(const char* type, UserFunction* function) {
  Trial t{.type = parse_type(type), .function = Function::of(function, "f"), .pre = {}};
  t.deadline = 60;
  return t;
}

std::vector<LawFinding> findings(std::initializer_list<std::pair<Law, Answer>> answers, Domain domain = Domain::exact) {
  std::vector<LawFinding> all;
  for (const auto law : {Law::memory, Law::total, Law::split_safe, Law::pure})
    all.push_back({.law = law, .domain = domain, .answer = Answer::proved, .why = "", .by = "", .counterexample = {}});
  for (const auto& [law, answer] : answers)
    all.push_back({.law = law, .domain = domain, .answer = answer, .why = "", .by = "", .counterexample = {}});
  return all;
}

const Consequence& of(const char* name, const std::vector<Consequence>& all) {
  const auto at = std::ranges::find(all, name, [](const auto& c) { return c.algorithm->name; });
  REQUIRE(at != all.end());
  return *at;
}

void is_wrong(const Consequence& c, const Type& type, const char* text) {
  CAPTURE(c.algorithm->name);
  CAPTURE(c.why);
  REQUIRE(c.safety == Safety::wrong);
  REQUIRE(c.difference);
  CHECK(describe(*c.difference, type) == text);
}

TEST_CASE("every algorithm that applies an operator is answered for, and no other") {
  const auto all = consequences(trial("int", each<unsigned, subtract>), {});
  const auto reduces = [](const Algorithm& a) { return row(a.collective).combines(); };
  CHECK(static_cast<std::ptrdiff_t>(all.size()) == std::ranges::count_if(algorithms(), reduces));
  CHECK(std::ranges::all_of(all, [&](const auto& c) { return reduces(*c.algorithm); }));
}

TEST_CASE("subtraction is wrong from the smallest p on at which a bracketing or an order differs") {
  const auto t = trial("int", each<unsigned, subtract>);
  const auto all =
      consequences(t, findings({{Law::associative, Answer::refuted}, {Law::commutative, Answer::refuted}}));
  is_wrong(of("reduce/binomial_rotated", all), t.type,
           "p = 2, root 1, rank 1, block A\n  x0 = 0\n  x1 = 1\n"
           "  found (x1 ∘ x0) = 1\n  due   (x0 ∘ x1) = -1\n");
  is_wrong(of("allreduce/ring", all), t.type,
           "p = 3, rank 0, block C\n  x0 = 0\n  x1 = 0\n  x2 = 1\n"
           "  found (x0 ∘ (x1 ∘ x2)) = 1\n  due   ((x0 ∘ x1) ∘ x2) = -1\n");
  is_wrong(of("allreduce/recursive_doubling", all), t.type,
           "p = 4, rank 0, block A\n  x0 = 0\n  x1 = 0\n  x2 = 0\n  x3 = 1\n"
           "  found ((x0 ∘ x1) ∘ (x2 ∘ x3)) = 1\n  due   (((x0 ∘ x1) ∘ x2) ∘ x3) = -1\n");
  is_wrong(of("allreduce/mixed_radix", all), t.type,
           "p = 3, shape 3, rank 0, block B\n  x0 = 0\n  x1 = 0\n  x2 = 1\n"
           "  found (x0 ∘ (x1 ∘ x2)) = 1\n  due   ((x0 ∘ x1) ∘ x2) = -1\n");
  CHECK(of("allreduce/ring", all).why ==
        "refuted: associative, commutative; MPI assumes that it is associative (MPI-4.0, 6.9.1)");
}

TEST_CASE("an algorithm that combines in rank order itself is not wrong for subtraction, and not called right") {
  const auto all =
      consequences(trial("int", each<unsigned, subtract>), findings({{Law::associative, Answer::refuted}}));
  CHECK(of("scan/linear", all).safety == Safety::undecided);
  CHECK(of("scan/linear", all).why ==
        "refuted: associative; MPI assumes that it is associative (MPI-4.0, 6.9.1); for p <= 16 it combines in rank "
        "order, bracketed to the left");
}

TEST_CASE("a maximum whose first operand wins ties is right where order is kept, and wrong where it is not") {
  const auto t = trial("struct{int v, i;}", each<Keyed, first_wins>);
  const auto all = consequences(t, findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::refuted}}));
  for (const auto& c : all) CHECK((c.safety == Safety::right) == !c.algorithm->needs.commutative);
  CHECK(of("allreduce/recursive_doubling", all).why == "proved: associative, split-safe, memory, pure");
  is_wrong(of("reduce/binomial_rotated", all), t.type,
           "p = 2, root 1, rank 1, block A\n  x0 = {.v = 0, .i = 0}\n  x1 = {.v = 0, .i = 1}\n"
           "  found (x1 ∘ x0) = {.v = 0, .i = 1}\n  due   (x0 ∘ x1) = {.v = 0, .i = 0}\n");
  const auto& ring = of("allreduce/ring", all);
  REQUIRE(ring.difference);
  CHECK(ring.difference->group.ranks == 3);
}

TEST_CASE("what is proved commutative and associative is right for every algorithm") {
  const auto laws = findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::proved}});
  for (const auto& c : consequences(trial("int", each<int, divide>), laws)) CHECK(c.safety == Safety::right);
}

TEST_CASE("a product of matrices is wrong for the algorithms that change the order, and for those only") {
  const auto t = trial("struct{unsigned m[2][2];}", each<Matrix, product>);
  const auto all = consequences(t, findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::refuted}}));
  for (const auto& c : all) {
    CAPTURE(c.algorithm->name);
    CHECK(c.safety == (c.algorithm->needs.commutative ? Safety::wrong : Safety::right));
  }
}

TEST_CASE("nothing is right where a law is unknown, and nothing wrong where no run differs") {
  const auto t = trial("struct{unsigned m[2][2];}", each<Matrix, product>);
  const auto all = consequences(t, findings({{Law::commutative, Answer::refuted}}));
  const auto& doubling = of("allreduce/recursive_doubling", all);
  CHECK(doubling.safety == Safety::undecided);
  CHECK(doubling.why == "unknown: associative; no difference found for p <= 16 in 1000 tries each (seed 0)");
  CHECK(of("allreduce/ring", all).safety == Safety::wrong);
}

TEST_CASE("a law that is proved and refuted is refuted") {
  auto both = findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::proved}});
  both.push_back(findings({{Law::associative, Answer::refuted}}).back());
  for (const auto& c : consequences(trial("int", each<unsigned, subtract>), both)) CHECK(c.safety != Safety::right);
}

TEST_CASE("where only rounding differs, that is said") {
  const auto t = trial("double", each<double, add>);
  auto laws = findings({{Law::associative, Answer::refuted}, {Law::commutative, Answer::proved}}, Domain::ieee);
  for (const auto law : {Law::associative, Law::commutative})
    laws.push_back(findings({{law, Answer::proved}}, Domain::real).back());
  const auto all = consequences(t, laws);
  CHECK(of("allreduce/ring", all).safety == Safety::rounding);
  CHECK(of("allreduce/ring", all).why == "right over the real numbers");
}

TEST_CASE("a difference that may be rounding decides nothing where the laws hold for some lengths alone") {
  const auto t = trial("double", each<double, add>);
  auto laws = findings({{Law::associative, Answer::refuted}, {Law::commutative, Answer::proved}}, Domain::ieee);
  for (auto& f : laws)
    if (f.law == Law::memory || f.law == Law::split_safe || f.law == Law::total) {
      f.answer = Answer::unknown;
      f.only_for_lengths = true;
    }
  for (const auto law : {Law::associative, Law::commutative})
    laws.push_back(findings({{law, Answer::proved}}, Domain::real).back());
  const auto all = consequences(t, laws);
  const auto& ring = of("allreduce/ring", all);
  CHECK(ring.safety == Safety::undecided);
  CHECK_FALSE(ring.difference);
  CHECK(ring.why.ends_with("unknown: split-safe, memory; what differs may be rounding"));
}

TEST_CASE("a counterexample's operands are tried before others") {
  const auto rare = [](void* in, void* inout, int* len, void*) {
    const auto* a = static_cast<const unsigned*>(in);
    auto* b = static_cast<unsigned*>(inout);
    for (int i = 0; i < *len; ++i) b[i] = a[i] == 123456 && b[i] == 654321 ? 1 : a[i] + b[i];
  };
  const auto t = trial("unsigned", rare);
  auto laws = findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::refuted}});
  CHECK(of("reduce/binomial_rotated", consequences(t, laws)).safety == Safety::undecided);
  const auto bytes = [](unsigned value) {
    Bytes element(sizeof value);
    std::memcpy(element.data(), &value, sizeof value);
    return element;
  };
  laws.back().counterexample = Counterexample{{{"x", bytes(123456)}, {"y", bytes(654321)}}, {}, ""};
  is_wrong(of("reduce/binomial_rotated", consequences(t, laws)), t.type,
           "p = 2, root 1, rank 1, block A\n  x0 = 654321\n  x1 = 123456\n"
           "  found (x1 ∘ x0) = 1\n  due   (x0 ∘ x1) = 777777\n");
}

TEST_CASE("operands that the precondition excludes are not shown") {
  auto t = trial("int", each<unsigned, subtract>);
  const auto is_zero = [](const void* a) { return static_cast<int>(*static_cast<const int*>(a) == 0); };
  int (*pre)(const void*) = is_zero;
  t.pre = Function::of(reinterpret_cast<UserFunction*>(reinterpret_cast<void (*)()>(pre)), "pre");
  for (const auto& c : consequences(t, {})) CHECK(c.safety == Safety::undecided);
}

TEST_CASE("a function that ignores len is wrong for every algorithm that cuts the vector, and right for none") {
  const auto ignores_len = [](void* in, void* inout, int*, void*) {
    *static_cast<unsigned*>(inout) += *static_cast<const unsigned*>(in);
  };
  const auto t = trial("unsigned", ignores_len);
  auto laws = findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::proved}});
  laws.push_back(findings({{Law::split_safe, Answer::refuted}}).back());
  const auto all = consequences(t, laws);
  is_wrong(of("allreduce/ring", all), t.type,
           "p = 2, rank 0, block B\n  x0 = {0, 1}\n  x1 = {0, 0}\n"
           "  found (x0 ∘ x1) = 1\n  due   (x0 ∘ x1) = 0 from calls for the whole vector\n");
  CHECK(of("allreduce/ring", all).why ==
        "not split-safe: it calls the function for parts of the vector; make one element of the whole vector "
        "(MPI_Type_contiguous, count 1)");
  for (const auto& c : all) CHECK(c.safety != Safety::right);
  CHECK(of("allreduce/recursive_doubling", all).safety == Safety::undecided);
}

TEST_CASE("operands on which a call traps are passed over") {
  const auto t = trial("int", each<int, divide>);
  const auto all = consequences(t, findings({{Law::total, Answer::refuted}, {Law::commutative, Answer::refuted}}));
  const auto& rotated = of("reduce/binomial_rotated", all);
  REQUIRE(rotated.safety == Safety::wrong);
  CHECK(rotated.difference->group.ranks == 2);
  for (const auto& operand : rotated.difference->operands) CHECK(operand != Bytes(sizeof(int)));
  CHECK(of("reduce/binomial_rotated", consequences(trial("int", each<int, abort_on_two>), {})).safety == Safety::wrong);
}

TEST_CASE("a function that does not end leaves everything undecided within the deadline") {
  auto t = trial("int", each<int, never_ends>);
  t.deadline = 0.4;
  LawFinding hang;
  hang.law = Law::total;
  hang.answer = Answer::refuted;
  hang.hangs = true;
  const auto all_end_after = [&](const std::vector<LawFinding>& findings, const std::string& seconds) {
    for (const auto& c : consequences(t, findings)) {
      CHECK(c.safety == Safety::undecided);
      if (c.algorithm->name != "scan/linear" && c.algorithm->name != "exscan/linear")
        CHECK(c.why.ends_with("the search ended early: no end after " + seconds));
    }
  };
  all_end_after({}, "0.8 s");
  all_end_after({hang}, "0.1 s");
}

TEST_CASE("a function that calls exit, or throws, leaves the rest undecided") {
  const auto exits = [](void*, void*, int*, void*) { std::exit(0); };
  const auto throws = [](void*, void*, int*, void*) { throw 1; };
  CHECK(of("allreduce/ring", consequences(trial("int", exits), {}))
            .why.ends_with("the search ended early: exit status 0"));
  CHECK(of("allreduce/ring", consequences(trial("int", throws), {}))
            .why.ends_with("the search ended early: an exception"));
}

TEST_CASE("a law that is refuted of ordinary floating-point values is refuted, and one proved of them alone unknown") {
  auto laws = findings({{Law::commutative, Answer::proved}}, Domain::ieee);
  laws.push_back(findings({{Law::associative, Answer::proved}}, Domain::ieee_ordinary).back());
  const auto t = trial("double", each<double, add>);
  CHECK(of("allreduce/ring", consequences(t, laws)).why.starts_with("unknown: associative"));
  laws.back().answer = Answer::refuted;
  CHECK(of("allreduce/ring", consequences(t, laws)).why.starts_with("refuted: associative"));
}

TEST_CASE("a function that writes what it must not, or has hidden state, is not run") {
  for (const auto law : {Law::memory, Law::pure}) {
    auto laws = findings({{Law::associative, Answer::proved}, {Law::commutative, Answer::proved}});
    laws.push_back(findings({{law, Answer::refuted}}).back());
    for (const auto& c : consequences(trial("int", each<int, never_ends>), laws)) {
      CHECK(c.safety == Safety::undecided);
      CHECK(c.why == "refuted: " + std::string(name_of(law)));
    }
  }
}

/// An operation on {0, 1, 2}, given by its table.
std::array<std::uint8_t, 9> table;
std::uint8_t look_up(const std::uint8_t& a, const std::uint8_t& b) {
  return table[static_cast<std::size_t>(a % 3 * 3 + b % 3)];
}

template <class F>
bool for_all_operands(int ranks, F holds) {
  std::vector<std::uint8_t> x(static_cast<std::size_t>(ranks));
  for (int way = 0;; ++way) {
    int rest = way;
    for (auto& digit : x) {
      digit = static_cast<std::uint8_t>(rest % 3);
      rest /= 3;
    }
    if (rest > 0) return true;
    if (!holds(x)) return false;
  }
}

/// Every rank gets what is due from x.
bool result_in_rank_order(const Algorithm& algorithm, const Group& group, const std::vector<std::uint8_t>& x) {
  const auto schedule = algorithm.schedule(group);
  State<std::uint8_t> state(schedule.ranks, schedule.slots());
  for (Rank r = 0; r < group.ranks; ++r) std::fill_n(state.at(r, 0), schedule.blocks, x[static_cast<std::size_t>(r)]);
  interpret(schedule, state, look_up);
  for (Rank r = 0; r < group.ranks; ++r)
    for (int b = 0; b < schedule.blocks; ++b)
      if (const auto word = due(algorithm.collective, group.ranks, group.root, r, b)) {
        auto sum = x[static_cast<std::size_t>(word->first)];
        for (int l = word->first + 1; l < word->last; ++l) sum = look_up(sum, x[static_cast<std::size_t>(l)]);
        if (*state.at(r, b) != sum) return false;
      }
  return true;
}

TEST_CASE("for random operations on three values, right, wrong and the smallest p agree with all runs on p <= 4") {
  property(
      "consequences of tables",
      [] {
        for (auto& entry : table) entry = static_cast<std::uint8_t>(draw(3));
        if (draw(2) == 0)
          for (const std::size_t i : {1, 2, 5}) table[i / 3 + i % 3 * 3] = table[i];
        const auto is = [](bool law) { return law ? Answer::proved : Answer::refuted; };
        const bool associative = for_all_operands(
            3, [](const auto& x) { return look_up(look_up(x[0], x[1]), x[2]) == look_up(x[0], look_up(x[1], x[2])); });
        const bool commutative =
            for_all_operands(2, [](const auto& x) { return look_up(x[0], x[1]) == look_up(x[1], x[0]); });
        const auto all =
            consequences(trial("unsigned char", each<std::uint8_t, look_up>),
                         findings({{Law::associative, is(associative)}, {Law::commutative, is(commutative)}}));
        for (const auto& c : all) {
          const int from = c.difference ? c.difference->group.ranks : 5;
          for_all_groups(*c.algorithm, std::min(4, from - 1), [&](const Group& g) {
            RC_ASSERT(
                for_all_operands(g.ranks, [&](const auto& x) { return result_in_rank_order(*c.algorithm, g, x); }));
          });
          if (!c.difference) continue;
          std::vector<std::uint8_t> x;
          for (const auto& operand : c.difference->operands) x.push_back(std::to_integer<std::uint8_t>(operand[0]));
          RC_ASSERT(!result_in_rank_order(*c.algorithm, c.difference->group, x));
        }
      },
      30);
}

}  // namespace
}  // namespace tutti::op
