// What is found of one operator in all: from its source, from its machine code, or from both.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/long_vectors.hpp"
#include "verified/op/black_box/other_builds.hpp"
#include "verified/op/deadline.hpp"
#include "verified/op/function.hpp"
#include "verified/op/judge/compiled.hpp"
#include "verified/op/law_finding.hpp"
#include "verified/op/prove/prove_laws.hpp"

namespace tutti::op {

struct Subject {
  Trial trial;                                    ///< what runs, its type, precondition and lengths
  std::optional<Symbolic> terms;                  ///< what its source says
  std::string without_terms;                      ///< why not, where there are none
  std::optional<bool> commute;                    ///< how it is declared to MPI_Op_create
  bool large_count = false;                       ///< its *len is an MPI_Count, by its source or what the user says
  bool knows_datatype = false;                    ///< of the elements, and so whether MPI provides the type's gaps
  std::optional<SourceLine> definition = {};      ///< of the function, in a file of the user
  std::string by_source = "";                     ///< the file by which a binary is judged, where it is, and since when
  std::string other_type = "";                    ///< what the code takes its elements for, where that is another type
  std::optional<int> type_line = {};              ///< of that file, which says the type, where the user does not
  std::optional<std::string> other_reading = {};  ///< that the source says several things, see other_reading()
};

/// A law over all domains.
enum class Standing {
  right,     ///< for all values
  rounding,  ///< over the real numbers, but not to the last bit
  special,   ///< unless NaN or -0 occurs
  wrong,
  unknown
};
std::string_view name_of(Standing standing);

struct Judgement {
  std::vector<LawFinding> findings;  ///< one for each law and domain that was asked, by law and then domain
  Standing associative, commutative;
  std::optional<Comparison> compiled;  ///< with its source, where there is one
  std::optional<Spread> spread;        ///< of floating-point types, if not associative to the last bit
  std::optional<LongRuns> long_runs;   ///< of what no short vector refutes
  std::vector<OtherBuild> builds;      ///< of a source that runs have not refuted
  bool knows_datatype = false;         ///< as of the Subject
};

/// What is not found before the deadline is unknown.
Judgement judge(const Subject& subject, const Limits& limits, const Deadline& deadline = {});

/// May MPI use it as declared? It must be within its memory, total, split-safe, a function of its inputs, associative
/// up to rounding, in order, closed under the precondition, and what it is declared; where the datatype is known, it
/// must keep out of gaps. The other laws may fail.
Answer fit_for_mpi(const Judgement& judgement);
/// The same as far as one law says it: proved where the law may fail.
Answer fit_for_mpi(const Judgement& judgement, Law law);

}  // namespace tutti::op
