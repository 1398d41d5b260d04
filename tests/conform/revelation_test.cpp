// What ranks say of the bracketing, read again, put together and drawn.
#include "verified/conform/drive/revelation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <pugixml.hpp>

#include "tests/support/property.hpp"
#include "tests/support/says.hpp"
#include "verified/conform/case/wrongs.hpp"

namespace tutti::conform {
namespace {

Revelation revealed_by(const std::vector<std::vector<std::string>>& notes) {
  Revelation r{{.procedure = Procedure::allreduce, .ranks = static_cast<int>(notes.size()), .count = 8}};
  r.found = gather(notes);
  return r;
}

TEST_CASE("a note of the bracketing is read again, and any other note is none") {
  property("a note of the bracketing is read again, and any other note is none", [] {
    RevealedElements r;
    std::int64_t at = 0;
    for (int runs = 1 + draw(4); runs > 0; --runs) {
      const std::int64_t first = at + draw(100), last = first + std::int64_t{1000} * draw(3);
      r.elements.push_back({first, last});
      at = last + 2;
    }
    r.revealed = draw(2)   ? Revealed{parse_bracketing("((0·1)·(2·3·4))")}
                 : draw(2) ? unconfirmed(*parse_bracketing("(1·(0·2))"))
                           : Revealed{std::nullopt, "no tree, they say"};
    const auto read = parse_revealed(print(r));
    RC_ASSERT(read);
    RC_ASSERT(read->elements == r.elements);
    RC_ASSERT(read->revealed == r.revealed);
  });
  for (const auto* other : {"", "tree", "tree 0", "tree x 0", "tree 0- 0", "tree 0,,1 0", "tree 0 (0·", "trees 0 0",
                            "MPI_MAX on MPI_DOUBLE: of NaN and 1 NaN"})
    CHECK_FALSE_MESSAGE(parse_revealed(other), other);
}

TEST_CASE("equal trees are put together, by elements and by ranks") {
  const std::vector<std::string> same{"tree 0-3 ((0·1)·2)", "tree 4-7 (0·(1·2))"};
  const auto r = revealed_by({same, same, same});
  REQUIRE(r.found.size() == 2);
  CHECK(ranks_agree(r));
  CHECK(print(r.found[0].places.front()) == "elements 0-3 at ranks 0-2");
  CHECK(print_text(r).ends_with("All ranks have the same trees, so their results are equal bit for bit.\n"));
  const auto blocks = revealed_by({{"tree 0 (0·1)"}, {"tree 1 (0·1)"}});
  REQUIRE(blocks.found.size() == 1);
  CHECK(blocks.found.front().places.size() == 2);
}

TEST_CASE("ranks of an allreduce with different trees do not agree") {
  const auto r = revealed_by({{"tree 0-7 ((0·1)·2)"}, {"tree 0-7 ((0·1)·2)"}, {"tree 0-7 (0·(1·2))"}});
  CHECK_FALSE(ranks_agree(r));
  CHECK(print_text(r).find("elements 0-7 at ranks 0-1: ((0·1)·2)") != std::string::npos);
  CHECK(print_text(r).ends_with("The ranks have different trees: their results may differ.\n"));
}

TEST_CASE("a tree is drawn with a line for each leaf") {
  CHECK(print_dendrogram(*parse_bracketing("(((0·1)·2)·(3·4))"), "  ") ==
        "  ┬─┬─┬─ 0\n"
        "  │ │ └─ 1\n"
        "  │ └─ 2\n"
        "  └─┬─ 3\n"
        "    └─ 4\n");
  CHECK(print_dendrogram(*parse_bracketing("(0·1·2)"), "") == "┬─ 0\n├─ 1\n└─ 2\n");
}

TEST_CASE("the picture has a text for each leaf and a mark for each node, and is well-formed") {
  const auto r = revealed_by({{"tree 0-3 ((0·1)·(2·3))", "no-tree 4-7 1 < 2 & so on"}});
  pugi::xml_document svg;
  REQUIRE(svg.load_string(print_svg("<an MPI>", {r, r}).c_str()));
  CHECK(svg.select_nodes("//text[@class='leaf']").size() == 8);
  CHECK(svg.select_nodes("//circle[@class='node']").size() == 6);
  CHECK(svg.select_nodes("//rect").size() == 1);
  REQUIRE(svg.load_string(print_svg(*parse_bracketing("((0·1)·2)")).c_str()));
  CHECK(svg.select_nodes("//text[@class='leaf']").size() == 3);
  CHECK(svg.select_nodes("//rect").empty());
}

TEST_CASE("of a case's outcome, the notes of its ranks are what is revealed, and its findings are told with it") {
  const Case which{.procedure = Procedure::scan, .ranks = 2, .scenario = Scenario::reveal};
  const Outcome outcome{.verdict = Verdict::failed,
                        .found = {{1, {Kind::crash, "gone"}}},
                        .notes = {"rank 0: tree 0 0", "rank 1: tree 0 (0·1)", "rank 1: all is well", "rank 7: tree 0 0",
                                  "rank x: tree 0 0", "tree 0 0"}};
  const auto r = revelation_of(which, outcome);
  REQUIRE(r.found.size() == 2);
  CHECK(print(r.found[0].places.front()) == "element 0 at rank 0");
  CHECK(print(r.found[1].places.front()) == "element 0 at rank 1");
  CHECK(says(print_text(r), "\ncrash at rank 1: gone\n"));
  CHECK_FALSE(says(print_text(r), "have the same trees"));
  CHECK(says(print_text(revelation_of(which, skipped("no scan here"))), "not revealed: no scan here"));
}

TEST_CASE("it is said where the tree depends on the element") {
  const std::vector<std::string> blocks{"tree 0-3 ((0·1)·2)", "tree 4-7 (0·(1·2))"}, one{"tree 0-7 ((0·1)·2)"};
  CHECK(says(print_text(revealed_by({blocks, blocks, blocks})), "a rank has up to 2 of them"));
  CHECK_FALSE(says(print_text(revealed_by({one, one, {"tree 0-7 (0·(1·2))"}})), "depends on the element"));
}

TEST_CASE("each procedure has the wrong arguments that it takes") {
  const auto names = [](Procedure p) {
    std::string text;
    for (const auto& name : wrongs_of(p)) text += (text.empty() ? "" : " ") + name;
    return text;
  };
  CHECK(names(Procedure::barrier) == "comm");
  CHECK(names(Procedure::bcast) == "root negative-root comm count datatype uncommitted");
  CHECK(names(Procedure::exscan) == "comm intercommunicator op replace no-op op-type pair-type count datatype");
  CHECK(names(Procedure::neighbor_alltoall) == "comm topology count datatype uncommitted in-place");
  CHECK(names(Procedure::op_commutative) == "op");
  for (const auto& r : procedures)
    for (const auto& name : wrongs_of(r.id)) CHECK(wrong_argument_named(name));
  CHECK_FALSE(wrong_argument_named("weather"));
}

}  // namespace
}  // namespace tutti::conform
