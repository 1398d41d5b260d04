// Checks barriers: no rank leaves before every rank has entered.
#pragma once
#include <map>

#include "verified/conform/worker/case.hpp"
#include "verified/conform/worker/workplace.hpp"
#include "verified/run/mpi/movement.hpp"

namespace tutti::mpi {

/// Every rank counts itself in memory that the ranks of a node share, enters at a random moment, and must find the
/// others of its node counted when it leaves; some hundred times in a row. What is wrong besides: messages that the
/// schedule does not have.
class BarrierCheck {
 public:
  explicit BarrierCheck(Workplace& at) : at_(at) {}

  /// Collective over the communicator. What is wrong at this rank, or nothing.
  std::optional<std::string> check(const Case& c);

 private:
  Workplace& at_;
};

}  // namespace tutti::mpi
