// The trace of a schedule and its three prints: what the papers' figures say, and that nothing else is drawn.
#include "verified/check/trace.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "verified/check/prove.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

Trace trace_of(std::string_view name, int p, Rank root = 0) {
  const auto* algorithm = find_algorithm(name);
  REQUIRE(algorithm != nullptr);
  return trace(algorithm->schedule({p, root}));
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

/// Draws an algorithm of the registry, a p that it supports, and a root.
struct Drawn {
  const Algorithm* algorithm;
  Group group;
};

Drawn draw_case() {
  const auto all = algorithms();
  const auto& a = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  int p = *rc::gen::inRange(1, 34);
  if (!holds(a.supports, p)) p = floor2(p);
  return {&a, {p, row(a.collective).rooted() ? *rc::gen::inRange(0, p) : 0}};
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
  const auto t = trace(wrong);
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
  CHECK(contains(lines_of_round(print_text(trace(undefined), "undefined"), 1), "P1 ← P0  A∅"));
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
    const auto [algorithm, group] = draw_case();
    const auto schedule = algorithm->schedule(group);
    const auto t = trace(schedule);
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
    const auto [algorithm, group] = draw_case();
    const auto t = trace(algorithm->schedule(group));
    pugi::xml_document picture;
    RC_ASSERT(picture.load_string(print_svg(t, "a caption with < & >").c_str()));
    const auto svg = picture.child("svg");
    RC_ASSERT(std::string(svg.child("title").text().get()) == "a caption with < & >");
    const auto ranks = svg.select_nodes("text[@class='rank']");
    RC_ASSERT(ranks.size() == static_cast<std::size_t>(group.ranks));
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

TEST_CASE("for every allreduce each rank has one box, and only one, in which its vector becomes complete") {
  for (const auto& a : algorithms()) {
    if (a.collective != Collective::allreduce) continue;
    const auto t = trace(a.schedule({13, 0}));
    std::vector<Rank> complete;
    for (const auto& round : t.rounds)
      for (const auto& part : round.parts)
        if (part.whole && !part.holds.empty()) complete.push_back(part.rank);
    std::ranges::sort(complete);
    CHECK_MESSAGE(std::unique(complete.begin(), complete.end()) == complete.end(), a.name);
    CHECK_MESSAGE(complete.size() == 13, a.name);
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
