// The trace of a schedule as data: what every message carried and what its receiver held afterwards, in the papers'
// notation. Text, picture and JSON are three prints of it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "spec/schedule.hpp"

namespace tutti {

/// The ranks first, first + 1, …, last or first, first - 1, …, last; both ends belong to it.
struct Run {
  Rank first, last;
  bool operator==(const Run&) const = default;
};

/// A word over the ranks from left to right; no runs where there is nothing. `cut`: more letters follow.
struct Runs {
  std::vector<Run> runs;
  bool cut = false;
  bool operator==(const Runs&) const = default;
};

/// Neighbouring slots that hold the same word.
struct Holding {
  Blocks slots;
  std::string name;  ///< the blocks: "A", "A–D"; scratch slots by the blocks that they stand for: "(A–D)", "(A C)"
  Runs word;
  bool finished = false;  ///< every rank stands in the word exactly once
};

/// A step and what it carried.
struct Transfer {
  Step step;
  std::vector<Holding> carried;
};

/// A rank that takes part in a round.
struct Part {
  Rank rank;
  std::vector<Rank> heard_from, sent_to;  ///< the other ranks, ascending, each once
  std::vector<Holding> holds;             ///< after the round: what arrived in, with neighbours that hold the same word
  bool whole = false;                     ///< all blocks of its vector are finished
};

/// A round. Ranks that are not in `parts` hold what they held before.
struct TraceRound {
  std::string says;
  std::vector<Transfer> transfers;
  std::vector<Part> parts;  ///< by rank
  bool surplus = false;     ///< exists only because the number of ranks is no power of two (the rule: trace.cpp)
};

struct Trace {
  int ranks = 0, blocks = 0;
  std::vector<Part> start;  ///< what every rank holds before the first round
  std::vector<TraceRound> rounds;
};

/// Interprets the schedule. It must have the steps of all ranks and be well formed; any other fault is shown as it is.
Trace trace(const Schedule& schedule);

/// "0-12" for a run of ranks, "0-3·12-4" for several, "∅" for nothing.
std::string print_runs(const Runs& word);

/// Lines "P0 ← P1  A–D₀₋₁": whom a rank heard from, and what it holds then. `caption` is the first line.
std::string print_text(const Trace& trace, std::string_view caption);

/// A self-contained SVG in the manner of Rabenseifner's Figs. 2 and 3: a row for each rank, a column for each round.
std::string print_svg(const Trace& trace, std::string_view caption);

/// {"version":1,"ranks","blocks","rounds":[{"says","surplus","steps":[{"from","to","first","count","at","action",
/// "carries":[…]}],"ranks":[{"rank","heard_from","sent_to","whole","holds":[…]}]}]}, where a run of slots is
/// {"first","count","blocks":"A–D","word":"0-1","finished"}.
nlohmann::json print_json(const Trace& trace);

}  // namespace tutti
