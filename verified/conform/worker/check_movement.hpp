// Checks data movement: random bytes in every block, and every byte of the receive buffer compared with the model.
#pragma once
#include <map>

#include "verified/conform/worker/case.hpp"
#include "verified/conform/worker/placement.hpp"
#include "verified/conform/worker/workplace.hpp"
#include "verified/run/mpi/movement.hpp"

namespace tutti::mpi {

/// What is wrong: a byte of the receive buffer is not what the model demands, whether data or a gap between data; or
/// the messages that MPI carried are not those of the schedule. Sender and receiver use datatypes of their own.
class MovementCheck {
 public:
  explicit MovementCheck(Workplace& at) : at_(at) {}

  /// Collective over the communicator. What is wrong at this rank, or nothing.
  std::optional<std::string> check(const Case& c);

 private:
  /// A buffer as the call describes it and as the check sees it. PlacedBlock::number is the block's letter in the
  /// model.
  struct Argument {
    Side side;
    std::vector<PlacedBlock> blocks;
  };
  Argument argument(const Case& c, const std::vector<int>& letters, bool all, bool received) const;
  const Cargo& cargo(const Case& c, int letter) const;
  int units(const Case& c, int letter) const;
  std::vector<std::byte> data(const Case& c, int letter) const;
  const Schedule& schedule(const Case& c);
  Traffic planned(const Case& c);
  std::byte* lay_out(GuardedBuffer& buffer, const Image& image) const;
  std::optional<std::string> compare(const Argument& receive, const Image& due) const;

  Workplace& at_;
  std::map<Selection, Schedule> schedules_;
};

}  // namespace tutti::mpi
