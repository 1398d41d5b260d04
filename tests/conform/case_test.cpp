// Cases and reports as text: what is written is read again.
#include "verified/conform/case/case.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/support/property.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::conform {
namespace {

Case any_case() {
  Case c;
  c.procedure = static_cast<Procedure>(draw(static_cast<int>(procedures.size())));
  c.ranks = 1 + draw(64);
  c.algorithm = draw(2) ? "" : "allreduce=ring";
  c.form = static_cast<Form>(draw(3));
  c.large_count = draw(2);
  c.comm = static_cast<Comm>(draw(comms));
  c.root = draw(64);
  c.in_place = draw(2);
  c.count = draw(1 << 30) * std::int64_t{8};
  c.irregular = draw(2);
  c.scattered = draw(2);
  c.load = draw(2) ? "double" : "minloc/double_int";
  c.bottom = draw(2);
  c.freed = draw(2);
  c.completion = static_cast<Completion>(draw(8));
  c.insignificant = static_cast<Insignificant>(draw(7));
  c.nodes = draw(2) ? Nodes{} : Nodes{2 + draw(4), static_cast<Spread>(draw(3))};
  c.schedule = draw(2) ? "" : "allreduce/ring";
  c.scenario = static_cast<Scenario>(draw(9));
  c.wrong = draw(2) ? "" : "root";
  c.seed = static_cast<std::uint64_t>(draw(1 << 30)) << 20;
  return c;
}

TEST_CASE("a case is read from its own line") {
  property("a case is read from its own line", [] {
    const auto c = any_case();
    RC_ASSERT(parse_case(print(c)) == c);
  });
  CHECK(print(parse_case("allreduce  np=4 root=0 in-place form=blocking")) == "allreduce np=4 in-place");
}

TEST_CASE("a line that is no case is refused with the word that is wrong") {
  const auto fault = [](const char* line) {
    try {
      parse_case(line);
      return std::string("none");
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
  };
  CHECK(fault("") == "'' in a case: the name of a procedure is due first, such as allreduce");
  CHECK(fault("allreduce np=x") == "'np=x' in a case: a number from 1 on is due");
  CHECK(fault("allreduce np=0") == "'np=0' in a case: a number from 1 on is due");
  CHECK(fault("allreduce count=-1") == "'count=-1' in a case: a number from 0 on is due");
  CHECK(fault("allreduce form=fast") == "'form=fast' in a case: one of blocking, nonblocking, persistent is due");
  CHECK(fault("allreduce count=1 count=2") == "'count=2' in a case: it is said twice");
  CHECK(fault("allreduce in-place in-place") == "'in-place' in a case: it is said twice");
  CHECK(fault("allreduce in_place") == "'in_place' in a case: no such word");
}

TEST_CASE("a report is a few lines, the last of which gives the verdict") {
  CHECK(print(Report{}, 7) == "end 7 pass\n");
  CHECK(print(Report{.wrong = {}, .skipped = "no such procedure"}, 7) == "end 7 skip no such procedure\n");
  const Report failed{.wrong = {{Kind::doubled, "rank 5's contribution\nappears twice"}}, .bits = "world 1f"};
  CHECK(print(failed, 7) == "wrong 7 doubled rank 5's contribution appears twice\nbits 7 world 1f\nend 7 fail\n");
}

TEST_CASE("a line of a worker's file is read again, and anything else is none") {
  const auto line = parse_line("wrong 12 send-buffer-written at byte 3");
  REQUIRE(line);
  CHECK(line->word == "wrong");
  CHECK(line->number == 12);
  CHECK(line->rest == "send-buffer-written at byte 3");
  CHECK(parse_line("done")->number == -1);
  for (const auto* garbage : {"", "hello", "end", "end x pass", "end -1 pass", "begin 1x", "data 3 send 00"})
    CHECK_FALSE(parse_line(garbage));
  for (int k = 0; k <= static_cast<int>(Kind::crash); ++k)
    CHECK(kind_named(name_of(static_cast<Kind>(k))) == static_cast<Kind>(k));
}

}  // namespace
}  // namespace tutti::conform
