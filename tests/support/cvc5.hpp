// A second solver, which shares no code with Z3, on the same queries.
#pragma once
#include <algorithm>
#include <atomic>
#include <fstream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/program.hpp"
#include "verified/check/smt/query.hpp"

namespace tutti {

/// cvc5's `--rlimit`, a count of what it does, the same on every machine and with whatever else runs there: a second is
/// about half a million.
constexpr int cvc5_steps = 5'000'000;
/// Its SAT solver for bit-vectors does not count, so CPU time is the limit there.
constexpr int cvc5_cpu_seconds = 1200;

/// What cvc5 says of the negation of the claim: "unsat" where it holds, "sat" where it fails, and anything else where
/// cvc5 gives up.
inline std::string ask_cvc5(const smt::Query& query) {
  const Folder folder;
  const auto file = folder / "query.smt2";
  std::ofstream(file) << smt::print_smt2(query);
  const auto cvc5 = "ulimit -t " + std::to_string(cvc5_cpu_seconds) + " && " TUTTI_CVC5;
  const auto [status, out, err] = run(cvc5, "--rlimit=" + std::to_string(cvc5_steps) + " " + file.string());
  return out.substr(0, out.find('\n'));
}

struct SecondOpinion {
  int confirmed = 0, undecided = 0;
  std::vector<std::string> contradicted;  ///< the names of the queries
};

/// What cvc5 says of queries that Z3 proved.
inline SecondOpinion ask_cvc5(std::span<const smt::Query> proved) {
  std::vector<std::string> answers(proved.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < proved.size();) answers[i] = ask_cvc5(proved[i]);
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned j = 0; j < std::max(1u, std::thread::hardware_concurrency()); ++j) workers.emplace_back(work);
  }
  SecondOpinion opinion;
  for (std::size_t i = 0; i < proved.size(); ++i)
    if (answers[i] == "unsat")
      ++opinion.confirmed;
    else if (answers[i] == "sat")
      opinion.contradicted.push_back(proved[i].name);
    else
      ++opinion.undecided;
  return opinion;
}

}  // namespace tutti
