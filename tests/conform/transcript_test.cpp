// What the lines of all ranks come to, without any launch: skips, and what a wrong argument may do.
#include "verified/conform/drive/transcript.hpp"

#include <doctest/doctest.h>

namespace tutti::conform {
namespace {

/// A line of a rank.
struct Said {
  Rank rank;
  std::string line;
};

/// The outcome of one case under a launch that ends so.
Outcome outcome_of(const std::string& text, const std::vector<Said>& all, End end = End::finished,
                   bool strict = false) {
  const std::vector<Case> cases{parse_case(text)};
  std::optional<Outcome> outcome;
  Transcript transcript(cases, strict, [&](int, const Outcome& o) { outcome = o; });
  for (const auto& said : all) transcript.take(said.rank, *parse_line(said.line));
  const auto served = transcript.close({end, "ended with status 1"});
  if (!served.suspects.empty()) outcome = served.suspects.front().outcome;
  REQUIRE(outcome);
  return *outcome;
}

TEST_CASE("a case that all ranks of a communicator skip is skipped, and one that only some of them skip fails") {
  const std::vector<Said> mixed{{0, "end 0 skip MPI_Allgather returns MPI_ERR_OTHER"}, {1, "end 0 pass"}};
  const auto both = outcome_of("allgather np=2", {mixed[0], {1, "end 0 skip MPI_Allgather returns MPI_ERR_OTHER"}});
  CHECK(both.verdict == Verdict::skipped);
  CHECK(both.why == "MPI_Allgather returns MPI_ERR_OTHER");
  const auto one = outcome_of("allgather np=2", mixed);
  REQUIRE(one.verdict == Verdict::failed);
  CHECK(describe(one.found.front()) ==
        "unexpected-error at rank 0: MPI_Allgather returns MPI_ERR_OTHER; rank 1 runs it");
  CHECK(outcome_of("allgather np=2 comm=split", mixed).verdict == Verdict::skipped);  // of two communicators
  CHECK(outcome_of("allgather np=2 comm=self", mixed).verdict == Verdict::skipped);
  CHECK(outcome_of("allgather np=2", {mixed[0], {1, "wrong 0 lost a block"}, {1, "end 0 fail"}}).verdict ==
        Verdict::failed);
}

constexpr const char* wrong_root = "bcast np=2 scene=error wrong=root";
const std::vector<Said> accepted{{0, "wrong 0 no-error MPI_SUCCESS"}, {0, "end 0 fail"}, {1, "end 0 pass"}};
const std::vector<Said> noticed{{0, "begin 0"}, {0, "noticed 0"}, {1, "begin 0"}, {1, "noticed 0"}};

TEST_CASE("a wrong argument may be accepted, end the program or make it hang, unless the run is strict") {
  const std::vector<Said> begun{{0, "begin 0"}, {1, "begin 0"}, {1, "noticed 0"}};
  struct Row {
    std::vector<Said> lines;
    End end;
    const char* why;
    Kind kind;
  };
  for (const auto& row : {Row{accepted, End::finished, "a root that is no rank is accepted", Kind::no_error},
                          Row{begun, End::broken_off, "a root that is no rank ends the program", Kind::crash},
                          Row{begun, End::hung, "a root that is no rank makes it hang", Kind::hang}}) {
    const auto lenient = outcome_of(wrong_root, row.lines, row.end);
    CHECK(lenient.verdict == Verdict::permitted);
    CHECK(lenient.why == row.why);
    const auto strict = outcome_of(wrong_root, row.lines, row.end, true);
    CHECK(strict.verdict == Verdict::failed);
    CHECK(strict.found.front().wrong.kind == row.kind);
    CHECK(judged(parse_case(wrong_root), strict, false) == lenient);
    CHECK(judged(parse_case(wrong_root), lenient, true) == strict);
  }
}

TEST_CASE("an error of another class is a failure only in a strict run") {
  const std::vector<Said> lines{{0, "wrong 0 wrong-class MPI_ERR_TAG"}, {0, "end 0 fail"}, {1, "end 0 pass"}};
  const auto lenient = outcome_of(wrong_root, lines, End::finished);
  CHECK(lenient.verdict == Verdict::permitted);
  CHECK(lenient.why == "a root that is no rank gives an error of another class");
  CHECK(outcome_of(wrong_root, lines, End::finished, true).verdict == Verdict::failed);
}

TEST_CASE("denormal numbers that are taken for zero are a failure only in a strict run, and hide nothing else") {
  const char* plain = "allreduce np=2 load=sum/double";
  std::vector<Said> lines{{0, "wrong 0 denormal-flushed element 3"}, {0, "end 0 fail"}, {1, "end 0 pass"}};
  CHECK(outcome_of(plain, lines, End::finished).verdict == Verdict::permitted);
  CHECK(outcome_of(plain, lines, End::finished, true).verdict == Verdict::failed);
  lines.insert(lines.begin() + 2, {{1, "wrong 0 lost element 5"}, {1, "end 0 fail"}});
  lines.pop_back();
  const auto both = outcome_of(plain, lines, End::finished);
  CHECK(both.verdict == Verdict::failed);
  CHECK(both.found.front().wrong.kind == Kind::lost);
}

TEST_CASE("a communicator that is broken after an error is a failure") {
  const auto kind = [](const std::vector<Said>& lines, End end) {
    const auto outcome = outcome_of(wrong_root, lines, end);
    CHECK(outcome.verdict == Verdict::failed);
    return outcome.found.front().wrong.kind;
  };
  CHECK(kind(noticed, End::broken_off) == Kind::broken_afterwards);
  CHECK(kind(noticed, End::hung) == Kind::broken_afterwards);
  auto at_one = noticed;
  at_one.push_back({0, "wrong 0 broken-afterwards MPI_Allreduce gives 2"});
  at_one.push_back({0, "end 0 fail"});
  at_one.push_back({1, "end 0 pass"});
  CHECK(kind(at_one, End::finished) == Kind::broken_afterwards);
}

TEST_CASE("what is no matter of a wrong argument is judged the same in a strict run") {
  const auto crash = outcome_of("bcast np=2", {{0, "begin 0"}, {1, "begin 0"}}, End::broken_off);
  CHECK(crash.verdict == Verdict::failed);
  CHECK(judged(parse_case("bcast np=2"), crash, true) == crash);
  CHECK(judged(parse_case("bcast np=2"), crash, false) == crash);
}

}  // namespace
}  // namespace tutti::conform
