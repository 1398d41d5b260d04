// What the environment asks of libtutti.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "verified/choose/profile.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::library {

/// The texts of the environment variables, as rank 0 of MPI_COMM_WORLD has them; null where one is not set.
struct Environment {
  const char *modes, *algorithms, *verbose, *profile, *check_exit, *check_junit, *bits, *transport;
  /// TUTTI, TUTTI_ALGORITHMS, TUTTI_VERBOSE, TUTTI_PROFILE, TUTTI_CHECK_EXIT, TUTTI_CHECK_JUNIT, TUTTI_BITS,
  /// TUTTI_TRANSPORT.
  static Environment ours();
};

/// Who serves a collective: the selector's choice, one algorithm wherever it can run, or the MPI.
struct Preference {
  bool off = false;
  const Algorithm* algorithm = nullptr;
};

/// What is done with a call: a proved schedule serves it; or the MPI does, and its result is compared with that of one,
/// or the call is noted.
enum class Mode { run, check, record };

/// The same at all ranks.
struct Settings {
  Mode mode = Mode::run;
  /// Calls are left to the MPI where the profile has measured its own procedure as faster.
  bool native = false;
  /// Calls of a communicator that the MPI serves before the communicator is set up.
  std::int64_t after = 10;
  /// The file that calls are recorded to, without the rank at its end; empty where they are not.
  std::string record = {};
  std::array<Preference, collectives.size()> preferences = {};
  bool verbose = false;
  std::int64_t sample = 1;       ///< of so many calls of a communicator one is checked
  bool check_exit = false;       ///< the program ends with status 1 where a result was wrong
  std::string check_junit = {};  ///< the file to write the findings to, or empty
  /// Reductions and scans are combined in trees that depend on the number of ranks alone (verified/choose/bits.hpp).
  bool one_tree = false;
  bool by_node = false;  ///< messages between ranks on one node go through memory that they share
  std::optional<Profile> profile = std::nullopt;  ///< none: each communicator has that of its place

  const Preference& preference(Collective c) const { return preferences[static_cast<std::size_t>(c)]; }
};

/// Throws std::invalid_argument, with the variable, what is wrong with it and what is right.
Settings read_settings(const Environment& environment);

/// The settings as a text, for other ranks, and back.
std::string write_settings(const Settings& settings);
Settings parse_settings(std::string_view text);

}  // namespace tutti::library
