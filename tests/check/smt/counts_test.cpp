// Every count: what the executor computes is proved, and arithmetic with a fault is refuted with numbers.
#include "verified/check/smt/counts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/support/property.hpp"
#include "verified/check/smt/count_arithmetic.hpp"
#include "verified/schedule/partition.hpp"

namespace tutti::smt {
namespace {

/// What the solver says of one theorem for this arithmetic: its counterexample, or "proved", or "unknown".
std::string verdict(const char* theorem, const CountArithmetic& arithmetic) {
  const auto all = count_queries(arithmetic);
  const auto query = std::ranges::find(all, std::string("counts/") + theorem, &Query::name);
  REQUIRE(query != all.end());
  const auto answer = ask(*query);
  if (answer.found == Found::proved) return "proved";
  return answer.found == Found::refuted ? answer.detail : "unknown: " + answer.detail;
}

/// It must be refuted, by a counterexample that begins with that number.
void check_refuted(const char* theorem, const CountArithmetic& arithmetic, const std::string& first) {
  const auto found = verdict(theorem, arithmetic);
  INFO(theorem << ": " << found);
  CHECK(found.starts_with(first + " = "));
}

TEST_CASE("what the executor computes with counts is proved for every count" * doctest::test_suite("slow")) {
  std::set<std::string> names;
  for (const auto& query : count_queries()) {
    CHECK(names.insert(query.name).second);
    const auto answer = ask(query);
    CHECK_MESSAGE(answer.found == Found::proved, query.name, ": ", answer.detail);
  }
}

TEST_CASE("a partition that loses the last element when there are fewer elements than blocks is refuted") {
  const CountArithmetic loses{.equal_offset = [](const Term& n, const Term& blocks, const Term& i) {
    return if_else(
        0 < n && n < blocks, [&] { return least(i, n - 1); }, [&] { return equal_offset(n, blocks, i); });
  }};
  check_refuted("equal_blocks/last_ends_at_n", loses, "n");
  check_refuted("equal_blocks/tile", loses, "n");
}

TEST_CASE("blocks whose sizes differ by two are refuted") {
  const CountArithmetic by_two{.equal_offset = [](const Term& n, const Term& blocks, const Term& i) {
    return i * (n / blocks) + 2 * least(i, n % blocks / 2) +
           if_else(
               i == blocks, [&] { return n % blocks % 2; }, [&] { return n.constant(0); });
  }};
  CHECK(verdict("equal_blocks/last_ends_at_n", by_two) == "proved");
  check_refuted("equal_blocks/sizes", by_two, "n");
}

TEST_CASE("a remainder that goes to the last blocks is refuted") {
  const CountArithmetic last_longer{.equal_offset = [](const Term& n, const Term& blocks, const Term& i) {
    const auto longer = n % blocks;
    return i * (n / blocks) +
           if_else(
               i < blocks - longer, [&] { return n.constant(0); }, [&] { return i - (blocks - longer); });
  }};
  CHECK(verdict("equal_blocks/last_ends_at_n", last_longer) == "proved");
  check_refuted("equal_blocks/sizes", last_longer, "n");
}

TEST_CASE("blocks that begin at i·n / blocks are refuted: the product overflows") {
  const CountArithmetic product_first{
      .equal_offset = [](const Term& n, const Term& blocks, const Term& i) { return i * n / blocks; }};
  check_refuted("equal_blocks/exact", product_first, "n");
}

TEST_CASE("offsets that are computed in int are refuted") {
  check_refuted("given_blocks/exact", {.sum = [](const Term& a, const Term& b) { return as_int(a + b); }}, "offset");
  check_refuted("bytes/offset/exact",
                {.byte_offset = [](const Term& at, const Term& extent) { return as_int(at * extent); }}, "elements");
}

TEST_CASE("sums, products and differences that are not checked are refuted") {
  check_refuted("given_blocks/exact", {.sum = [](const Term& a, const Term& b) { return a + b; }}, "offset");
  check_refuted("buffers/offset/exact", {.difference = [](const Term& a, const Term& b) { return a - b; }}, "origin");
  check_refuted("plan/grain/exact",
                {.rounded_up = [](const Term& n, int grain) { return (n + (grain - 1)) / grain * grain; }}, "n");
  check_refuted("bytes/span/exact",
                {.span_of = [](const Term& elements, const Term& extent,
                               const Term& true_extent) { return (elements - 1) * extent + true_extent; }},
                "elements");
}

TEST_CASE("byte offsets in an area whose span was not computed are refuted") {
  const CountArithmetic unchecked{
      .span_of = [](const Term&, const Term&, const Term& true_extent) { return true_extent; }};
  check_refuted("bytes/offset/exact", unchecked, "elements");
  check_refuted("bytes/gapless/exact", unchecked, "elements");
}

TEST_CASE("a span that leaves out the data of the last element is refuted") {
  const CountArithmetic too_short{.span_of = [](const Term& elements, const Term& extent, const Term&) {
    return checked_product(elements - 1, extent);
  }};
  check_refuted("bytes/offset/in_span", too_short, "elements");
}

TEST_CASE("the origin of an own area that forgets the lower bound of the datatype is refuted") {
  check_refuted("bytes/own/in_area",
                {.origin_at = [](const Term& own, const Term& start, const Term&) { return own + start; }},
                "own memory at");
}

TEST_CASE("rounding down is refuted: what lands would overlap") {
  const CountArithmetic down{.rounded_up = [](const Term& n, int grain) { return n / grain * grain; }};
  check_refuted("plan/grain/rounds_up", down, "n");
  check_refuted("plan/temporary/apart", down, "used");
  check_refuted("bytes/own/apart", down, "start");
}

TEST_CASE("an access check that adds first is refuted: it overflows") {
  const CountArithmetic adds{
      .within = [](const Term& at, const Term& n, const Term& size) { return 0 <= at && 0 <= n && at + n <= size; }};
  CHECK(verdict("plan/access/in_area", adds) == "proved");
  check_refuted("plan/access/exact", adds, "at");
}

TEST_CASE("an access check that forgets negative numbers is refuted") {
  const CountArithmetic forgets{
      .within = [](const Term& at, const Term& n, const Term& size) { return at <= size && n <= size - at; }};
  check_refuted("plan/access/in_area", forgets, "at");
}

TEST_CASE("parts of a message whose place was not checked are refuted") {
  check_refuted("plan/parts/exact", {.within = [](const Term&, const Term& n, const Term&) { return 0 <= n; }},
                "size of the area");
}

TEST_CASE("the length of a message that was not checked is refuted") {
  check_refuted("messages/exact", {.fits_int = [](const Term& n) { return n <= n; }}, "elements");
}

TEST_CASE("stretches that are too long for an int, or go beyond the end, are refuted") {
  check_refuted("stretches/packed/exact", {.elements_in = [](const Term& bytes, const Term&) { return bytes; }},
                "elements");
  const CountArithmetic whole{.stretch = [](const Term&, const Term& most, const Term&) { return most; }};
  check_refuted("stretches/tile", whole, "elements");
  check_refuted("stretches/exact", whole, "elements");
}

TEST_CASE("elements that are longer than what is treated at once need a stretch of one") {
  check_refuted("stretches/tile", {.elements_in = [](const Term& bytes, const Term& size) { return bytes / size; }},
                "elements");
}

}  // namespace
}  // namespace tutti::smt

namespace tutti {
namespace {

TEST_CASE("checked arithmetic gives the result where it fits and throws where not") {
  property("checked arithmetic", [] {
    const auto a = *rc::gen::arbitrary<std::int64_t>(), b = *rc::gen::arbitrary<std::int64_t>();
    const auto agrees = [](__int128 exact, auto checked) {
      try {
        return checked() == exact;
      } catch (const Error&) {
        return exact < INT64_MIN || exact > INT64_MAX;
      }
    };
    RC_ASSERT(agrees(__int128{a} + b, [&] { return checked_sum(a, b); }));
    RC_ASSERT(agrees(__int128{a} - b, [&] { return checked_difference(a, b); }));
    RC_ASSERT(agrees(__int128{a} * b, [&] { return checked_product(a, b); }));
  });
  CHECK_THROWS_WITH_AS(checked_sum(INT64_MAX, 1),
                       "the call is too large: 9223372036854775807 + 1 does not fit into 64 bits", Error);
  CHECK_THROWS_AS(checked_difference(INT64_MIN, 1), Error);
  CHECK_THROWS_AS(checked_product(INT64_MIN, -1), Error);
}

TEST_CASE("stretches tile what they cut, up to 2^63 - 1 elements") {
  property("stretches", [] {
    const auto most = *rc::gen::inRange<std::int64_t>(INT64_MAX / 100, INT64_MAX);
    const auto n = *rc::gen::inRange<std::int64_t>(0, INT64_MAX);
    std::int64_t end = 0;
    for_each_stretch(n, most, [&](std::int64_t first, std::int64_t length) {
      RC_ASSERT(first == end);
      RC_ASSERT(1 <= length && length <= most);
      end = first + length;
    });
    RC_ASSERT(end == n);
  });
}

}  // namespace
}  // namespace tutti
