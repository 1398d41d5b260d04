// The record of a run: what is written is read again, and nothing else is taken for a record. And the other texts that
// a run reads or prints: choices of algorithms, and what programs print.
#include "verified/conform/drive/journal.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <stdexcept>

#include "tests/support/program.hpp"
#include "tests/support/property.hpp"
#include "tests/support/says.hpp"
#include "verified/conform/drive/choice.hpp"
#include "verified/conform/drive/text.hpp"

namespace tutti::conform {
namespace {

Outcome any_outcome() {
  Outcome o;
  o.verdict = static_cast<Verdict>(draw(4));
  if (o.verdict == Verdict::failed) {
    for (int n = 1 + draw(3); n > 0; --n)
      o.found.push_back({draw(5) - 1, {static_cast<Kind>(draw(static_cast<int>(Kind::crash) + 1)), "\"a\" · b"}});
    o.again = static_cast<Again>(draw(4));
    o.before.resize(static_cast<std::size_t>(draw(3)), parse_case("bcast np=3 root=1"));
  } else if (o.verdict != Verdict::passed) {
    o.why = "why not";
  }
  o.notes.resize(static_cast<std::size_t>(draw(3)), "NaN is lost");
  return o;
}

std::vector<Case> programme_of(int cases) {
  std::vector<Case> all;
  for (int k = 0; k < cases; ++k) all.push_back(parse_case("bcast np=2 count=" + std::to_string(k)));
  return all;
}

/// What is thrown when the file is resumed.
std::string fault(const std::filesystem::path& path, const std::vector<Case>& programme) {
  try {
    Journal::resume(path, programme, "--np 2");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "none";
}

TEST_CASE("outcomes are read again from a record, wherever its end is torn off") {
  property("outcomes are read again from a record", [] {
    const Folder folder;
    const auto path = folder / "record";
    const auto programme = programme_of(1 + draw(6));
    std::vector<std::optional<Outcome>> known(programme.size());
    std::vector<std::pair<std::uintmax_t, std::vector<std::optional<Outcome>>>> states;
    {
      auto journal = Journal::begin(path, programme, "--np 2");
      states.emplace_back(std::filesystem::file_size(path), known);
      for (std::size_t k = 0; k < programme.size(); ++k) {
        known[k] = any_outcome();
        journal.add(static_cast<int>(k), programme[k], *known[k]);
        states.emplace_back(std::filesystem::file_size(path), known);
      }
    }
    const auto least = static_cast<int>(states.front().first), most = static_cast<int>(states.back().first);
    const auto size = static_cast<std::uintmax_t>(least + draw(most - least + 1));
    std::filesystem::resize_file(path, size);
    std::erase_if(states, [&](const auto& s) { return s.first > size; });
    auto journal = Journal::resume(path, programme, "--np 2");
    RC_ASSERT(journal.past().outcomes == states.back().second);
    RC_ASSERT(std::filesystem::file_size(path) == states.back().first);
  });
}

TEST_CASE("a record tells the library, and goes on where it was") {
  const Folder folder;
  const auto programme = programme_of(2);
  {
    auto journal = Journal::begin(folder / "r", programme, "");
    CHECK_FALSE(journal.past().library);
    journal.add(Library{"4.0", "An MPI"});
    journal.add(0, programme[0], skipped("no time"));
    CHECK(says(fault(folder / "r", programme), "is being written by another run"));
  }
  {
    auto journal = Journal::resume(folder / "r", programme, "");
    CHECK(journal.past().library == Library{"4.0", "An MPI"});
    journal.add(1, programme[1], failed(Kind::hang, "\xff"));
  }
  const auto journal = Journal::resume(folder / "r", programme, "");
  CHECK(journal.past().outcomes[0] == skipped("no time"));
  CHECK(journal.past().outcomes[1]->found.front().wrong.kind == Kind::hang);
}

TEST_CASE("what is no record of this programme is refused with the reason and the line") {
  const Folder folder;
  const auto path = folder / "r";
  const auto programme = programme_of(2);
  CHECK(says(fault(folder / "none", programme), "cannot be read: No such file"));
  std::ofstream(path) << "";
  CHECK(says(fault(path, programme), "is no record of tutti conform"));
  std::ofstream(path) << "{\"a\":1}\n";
  CHECK(says(fault(path, programme), "is no record of tutti conform"));
  std::filesystem::remove(path);
  Journal::begin(path, programme, "--np 3");
  CHECK(says(fault(path, programme_of(3)), "another programme, of the options '--np 3', not '--np 2'"));
  std::ofstream(path, std::ios::app) << "{\"number\":0,\"case\":\"bcast np=9\",\"verdict\":\"passed\"}\n";
  CHECK(says(fault(path, programme), "r:2: is no record of an outcome: the programme has no such case"));
  CHECK_THROWS_AS(Journal::begin(path, programme, ""), std::invalid_argument);
  std::filesystem::remove(path);
  Journal::begin(path, programme_of(3), "--np 2");
  CHECK(says(fault(path, programme), "records other cases by the same options"));
  std::filesystem::remove(path);
  Journal::begin(path, programme, "--np 2");
  std::ofstream(path, std::ios::app) << "garbage\n";
  CHECK(says(fault(path, programme), "r:2: is no record of an outcome: it is not JSON"));
}

TEST_CASE("choices are read line by line, those with one label together") {
  const auto all = parse_choices(
      "# of my MPI\n\nallreduce=ring env A=1\n  bcast=tree args --mca x 1 # fast\nallreduce=ring env B=x=y\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0] == Choice{"allreduce=ring", {{"A", "1"}, {"B", "x=y"}}});
  CHECK(all[1] == Choice{"bcast=tree", {}, "--mca x 1"});
  CHECK(parse_choices("all=FILE not any text\n").at(0) == Choice{"all=FILE", {}, "", "any text"});
}

TEST_CASE("a choice concerns the forms of its procedure and the kind of communicator that its label says") {
  const auto concerned = [](const char* label, const char* line) { return concerns({label, {}}, parse_case(line)); };
  CHECK(concerned("bcast=tree", "bcast np=3"));
  CHECK_FALSE(concerned("bcast=tree", "reduce np=3"));
  CHECK_FALSE(concerned("bcast=tree", "bcast np=3 form=persistent"));
  CHECK_FALSE(concerned("bcast=tree", "bcast np=3 comm=inter"));
  CHECK(concerned("ibcast=tree", "bcast np=3 form=persistent"));
  CHECK_FALSE(concerned("ibcast=tree", "bcast np=3"));
  CHECK(concerned("bcast-inter=tree", "bcast np=3 comm=inter"));
  CHECK(concerned("ibcast-inter=tree", "bcast np=3 form=nonblocking comm=inter"));
  CHECK(concerned("bcast-posix=tree", "bcast np=3"));
  CHECK(concerned("all=sm", "bcast np=3"));
  CHECK(concerned("all=sm", "reduce np=3 form=persistent comm=inter"));
  CHECK_FALSE(concerned("all=sm", "reduce_local np=1"));
  CHECK_FALSE(
      concerns({.label = "bcast=tree", .environment = {}, .why_not = "it is secret"}, parse_case("bcast np=3")));
}

TEST_CASE("under one choice of many a sample runs, of each procedure and on other ranks from choice to choice") {
  std::vector<Case> plain;
  for (int p = 1; p <= 8; ++p)
    for (int count = 0; count < 100; ++count)
      for (const char* name : {"bcast", "reduce"})
        plain.push_back(parse_case(std::string(name) + " np=" + std::to_string(p) + " count=" + std::to_string(count)));
  plain.push_back(parse_case("bcast np=4 scene=threads"));
  const auto under = [&](const std::vector<Choice>& choices, const std::string& label) {
    auto cases = plain;
    add_chosen(cases, choices);
    std::erase_if(cases, [&](const Case& c) { return c.algorithm != label; });
    return cases;
  };
  CHECK(under({{"bcast=tree", {}}}, "bcast=tree").size() == 801);
  const std::vector<Choice> many{{"all=sm", {}}, {"bcast=tree+kval:3", {}}, {"reduce=x:1", {}}};
  std::set<int> ranks, counts;
  for (const auto& choice : many) {
    const auto some = under(many, choice.label);
    CHECK(some.size() == (choice.label == "all=sm" ? 80 : 40));
    std::set<int> own;
    for (const auto& c : some) {
      CHECK(c.ranks >= 3);
      CHECK(c.scenario != Scenario::threads);
      own.insert(c.ranks);
      counts.insert(static_cast<int>(c.count));
    }
    CHECK(own.size() == 2);
    ranks.insert(own.begin(), own.end());
  }
  CHECK(ranks.size() > 3);
  CHECK(*counts.rbegin() > 90);
  CHECK(under({{"all=sm", {}, "", "nobody knows"}}, "all=sm").empty());
  plain.assign(100, parse_case("bcast np=4 count=1000000"));
  CHECK(under({{"bcast=tree+chunk_size:8", {}}}, "bcast=tree+chunk_size:8").empty());
  CHECK(under({{"bcast=tree+kval:8", {}}}, "bcast=tree+kval:8").size() == 40);
}

TEST_CASE("a line that is no choice is refused with its number") {
  const auto fault_of = [](const char* text) -> std::string {
    try {
      parse_choices(text);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "none";
  };
  CHECK(fault_of("\nring env A=1") == "line 2: 'ring' is no label: PROCEDURE=NAME is due, such as allreduce=ring");
  CHECK(says(fault_of("allredce=ring env A=1"), "line 1: 'allredce=ring' is no label"));
  CHECK(says(fault_of("allreduce=ring env A"), "'A' is no variable: NAME=VALUE is due"));
  CHECK(says(fault_of("allreduce=ring"), "env NAME=VALUE or args ARGUMENTS is due"));
  CHECK(says(fault_of("allreduce=ring args"), "env NAME=VALUE or args ARGUMENTS is due"));
}

TEST_CASE("of what programs print the last lines are kept, and those that tell most") {
  CHECK(last_lines("one\n=====\n\ntwo\nthree", 2) == "two | three");
  CHECK(telling_lines("one\nPID 7 HAS ENDED\nAbort(1) on node 0\nleft\nAssertion failed in f.c\nAbort(1) on node 0\n",
                      2) == "Abort(1) on node 0 | Assertion failed in f.c");
  CHECK(telling_lines("one\ntwo\nthree", 2) == "two | three");
  CHECK(describe_status(3) == "status 3");
  CHECK(describe_status(139) == "status 139 (Segmentation fault)");
  CHECK(shell_quoted("/a/b.c") == "/a/b.c");
  CHECK(shell_quoted("it's") == "'it'\\''s'");
}

}  // namespace
}  // namespace tutti::conform
