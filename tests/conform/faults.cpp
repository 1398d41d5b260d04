// Is every faulty MPI caught, named rightly and shrunk, and a right one left alone? Runs under MPICH with each fault
// planted the quick programme of its procedure, and where that finds nothing the default one, prints a table of the
// faults and one of their classes, and exits with 1 where that is not so.
// usage: conform-faults WORKER YIELD-LIBRARY FAULTY-LIBRARY [FAULT...|K/N]     K/N: the K-th of N shares of all
#include "tests/mpi/faulty/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/conform/expect.hpp"
#include "tests/support/program.hpp"
#include "verified/conform/drive/campaign.hpp"
#include "verified/conform/drive/failure_search.hpp"
#include "verified/conform/drive/shrink.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {
namespace {

using faulty::Fault;

struct Libraries {
  std::string worker, yield, faulty;
};

Runner runner_with(const std::string& fault, const Libraries& libraries, const std::filesystem::path& folder) {
  const auto command = fmt::format("mpiexec.mpich -genv LD_PRELOAD {}:{} -genv TUTTI_FAULT '{}' -n {{np}}",
                                   libraries.yield, libraries.faulty, fault);
  return Runner({.command = command,
                 .worker = libraries.worker,
                 .folder = folder,
                 .family = LauncherFamily::hydra,
                 .time_limit = 4,
                 .strict = true},
                {}, [] { return false; });
}

std::vector<Case> cases_for(const Fault& fault, ProgrammeSize size) {
  const auto example = parse_case(std::string(fault.example));
  std::vector<int> ranks{2};
  if (example.ranks > 2) ranks.push_back(example.ranks);
  return programme({.ranks = ranks, .nodes = example.nodes.count, .size = size, .procedures = {example.procedure}})
      .cases;
}

bool names_rightly(const Fault& fault, const Outcome& outcome) {
  return outcome.verdict == Verdict::failed &&
         std::ranges::find(fault.kinds, outcome.found.front().wrong.kind) != fault.kinds.end();
}

constexpr std::string_view no_fault = "(none)";
const Watch nobody{.settled = [](int, const Outcome&) {}, .library = [](const Library&) {}};

/// What came of a fault.
struct Catch {
  std::string kind = "not caught", smallest = "";
  int cases = 0;  ///< until it was found
  bool good = false;
};

/// The same MPI with a fault and without. What it gets wrong by itself in the same way is no fault that was planted.
class Pair {
 public:
  Pair(const Fault& fault, const Libraries& libraries, const std::filesystem::path& folder)
      : fault_(fault),
        faulty_(runner_with(std::string(fault.name), libraries, folder)),
        right_(runner_with("", libraries, folder)) {}

  Case shrunk(const Case& from) {
    constexpr int most_launches = 100;
    constexpr double most_seconds = 120;
    const auto differ_on = [&](const Case& c, const Outcome& o) {
      return names_rightly(fault_, o) && holds_without(c);
    };
    FailureSearch search(faulty_, differ_on, most_launches, most_seconds);
    return smallest(from, [&](const std::vector<Case>& cases) { return search.first_failing(cases, true); });
  }
  bool holds_without(const Case& c) { return !names_rightly(fault_, right_.alone(c)); }

  /// Runs `cases` until one fails as it must, in launches of a few.
  std::optional<std::pair<std::size_t, Outcome>> first_failure(const std::vector<Case>& cases) {
    constexpr std::size_t at_once = 100;
    for (std::size_t begin = 0; begin < cases.size(); begin += at_once) {
      const auto end = std::min(cases.size(), begin + at_once);
      const CampaignRequest request{.cases = {cases.begin() + static_cast<std::ptrdiff_t>(begin),
                                              cases.begin() + static_cast<std::ptrdiff_t>(end)}};
      const auto results = run(request, faulty_, nobody);
      for (std::size_t k = 0; k < request.cases.size(); ++k)
        if (names_rightly(fault_, results.outcomes[k]) && holds_without(request.cases[k]))
          return std::pair(begin + k, results.outcomes[k]);
    }
    return std::nullopt;
  }

 private:
  const Fault& fault_;
  Runner faulty_, right_;
};

Catch catch_fault(const Fault& fault, const Libraries& libraries) {
  const Folder folder;
  Pair pair(fault, libraries, folder / "");
  Catch caught;
  for (const auto size : {ProgrammeSize::quick, ProgrammeSize::normal}) {
    const auto cases = cases_for(fault, size);
    const auto first = pair.first_failure(cases);
    caught.cases += first ? static_cast<int>(first->first) + 1 : static_cast<int>(cases.size());
    if (!first) continue;
    const auto& [number, outcome] = *first;
    caught.kind = name_of(outcome.found.front().wrong.kind);
    if (outcome.again == Again::after_others) {  // an earlier call has left something behind
      caught.smallest = fmt::format("{} behind {} others", print(cases[number]), outcome.before.size());
      caught.good = !outcome.before.empty();
      return caught;
    }
    auto shrunk = pair.shrunk(cases[number]);
    caught.smallest = print(shrunk);
    shrunk.seed = 0;  // there, data may not show the fault
    caught.good = !is_smaller(parse_case(std::string(fault.example)), shrunk);
    return caught;
  }
  return caught;
}

/// The library is there, but no fault is asked for: only what is known of MPICH fails.
Catch catch_nothing(const Libraries& libraries) {
  const Folder folder;
  auto runner = runner_with("", libraries, folder / "");
  const CampaignRequest request{.cases = programme({.ranks = {2, 3}, .size = ProgrammeSize::quick}).cases};
  const auto known = cli::read_expectations(TUTTI_SOURCE_DIR "/ci/conform/mpich.expect");
  const auto results = run(request, runner, nobody);
  for (std::size_t k = 0; k < request.cases.size(); ++k) {
    const auto outcome = judged(request.cases[k], results.outcomes[k], false);
    if (outcome.verdict == Verdict::failed && !cli::expected(known, request.cases[k], outcome))
      return {std::string(name_of(outcome.found.front().wrong.kind)), print(request.cases[k]), static_cast<int>(k) + 1,
              false};
  }
  return {.kind = "nothing", .cases = static_cast<int>(request.cases.size()), .good = true};
}

bool print_row(std::string_view fault, const Catch& caught, double seconds) {
  fmt::print("{:4} {:63} {:20} {:>6} {:>6.1f}  {}\n", caught.good ? "ok" : "FAIL", fault, caught.kind, caught.cases,
             seconds, caught.smallest);
  std::fflush(stdout);
  return caught.good;
}

template <class F>
bool timed(std::string_view fault, F catch_it) {
  const auto start = std::chrono::steady_clock::now();
  const auto caught = catch_it();
  return print_row(fault, caught, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

/// How many faults there are of a class, and how many of them are caught.
struct Tally {
  int planted = 0, caught = 0;
};

/// Of all faults each n-th from the k-th on, and the right MPI with the first of them; nothing for what is no share.
std::optional<std::vector<std::string>> share(std::string_view text) {
  std::size_t k = 0, n = 0;
  const std::string share(text);
  int read = 0;
  if (std::sscanf(share.c_str(), "%zu/%zu%n", &k, &n, &read) != 2 || read != std::ssize(text) || k < 1 || k > n)
    return std::nullopt;
  std::vector<std::string> names;
  if (k == 1) names.emplace_back(no_fault);
  for (std::size_t i = k - 1; i < faulty::faults.size(); i += n) names.emplace_back(faulty::faults[i].name);
  return names;
}

int judge(const Libraries& libraries, const std::vector<std::string>& wanted) {
  fmt::print("{:4} {:63} {:20} {:>6} {:>6}  {}\n", "", "FAULT", "CAUGHT AS", "CASES", "S", "SMALLEST CASE");
  std::fflush(stdout);
  int failed = 0;
  if (std::ranges::find(wanted, no_fault) != wanted.end())
    failed += !timed(no_fault, [&] { return catch_nothing(libraries); });
  std::array<Tally, faulty::fault_classes.size()> of_class;
  for (const auto& fault : faulty::faults) {
    if (std::ranges::find(wanted, fault.name) == wanted.end()) continue;
    const bool caught = timed(fault.name, [&] { return catch_fault(fault, libraries); });
    auto& tally = of_class[static_cast<std::size_t>(fault.of)];
    ++tally.planted;
    tally.caught += caught;
    failed += !caught;
  }
  fmt::print("{:12} {:>7} {:>6}\n", "CLASS", "PLANTED", "CAUGHT");
  for (std::size_t i = 0; i < of_class.size(); ++i)
    fmt::print("{:12} {:>7} {:>6}\n", faulty::fault_classes[i], of_class[i].planted, of_class[i].caught);
  fmt::print("{} of {} are not caught, named rightly and shrunk\n", failed, wanted.size());
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tutti::conform

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 3) {
    std::fputs("usage: conform-faults WORKER YIELD-LIBRARY FAULTY-LIBRARY [FAULT...|K/N]\n", stderr);
    return 2;
  }
  std::vector<std::string> wanted(arguments.begin() + 3, arguments.end());
  if (wanted.empty()) wanted.emplace_back("1/1");
  if (const auto names = tutti::conform::share(wanted.front())) wanted = *names;
  for (const auto& name : wanted)
    if (name != tutti::conform::no_fault && !tutti::faulty::fault_named(name)) {
      std::fputs(fmt::format("there is no fault '{}'; tests/mpi/faulty/faults.hpp lists them\n", name).c_str(), stderr);
      return 2;
    }
  return tutti::conform::judge({arguments[0], arguments[1], arguments[2]}, wanted);
}
