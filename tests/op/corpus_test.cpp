// The operators of tests/ops, each with the verdicts that are due. TUTTI_OPERATOR=gcd.c asks of that one alone.
#include "tests/op/corpus.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>
#include <thread>

#include "tests/support/program.hpp"

namespace tutti::op::corpus {
namespace {

using Json = nlohmann::json;

std::string quoted(const std::string& text) { return "'" + text + "'"; }

/// The one that is named in $TUTTI_OPERATOR, if one is; all where none is.
std::vector<Operator> chosen_operators() {
  auto all = all_operators();
  if (const char* name = std::getenv("TUTTI_OPERATOR"))
    std::erase_if(all, [&](const Operator& op) { return op.file.filename() != name; });
  return all;
}

std::string arguments_of(const Operator& op, int limit) {
  auto all = "op " + quoted(op.file.string());
  for (const auto* key : {"function", "type", "commute", "pre", "meant", "values", "constant"})
    if (const auto it = op.says.find(key); it != op.says.end())
      all += std::string(" --") + key + " " + quoted(it->second);
  return all + fmt::format(" --time-limit {} --jobs 1 --json -", limit);
}

/// The limits with which it is asked, in seconds, one after the other until nothing that is expected lacks effort. A
/// few say how much they need, so that nobody waits for less. The last is for a slow or busy machine.
std::vector<int> limits_of(const Operator& op) {
  std::vector<int> all{4, 10, 40, 300};
  if (const auto effort = op.says.find("effort"); effort != op.says.end())
    std::erase_if(all, [least = std::stoi(effort->second)](int limit) { return limit < least; });
  return all;
}

struct Answered {
  Json laws;        ///< the findings
  std::string fit;  ///< what they come to
  double seconds;   ///< on the clock
};

/// With `limit` for the seconds in all, of which a busy machine takes no multiple. Throws what the program says where
/// that are no findings.
Answered ask(const Operator& op, int limit) {
  const auto start = std::chrono::steady_clock::now();
  const auto outcome = run(TUTTI_PROGRAM, arguments_of(op, limit));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  CHECK_MESSAGE(seconds.count() <= 2 * limit + 10,
                fmt::format("{}: {} s of {}", op.file.string(), seconds.count(), limit));
  const auto answer = Json::parse(outcome.out, nullptr, false);
  if (answer.is_discarded() || !answer.contains("laws"))
    throw std::runtime_error(
        fmt::format("{}: status {}: {}{}", op.file.string(), outcome.status, outcome.err, outcome.out));
  return {answer["laws"], answer.at("fit"), seconds.count()};
}

/// Asks of all, two at a time, and gives the answers in order as they come.
class Asking {
 public:
  explicit Asking(const std::vector<Operator>& all) : all_(all), answers_(all.size()) {
    for (auto& worker : workers_) worker = std::jthread([this] { work(); });
  }
  Answered answer(std::size_t i) { return answers_[i].get_future().get(); }

 private:
  void work() {
    for (std::size_t i; (i = next_++) < all_.size();) {
      try {
        answers_[i].set_value(ask(all_[i], limits_of(all_[i]).front()));
      } catch (...) {
        answers_[i].set_exception(std::current_exception());
      }
    }
  }

  const std::vector<Operator>& all_;
  std::vector<std::promise<Answered>> answers_;
  std::atomic<std::size_t> next_ = 0;
  std::array<std::jthread, 2> workers_;
};

/// How many findings there are of each verdict.
struct Count {
  int proved = 0, refuted = 0, unknown = 0;
  int due_unknown = 0;  ///< of these, those of which nothing else is expected

  void add(const std::string& verdict) {
    ++(verdict == name_of(Answer::proved) ? proved : verdict == name_of(Answer::refuted) ? refuted : unknown);
  }
  void add(const Count& other) {
    proved += other.proved;
    refuted += other.refuted;
    unknown += other.unknown;
    due_unknown += other.due_unknown;
  }
  int all() const { return proved + refuted + unknown; }
};

std::string print(const Count& n) {
  return fmt::format("{:3} proved, {:3} refuted, {:3} unknown", n.proved, n.refuted, n.unknown);
}

bool is_of(const Json& finding, const Expectation& expected) {
  return finding.at("law") == expected.law && (expected.domain.empty() || finding.at("domain") == expected.domain);
}

/// Whether MPI may use it, where that is said: "proved", "refuted|unknown".
bool is_fit_as_due(const Operator& op, const std::string& fit) {
  const auto due = op.says.find("fit");
  return due == op.says.end() || std::ranges::count(split(due->second, '|'), fit) > 0;
}

/// Is something unknown that is expected not to be? A few need more effort.
bool lacks_effort(const Operator& op, const Answered& answered) {
  if (!is_fit_as_due(op, answered.fit) && answered.fit == name_of(Answer::unknown)) return true;
  return std::ranges::any_of(op.expected, [&](const Expectation& expected) {
    return std::ranges::any_of(answered.laws, [&](const Json& finding) {
      return is_of(finding, expected) && finding.at("verdict") == name_of(Answer::unknown) &&
             std::ranges::count(expected.verdicts, name_of(Answer::unknown)) == 0;
    });
  });
}

/// Compares each finding of which something is expected, and counts it.
void compare(const Json& laws, const Expectation& expected, Count& count) {
  bool found = false;
  for (const auto& finding : laws) {
    if (!is_of(finding, expected)) continue;
    found = true;
    const auto verdict = finding.at("verdict").get<std::string>();
    count.add(verdict);
    if (expected.verdicts == Words{std::string(name_of(Answer::unknown))}) ++count.due_unknown;
    CHECK_MESSAGE(std::ranges::count(expected.verdicts, verdict) == 1,
                  fmt::format("{} {} is {}: {}", expected.law, expected.domain, verdict, finding.dump()));
  }
  CHECK_MESSAGE(found, fmt::format("nothing is said of {} {}", expected.law, expected.domain));
}

/// No run can show that no element is an identity, nor what holds of real numbers. Machine code does not tell a value
/// that nobody set from another, nor a variable of the operator that is written or read from its other memory, nor
/// whether a gap is read, nor in what order it writes. And `declared` repeats what is said of `commutative`.
bool can_be_run(const Json& finding) {
  if (finding.at("law") == name_of(Law::identity) || finding.at("law") == name_of(Law::declared)) return false;
  if (finding.at("law") == name_of(Law::gaps) || finding.at("domain") == name_of(Domain::real)) return false;
  const auto says = finding.at("counterexample").at("says").get<std::string>();
  const auto is_hidden = [&](const char* what) { return says.find(what) != std::string::npos; };
  return !is_hidden("that is not set") && !is_hidden("a write to ") && !is_hidden("a read of the variable ") &&
         !is_hidden("written and used in no order");
}

/// The verdicts on an operator: all, and those of which something is expected. Where each call has a fault nothing is
/// expected of the laws that are asked of operands without one.
struct Verdicts {
  Count all, expected;
};

Verdicts check(const Operator& op, const Json& laws) {
  Verdicts verdicts;
  for (const auto& expected : op.expected) compare(laws, expected, verdicts.expected);
  for (const auto& finding : laws) {
    verdicts.all.add(finding.at("verdict").get<std::string>());
    if (finding.at("verdict") == name_of(Answer::refuted) && can_be_run(finding))
      CHECK_MESSAGE(finding.at("confirmed") == true, fmt::format("no run shows it: {}", finding.dump()));
  }
  return verdicts;
}

struct Total {
  Verdicts verdicts;
  int operators = 0, decided = 0;  ///< decided: no verdict of which something is expected is unknown, within 5 s

  void add(const Verdicts& of_one, double seconds) {
    verdicts.all.add(of_one.all);
    verdicts.expected.add(of_one.expected);
    ++operators;
    if (of_one.expected.unknown == 0 && seconds <= 5) ++decided;
  }
};

std::string shares(const Count& n) {
  const auto share = [&](int part) { return 100.0 * part / std::max(n.all(), 1); };
  return fmt::format("{} verdicts: {:.1f} % proved, {:.1f} % refuted, {:.1f} % unknown", n.all(), share(n.proved),
                     share(n.refuted), share(n.unknown));
}

std::string print(const Total& total, double seconds) {
  return fmt::format("{}\nof which something is expected: {}\n{} of {} operators decided within 5 s; {:.0f} s in all\n",
                     shares(total.verdicts.all), shares(total.verdicts.expected), total.decided, total.operators,
                     seconds);
}

TEST_CASE("an expectation with a misspelt law, domain or verdict is none") {
  const auto three = parse("associative ieee refuted, real proved|unknown; pure proved");
  REQUIRE(three.size() == 3);
  CHECK(three[1].domain == "real");
  CHECK(three[1].verdicts == Words{"proved", "unknown"});
  CHECK(three[2].law == "pure");
  for (const auto* wrong :
       {"asociative proved", "pure", "pure prooved", "pure real proved|maybe", "pure complex proved"})
    CHECK_THROWS_AS(parse(wrong), std::invalid_argument);
}

TEST_CASE("each operator of the corpus says what it is and what is expected of it") {
  const auto all = all_operators();
  CHECK(all.size() >= 75);
  for (const auto& op : all) {
    CAPTURE(op.file);
    for (const auto* key : {"type", "function", "commute", "why"}) CHECK(op.says.contains(key));
    for (const auto& [key, value] : op.says) {
      CHECK(std::ranges::count(std::array{"type", "function", "commute", "pre", "meant", "values", "constant", "fit",
                                          "effort", "gate", "why"},
                               key) == 1);
      if (key != "why") CHECK(value.find('\'') == std::string::npos);
    }
    CHECK_FALSE(op.expected.empty());
  }
}

TEST_CASE(
    "the verdicts on the operators of the corpus are those expected, nine of ten are decided or due to be unknown, and "
    "runs confirm what is refuted" *
    doctest::test_suite("corpus")) {
  const auto start = std::chrono::steady_clock::now();
  const auto all = chosen_operators();
  REQUIRE_MESSAGE(!all.empty(), "no operator in tests/ops is called like $TUTTI_OPERATOR");
  Asking asking(all);
  Total total;
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].file);
    auto answered = asking.answer(i);
    const auto limits = limits_of(all[i]);
    int asked = limits.front();
    for (const int limit : std::span(limits).subspan(1)) {
      if (!lacks_effort(all[i], answered)) break;
      asked = limit;
      auto again = ask(all[i], limit);
      answered = {std::move(again.laws), again.fit, answered.seconds + again.seconds};
    }
    CHECK_MESSAGE(!all[i].expected.empty(), "nothing is expected of it");
    CHECK_MESSAGE(is_fit_as_due(all[i], answered.fit), fmt::format("fit for MPI: {}", answered.fit));
    const auto verdicts = check(all[i], answered.laws);
    total.add(verdicts, answered.seconds);
    std::cout << fmt::format("{:<34} {}, {:5.2f} s, at last within {}", all[i].file.filename().string(),
                             print(verdicts.all), answered.seconds, asked)
              << std::endl;
  }
  std::cout << print(total, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  CHECK(total.verdicts.expected.all() > 0);
  const auto& expected = total.verdicts.expected;
  if (all.size() > 1) CHECK(10 * (expected.unknown - expected.due_unknown) <= expected.all());
}

}  // namespace
}  // namespace tutti::op::corpus
