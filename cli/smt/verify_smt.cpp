#include "cli/smt/verify_smt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "verified/check/smt/compared.hpp"
#include "verified/check/smt/counts.hpp"
#include "verified/check/smt/engine.hpp"
#include "verified/check/smt/laws.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view name_of(smt::Found found) {
  constexpr std::string_view names[] = {"proved", "refuted", "unknown"};
  return names[static_cast<std::size_t>(found)];
}

/// "p <= 64", where p or roots were left out "p = 3,5 (some roots)", or nothing where not all cases are proved.
std::string bound_of(const SweepResult& swept) {
  if (swept.verdict() != "proved") return "-";
  const int last = swept.proved_ranks.back();
  if (swept.proves_all_up_to(last)) return fmt::format("p <= {}", last);
  return fmt::format("p = {}{}", format_list(swept.proved_ranks), swept.every_root ? "" : " (some roots)");
}

/// Why the sweep does not bear a claim for all p; nothing where it does.
std::string why_no_claim(const SweepResult& swept) {
  if (swept.counterexample) return fmt::format("no claim for all p: refuted at p = {}", swept.counterexample->ranks);
  if (swept.verdict() != "proved") return "no claim for all p: " + swept.gap;
  if (swept.proves_all_up_to(smt::compared_up_to)) return {};
  return fmt::format("no claim for all p: it takes a sweep of all roots and every p <= {}", smt::compared_up_to);
}

/// Queries that several algorithms share are asked once.
class Questions {
 public:
  explicit Questions(std::vector<smt::Asked>& asked) : asked_(asked) {}

  std::size_t add(smt::Query query, smt::Found due = smt::Found::proved) {
    const auto [at, is_new] = places_.try_emplace(query.name, asked_.size());
    if (is_new) asked_.push_back({std::move(query), due});
    return at->second;
  }

 private:
  std::vector<smt::Asked>& asked_;
  std::map<std::string, std::size_t> places_;
};

/// Returns those that Z3 does not answer.
std::vector<smt::Query> add_theorems(Questions& questions) {
  std::vector<smt::Query> left;
  for (auto& q : smt::count_queries()) questions.add(std::move(q));
  for (auto& q : smt::law_queries())
    if (q.needs_cvc5)
      left.push_back(q);
    else
      questions.add(q, q.expected);
  return left;
}

AllPProof add_all_p(Questions& questions, const SweepResult& swept) try {
  auto proof = smt::proof_for_all_p(*swept.algorithm);
  if (!proof) return {swept.algorithm, &swept, false, 0, "", {}};
  AllPProof result{swept.algorithm, &swept, true, proof->up_to, std::move(proof->because), {}};
  for (auto& q : proof->queries) result.queries.push_back(questions.add(std::move(q)));
  if (result.queries.empty()) result.broken = "its proof asks nothing";
  return result;
} catch (const std::exception& e) {
  return {swept.algorithm, &swept, true, 0, "", {}, e.what()};
} catch (...) {
  return {swept.algorithm, &swept, true, 0, "", {}, "its rules throw what is no std::exception"};
}

/// For which p it is proved, and why for no more.
struct Extent {
  std::string proved_for, why;
};

Extent extent_of(const AllPProof& proof, const SmtResults& results) {
  const auto bound = bound_of(*proof.swept);
  if (!proof.is_written)
    return {bound, proof.algorithm->rules ? "its Supports is a test of ints, which nobody can assume of every p"
                                          : "it is not made by rules, of which alone that can be proved"};
  if (auto why = why_no_claim(*proof.swept); !why.empty()) return {bound, std::move(why)};
  if (!proof.broken.empty()) return {bound, "no claim for all p: " + proof.broken};
  for (const bool unknown : {false, true})  // what is refuted ends a proof, whatever was not found out
    for (const auto i : proof.queries)
      if (const auto& a = results.asked[i]; !a.as_due() && a.unknown() == unknown)
        return {bound, fmt::format("{} is {}", a.query.name, name_of(a.answer.found))};
  const auto& supports = proof.algorithm->supports;
  // What is proved is of a test, and only of those known here is the name that of what they test.
  const auto said = supports.is_known() ? "" : fmt::format("its own test says which: \"{}\"", supports.name());
  const auto which = supports.is_known() ? supports.name() : "its own p";
  if (proof.because.empty()) return {fmt::format("{} < 2^31", which), said};
  return {fmt::format("{} <= {}", which == Supports::all_p.name() ? "p" : which, proof.up_to),
          proof.because + (said.empty() ? "" : "; ") + said};
}

double seconds_of(const AllPProof& proof, const SmtResults& results) {
  double seconds = 0;
  for (const auto i : proof.queries) seconds += results.asked[i].answer.seconds;
  return seconds;
}

// ---- every case a second time

constexpr int largest_again = 16;

/// Says so where the second engine has no case because only larger p were asked for.
void tell_too_large(std::vector<SweepResult>& second, const std::vector<int>& ranks) {
  for (auto& r : second)
    if (std::ranges::none_of(ranks, [&](int p) { return r.algorithm->supports.holds(p); }))
      r.gap = fmt::format("it has no schedule for any p <= {} that was asked for", largest_again);
}

Twice prove_twice(SweepRequest sweep, const smt::Limit& query_limit, bool quiet) {
  std::erase_if(sweep.ranks, [](int p) { return p > largest_again; });
  Twice twice;
  sweep.progress = nullptr;
  twice.first = tutti::sweep(sweep);
  sweep.prove = [=](const Algorithm& algorithm, const Group& group, Effort&) {
    return smt::prove_again(algorithm, group, query_limit);
  };
  Progress progress(!quiet);
  sweep.progress = [&](std::size_t done, std::size_t of) { progress.show(done, of); };
  const auto start = std::chrono::steady_clock::now();
  twice.second = tutti::sweep(sweep);
  twice.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  tell_too_large(twice.second, sweep.ranks);
  return twice;
}

std::string describe(const SweepResult& r) {
  auto text = fmt::format("{} ({} cases, needs: {}, same bits: {})", r.verdict(), r.cases, print(r.needs), r.agreement);
  if (r.counterexample) return text + ": " + describe(*r.counterexample);
  return r.gap.empty() ? text : text + ": " + r.gap;
}

bool agree(const SweepResult& a, const SweepResult& b) {
  return a.verdict() == b.verdict() && a.cases == b.cases && a.needs == b.needs && a.agreement == b.agreement;
}

/// Unknown is no disagreement.
bool differ(const SweepResult& first, const SweepResult& second) {
  return second.verdict() != "unknown" && !agree(first, second);
}

bool differ(const Twice& twice) {
  for (std::size_t i = 0; i < twice.first.size(); ++i)
    if (differ(twice.first[i], twice.second[i])) return true;
  return false;
}

/// What is found now of each algorithm that was proved before and is refuted now. That happens to one whose function
/// makes another schedule when it is asked again.
std::vector<std::string> unlike_before(const std::vector<SweepResult>& before, const std::vector<SweepResult>& now) {
  std::vector<std::string> found;
  for (const auto& a : before)
    for (const auto& b : now)
      if (a.algorithm == b.algorithm && a.verdict() == "proved" && b.verdict() == "refuted")
        found.push_back(fmt::format("{}: proved above, and asked again {}\n", a.algorithm->name, describe(b)));
  return found;
}

std::string print_both(const SweepResult& first, const SweepResult& second) {
  return fmt::format("{}: the first engine says {}\n  the second one {}\n", first.algorithm->name, describe(first),
                     describe(second));
}

std::string print_text(const Twice& twice, bool quiet) {
  std::string text;
  std::size_t cases = 0;
  double cpu = 0;
  for (std::size_t i = 0; i < twice.first.size(); ++i) {
    const auto &a = twice.first[i], &b = twice.second[i];
    cases += b.cases;
    cpu += b.cpu_seconds;
    if (b.cases == 0 && b.verdict() == "unknown")
      text += fmt::format("{}: not proved again: {}\n", b.algorithm->name, b.gap);
    else if (!agree(a, b))
      text += print_both(a, b);
  }
  for (const auto& unlike : twice.unlike_before) text += unlike;
  if (quiet) return text;
  return text + fmt::format("\nproved again by Z3 for p <= {}: {} algorithms, {} cases in {:.2f} s ({:.2f} CPU s){}\n",
                            largest_again, twice.second.size(), cases, twice.seconds, cpu,
                            text.empty() ? "; verdicts, needs and bits as above" : "");
}

// ---- queries

void write_smt2(const std::string& folder, const smt::Query& query) {
  const auto path = std::filesystem::path(folder) / (query.name + ".smt2");
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw UsageError(fmt::format("--smt2 {}: {}; name a folder that can be made", folder, failed.message()));
  Output("--smt2", path.string()).write(smt::print_smt2(query));
}

/// body(query) for each query of the second engine on that many ranks. Where there is no schedule nothing is asked.
template <class F>
void for_each_engine_query(const Algorithm& algorithm, int p, F body) try {
  for (Rank root = 0; root < (row(algorithm.collective).rooted() ? p : 1); ++root)
    for (const auto& shape : algorithm.shapes_for(p)) {
      const Group group{.ranks = p, .root = root, .shape = shape};
      for (const auto& q : smt::engine_queries(algorithm, group)) body(q);
    }
} catch (const NoSchedule&) {
}

template <class F>
void for_each_engine_query(const SweepRequest& sweep, F body) {
  for (const auto* a : sweep.algorithms)
    for (const int p : sweep.ranks)
      if (p <= largest_again && a->supports.holds(p)) for_each_engine_query(*a, p, body);
}

Json unknown_of(const Twice& twice) {
  auto all = Json::array();
  for (const auto& r : twice.second)
    if (r.verdict() == "unknown") all.push_back({{"name", r.algorithm->name}, {"why", r.gap}});
  return all;
}

double seconds_of(const std::vector<smt::Asked>& asked) {
  double seconds = 0;
  for (const auto& a : asked) seconds += a.answer.seconds;
  return seconds;
}

std::string print_all_p(const SmtResults& results) {
  auto text = fmt::format("\n{:39}  {:21}  {:>7}  {:>6}\n", "ALGORITHM", "PROVED FOR", "QUERIES", "CPU s");
  for (const auto& proof : results.all_p) {
    const auto [proved_for, why] = extent_of(proof, results);
    text += fmt::format("{:39}  {:21}  {:>7}  {:>6.2f}{}{}\n", proof.algorithm->name, proved_for, proof.queries.size(),
                        seconds_of(proof, results), why.empty() ? "" : "  ", why);
  }
  return text;
}

std::string print_unexpected(const smt::Asked& a) {
  return fmt::format("{} is {}{}: {}\n  it states: {}\n", a.query.name, name_of(a.answer.found),
                     a.unknown() ? "" : fmt::format(" where {} is due", name_of(a.due)), a.answer.detail,
                     a.query.states);
}

std::string print_total(const SmtResults& results) {
  const auto count = [&](auto holds) { return std::ranges::count_if(results.asked, holds); };
  const auto unknown = count([](const smt::Asked& a) { return a.unknown(); });
  const auto right = count([](const smt::Asked& a) { return a.as_due(); });
  return fmt::format("{} queries for Z3: {} as due, {} not, {} unknown; {:.2f} s ({:.2f} CPU s)\n",
                     results.asked.size(), right, results.asked.size() - static_cast<std::size_t>(right + unknown),
                     unknown, results.seconds, seconds_of(results.asked));
}

std::string print_slowest(const SmtResults& results) {
  constexpr std::size_t most = 5;
  std::vector<const smt::Asked*> sorted;
  for (const auto& a : results.asked) sorted.push_back(&a);
  std::ranges::sort(sorted, std::ranges::greater{}, [](const smt::Asked* a) { return a->answer.seconds; });
  std::string text = "the slowest:";
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i)
    text += fmt::format("{} {} {:.2f} s", i == 0 ? "" : ",", sorted[i]->query.name, sorted[i]->answer.seconds);
  return text + "\n";
}

std::string print_left(const std::vector<smt::Query>& queries) {
  std::string text;
  for (const auto& q : queries) text += (text.empty() ? "left to cvc5, because Z3 has no answer: " : ", ") + q.name;
  return text.empty() ? text : text + "\n";
}

}  // namespace

bool SmtResults::refuted() const {
  return (twice && (differ(*twice) || !twice->unlike_before.empty())) ||
         std::ranges::any_of(asked, [](const smt::Asked& a) { return !a.as_due() && !a.unknown(); });
}

bool SmtResults::unknown() const {
  return std::ranges::any_of(all_p, [](const AllPProof& proof) { return !proof.broken.empty(); }) ||
         std::ranges::any_of(asked, [](const smt::Asked& a) { return a.unknown(); }) ||
         (twice && std::ranges::any_of(twice->second, [](const auto& r) { return r.verdict() == "unknown"; }));
}

void check_smt_is_there() {}

SmtResults ask_z3(const SmtRequest& request, const SweepRequest& sweep, const std::vector<SweepResult>& swept,
                  bool quiet) {
  SmtResults results;
  Questions questions(results.asked);
  if (request.theorems) results.left_to_cvc5 = add_theorems(questions);
  for (const auto& s : swept) results.all_p.push_back(add_all_p(questions, s));
  if (request.smt2) {
    for (const auto& a : results.asked) write_smt2(*request.smt2, a.query);
    for (const auto& q : results.left_to_cvc5) write_smt2(*request.smt2, q);
    if (request.everything) for_each_engine_query(sweep, [&](const auto& q) { write_smt2(*request.smt2, q); });
  }
  if (request.everything) {
    results.twice = prove_twice(sweep, request.query_limit, quiet);
    results.twice->unlike_before = unlike_before(swept, results.twice->first);
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::vector<std::size_t>> proofs;
  for (const auto& proof : results.all_p) proofs.push_back(proof.queries);
  {
    Progress progress(!quiet);
    smt::ask_proofs(results.asked, proofs, request.query_limit, sweep.jobs,
                    [&](std::size_t done, std::size_t of) { progress.show(done, of); });
  }
  results.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return results;
}

std::string print_text(const SmtResults& results, bool quiet) {
  std::string text;
  if (results.twice) text += print_text(*results.twice, quiet);
  if (!quiet) text += print_all_p(results);
  for (const auto& a : results.asked)
    if (!a.as_due()) text += print_unexpected(a);
  if (!quiet && !results.asked.empty())
    text += "\n" + print_total(results) + print_slowest(results) + print_left(results.left_to_cvc5);
  return text;
}

void add_json(Json& to, const SmtResults& results) {
  if (results.twice)
    to["engine"] = {{"largest_p", largest_again},
                    {"agrees", !differ(*results.twice) && results.twice->unlike_before.empty()},
                    {"seconds", results.twice->seconds},
                    {"unknown", unknown_of(*results.twice)}};
  auto& all_p = to["all_p"] = Json::array();
  for (const auto& proof : results.all_p) {
    const auto [proved_for, why] = extent_of(proof, results);
    all_p.push_back({{"name", proof.algorithm->name},
                     {"proved_for", proved_for},
                     {"why", why},
                     {"queries", proof.queries.size()},
                     {"cpu_seconds", seconds_of(proof, results)}});
  }
  auto& queries = to["queries"] = Json::array();
  for (const auto& a : results.asked)
    queries.push_back({{"name", a.query.name},
                       {"states", a.query.states},
                       {"due", name_of(a.due)},
                       {"verdict", name_of(a.answer.found)},
                       {"detail", a.answer.detail},
                       {"cpu_seconds", a.answer.seconds}});
}

void add_junit(std::vector<JUnitCase>& to, const SmtResults& results) {
  for (std::size_t i = 0; results.twice && i < results.twice->second.size(); ++i) {
    const auto &a = results.twice->first[i], &b = results.twice->second[i];
    JUnitCase c{"engine", b.algorithm->name, b.cpu_seconds, {}, {}};
    if (differ(a, b)) c.failure = print_both(a, b);
    if (b.verdict() == "unknown") c.error = b.gap;
    to.push_back(std::move(c));
  }
  for (const auto& a : results.asked) {
    JUnitCase c{"smt", a.query.name, a.answer.seconds, {}, {}};
    if (!a.as_due()) (a.unknown() ? c.error : c.failure) = print_unexpected(a);
    to.push_back(std::move(c));
  }
}

}  // namespace tutti::cli
