// The trace of a schedule and its three prints: what the papers' figures say, and that nothing else is drawn.
#include "verified/check/trace/trace.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "tests/support/all_cases.hpp"
#include "verified/check/prove.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Trace trace_of(std::string_view name, int p, Rank root = 0) {
  const auto* algorithm = find_algorithm(name);
  REQUIRE(algorithm != nullptr);
  return trace(algorithm->schedule({.ranks = p, .root = root}), algorithm->collective, root);
}

std::string text_of(std::string_view name, int p, Rank root = 0) {
  return print_text(trace_of(name, p, root), "caption");
}

/// The second line, which says what the ranks start with.
std::string start_of(std::string_view name, int p, Rank root = 0) {
  std::istringstream in(text_of(name, p, root));
  std::string line;
  std::getline(in, line);
  std::getline(in, line);
  return line;
}

/// The lines of one round of the text, without the margin; round 1 is the first.
std::vector<std::string> lines_of_round(const std::string& text, int round) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (inside && line.empty()) break;
    if (inside) lines.push_back(line.substr(2));
    inside = inside || line.starts_with(std::to_string(round) + ". ");
  }
  return lines;
}

bool contains(const std::vector<std::string>& lines, std::string_view line) {
  return std::ranges::find(lines, line) != lines.end();
}

std::vector<int> surplus_rounds(const Trace& t) {
  std::vector<int> rounds;
  for (std::size_t i = 0; i < t.rounds.size(); ++i)
    if (t.rounds[i].surplus) rounds.push_back(static_cast<int>(i) + 1);
  return rounds;
}

/// All text below a node, as a reader sees it.
std::string text_below(const pugi::xml_node& node) {
  std::string text = node.value();
  for (const auto& child : node) text += text_below(child);
  return text;
}

/// Draws an algorithm of the registry, a p that it supports, a root, and a shape.
struct Drawn {
  const Algorithm* algorithm;
  Group group;
  Trace traced() const { return trace(algorithm->schedule(group), algorithm->collective, group.root); }
};

Drawn draw_case() {
  const auto all = algorithms();
  const auto& a = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  const int p = supported_near(a, *rc::gen::inRange(1, 34));
  const auto shapes = a.shapes_for(p);
  return {&a,
          {.ranks = p,
           .root = row(a.collective).rooted() ? *rc::gen::inRange(0, p) : 0,
           .shape = shapes[*rc::gen::inRange<std::size_t>(0, shapes.size())]}};
}

}  // namespace

TEST_CASE("the first round of halving and doubling on 13 ranks is what Rabenseifner's section 3.5 says") {
  const auto lines = lines_of_round(print_text(trace_of("allreduce/halving_doubling", 13), "caption"), 1);
  CHECK(contains(lines, "P0  ← P1  A–D₀₋₁"));
  CHECK(contains(lines, "P1  ← P0  E–H₀₋₁"));
  CHECK(contains(lines, "P2  ← P3  A–D₂₋₃"));
  CHECK(lines.size() == 10);
}

TEST_CASE("a rank that only sends is shown without blocks, and the receiver with all that it holds then") {
  const auto lines = lines_of_round(print_text(trace_of("allreduce/halving_doubling", 13), "caption"), 2);
  CHECK(contains(lines, "P0  ← P1  A–H₀₋₁"));
  CHECK(contains(lines, "P1  → P0"));
}

TEST_CASE("binary blocks on 13 ranks fold the segments of the small blocks where Rabenseifner's section 3.6 says") {
  const auto lines = lines_of_round(print_text(trace_of("reduce/binary_blocks", 13, 9), "caption"), 3);
  CHECK(contains(lines, "P0  ← P4   A₀₋₇"));
  CHECK(contains(lines, "P8  ← P12  A–B₈₋₁₂"));
  CHECK(contains(lines, "P12 → P8-11"));
}

TEST_CASE("the caption comes first, and p = 1 has no rounds") {
  const auto text = print_text(trace_of("allreduce/halving_doubling", 1), "one rank");
  CHECK(text.starts_with("one rank\n"));
  CHECK(text.find("No rounds") != text.npos);
  CHECK(trace_of("allreduce/halving_doubling", 1).start.front().whole);
}

TEST_CASE("scratch slots are named by the blocks that they stand for, in brackets") {
  const auto text = print_text(trace_of("reduce_scatter/permuted_halving", 8), "caption");
  CHECK(contains(lines_of_round(text, 1), "P3  (A E C G B F D H)₃"));
  CHECK(contains(lines_of_round(text, 2), "P3 ← P2  (B F D H)₂₋₃"));
  CHECK(contains(lines_of_round(text, 5), "P3  D₀₋₇"));
}

TEST_CASE("words out of rank order are printed letter by letter, runs in either direction shortened") {
  const auto text = print_text(trace_of("allreduce/ring", 7), "caption");
  CHECK(contains(lines_of_round(text, 1), "P0 ← P6  A₀·₆"));
  CHECK(contains(lines_of_round(text, 6), "P1 ← P2  B₀₋₁·₆₋₂"));
}

TEST_CASE("blocks after Z are AA, AB, …") {
  CHECK(block_name(25) == "Z");
  CHECK(block_name(26) == "AA");
  CHECK(trace_of("allreduce/halving_doubling", 100).start.front().holds.front().name == "A–BL");
}

TEST_CASE("a word is printed with at most eight runs, and nothing as the empty set") {
  CHECK(print_runs({}) == "∅");
  CHECK(print_runs({{{0, 12}}}) == "0-12");
  CHECK(print_runs({{{3, 3}}, true}) == "3·…");
  CHECK(print_runs({{{0, 0}, {2, 2}, {4, 4}, {6, 6}, {8, 8}, {10, 10}, {12, 12}, {14, 14}, {16, 16}}}) ==
        "0·2·4·6·8·10·12·14·…");
}

TEST_CASE("a wrong schedule shows its wrong words") {
  const Step zero_to_one{0, 1, {0, 1}, 0, Action::fold_right};
  const Schedule wrong{.ranks = 2,
                       .blocks = 1,
                       .extra = 0,
                       .scratch = {},
                       .rounds = {{"fold on the wrong side", {zero_to_one}}, {"and once more", {zero_to_one}}}};
  const auto t = trace(wrong, Collective::allreduce, 0);
  CHECK(contains(lines_of_round(print_text(t, "wrong"), 1), "P1 ← P0  A₁·₀"));
  CHECK(contains(lines_of_round(print_text(t, "wrong"), 2), "P1 ← P0  A₁·₀·₀"));
  CHECK(t.rounds[0].parts[1].whole);
  CHECK(!t.rounds[1].parts[1].whole);
}

TEST_CASE("a slot that was never written shows as nothing") {
  const Schedule undefined{.ranks = 2,
                           .blocks = 1,
                           .extra = 1,
                           .scratch = {{0}, {0}},
                           .rounds = {{"send scratch", {{0, 1, {1, 1}, 0, Action::replace}}}}};
  CHECK(
      contains(lines_of_round(print_text(trace(undefined, Collective::allreduce, 0), "undefined"), 1), "P1 ← P0  A∅"));
}

TEST_CASE("the second line says what the ranks start with") {
  CHECK(start_of("allreduce/ring", 3) == "Each rank r starts with A–C of its own vector, written A–Cᵣ.");
  CHECK(start_of("scan/linear", 3) == "Each rank r starts with A of its own vector, written Aᵣ.");
  CHECK(start_of("bcast/scatter_ring", 4, 2) == "The root, rank 2, starts with A–D.");
  CHECK(start_of("scatter/linear", 4, 2) == "The root, rank 2, starts with A–D, in order one block for each rank.");
  CHECK(start_of("allgather/ring", 4) == "Each rank starts with one block: rank 0 with A to rank 3 with D.");
  CHECK(start_of("gatherv/linear", 1) == "Rank 0 starts with A.");
  CHECK(start_of("alltoallv/ring_shift", 4) == "Each rank r starts with one block for each rank s, written r→s.");
  CHECK(start_of("barrier/dissemination", 4) == "Each rank starts knowing only of itself that it has entered.");
}

TEST_CASE("a rank that holds nothing at the start has nothing there") {
  const auto bcast = trace_of("bcast/linear", 3, 1);
  CHECK(bcast.start[0].holds.empty());
  CHECK(bcast.start[1].holds.size() == 1);
  CHECK(bcast.start[1].whole);
  const auto gather = trace_of("gatherv/linear", 3, 1);
  for (const auto& part : gather.start) CHECK(part.holds.size() == 1);
}

TEST_CASE("moved blocks are written without ranks, each where it came to") {
  CHECK(lines_of_round(text_of("bcast/linear", 4, 1), 1) ==
        std::vector<std::string>{"P0 ← P1  A", "P1 → P0,2,3", "P2 ← P1  A", "P3 ← P1  A"});
  CHECK(contains(lines_of_round(text_of("gatherv/binomial", 6), 2), "P0 ← P2  A–D"));
  CHECK(contains(lines_of_round(text_of("gatherv/binomial", 6), 3), "P0 ← P4  A–F"));
  CHECK(contains(lines_of_round(text_of("allgatherv/ring", 4), 1), "P0 ← P3  D"));
}

TEST_CASE("an exchange names blocks by source and destination, in runs of either") {
  const auto text = text_of("alltoallw/ring_shift", 4);
  CHECK(contains(lines_of_round(text, 1), "P2  2→2"));
  CHECK(contains(lines_of_round(text, 2), "P2 ← P1  1–2→2"));
  CHECK(contains(lines_of_round(text, 4), "P2 ← P3  0–3→2"));
  const auto t = trace_of("alltoallw/ring_shift", 4);
  REQUIRE(t.start[2].holds.size() == 1);
  CHECK(t.start[2].holds[0].name == "2→0–3");
  CHECK(!t.start[2].holds[0].finished);
  CHECK(t.rounds[0].transfers[2].carried[0].name == "2→2");
}

TEST_CASE("blocks that are not in their own place stand in brackets, and the second line says so") {
  const auto bruck = text_of("allgatherv/bruck", 5);
  CHECK(bruck.find(" In brackets: blocks that are not in their own place.\n") != bruck.npos);
  CHECK(contains(lines_of_round(bruck, 3), "P3 ← P0  (D–E A–B)"));
  CHECK(contains(lines_of_round(bruck, 5), "P3  A–E"));
  const auto index = text_of("alltoall/bruck", 5);
  CHECK(index.find(" In brackets: blocks that are not in their own place.\n") != index.npos);
  CHECK(contains(lines_of_round(index, 5), "P3  0–4→3"));
}

TEST_CASE("data in the slot of another block is shown as what it is, and is not finished") {
  const Schedule swapped{.ranks = 2,
                         .blocks = 2,
                         .extra = 0,
                         .scratch = {},
                         .rounds = {{"into the wrong slot", {{0, 1, {0, 1}, 0, Action::replace}}},
                                    {"over the own block", {{0, 1, {0, 1}, 1, Action::replace}}}}};
  const auto t = trace(swapped, Collective::allgather, 0);
  CHECK(contains(lines_of_round(print_text(t, "wrong"), 1), "P1 ← P0  A–B"));
  CHECK(t.rounds[0].parts[1].whole);
  CHECK(contains(lines_of_round(print_text(t, "wrong"), 2), "P1 ← P0  (A)"));
  CHECK(!t.rounds[1].parts[1].whole);
  CHECK(!t.rounds[1].parts[1].holds[0].finished);
}

TEST_CASE("a message that carries nothing shows nothing under the name of the block that is missing") {
  const Step empty{1, 0, {1, 1}, 1, Action::replace};
  const Schedule undefined{.ranks = 2, .blocks = 2, .extra = 0, .scratch = {}, .rounds = {{"too early", {empty}}}};
  CHECK(contains(lines_of_round(print_text(trace(undefined, Collective::bcast, 0), "undefined"), 1), "P0 ← P1  B∅"));
  const Schedule exchange{
      .ranks = 2, .blocks = 4, .exchange = true, .scratch = {}, .rounds = {{"too early", {{1, 0, {2, 1}, 2, {}}}}}};
  CHECK(
      contains(lines_of_round(print_text(trace(exchange, Collective::alltoall, 0), "undefined"), 1), "P0 ← P1  0→0∅"));
}

TEST_CASE("in a barrier a rank is shown with the ranks of which it knows that they have entered") {
  const auto text = text_of("barrier/dissemination", 6);
  CHECK(contains(lines_of_round(text, 1), "P0 ← P5  knows 0,5"));
  CHECK(contains(lines_of_round(text, 2), "P1 ← P5  knows 0–1,4–5"));
  CHECK(contains(lines_of_round(text, 3), "P5 ← P1  knows 0–5"));
  const auto t = trace_of("barrier/dissemination", 6);
  CHECK(!t.rounds[1].parts[0].whole);
  CHECK(t.rounds[2].parts[0].whole);
  CHECK(text_of("barrier/dissemination", 1).find("No rounds: there is nobody to wait for.") != text.npos);
}

TEST_CASE("a signal in scratch stands in brackets until it is noted") {
  const Schedule flags{.ranks = 2,
                       .blocks = 1,
                       .extra = 1,
                       .scratch = {{0}, {0}},
                       .rounds = {{"signal", {{1, 0, {0, 1}, 1, Action::replace}}},
                                  {"note it", {{0, 0, {1, 1}, 0, Action::fold_right}}}}};
  const auto text = print_text(trace(flags, Collective::barrier, 0), "flags");
  CHECK(text.find(" In brackets: signals that are not noted yet.\n") != text.npos);
  CHECK(contains(lines_of_round(text, 1), "P0 ← P1  (1)"));
  CHECK(contains(lines_of_round(text, 2), "P0  knows 0–1"));
}

TEST_CASE("a rank of a scan is complete when it has its prefix, and rank 0 of an exscan never") {
  const auto scan = trace_of("scan/linear", 4);
  CHECK(scan.start[0].whole);
  CHECK(!scan.start[1].whole);
  CHECK(scan.rounds.back().parts.back().whole);
  CHECK(scan.rounds.back().parts.back().holds[0].finished);
  CHECK(!trace_of("exscan/linear", 4).start[0].whole);
}

TEST_CASE("a prefix in scratch is not finished, whatever it is") {
  const Schedule copies{.ranks = 1,
                        .blocks = 1,
                        .extra = 1,
                        .scratch = {{0}},
                        .rounds = {{"copy", {{0, 0, {0, 1}, 1, Action::replace}}}}};
  const auto t = trace(copies, Collective::scan, 0);
  REQUIRE(t.rounds[0].parts[0].holds.size() == 1);
  CHECK(t.rounds[0].parts[0].holds[0].name == "(A)");
  CHECK(!t.rounds[0].parts[0].holds[0].finished);
}

TEST_CASE("for every algorithm every rank to which something is due ends with all of it, and nobody else") {
  CHECK(rc::check([] {
    const auto drawn = draw_case();
    const auto& c = row(drawn.algorithm->collective);
    if (c.combines() && c.result != Result::prefix && c.result != Result::prefix_before) return;
    const auto t = drawn.traced();
    std::vector<bool> whole;
    for (const auto& part : t.start) whole.push_back(part.whole);
    for (const auto& round : t.rounds)
      for (const auto& part : round.parts) whole[static_cast<std::size_t>(part.rank)] = part.whole;
    for (Rank r = 0; r < t.ranks; ++r) {
      const bool none = (c.result == Result::at_root && r != t.root) || (c.result == Result::prefix_before && r == 0);
      RC_ASSERT(whole[static_cast<std::size_t>(r)] != none);
    }
  }));
}

TEST_CASE("only reductions have frames, though trees, scans and barriers may look like surplus ranks") {
  for (const auto& a : algorithms()) {
    const auto& c = row(a.collective);
    if (c.combines() && c.result != Result::prefix && c.result != Result::prefix_before) continue;
    for (const int p : {3, 5, 6, 7, 12})
      if (a.supports.holds(p)) CHECK_MESSAGE(surplus_rounds(trace_of(a.name, p)).empty(), a.name);
  }
}

TEST_CASE("frames are around the rounds that exist only because p is no power of two") {
  using Rounds = std::vector<int>;
  CHECK(surplus_rounds(trace_of("allreduce/halving_doubling", 13)) == Rounds{1, 2, 9});
  CHECK(surplus_rounds(trace_of("reduce/halving_doubling", 12, 3)) == Rounds{1, 2});
  CHECK(surplus_rounds(trace_of("allreduce/recursive_doubling", 3)) == Rounds{1, 3});
  CHECK(surplus_rounds(trace_of("reduce/binary_blocks", 13, 0)) == Rounds{4});
  CHECK(surplus_rounds(trace_of("reduce/binary_blocks", 13, 9)) == Rounds{4, 5});
  CHECK(surplus_rounds(trace_of("allreduce/binary_blocks", 3)) == Rounds{2, 3});
  CHECK(surplus_rounds(trace_of("allreduce/ring", 7)).empty());
  CHECK(surplus_rounds(trace_of("reduce/halving_doubling", 16, 5)).empty());
}

TEST_CASE("halving and doubling has a frame around two rounds, or three for allreduce, at every p but powers of two") {
  for (int p = 2; p <= 40; ++p) {
    const auto expected = [p](std::size_t rounds) { return power_of_two(p) ? 0 : rounds; };
    CHECK(surplus_rounds(trace_of("allreduce/halving_doubling", p)).size() == expected(3));
    for (Rank root = 0; root < p; ++root)
      CHECK(surplus_rounds(trace_of("reduce/halving_doubling", p, root)).size() == expected(2));
  }
}

TEST_CASE("for every algorithm exactly the ranks that send or receive stand in a round, with what arrived") {
  CHECK(rc::check([] {
    const auto drawn = draw_case();
    const auto schedule = drawn.algorithm->schedule(drawn.group);
    const auto t = drawn.traced();
    RC_ASSERT(t.rounds.size() == schedule.rounds.size());
    const auto text = print_text(t, "caption");
    for (std::size_t i = 0; i < t.rounds.size(); ++i) {
      std::set<Rank> active, shown;
      for (const auto& s : schedule.rounds[i].steps) active.insert({s.from, s.to});
      for (const auto& part : t.rounds[i].parts) shown.insert(part.rank);
      RC_ASSERT(active == shown);
      const auto lines = lines_of_round(text, static_cast<int>(i) + 1);
      const auto labels = std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("P"); });
      RC_ASSERT(static_cast<std::size_t>(labels) == active.size());
      for (const auto& s : schedule.rounds[i].steps) {
        const auto& part = *std::ranges::find(t.rounds[i].parts, s.to, &Part::rank);
        RC_ASSERT(std::ranges::any_of(part.holds, [&](const Holding& h) {
          return h.slots.first <= s.at && s.at < h.slots.first + h.slots.count;
        }));
      }
    }
  }));
}

TEST_CASE("for every algorithm the picture is well-formed, and has a label for each rank and no box off the paper") {
  CHECK(rc::check([] {
    const auto drawn = draw_case();
    const auto t = drawn.traced();
    pugi::xml_document picture;
    RC_ASSERT(picture.load_string(print_svg(t, "a caption with < & >").c_str()));
    const auto svg = picture.child("svg");
    RC_ASSERT(std::string(svg.child("title").text().get()) == "a caption with < & >");
    const auto ranks = svg.select_nodes("text[@class='rank']");
    RC_ASSERT(ranks.size() == static_cast<std::size_t>(t.ranks));
    for (std::size_t r = 0; r < ranks.size(); ++r) RC_ASSERT(text_below(ranks[r].node()) == "P" + std::to_string(r));
    const auto number = [](const pugi::xml_node& n, const char* name) { return n.attribute(name).as_double(); };
    for (const auto& rect : svg.select_nodes("rect[@x]")) {
      const auto box = rect.node();
      RC_ASSERT(number(box, "x") >= 0);
      RC_ASSERT(number(box, "x") + number(box, "width") <= number(svg, "width"));
      RC_ASSERT(number(box, "y") + number(box, "height") <= number(svg, "height"));
    }
  }));
}

TEST_CASE("for every algorithm each round of the picture has its number, and what is not a round has none") {
  CHECK(rc::check([] {
    const auto t = draw_case().traced();
    pugi::xml_document picture;
    RC_ASSERT(picture.load_string(print_svg(t, "").c_str()));
    std::set<std::string> due, found;
    for (std::size_t round = 1; round <= t.rounds.size(); ++round) due.insert(std::to_string(round));
    const auto numbers = picture.child("svg").select_nodes("text[@font-weight='bold'][@text-anchor='middle']");
    for (const auto& text : numbers) found.insert(text_below(text.node()));
    RC_ASSERT(numbers.size() == t.rounds.size());
    RC_ASSERT(found == due);
  }));
}

TEST_CASE("for every allreduce each rank has one box, and only one, in which its vector becomes complete") {
  for (const auto& a : algorithms()) {
    if (a.collective != Collective::allreduce) continue;
    const int p = supported_near(a, 13);
    const auto t = trace_of(a.name, p);
    std::vector<Rank> complete;
    for (const auto& round : t.rounds)
      for (const auto& part : round.parts)
        if (part.whole && !part.holds.empty()) complete.push_back(part.rank);
    std::ranges::sort(complete);
    CHECK_MESSAGE(std::unique(complete.begin(), complete.end()) == complete.end(), a.name);
    CHECK_MESSAGE(std::ssize(complete) == p, a.name);
  }
}

TEST_CASE("the picture shows what the boxes hold, ranks lower and smaller") {
  pugi::xml_document picture;
  REQUIRE(picture.load_string(print_svg(trace_of("allreduce/halving_doubling", 13), "caption").c_str()));
  std::multiset<std::string> boxes;
  for (const auto& text : picture.child("svg").select_nodes("text[tspan]")) boxes.insert(text_below(text.node()));
  CHECK(boxes.count("A–D0–1") == 1);
  CHECK(boxes.count("A–H0–12") == 13);
}

TEST_CASE("pictures of moved data and of barriers have no lowered ranks, no empty boxes, and their own legend") {
  for (const auto& [name, says] : {std::pair("alltoall/bruck", "(A) is not in its own place"),
                                   std::pair("barrier/dissemination", "knows that all have entered"),
                                   std::pair("bcast/linear", "all that is due is here")}) {
    pugi::xml_document picture;
    REQUIRE(picture.load_string(print_svg(trace_of(name, 5), "caption").c_str()));
    const auto svg = picture.child("svg");
    CHECK(svg.select_nodes("text[tspan]").empty());
    std::multiset<std::string> texts;
    for (const auto& text : svg.select_nodes("text")) texts.insert(text_below(text.node()));
    CHECK(texts.count(says) == 1);
    CHECK(texts.count("") == 0);
    CHECK(texts.count("complete vector") == 0);
    if (std::string_view(name) == "bcast/linear") CHECK(texts.count("A") == 5);
  }
}

TEST_CASE("in JSON moved data has names and no words") {
  const auto j = print_json(trace_of("alltoallw/ring_shift", 3));
  CHECK(j["rounds"][1]["ranks"][2]["holds"] ==
        nlohmann::json::parse(R"([{"first":4,"count":2,"blocks":"1–2→2","word":null,"finished":true}])"));
  CHECK(j["rounds"][1]["steps"][0]["carries"] ==
        nlohmann::json::parse(R"([{"first":1,"count":1,"blocks":"0→1","word":null,"finished":false}])"));
}

TEST_CASE("the JSON has a version, and says what each step carried and each rank held") {
  const auto j = print_json(trace_of("allreduce/halving_doubling", 13));
  CHECK(j["version"] == 1);
  CHECK(j["ranks"] == 13);
  CHECK(j["blocks"] == 8);
  CHECK(j["rounds"].size() == 9);
  const auto& round = j["rounds"][1];
  CHECK(round["surplus"] == true);
  CHECK(round["steps"][0] ==
        nlohmann::json::parse(R"({"from":1,"to":0,"first":4,"count":4,"at":4,"action":"replace","carries":
          [{"first":4,"count":4,"blocks":"E–H","word":"0-1","finished":false}]})"));
  CHECK(round["ranks"][0] == nlohmann::json::parse(R"({"rank":0,"heard_from":[1],"sent_to":[],"whole":false,"holds":
          [{"first":0,"count":8,"blocks":"A–H","word":"0-1","finished":false}]})"));
}

}  // namespace tutti
