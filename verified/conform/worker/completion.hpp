// The ways in which calls that are pending are completed.
#pragma once
#include <mpi.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::mpi::conform {

struct Completed {
  int code;                                         ///< what the procedure returned, or the error in the status
  std::string procedure;                            ///< "MPI_Testsome"
  std::optional<tutti::conform::Wrong> wrong = {};  ///< what it says of the requests that cannot be
};

/// Completes requests of calls of one form in the way that the case says: where the procedure is one for several
/// requests, all of them between two null ones, by as many calls as it takes. Each is said to have completed once, and
/// a nonblocking one must be null then, a persistent one must not (MPI 4.0, 3.7.3 to 3.7.5 and 3.9); and when nothing
/// is left that is active, the procedures that test must say so.
Completed complete(const tutti::conform::Case& c, const std::vector<MPI_Request*>& requests);

/// Calls that are completed by one procedure.
class CompletedTogether {
 public:
  /// `done` is told what came of it. Both live until complete() has returned.
  void add(MPI_Request& request, std::function<void(const Completed&)> done);
  /// Completes those that were added since the last time, if any, in the way that the case says; that number `first`
  /// among them stands first in the list.
  void complete(const tutti::conform::Case& c, std::size_t first);

 private:
  struct Member {
    MPI_Request* request;
    std::function<void(const Completed&)> done;
  };
  std::vector<Member> members_;
};

}  // namespace tutti::mpi::conform
