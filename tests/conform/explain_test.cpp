// What is made of failures without another launch: which case stands for which others.
#include "verified/conform/drive/explain.hpp"

#include <doctest/doctest.h>

#include <map>

namespace tutti::conform {
namespace {

Outcome failing(Kind kind) {
  Outcome o;
  o.verdict = Verdict::failed;
  o.found.push_back({0, {kind, "so"}});
  o.again = Again::alone;
  return o;
}

TEST_CASE("a case that fails alike without what was chosen is like that one, and what a choice alone breaks is not") {
  const std::vector<std::pair<const char*, Kind>> failures{
      {"bcast np=4 comm=inter", Kind::not_written},
      {"bcast np=4 algorithm=all=x:1 comm=inter", Kind::not_written},
      {"bcast np=4 algorithm=all=x:2 comm=inter", Kind::not_written},
      {"bcast np=4 algorithm=all=x:3 comm=inter", Kind::wrong_value},
      {"bcast np=4 algorithm=all=x:3 comm=inter root=1", Kind::not_written}};
  std::vector<Case> programme;
  std::vector<Outcome> outcomes;
  for (const auto& [text, kind] : failures) {
    programme.push_back(parse_case(text));
    outcomes.push_back(failing(kind));
  }
  programme.push_back(parse_case("bcast np=4 comm=inter root=1"));
  outcomes.emplace_back();
  outcomes.back().verdict = Verdict::passed;
  Runner runner({}, {}, [] { return false; });
  const auto explained = explain(programme, outcomes, runner, {0, 0, 0}, [](std::size_t, std::size_t) {});
  REQUIRE(explained.failures.size() == failures.size());
  std::map<int, int> like;
  for (const auto& f : explained.failures) like[f.number] = f.like;
  CHECK(like.at(0) == -1);
  CHECK(like.at(1) == 0);
  CHECK(like.at(2) == 0);
  CHECK(like.at(3) == -1);
  CHECK(like.at(4) == -1);
}

}  // namespace
}  // namespace tutti::conform
