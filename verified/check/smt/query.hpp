// Questions to an SMT solver and its answers: each is asked alone, under a limit, and can be written out for another
// solver. Who asks needs no Z3; who states something includes statement.hpp.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace z3 {
class context;
}

namespace tutti::smt {

struct Statement;

/// A named statement. `build` makes its terms in a context of its own, so queries may be asked at once.
struct Query {
  std::string name;    ///< "counts/equal_blocks/tile": unique, and the name of its file
  std::string states;  ///< one sentence
  std::function<Statement(z3::context&)> build;
  /// Where `build` leaves out assumptions: what is asked when it is refuted, which may be for want of them.
  std::function<Statement(z3::context&)> in_full = {};
};

/// When the solver gives up, for each of the two questions of `ask`.
struct Limit {
  /// Z3's `rlimit`, a count of what it does: the same on every machine, and with whatever else runs there. A second is
  /// half a million to five million of them. 0: as many as it takes.
  unsigned steps = 200'000'000;
  /// The limit of CPU time, for where Z3 does not count.
  double seconds = 600;
};

enum class Found { proved, refuted, unknown };

/// What the solver found. Where it gives up that is unknown, and unknown is never a pass.
struct Answer {
  Found found;
  std::string detail = "";  ///< refuted: "n = 1, blocks = 2: …"; unknown: the reason
  // The cost of both questions: can the assumptions hold, and does the claim?
  double seconds = 0;
  std::uint64_t steps = 0;
};

/// Asks whether the assumptions can hold at all, for else it states nothing, which is unknown; and whether the claim
/// then holds.
Answer ask(const Query& query, const Limit& limit = {});

/// The answers in the order of the queries, from `jobs` threads. `progress` is called from one thread at a time.
std::vector<Answer> ask_all(const std::vector<Query>& queries, const Limit& limit, int jobs,
                            const std::function<void(std::size_t done, std::size_t of)>& progress = {});

/// The negation of the claim as SMT-LIB 2, with a comment that says what is stated: unsat where the query is proved.
std::string print_smt2(const Query& query);

}  // namespace tutti::smt
