// Notes the calls of one communicator, each of which the MPI does.
#pragma once
#include <mpi.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "verified/library/call.hpp"
#include "verified/library/recorded_op.hpp"
#include "verified/library/recording.hpp"
#include "verified/run/mpi/movement.hpp"

namespace tutti::library {

/// One argument of a call that is noted, which means something at this rank. What is noted of counts by rank is the
/// same for many calls.
template <class Type>
struct RecordedSide {
  bool given = false, by_rank = false;
  std::int64_t count = 0;  ///< or the sum of those by rank
  std::int64_t largest = 0, smallest = 0, zero = 0;
  std::int64_t own = 0;       ///< of this rank, in the arrays that have one for it
  std::vector<Type> types{};  ///< the one; or those by rank that have elements, each once
  bool operator==(const RecordedSide&) const = default;
};

/// What calls of a line have in common: their handles; or, where those may be other ones' by now, what is said of them.
template <class Type, class Op>
struct RecordedCall {
  Collective collective = Collective::barrier;
  bool in_place = false;
  int root = 0;
  Op op{};
  RecordedSide<Type> send{}, receive{};
  bool operator==(const RecordedCall&) const = default;
};

/// One call at a time is noted; several threads may have a communicator each.
class Recorder {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Recorder(MPI_Comm comm);
  /// Adds the lines to the recording.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Collective: from now on ranks wait for each other before each call. Throws Error.
  void set_up(MPI_Comm comm, mpi::Communicator& state);
  /// Whether a line is known that the call will be added to, because one like it was right. Comes before begin().
  bool look(const Call& call);
  /// Before a call: where the communicator is set up, waits by a barrier of ours until all ranks have come. Throws
  /// Error.
  void begin(const Call& call);
  /// Does the call, and notes it where nothing fails: what the procedure returns.
  int record(const Call& call, Own own);

 private:
  using Asked = RecordedCall<MPI_Datatype, MPI_Op>;
  using Described = RecordedCall<const RecordedType*, RecordedOp*>;
  struct Hash {
    std::size_t operator()(const Described& call) const;
  };
  struct Line {
    Times times;
    RecordedOperands* operands = nullptr;
    std::optional<std::string> like{};  ///< a case of `tutti conform`
  };
  /// A call that was seen, which is the same line as long as no handle has been freed since.
  struct Recent {
    Asked asked;
    std::uint64_t freed = 0;
    Line* line = nullptr;
  };

  void wait();
  void ask(const Call& call);
  void ask_counts(const Argument& argument, int n, bool has_own, RecordedSide<MPI_Datatype>& side) const;
  Recent& recent();
  Line* find(const Call& call);
  void take_operands(const Call& call, Line& line) const;
  nlohmann::ordered_json print(const Described& call, const Line& line) const;

  std::string kind_, id_;  ///< the id is empty until it is known
  bool inter_ = false;
  int rank_ = 0, size_ = 0, remote_size_ = 0;
  std::optional<mpi::Movement> barrier_;
  std::int64_t waited_ = -1;  ///< before the call that is noted, where it waited
  Clock::time_point begin_;   ///< of the call that is noted, after the wait
  Asked asked_;               ///< of the call that is noted
  Line* seen_ = nullptr;      ///< its line, where it was seen lately
  static constexpr std::size_t recent_calls = 64;
  std::array<Recent, recent_calls> recent_{};
  std::unordered_map<Described, Line, Hash> lines_;
  std::array<Times, collectives.size()> folded_{};
};

}  // namespace tutti::library
