// The trace of a schedule as data: what every message carried and what its receiver held afterwards, in the papers'
// notation. Text, picture and JSON are three prints of it.
#pragma once
#include <compare>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"

namespace tutti {

/// The ranks first, first + 1, …, last or first, first - 1, …, last; both ends belong to it.
struct Run {
  Rank first, last;
  auto operator<=>(const Run&) const = default;
};

/// A word over the ranks from left to right; no runs where there is nothing. `cut`: more letters follow.
struct Runs {
  std::vector<Run> runs;
  bool cut = false;
  auto operator<=>(const Runs&) const = default;
};

/// Neighbouring slots and what they hold.
/// Combined data: slots with the same word. `name` says which blocks they stand for: "A", "A–D", in brackets where they
/// are scratch: "(A–D)", "(A C)".
/// Moved data: slots that all hold a block. `name` says which: "A–D", in an exchange by source and destination "0→2–5";
/// in brackets what is not in the slot of its own block: "(C–F A)". A slot that should hold something but does not is
/// named as in combined data, with "∅" behind: "A∅".
/// A barrier: `name` says of whom the rank knows that they have entered: "knows 0–3", in brackets from scratch:
/// "(4,6)".
struct Holding {
  Blocks slots;
  std::string name;
  std::optional<Runs> word;  ///< only of combined data
  bool finished = false;     ///< what is due there; in a reduction every slot with the whole result
};

/// A step and what it carried.
struct TraceStep {
  Step step;
  std::vector<Holding> carried;
};

/// A rank that takes part in a round.
struct Part {
  Rank rank;
  std::vector<Rank> heard_from, sent_to;  ///< the other ranks, ascending, each once
  std::vector<Holding> holds;             ///< after the round: what arrived in, with neighbours that hold the same word
  bool whole = false;                     ///< has all that is due to it; in a reduction the whole result
};

/// A round. Ranks that are not in `parts` hold what they held before.
struct TraceRound {
  std::string says;
  std::vector<TraceStep> transfers;
  std::vector<Part> parts;  ///< by rank
  bool surplus = false;     ///< of a reduction, only because p is no power of two (the rule: trace.cpp)
};

struct Trace {
  Collective collective{};
  Rank root = 0;
  int ranks = 0, blocks = 0;
  std::vector<Part> start;  ///< what every rank holds before the first round
  std::vector<TraceRound> rounds;

  /// Some moved block is not in its own slot, or some signal of a barrier in scratch: both stand in brackets.
  bool displaced() const;
};

/// Interprets the schedule. It must have the steps of all ranks and be well formed; any other fault is shown as it is.
Trace trace(const Schedule& schedule, Collective collective, Rank root);

/// Whether the whole combination, 0 to p-1, is what the ranks of the collective work towards.
bool reduces(Collective c);

/// "0-12" for a run of ranks, "0-3·12-4" for several, "∅" for nothing.
std::string print_runs(const Runs& word);

/// Lines "P0 ← P1  A–D₀₋₁": whom a rank heard from, and what it holds then. `caption` is the first line, what the
/// ranks start with the second.
std::string print_text(const Trace& trace, std::string_view caption);

/// A self-contained SVG in the manner of Rabenseifner's Figs. 2 and 3: a row for each rank, a column for each round.
std::string print_svg(const Trace& trace, std::string_view caption);

/// {"version":1,"ranks","blocks","rounds":[{"says","surplus","steps":[{"from","to","first","count","at","action",
/// "carries":[…]}],"ranks":[{"rank","heard_from","sent_to","whole","holds":[…]}]}]}, where a run of slots is
/// {"first","count","blocks":"A–D","word":"0-1","finished"}: `blocks` is the name of the Holding, and `word` is null
/// where data is not combined.
nlohmann::json print_json(const Trace& trace);

}  // namespace tutti
