// What an MPI offers, as its worker says: a programme is made of that, so that
// what must meet does.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// A size in bytes at which the MPI says that it does something else.
struct CutOff {
  std::string name;  ///< of its control variable: "MPIR_CVAR_BCAST_SHORT_MSG_SIZE"
  std::int64_t bytes;
  bool operator==(const CutOff&) const = default;
};

/// The variable of the environment that sets such a control variable at a launch: of Open MPI's parameters, whose names
/// are in lower case, OMPI_MCA_ and the name; else the name.
std::string variable_that_sets(const std::string& control_variable);

/// Whether its variable is about a procedure: it names it, or none.
bool concerns(const CutOff& cut_off, Procedure procedure);

struct Offer {
  bool persistent = true, large_count = true, intercommunicators = true, neighbours = true, threads = true;
  bool schedules = true;  ///< the worker has our executor
  std::vector<CutOff> cut_offs = {};
  bool operator==(const Offer&) const = default;
};

/// "lacks persistent" and "cut-off 2048 MPIR_CVAR_…", a line each.
std::string print(const Offer& offer);
/// Throws std::invalid_argument with a line that is none of these.
Offer parse_offer(const std::string& text);

/// Why an MPI with this offer cannot run `c`, or nothing.
std::optional<std::string> lacking(const Offer& offer, const Case& c);

}  // namespace tutti::conform
