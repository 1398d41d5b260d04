// What libtutti keeps with a communicator of the application, and how it serves a call there.
#pragma once
#include <mpi.h>

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include "verified/library/check.hpp"
#include "verified/library/prepared.hpp"
#include "verified/library/recorder.hpp"

namespace tutti::library {

/// Made at the first call, without any message. After some calls, the same number at all ranks (what the MPI refuses
/// for its arguments is no call: one rank may make it alone), the communicator is set up, collectively: all ranks then
/// agree whether it is served from now on. Who serves a call there is decided by what all ranks give alike, or by what
/// they agree on; what stands in the way at one rank is put out of it there. One call at a time is served on a
/// communicator, as MPI has it; several threads may have one each.
class Service {
 public:
  /// That of a communicator; null where the MPI does not take it for one, and then nothing has been said to its error
  /// handler unless the handle is garbage. It ends with the communicator.
  static Service* of(MPI_Comm comm, const Settings& settings);
  /// At MPI_Finalize: frees what all of them keep of MPI. They serve nothing any more.
  static void end_all();

  /// While this thread frees it, a communicator has no service, since ours may be gone by then: its attributes go in
  /// any order, and their delete callbacks may call collectives.
  class Ending {
   public:
    /// What MPI_Comm_free is given.
    explicit Ending(const MPI_Comm* comm);
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

   private:
    MPI_Comm before_;
  };

  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Does the call, by a proved schedule or by `own`, which is noted where libtutti records: what the procedure
  /// returns. A failure goes to the error handler that the communicator has now.
  int serve(const Call& call, Own own);

 private:
  Service(MPI_Comm comm, const Settings& settings);
  static int end(MPI_Comm comm, int key, void* service, void* nothing);

  std::string set_up();
  std::optional<int> serve(const Call& call);
  std::optional<int> serve_set_up(const Call& call);
  bool is_wrong() const;
  bool is_refused(const Call& call);
  void count(int code);
  bool all_can_pack() const;
  void end_check(int code);
  std::optional<int> begin_check(const Call& call, Prepared& prepared);
  Prepared* find(std::size_t hash);
  Prepared& prepare(std::size_t hash);
  std::optional<int> leave(Collective collective, std::string_view reason) const;
  int record(const Call& call, Own own);
  int fail(Collective collective, const std::exception& error) const;

  MPI_Comm comm_;
  const Settings& settings_;
  int rank_ = 0, size_ = 0;
  std::int64_t calls_ = 0;              ///< before the set-up
  std::string reason_;                  ///< why nothing is served; empty where something is, or it is not known yet
  mpi::Communicator* state_ = nullptr;  ///< from the set-up on
  std::optional<Recorder> recorder_;    ///< under TUTTI=record=FILE
  Key key_;                             ///< of the call that is looked at
  std::unique_ptr<Check> check_;        ///< of the call that the MPI does now
  std::int64_t checkable_ = 0;          ///< calls since the set-up of which each `sample`th is checked
  static constexpr std::size_t recent_calls = 64;
  std::array<Prepared*, recent_calls> recent_{};  ///< by hash
  std::unordered_multimap<std::size_t, std::unique_ptr<Prepared>> prepared_;
};

}  // namespace tutti::library
