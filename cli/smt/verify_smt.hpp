// What `tutti verify` asks of Z3: every case a second time, proofs for all p, theorems on counts and operations.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/junit.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/asked.hpp"
#include "verified/check/sweep/sweep.hpp"

namespace tutti::cli {

/// The proof for all p of an algorithm.
struct AllPProof {
  const Algorithm* algorithm;
  const SweepResult* swept;          ///< what the sweep of the same run found of it
  bool is_written;                   ///< or there is none
  int up_to;                         ///< the largest p of which it makes a claim
  std::string because;               ///< why of no larger one
  std::vector<std::size_t> queries;  ///< where they are in SmtResults::asked; algorithms may share them
  std::string broken = "";           ///< why nothing can be asked, though it is written
};

/// What the two engines (verified/check/prove.hpp, verified/check/smt/engine.hpp) found of the same cases.
struct Twice {
  std::vector<SweepResult> first, second;  ///< of the same algorithms, in the same order
  double seconds = 0;                      ///< of the second
  std::vector<std::string> unlike_before;  ///< what was proved before and is refuted now, and how
};

struct SmtRequest {
  bool everything;                  ///< or the proofs for all p alone
  bool theorems;                    ///< with everything: on counts and on the laws of the predefined operations as well
  smt::Limit query_limit;           ///< for each query
  std::optional<std::string> smt2;  ///< a folder to write the queries to
};

struct SmtResults {
  std::vector<smt::Asked> asked;
  std::vector<AllPProof> all_p;          ///< one for each algorithm
  double seconds = 0;                    ///< of all queries in `asked`
  std::vector<smt::Query> left_to_cvc5;  ///< what Z3 does not answer, and is not asked
  std::optional<Twice> twice;

  /// Some query came to something else than is due, or the engines differ.
  bool refuted() const;
  /// A limit stopped some query, a proof could not be asked, or the second engine had no case of some algorithm.
  bool unknown() const;
};

/// Throws std::runtime_error, with the remedy, in a build without Z3 (cli/absent/smt.cpp).
void check_smt_is_there();

/// For the algorithms of `sweep`, which has come to `results`; these must outlive what is returned. Shows its progress
/// on a terminal unless `quiet`.
SmtResults ask_z3(const SmtRequest& request, const SweepRequest& sweep, const std::vector<SweepResult>& results,
                  bool quiet);

/// What the second engine says, a line for each proof for all p, the queries that came to something else than is due,
/// and the slowest ones; with `quiet` only what is not as due.
std::string print_text(const SmtResults& results, bool quiet);
/// "engine", if both were asked with what the second one left undecided, "all_p" with an entry for each algorithm, and
/// "queries" with one for each query.
void add_json(nlohmann::ordered_json& to, const SmtResults& results);
/// A case for each query, and for each algorithm that the second engine was asked about.
void add_junit(std::vector<JUnitCase>& to, const SmtResults& results);

}  // namespace tutti::cli
