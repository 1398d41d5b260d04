// TUTTI=check: a call of which the MPI's own result is compared with that of a proved schedule.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verified/conform/judge/likeness.hpp"
#include "verified/library/bracketings.hpp"
#include "verified/library/copy.hpp"
#include "verified/library/prepared.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace tutti::library {

/// What of a result is not that of the schedule.
struct Difference {
  conform::Likeness likeness;
  std::int64_t element;  ///< of the block, or -1 where it is no element that differs
  std::string text;      ///< where, what the MPI has left there, and what is due
};

/// The differences of one rank: the one that is different stands last, if there is one; of others there are the first
/// few.
using Differences = std::vector<Difference>;

class Check {
 public:
  /// Collective over the communicator, before the MPI's own procedure is called: runs the schedule on copies of the
  /// buffers. Null at all ranks where one of them has no memory for that. Throws as Prepared::run().
  static std::unique_ptr<Check> begin(const Call& call, Prepared& prepared, mpi::Communicator& on, MPI_Comm comm);

  /// Collective, when that procedure has returned `code`: the gravest that differs at this rank, which need not be
  /// alone.
  std::optional<Difference> end(int code);

  Collective collective() const { return call_.collective; }
  /// The call but for its counts and root: what fails alike has the same one.
  std::string kind() const;
  /// The call, the difference, and the command that tries the like with `tutti conform`.
  std::string describe(const Difference& difference) const;

 private:
  Check(const Call& call, Prepared& prepared, mpi::Communicator& on, MPI_Comm comm);
  void copy();
  Copy result_of(conform::Scale what) const;
  Differences compare(std::span<const Copy> known) const;
  Differences compare_values(const Area& area, Type type, std::span<const Copy> known) const;
  /// `due` is packed.
  Differences compare_bytes(const Area& area, std::optional<std::size_t> block, std::span<const std::byte> due) const;
  std::size_t digest(const void* result) const;
  void ask_where_ranks_differ();
  std::optional<Difference> disagreement();
  int combined() const;
  std::int64_t place_in_vector(std::int64_t element) const;
  Plausibility plausibility_of(const Difference* mine);
  void ask_operands(Differences& found);
  void judge(Differences& found);
  bool has_written_what_is_sent() const;

  const Call call_;
  Prepared& prepared_;
  const MPI_Comm comm_, context_;
  const int rank_, size_;
  const mpi::Reaches reaches_;
  std::optional<Op> op_;                     ///< the predefined one
  std::vector<conform::Scale> scales_ = {};  ///< what it takes to know how far two right results may be apart
  bool is_symmetric_ = true;                 ///< see Plausibility, of the operands that were asked for
  Copy sent_;                                ///< as it was before the call; in place that is the receive buffer
  Copy due_;                                 ///< the receive buffer, with the result of the schedule
};

}  // namespace tutti::library
