// Whatever the ranks do, every case gets the outcome that is due, and nothing is lost.
#include "verified/conform/drive/campaign.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <numeric>

#include "tests/conform/fake_mpi.hpp"
#include "tests/support/program.hpp"
#include "tests/support/property.hpp"
#include "verified/conform/drive/launch_ends.hpp"

namespace tutti::conform {
namespace {

/// Runs cases under the fake MPI.
class Trial {
 public:
  explicit Trial(double time_limit = 20, std::vector<Choice> choices = {}, double start_limit = 20)
      : runner({.command = TUTTI_FAKE_MPI " mpiexec {np}",
                .worker = TUTTI_FAKE_MPI,
                .folder = folder_ / "",
                .time_limit = time_limit,
                .start_limit = start_limit},
               std::move(choices), [this] { return stop; }) {}

  std::vector<Outcome> run(const std::vector<Case>& cases, int most_per_launch = 1000) {
    settled.assign(cases.size(), 0);
    CampaignRequest request{.cases = cases, .may_fail = may_fail, .may_end = may_end, .is_expected = is_expected};
    request.most_per_launch = most_per_launch;
    const Watch watch{[this](int k, const Outcome&) {
                        ++settled[static_cast<std::size_t>(k)];
                        order.push_back(k);
                      },
                      [this](const Library& l) { library = l; }};
    return conform::run(request, runner, watch).outcomes;
  }

 private:
  Folder folder_;

 public:
  Runner runner;
  std::function<bool(const Case&)> may_fail, may_end;
  std::function<bool(const Case&, const Outcome&)> is_expected;
  std::vector<int> settled;  ///< how often each case was
  std::vector<int> order;    ///< in which they were
  Library library;
  bool stop = false;
};

/// Sets TUTTI_FAKE for as long as it lives.
struct Mode {
  explicit Mode(const char* mode) { setenv("TUTTI_FAKE", mode, 1); }
  ~Mode() { unsetenv("TUTTI_FAKE"); }
};

std::optional<Kind> kind_due(Fate fate) {
  switch (fate) {
    case Fate::wrong: return Kind::wrong_value;
    case Fate::crash:
    case Fate::exit: return Kind::crash;
    case Fate::overrun: return Kind::overrun;
    case Fate::differ: return Kind::disagreement;
    default: return std::nullopt;
  }
}

/// The verdict due for a fate whose outcome does not depend on other cases.
Verdict verdict_due(Fate fate, int ranks) {
  if (fate == Fate::differ && ranks == 1) return Verdict::passed;
  if (kind_due(fate)) return Verdict::failed;
  return fate == Fate::skip ? Verdict::skipped : fate == Fate::mumble ? Verdict::undecided : Verdict::passed;
}

TEST_CASE("each case gets the outcome that is due, whatever the others come to") {
  property(
      "each case gets the outcome that is due",
      [] {
        constexpr Fate fates[] = {Fate::pass, Fate::wrong,   Fate::skip,   Fate::crash,   Fate::exit,
                                  Fate::pass, Fate::overrun, Fate::differ, Fate::garbage, Fate::mumble};
        std::vector<Case> cases;
        std::map<int, int> ends_of_launches;  // by ranks
        for (int n = 1 + draw(12); n > 0; --n) {
          const auto fate = fates[draw(std::size(fates))];
          const int ranks = 1 + draw(3);
          const bool ends = fate == Fate::crash || fate == Fate::exit || fate == Fate::overrun;
          if (!ends || ++ends_of_launches[ranks] <= 2) cases.push_back(with(fate, ranks));
        }
        Trial trial;
        const auto outcomes = trial.run(cases, 1 + draw(8));
        RC_ASSERT(trial.settled == std::vector<int>(cases.size(), 1));
        for (std::size_t k = 0; k < cases.size(); ++k) {
          const auto fate = static_cast<Fate>(cases[k].seed);
          RC_TAG(print(cases[k]));
          RC_ASSERT(outcomes[k].verdict == verdict_due(fate, cases[k].ranks));
          if (outcomes[k].verdict == Verdict::failed)
            RC_ASSERT(outcomes[k].found.front().wrong.kind == *kind_due(fate));
        }
      },
      15);
}

TEST_CASE("the library of the worker is told, and lines that are none are counted") {
  Trial trial;
  CHECK(trial.run({with(Fate::garbage)}).front().verdict == Verdict::passed);
  CHECK(trial.library == Library{"4.0", "Fake MPI 1.0"});
  CHECK(trial.runner.garbage() > 0);
}

TEST_CASE("a crash is told with its signal and with the ranks that were not back") {
  Trial trial;
  const auto outcome = trial.run({with(Fate::pass), with(Fate::crash, 2)}).back();
  CHECK(outcome.again == Again::alone);
  const auto& text = outcome.found.front().wrong.text;
  CAPTURE(text);
  CHECK(text.find("not back from it: ranks 1") != std::string::npos);
  CHECK(text.find("status 139 (Segmentation fault)") != std::string::npos);
}

TEST_CASE("a rank that ends itself at a forbidden access is no crash besides") {
  Trial trial;
  const auto outcome = trial.run({with(Fate::overrun, 3)}).front();
  REQUIRE(outcome.found.size() == 1);
  CHECK(outcome.found.front() == Finding{2, {Kind::overrun, "writes byte 0 after the receive buffer"}});
}

TEST_CASE("a hang is ended at the time limit, with ranks that take no notice, and the run goes on") {
  Trial trial(1);
  const auto outcomes = trial.run({with(Fate::pass), with(Fate::hang), with(Fate::wrong)});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[1].found.front().wrong.kind == Kind::hang);
  CHECK(outcomes[1].again == Again::alone);
  CHECK(outcomes[2].found.front().wrong.kind == Kind::wrong_value);
}

TEST_CASE("what takes longer than the time limit and comes to an end alone is slow, and hangs nowhere") {
  Trial trial(1);
  const auto outcomes = trial.run({with(Fate::pass), with(Fate::stall), with(Fate::pass)});
  for (const auto& outcome : outcomes) CHECK(outcome.verdict == Verdict::passed);
}

TEST_CASE("what is known to fail in another way is slow, too, where it comes to an end") {
  Trial trial(4);  // a launch of such cases is ended after a second of silence
  trial.may_fail = [](const Case&) { return true; };
  trial.is_expected = [](const Case&, const Outcome& o) { return has_found(o, {Kind::crash}); };
  CHECK(trial.run({with(Fate::stall)}).front().verdict == Verdict::passed);
}

TEST_CASE("where errors are fatal a call with a wrong argument passes by ending the launch, and is not made again") {
  Trial trial;
  auto fatal = with(Fate::crash), accepted = with(Fate::accept), wrong = with(Fate::wrong);
  for (auto* c : {&fatal, &accepted, &wrong}) {
    c->scenario = Scenario::error;
    c->wrong = "root";
    c->handler = Handler::fatal;
  }
  const auto outcomes = trial.run({fatal, fatal, accepted, wrong, fatal, fatal, fatal});
  for (const int k : {0, 1, 4, 5, 6}) CHECK(outcomes[static_cast<std::size_t>(k)].verdict == Verdict::passed);
  CHECK(outcomes[2].verdict == Verdict::permitted);
  CHECK(outcomes[3].verdict == Verdict::failed);
}

TEST_CASE("cases that move much data get more time") {
  Trial trial(0.1);
  auto much = with(Fate::slow), little = with(Fate::slow);
  much.procedure = little.procedure = Procedure::bcast;
  much.count = 2'000'000;  // 64 MB in the buffers of both ranks
  const auto outcomes = trial.run({much, little});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[1].found.front().wrong.kind == Kind::hang);
}

TEST_CASE("what becomes of a wrong argument is permitted, and costs no other case its launch") {
  Trial trial;
  const auto wrong = [](Fate fate) {
    auto c = with(fate);
    c.scenario = Scenario::error;
    c.wrong = "comm";
    return c;
  };
  const auto outcomes = trial.run({wrong(Fate::crash), wrong(Fate::accept), with(Fate::wrong)});
  CHECK(outcomes[0].verdict == Verdict::permitted);
  CHECK(outcomes[0].why == "MPI_COMM_NULL ends the program");
  CHECK(outcomes[1].verdict == Verdict::permitted);
  CHECK(outcomes[1].why == "MPI_COMM_NULL is accepted");
  CHECK(outcomes[2].verdict == Verdict::failed);
  CHECK(trial.order.front() == 2);
}

TEST_CASE("a rank that lingers where an error was noticed is not charged with the crash of another") {
  Trial trial;
  auto lingers = with(Fate::slow), crashes = with(Fate::crash);
  lingers.scenario = crashes.scenario = Scenario::error;
  lingers.wrong = crashes.wrong = "comm";
  const auto outcomes = trial.run({lingers, crashes});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[1].verdict == Verdict::permitted);
}

TEST_CASE("after two hangs alike, cases like them are undecided with the reason, and others are run") {
  Trial trial(0.5);
  auto other = with(Fate::wrong);
  other.procedure = Procedure::bcast;
  const auto outcomes = trial.run({with(Fate::hang), with(Fate::hang), with(Fate::pass), other});
  CHECK(outcomes[2].verdict == Verdict::undecided);
  CHECK(outcomes[2].why == "not run: cases like it have hung before");
  CHECK(outcomes[3].verdict == Verdict::failed);
}

TEST_CASE("of what is known to hang, cases behind two hangs are skipped") {
  Trial trial(0.5);
  trial.may_end = [](const Case& c) { return c.ranks == 2; };
  const auto outcomes = trial.run({with(Fate::hang), with(Fate::hang), with(Fate::pass), with(Fate::hang, 3),
                                   with(Fate::hang, 3), with(Fate::pass, 3)});
  CHECK(outcomes[2].verdict == Verdict::skipped);
  CHECK(outcomes[2].why == "cases like it have hung before");
  CHECK(outcomes[5].verdict == Verdict::undecided);
}

TEST_CASE("a failure that needs other cases before it is told with them") {
  Trial trial;
  auto harmless = with(Fate::pass);
  const auto outcomes = trial.run({with(Fate::victim), with(Fate::spoil), harmless, harmless, with(Fate::victim)});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[4].again == Again::after_others);
  CHECK(outcomes[4].before == std::vector<Case>{with(Fate::victim), with(Fate::spoil), harmless, harmless});
}

TEST_CASE("what cases that are known to fail leave behind is no matter of others, which run before in other launches") {
  Trial trial;
  trial.may_fail = [](const Case& c) { return c == with(Fate::spoil); };
  const auto outcomes = trial.run({with(Fate::spoil), with(Fate::victim), with(Fate::pass), with(Fate::victim)});
  for (const auto& o : outcomes) CHECK(o.verdict == Verdict::passed);
  CHECK(trial.order == std::vector{1, 2, 3, 0});
}

TEST_CASE("a failure that is expected is not asked about again, another of the same case is") {
  Trial trial;
  trial.may_fail = [](const Case&) { return true; };
  trial.is_expected = [](const Case&, const Outcome& o) { return o.found.front().wrong.kind != Kind::crash; };
  const auto outcomes =
      trial.run({with(Fate::wrong), with(Fate::hang), with(Fate::crash, 1), with(Fate::overrun), with(Fate::pass)});
  for (const std::size_t k : {0, 1, 3}) {
    CHECK(outcomes[k].verdict == Verdict::failed);
    CHECK(outcomes[k].again == Again::not_asked);
  }
  CHECK(outcomes[2].again == Again::alone);
  CHECK(outcomes[4].verdict == Verdict::passed);
}

TEST_CASE("where nothing has hung or is known to, a case may be silent for the whole time limit") {
  Trial trial(4);
  const auto outcomes = trial.run({with(Fate::pass), with(Fate::stall), with(Fate::pass)});
  for (const auto& o : outcomes) CHECK(o.verdict == Verdict::passed);
}

TEST_CASE("after a hang nobody waits as long to suspect another, and what was late but within the time limit passes" *
          doctest::test_suite("slow")) {
  Trial trial(4);  // a launch is ended after a second of silence then
  auto other = with(Fate::stall);
  other.procedure = Procedure::bcast;
  const auto outcomes = trial.run({with(Fate::hang), with(Fate::stall), other, with(Fate::pass)});
  CHECK(outcomes[0].again == Again::alone);
  for (const std::size_t k : {1, 2, 3}) CHECK(outcomes[k].verdict == Verdict::passed);
}

TEST_CASE("a crash after the last case is charged to it") {
  Trial trial;
  const auto outcomes = trial.run({with(Fate::pass, 1), with(Fate::crash_later, 1)});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[1].again == Again::alone);
  CHECK(outcomes[1].found.front().wrong.text.starts_with("after the case, all ranks having left it; the launch "));
}

TEST_CASE("a crash at the end of a launch whose last case is innocent is charged to it with the case before it") {
  Trial trial;
  const auto outcomes = trial.run({with(Fate::crash_later, 1), with(Fate::pass, 1)});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[1].again == Again::after_others);
  CHECK(outcomes[1].before == std::vector<Case>{with(Fate::crash_later, 1)});
}

TEST_CASE("failures of a class are asked about again until one fails alone") {
  Trial trial;
  const auto outcomes = trial.run(std::vector<Case>(5, with(Fate::wrong)));
  for (std::size_t k = 0; k < 5; ++k) CHECK(outcomes[k].again == (k < 1 ? Again::alone : Again::not_asked));
}

TEST_CASE("after three crashes in one kind of launch its other cases are undecided, those in another are run") {
  Trial trial;
  std::vector<Case> cases(5, with(Fate::crash));
  cases.push_back(with(Fate::pass));
  cases.push_back(with(Fate::pass, 1));
  const auto outcomes = trial.run(cases);
  for (std::size_t k = 0; k < 3; ++k) CHECK(outcomes[k].verdict == Verdict::failed);
  for (std::size_t k = 3; k < 6; ++k) CHECK(outcomes[k].why == "not run: cases like it have ended the launch before");
  CHECK(outcomes[6].verdict == Verdict::passed);
}

TEST_CASE("failures of a class none of which fails alone are asked about again three times") {
  Trial trial;
  std::vector<Case> cases(6, with(Fate::victim));
  cases.front() = with(Fate::spoil);
  const auto outcomes = trial.run(cases);
  for (std::size_t k = 1; k < 6; ++k) CHECK(outcomes[k].again == (k < 4 ? Again::after_others : Again::not_asked));
}

TEST_CASE("what a rank prints is no report, and does not stop it") {
  Trial trial;
  CHECK(trial.run({with(Fate::print), with(Fate::pass)}).back().verdict == Verdict::passed);
}

TEST_CASE("more ranks than the launcher starts are undecided with its words") {
  const Mode mode("at-most-2");
  Trial trial;
  const auto outcomes = trial.run({with(Fate::pass, 3), with(Fate::pass, 2)});
  CHECK(outcomes[1].verdict == Verdict::passed);
  CHECK(outcomes[0].verdict == Verdict::undecided);
  CHECK(outcomes[0].why ==
        "under np=3 the worker does not start: the launch ended with status 1; its last lines: there are not enough "
        "slots for 3 ranks");
}

TEST_CASE("a start may take longer than the ranks may be silent, and is waited for") {
  const Mode mode("starts-late");
  Trial trial(3);
  CHECK(trial.run({with(Fate::pass), with(Fate::pass)}).back().verdict == Verdict::passed);
}

TEST_CASE("a failure that never comes again is undecided, and says what was seen") {
  Trial trial;
  const auto outcomes = trial.run({with(Fate::pass), with(Fate::once)});
  CHECK(outcomes[1].verdict == Verdict::undecided);
  CHECK(outcomes[1].again == Again::never);
  CHECK(outcomes[1].why ==
        "seen once, wrong-value at rank 1: element 3 is 1, due 2; it passes alone, and behind the cases "
        "before it");
}

TEST_CASE("where there is no room for the files of launches, what is left is undecided, and the run says why") {
  const Folder folder;
  Runner runner({.command = TUTTI_FAKE_MPI " mpiexec {np}", .worker = TUTTI_FAKE_MPI, .folder = folder / "not/there"},
                {}, [] { return false; });
  const auto results = run({.cases = {with(Fate::pass)}}, runner, {[](int, const auto&) {}, [](const auto&) {}});
  CHECK(results.outcomes.front().verdict == Verdict::undecided);
  CHECK(results.trouble.find("no folder can be made there") != std::string::npos);
  CHECK(results.outcomes.front().why == results.trouble);
}

std::string failure_of(const char* fake, double time_limit) {
  const Mode mode(fake);
  Trial trial(time_limit, {}, time_limit);
  try {
    trial.run({with(Fate::pass, 2), with(Fate::pass, 3)});
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "none";
}

TEST_CASE("a launcher that never starts a rank, or starts them in other worlds, ends the run with the reason") {
  CHECK(failure_of("exits", 20).find("ended with status 3; its last lines: no licence") != std::string::npos);
  CHECK(failure_of("sleeps", 0.3).find("wrote nothing for 0.3 s; it printed nothing") != std::string::npos);
  CHECK(failure_of("alone", 20).find("asked for 2 ranks, the world of a worker has 1: the worker is built for Fake") !=
        std::string::npos);
}

TEST_CASE("a choice of algorithm reaches the launcher, by its environment or its arguments") {
  const Choice bad{"allreduce=bad", {{"TUTTI_FAKE", "exits"}}};
  Trial trial(20, {bad});
  auto c = with(Fate::pass);
  c.algorithm = "allreduce=bad";
  const auto outcomes = trial.run({with(Fate::pass), c});
  CHECK(outcomes[0].verdict == Verdict::passed);
  CHECK(outcomes[1].verdict == Verdict::skipped);
  CHECK(outcomes[1].why.starts_with("under np=2 and allreduce=bad the worker does not start: "));
  const Choice slow{"allreduce=slow", {{"TUTTI_FAKE", "sleeps"}}};
  Trial late(2, {slow}, 0.3);
  c.algorithm = "allreduce=slow";
  const auto behind = late.run({with(Fate::pass), c});
  CHECK(behind[0].verdict == Verdict::passed);
  CHECK_MESSAGE(behind[1].verdict == Verdict::undecided, "it may only start slowly");
  const Launcher launcher{.command = "mpi -n {np} {choice} -q", .worker = "/a b/w", .folder = ""};
  CHECK(command_line(launcher, {4}, {"x", {}, "--ring"}, "serve") == "mpi -n 4 --ring -q '/a b/w' serve");
  CHECK(command_line({.command = "mpi {np}", .worker = "w", .folder = ""}, {4}, {"x", {}, "-a"}, "s") ==
        "mpi 4 -a w s");
}

TEST_CASE("a run that is stopped leaves what it has not reached undecided") {
  Trial trial;
  trial.stop = true;
  CHECK(trial.run({with(Fate::pass)}).front().verdict == Verdict::undecided);
}

}  // namespace
}  // namespace tutti::conform
