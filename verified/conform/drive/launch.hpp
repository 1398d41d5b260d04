// One launch of the worker under somebody's MPI: starts it, hears what its ranks write, and ends it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spec/schedule.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/drive/choice.hpp"
#include "verified/conform/drive/spread.hpp"

namespace tutti::conform {

struct Launcher {
  /// For the shell: "mpiexec -n {np}", with {choice} for the arguments of a choice, {nodes} for the node of each rank.
  std::string command;
  std::filesystem::path worker;                     ///< tutti-mpi, built against that MPI
  std::filesystem::path folder;                     ///< for files that all ranks see
  LauncherFamily family = LauncherFamily::unknown;  ///< needed where there are several nodes and no {nodes}
  double time_limit = 10;   ///< seconds without a new line of any rank, after which the ranks hang; and see Batch
  double start_limit = 60;  ///< seconds in which the first rank must begin a case
  bool strict = false;      ///< what MPI permits is a failure, see judged()
};

/// What one launch runs.
struct Batch {
  std::filesystem::path folder;          ///< has a file "cases", one in a line, and gets those of the ranks
  int count = 0;                         ///< cases
  std::vector<std::int64_t> bytes = {};  ///< that each case moves; while the ranks are in it they get a second more for
                                         ///< 50 MB. Empty: nothing worth mentioning
  int ranks = 1;
  Nodes nodes = {};
  Choice choice = {};
  bool threads = false;  ///< with MPI_THREAD_MULTIPLE
};

/// The MPI of a worker.
struct Library {
  std::string standard, text;  ///< "4.0" and "MPICH 4.0.2", or empty where no worker has spoken yet
  bool operator==(const Library&) const = default;
};

/// What the line "mpi" of a worker says: "mpi R P STANDARD TEXT", such as "mpi 0 4 4.0 MPICH 4.0.2".
struct World {
  Rank rank = -1;
  int ranks = -1;
  Library library = {};
};
std::optional<World> parse_world(const Line& line);

/// Whether the line tells of a forbidden access, after which the rank that made it ends.
bool ends_a_rank(const Line& line);

/// The ranks of a launch.
struct Placement {
  int ranks = 1;
  Nodes nodes = {};
};

/// {np}, {nodes} and {choice} filled in, and the worker with these arguments behind it. Throws as spread_command().
std::string command_line(const Launcher& launcher, const Placement& placement, const Choice& choice,
                         const std::string& arguments);
/// The same with the environment of the choice, and as much output as messages need.
Command worker_command(const Launcher& launcher, const Placement& placement, const Choice& choice,
                       const std::string& arguments);

enum class End {
  finished,      ///< every rank is over, and the launcher says that all is well
  not_started,   ///< no rank has begun a case
  other_worlds,  ///< the ranks are not those of one world of so many
  broken_off,    ///< over, but not every rank has said so
  hung,          ///< killed at the time limit
  stopped,       ///< killed because we were asked to stop
};

struct Ending {
  End end = End::finished;
  std::string text;  ///< how it ended otherwise, with the last lines printed: "ended with status 139 (…): …"
  int garbage = 0;   ///< lines in the ranks' files that are none
  bool took_too_long = false;  ///< of not_started: it was ended at the limit for a start
};

using LineHandler = std::function<void(Rank, const Line&)>;

/// Runs it to its end. `hear` gets every line of every rank; the lines of a rank in their order.
Ending launch(const Launcher& launcher, const Batch& batch, const LineHandler& hear, const std::function<bool()>& stop);

}  // namespace tutti::conform
