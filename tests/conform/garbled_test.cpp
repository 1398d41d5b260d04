// Compiled with -O1, since it reads many lines.
// What workers, journals and users write, nearly right.
#include "tests/support/garbled.hpp"

#include <fstream>
#include <stdexcept>

#include "tests/support/program.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/offer.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/drive/choice.hpp"
#include "verified/conform/drive/journal.hpp"
#include "verified/conform/drive/launch.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/conform/generate/programme.hpp"
#include "verified/conform/judge/record_note.hpp"
#include "verified/conform/judge/reveal_note.hpp"
#include "verified/system/text_file.hpp"

namespace tutti::conform {
namespace {

TEST_CASE("a line that is nearly a case is refused, or is a case whose own line says the same, legal or not") {
  std::vector<std::string> lines;
  for (const auto& c : programme({.ranks = {2, 5}, .nodes = 2, .size = ProgrammeSize::quick}).cases)
    lines.push_back(print(c));
  reads_or_refuses<std::invalid_argument>(
      "garbled cases", lines,
      [](const std::string& text) {
        const auto c = parse_case(text);
        (void)why_not(c);
        RC_ASSERT(parse_case(print(c)) == c);
      },
      5000);
}

TEST_CASE("on more ranks than any machine has no case is legal, and nothing overflows in saying so") {
  for (const auto& r : procedures)
    for (const auto* more : {"", " irregular", " large-count count=68719476736", " comm=graph"})
      for (const auto* ranks : {"2147483647", "268435456", "1048577"}) {
        const auto line = std::string(r.name) + " np=" + ranks + more;
        CAPTURE(line);
        CHECK(why_not(parse_case(line)) == "np is above 2^20");
      }
}

TEST_CASE("what a user writes of algorithms is read or refused, however garbled") {
  reads_or_refuses<std::invalid_argument>(
      "garbled choices",
      {"allreduce=ring env MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=ring  # why\nbcast=tree args --mca coll tuned\n"},
      [](const std::string& text) { parse_choices(text); });
}

TEST_CASE("what a worker says of its MPI is read or refused, however garbled") {
  reads_or_refuses<std::invalid_argument>(
      "garbled offers", {"lacks persistent\nlacks threads\ncut-off 7000 MPIR_CVAR_BCAST_SHORT_MSG_SIZE\n"},
      [](const std::string& text) { RC_ASSERT(parse_offer(print(parse_offer(text))) == parse_offer(text)); });
}

TEST_CASE("a record of outcomes that is garbled is read or refused") {
  const Folder folder;
  const auto path = folder / "record";
  const auto programme = tutti::conform::programme({.ranks = {2}, .nodes = 2, .size = ProgrammeSize::quick}).cases;
  {
    auto journal = Journal::begin(path, programme, "--np 2");
    journal.add({"an MPI", "4.0"});
    Outcome failed;
    failed.verdict = Verdict::failed;
    failed.found = {{1, {Kind::wrong_value, "element 0"}}};
    failed.before = {programme[0]};
    failed.notes = {"NaN is lost"};
    journal.add(1, programme[1], failed);
  }
  const auto right = read_file(path).value();
  const auto read = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    Journal::resume(path, programme, "--np 2");
  };
  reads_or_refuses<std::invalid_argument>("garbled records", {right}, read, 1000);
  const auto header = right.substr(0, right.find('\n') + 1);
  for (const auto* field : {"number", "found", "notes", "before", "mpi"}) {
    const auto deep = std::string(100'000, '[') + std::string(100'000, ']');
    CHECK_THROWS_AS(read(header + "{\"" + field + "\":" + deep + "}\n"), std::invalid_argument);
  }
  for (const auto* number : {"-1", "1e999", "1e300", "18446744073709551615", "\"1\"", "null"})
    CHECK_THROWS_AS(read(header + "{\"number\":" + number + "}\n"), std::invalid_argument);
  for (const auto* first : {R"({"tutti":1})", R"({"tutti":"conform","version":"1"})",
                            R"({"tutti":"conform","version":1,"programme":[],"options":{}})", "[]", "null"})
    CHECK_THROWS_AS(read(std::string(first) + "\n"), std::invalid_argument);
}

TEST_CASE("lines and notes of a worker are read, or are none, however garbled") {
  const std::vector<std::string> lines = {
      "begin 3", "wrong 3 1 wrong-value element 0 of 50", "end 3 pass",
      "done",    "note 3 tree 0-499,700 ((0·1)·2)",       "note 3 times 12 1 1 2 3 4 5"};
  property(
      "garbled lines",
      [&] {
        const auto text = garbled(lines[static_cast<std::size_t>(draw(static_cast<int>(lines.size())))]);
        if (const auto line = parse_line(text)) {
          (void)parse_world(*line);
          const auto again = print(*line);
          RC_ASSERT(parse_line(again.substr(0, again.size() - 1)).has_value());
        }
        (void)parse_digests(text);
        if (const auto times = parse_times(text)) RC_ASSERT(parse_times(print(*times)) == times);
        if (const auto tree = parse_revealed(text)) RC_ASSERT(parse_revealed(print(*tree)).has_value());
      },
      5000);
}

}  // namespace
}  // namespace tutti::conform
