// One call of a collective, whoever makes it: the MPI itself, in any of its forms (blocking, nonblocking or persistent,
// with int or MPI_Count counts), or another implementation in its place.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/operator.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/offer.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/case/significance.hpp"
#include "verified/conform/worker/completion.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

/// One buffer argument: a count and a type; or counts and displacements by block; or types by block as well.
struct Side {
  void* buffer = nullptr;  ///< or MPI_IN_PLACE
  std::vector<std::int64_t> counts = {};
  std::vector<std::int64_t> displacements = {};
  std::vector<MPI_Datatype> types = {};
  tutti::conform::Significant significant = tutti::conform::Significant::all;
};

/// Persistent requests that are started at once, by MPI_Startall (MPI 4.0, 3.9).
class StartedTogether {
 public:
  /// `begun` is told what MPI_Startall returns. Both live until start() has returned.
  void add(MPI_Request& request, std::function<void(int code)> begun);
  /// Starts those that were added since the last time; that number `first` among them stands first, if there are any.
  void start(std::size_t first);

 private:
  struct Member {
    MPI_Request* request;
    std::function<void(int code)> begun;
  };
  std::vector<Member> members_;
};

/// What stands between the parentheses. A broadcast's buffer, and the counts and the type of a reduction, are those of
/// `receive`.
struct Arguments {
  Side send = {}, receive = {};
  MPI_Op op = MPI_OP_NULL;
  bool frees_op = false;  ///< the call's own, of Case::freed
  int root = 0;           ///< or MPI_ROOT, MPI_PROC_NULL
  MPI_Comm comm = MPI_COMM_NULL;
};

/// "MPI_Iallreduce", "MPI_Allreduce_init_c".
std::string name_of_call(const tutti::conform::Case& c);

/// Which procedures this MPI has. Of threads and cut-offs nothing is said.
tutti::conform::Offer procedures_offered();

/// Whether this MPI has the procedure in that form; why not, or nothing.
std::optional<std::string> lacking(const tutti::conform::Case& c);

class Call {
 public:
  Call() = default;
  virtual ~Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// The whole call where it blocks. The first start of a persistent one makes its request.
  virtual void start() = 0;
  virtual void finish() = 0;
  /// From now on start() leaves it to `together` to start a persistent request.
  virtual void join(StartedTogether& /*together*/) {}
  /// Leaves it to `together` to complete what start() left open; finish() is to be called then as ever.
  virtual void leave_to(CompletedTogether& /*together*/) {}
  /// The bits of the result, `elements` of them, where it is known by which tree this call combines contributions; of
  /// the ranks from 0 on, each as long as the result.
  virtual std::optional<std::vector<std::byte>> bits_due(const Operator& op,
                                                         const std::vector<const std::byte*>& contributions,
                                                         std::int64_t elements) const;
  /// What is wrong with the call itself, such as the first error that it has returned.
  const std::optional<tutti::conform::Wrong>& error() const { return error_; }
  int error_code() const { return error_code_; }  ///< its code, or MPI_SUCCESS
  /// It came from start(), and may_decline().
  bool declined() const { return declined_; }

 protected:
  std::optional<tutti::conform::Wrong> error_;
  int error_code_ = MPI_SUCCESS;
  bool declined_ = false;
};

/// Who makes the calls.
using Caller = std::function<std::unique_ptr<Call>(const tutti::conform::Case&, const Group&, Arguments)>;

/// By the MPI's own procedure.
class MpiCall : public Call {
 public:
  /// Takes the procedure, the form and the kind of counts from `c`, which must not be lacking().
  MpiCall(const tutti::conform::Case& c, Arguments arguments);
  ~MpiCall() override;  ///< frees a persistent request

  void start() override;
  void finish() override;
  void join(StartedTogether& together) override { together_ = &together; }
  void leave_to(CompletedTogether& together) override;

 private:
  /// Notes what is no success: of that procedure, or of the call's own.
  bool succeeds(int code, const char* procedure = nullptr);
  void note(const Completed& completed);

  tutti::conform::Case case_;
  Arguments arguments_;
  struct Lists;
  std::unique_ptr<Lists> lists_;  ///< live as long as a request that uses them
  MPI_Request request_ = MPI_REQUEST_NULL;
  struct AtBottom;
  std::unique_ptr<AtBottom> at_bottom_;  ///< datatypes of Case::bottom
  struct Freed;
  std::unique_ptr<Freed> freed_;  ///< handles of its own, of Case::freed
  StartedTogether* together_ = nullptr;
  bool under_way_ = false;  ///< started without an error, so that finish() may wait for it
};

/// Finds the Caller that makes a call by its Case::schedule, which is named, on that group. Throws
/// std::invalid_argument where there is no such schedule for it. Empty where the worker has no executor.
using Scheduler = std::function<Caller(const tutti::conform::Case& c, const Group& group)>;

/// The Caller of them.
std::unique_ptr<Call> call_mpi(const tutti::conform::Case& c, const Group& group, Arguments arguments);

}  // namespace tutti::mpi::conform
