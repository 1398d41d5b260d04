#include "verified/library/service.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include "verified/run/mpi/agree.hpp"
#include "verified/run/mpi/envelope.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {
namespace {

using mpi::check;

/// An MPI has few contexts, such as the 2048 of MPICH, and the application must not miss the ones that we use.
constexpr int most_contexts = 256;
constexpr std::size_t most_prepared = 512;  // calls whose counts change all the time must not fill the memory

constexpr const char* wrong_arguments = "wrong arguments";

std::atomic<std::uint64_t> ended = 0;  ///< communicators that have ended
std::atomic<int> contexts = 0;

/// Those of the communicators that have not ended, and from the first set-up on a communicator of this process alone,
/// which returns its errors. Never destroyed.
struct Services {
  std::mutex mutex;
  std::set<Service*> all;
  MPI_Comm alone = MPI_COMM_NULL;
};
Services& services() {
  static auto& made = *new Services;
  return made;
}

/// The communicator that this thread has used last, which is valid as long as none has ended.
struct Recent {
  MPI_Comm comm = MPI_COMM_NULL;
  std::uint64_t ended = 0;
  Service* service = nullptr;
};
thread_local Recent recent;
thread_local MPI_Comm ending_now = MPI_COMM_NULL;

/// All ranks are of the same MPI_COMM_WORLD, which has the same settings, and libtutti, everywhere.
bool is_within_world(MPI_Comm comm) {
  MPI_Group group, world;
  check(PMPI_Comm_group(comm, &group), "MPI_Comm_group");
  check(PMPI_Comm_group(MPI_COMM_WORLD, &world), "MPI_Comm_group");
  int size;
  check(PMPI_Group_size(group, &size), "MPI_Group_size");
  std::vector<int> ranks(static_cast<std::size_t>(size)), in_world(ranks.size());
  for (int r = 0; r < size; ++r) ranks[static_cast<std::size_t>(r)] = r;
  check(PMPI_Group_translate_ranks(group, size, ranks.data(), world, in_world.data()), "MPI_Group_translate_ranks");
  check(PMPI_Group_free(&group), "MPI_Group_free");
  check(PMPI_Group_free(&world), "MPI_Group_free");
  return std::ranges::find(in_world, MPI_UNDEFINED) == in_world.end();
}

/// While it lives, errors on the communicator are returned.
class Returned {
 public:
  explicit Returned(MPI_Comm comm) : comm_(comm) {
    check(PMPI_Comm_get_errhandler(comm, &before_), "MPI_Comm_get_errhandler");
    check(PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  ~Returned() {
    PMPI_Comm_set_errhandler(comm_, before_);
    PMPI_Errhandler_free(&before_);
  }
  Returned(const Returned&) = delete;
  Returned& operator=(const Returned&) = delete;

 private:
  MPI_Comm comm_;
  MPI_Errhandler before_;
};

void make_alone() {
  const std::lock_guard lock(services().mutex);
  if (services().alone == MPI_COMM_NULL) services().alone = mpi::same_ranks(MPI_COMM_SELF);
}

/// Whether the MPI combines by it. MPI_Op_commutative would say to the handler of MPI_COMM_WORLD that it does not.
bool is_operator(MPI_Op op, MPI_Datatype type) {
  if (op == MPI_OP_NULL || op == MPI_REPLACE || op == MPI_NO_OP) return false;
  char nothing = 0;
  return mpi::op_of(op) || PMPI_Reduce(MPI_IN_PLACE, &nothing, 0, type, op, 0, services().alone) == MPI_SUCCESS;
}

/// Whether a call that returned it has not been made: the MPI looks at a rank's arguments before it does anything.
bool is_of_arguments(int code) {
  int of = MPI_SUCCESS;
  if (code == MPI_SUCCESS || PMPI_Error_class(code, &of) != MPI_SUCCESS) return false;
  constexpr std::array all{MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_COMM,
                           MPI_ERR_ROOT,   MPI_ERR_OP,    MPI_ERR_ARG};
  return std::ranges::find(all, of) != all.end();
}

/// Where ranks agree before the communicator is set up.
struct Aside {
  explicit Aside(MPI_Comm of) : comm(mpi::same_ranks(of)) {}
  ~Aside() { PMPI_Comm_free(&comm); }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  MPI_Comm comm;
};

}  // namespace

Service* Service::of(MPI_Comm comm, const Settings& settings) {
  const auto now = ended.load(std::memory_order_acquire);
  if (recent.comm == comm && recent.ended == now && recent.service) return recent.service;
  if (comm == MPI_COMM_NULL || comm == ending_now) return nullptr;
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &made, nullptr);
    return made;
  }();
  void* known = nullptr;
  int found = 0;
  if (PMPI_Comm_get_attr(comm, key, &known, &found) != MPI_SUCCESS) return nullptr;
  if (!found) {
    auto made = std::unique_ptr<Service>(new Service(comm, settings));
    if (PMPI_Comm_set_attr(comm, key, made.get()) != MPI_SUCCESS) return nullptr;
    const std::lock_guard lock(services().mutex);
    services().all.insert(made.get());
    known = made.release();
  }
  recent = {comm, now, static_cast<Service*>(known)};
  return recent.service;
}

Service::Ending::Ending(const MPI_Comm* comm) : before_(ending_now) {
  recent = {};
  ending_now = comm ? *comm : MPI_COMM_NULL;
}

Service::Ending::~Ending() { ending_now = before_; }

int Service::end(MPI_Comm, int, void* service, void*) {
  ended.fetch_add(1, std::memory_order_release);
  const std::unique_ptr<Service> ending(static_cast<Service*>(service));
  if (ending->state_) --contexts;
  const std::lock_guard lock(services().mutex);
  services().all.erase(ending.get());
  return MPI_SUCCESS;
}

void Service::end_all() {
  const std::lock_guard lock(services().mutex);
  for (auto* const service : services().all) {
    service->recent_.fill(nullptr);
    service->prepared_.clear();
    service->recorder_.reset();
  }
  if (services().alone != MPI_COMM_NULL) PMPI_Comm_free(&services().alone);
}

Service::Service(MPI_Comm comm, const Settings& settings) : comm_(comm), settings_(settings) {
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter) reason_ = "the communicator is an intercommunicator";
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
  if (settings.mode == Mode::record) recorder_.emplace(comm);
}

std::optional<int> Service::leave(Collective collective, std::string_view reason) const {
  if (settings_.verbose || settings_.mode == Mode::check) ++left_for(collective, std::string(reason));
  return std::nullopt;
}

/// The code of the error, which the handler has seen. The MPI's text says little of what we noticed ourselves.
int Service::fail(Collective collective, const std::exception& error) const {
  int code = MPI_ERR_OTHER;
  if (const auto* failed = dynamic_cast<const mpi::Failed*>(&error)) code = failed->code;
  if (dynamic_cast<const std::bad_alloc*>(&error)) code = MPI_ERR_NO_MEM;
  std::fprintf(stderr, "libtutti: %s at rank %d of %d: %s\n", std::string(row(collective).mpi_name).c_str(), rank_,
               size_, error.what());
  PMPI_Comm_call_errhandler(comm_, code);
  return code;
}

/// Collective. Why nothing is served here, the same at all ranks; empty where something is.
std::string Service::set_up() try {
  const Returned returned(comm_);
  if (!is_within_world(comm_)) return "the communicator has ranks of several MPI_COMM_WORLDs";
  const Aside aside(comm_);
  if (mpi::any(aside.comm, contexts >= most_contexts)) return "too many communicators are served already";

  mpi::Communicator* state = nullptr;
  try {
    state = &mpi::Communicator::of(comm_, settings_.by_node);
    state->choose_by(settings_.profile, settings_.one_tree);
    make_alone();
  } catch (const std::exception&) {
    state = nullptr;
  }
  if (mpi::any(aside.comm, !state)) return "the communicator could not be set up";
  state_ = state;
  ++contexts;
  return {};
} catch (const std::exception&) {
  return "the communicator could not be set up";
}

int Service::serve(const Call& call, Own own) {
  if (recorder_) [[unlikely]]
    return record(call, own);
  if (const auto served = serve(call)) return *served;
  const int code = own();  // whatever its error handler does, such as to throw, is not for us to catch
  if (check_) [[unlikely]]
    end_check(code);
  count(code);
  return code;
}

int Service::record(const Call& call, Own own) {
  leave(call.collective, "calls are recorded");
  bool is_call = true;
  try {
    // Where the ranks wait for each other none may come alone.
    const bool is_due = !state_ && reason_.empty() && calls_ >= settings_.after;
    is_call = recorder_->look(call) || !(state_ || is_due) || !is_refused(call);
    if (is_call && is_due) {
      reason_ = set_up();
      if (state_) recorder_->set_up(comm_, *state_);
    }
    if (is_call) recorder_->begin(call);
  } catch (const std::exception& e) {
    return fail(call.collective, e);
  }
  const int code = is_call ? recorder_->record(call, own) : own();
  count(code);
  return code;
}

/// Counts a call that the MPI has done.
void Service::count(int code) {
  if (!state_ && reason_.empty() && !is_of_arguments(code)) ++calls_;
}

/// Nothing where the call is left to the MPI.
std::optional<int> Service::serve(const Call& call) {
  if (state_) [[likely]] {
    try {
      return serve_set_up(call);
    } catch (const std::exception& e) {
      return fail(call.collective, e);
    }
  }
  if (!reason_.empty()) return leave(call.collective, reason_);
  if (calls_ < settings_.after) return leave(call.collective, "the communicator was not yet set up");
  if (is_refused(call)) return leave(call.collective, wrong_arguments);
  reason_ = set_up();
  return serve(call);
}

/// Whether an argument is wrong at this rank, in which case the MPI says so, too, without a message: what the others do
/// is the same then, whoever serves the call here. Asked of a call that is new, since what was prepared is right, and
/// so that no error handler of the application hears of it; later questions about the handles cannot fail.
bool Service::is_wrong() const {
  const auto& c = row(key_.collective);
  const auto negative = [](std::int64_t n) { return n < 0; };
  if (negative(key_.send_count) || negative(key_.receive_count)) return true;
  const bool displaced = !c.combines();  // each list of counts has one of displacements behind it
  for (std::size_t i = 0; i < key_.numbers.size(); ++i)
    if (!(displaced && i / static_cast<std::size_t>(size_) % 2 == 1) && negative(key_.numbers[i])) return true;

  // A message to nobody: whether the datatype is one, and committed.
  const auto is_type = [this](MPI_Datatype type) {
    return PMPI_Send(this, 1, type, MPI_PROC_NULL, 0, services().alone) == MPI_SUCCESS;
  };
  const bool by_rank = !key_.types.empty();
  if (key_.sends && !c.combines() && !by_rank && !is_type(key_.send_type)) return true;
  if ((c.combines() || key_.receives) && !by_rank && !is_type(key_.receive_type)) return true;
  return !std::ranges::all_of(key_.types, is_type) || (c.combines() && !is_operator(key_.op, key_.receive_type));
}

/// Whether the call is one on a communicator that may not be set up.
bool Service::is_refused(const Call& call) try {
  make_alone();
  return !find_key(call, rank_, size_, key_) || is_wrong() ||
         lies_at_null(key_, call.send.buffer, call.receive.buffer, rank_, size_);
} catch (const std::exception&) {
  return false;  // what keeps it from being known keeps it from being set up, too
}

/// Collective, where all know that the call is so large that what they agree on takes no time.
bool Service::all_can_pack() const { return !mpi::any(state_->context(), has_large_elements(key_)); }

Prepared* Service::find(std::size_t hash) {
  auto& recent_one = recent_[hash % recent_calls];
  const auto is_it = [this](const Prepared& p) { return p.key() == key_ && p.lives(); };
  if (recent_one && is_it(*recent_one)) [[likely]]
    return recent_one;
  const auto [first, last] = prepared_.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (is_it(*at->second)) return recent_one = at->second.get();
  return nullptr;
}

Prepared& Service::prepare(std::size_t hash) {
  recent_.fill(nullptr);
  std::erase_if(prepared_, [](const auto& p) { return !p.second->lives(); });
  if (prepared_.size() >= most_prepared) prepared_.clear();
  auto made = std::make_unique<Prepared>(key_, comm_, *state_, settings_.preference(key_.collective));
  return *prepared_.emplace(hash, std::move(made))->second;
}

std::optional<int> Service::serve_set_up(const Call& call) {
  const auto collective = call.collective;
  if (settings_.preference(collective).off) return leave(collective, "off by TUTTI_ALGORITHMS");
  if (settings_.mode == Mode::check) {
    if (row(collective).result == Result::all_entered) return leave(collective, "it has no result to compare");
  }
  if (!find_key(call, rank_, size_, key_)) return leave(collective, wrong_arguments);
  const auto h = hash(key_);
  auto* prepared = find(h);
  if (!prepared) {
    if (is_wrong()) return leave(collective, wrong_arguments);
    if (const auto why = why_not(key_); !why.empty()) return leave(collective, why);
  }
  if (!(call.send.buffer && call.receive.buffer) &&
      lies_at_null(key_, call.send.buffer, call.receive.buffer, rank_, size_))
    return leave(collective, wrong_arguments);
  if (settings_.mode == Mode::check && checkable_++ % settings_.sample != 0)
    return leave(collective, "not one of the sample");
  if ((prepared ? prepared->is_large() : is_large(key_, size_)) && !all_can_pack())
    return leave(collective, elements_are_large);
  auto* const to = const_cast<void*>(call.receive.buffer);
  const auto run = [&](Prepared& p) {
    if (settings_.mode == Mode::check) return begin_check(call, p);
    if (settings_.native && p.native_is_faster()) return leave(collective, "the profile has measured it as faster");
    p.count();
    p.run_anywhere(*state_, call.send.buffer, to);
    return std::optional(MPI_SUCCESS);
  };
  // An Error leaves the ranks out of step, whether it comes before the messages or among them.
  if (!prepared) state_->in_step([&] { prepared = &prepare(h); });
  return run(*prepared);
}

/// Collective. Nothing is returned: the MPI does the call, and end_check() follows.
std::optional<int> Service::begin_check(const Call& call, Prepared& prepared) {
  const bool meets = prepared.buffers_meet(call.send.buffer, call.receive.buffer, rank_, size_);
  const bool is_on_device = prepared.lies_on_device(call.send.buffer, call.receive.buffer, rank_, size_);
  const auto obstacle = mpi::greatest(state_->context(), is_on_device                           ? 2U
                                                         : meets || prepared.receives_overlap() ? 1U
                                                                                                : 0U);
  if (obstacle == 2) return leave(call.collective, "a buffer of a rank is on a device");
  if (obstacle == 1) return leave(call.collective, "buffers of a rank may overlap, of which MPI says nothing");
  check_ = Check::begin(call, prepared, *state_, comm_);
  if (!check_) return leave(call.collective, "a rank has no memory for copies of its buffers");
  prepared.count();
  return std::nullopt;
}

/// Collective. Of those that have found something, the lowest rank says what is gravest.
void Service::end_check(int code) {
  const auto check = std::move(check_);
  try {
    const auto found = check->end(code);
    const std::int64_t gravity = !found ? 0 : found->likeness == conform::Likeness::different ? 2 : 1;
    const auto mine = static_cast<std::uint64_t>(gravity * size_ + size_ - 1 - rank_);
    if (mpi::greatest(state_->context(), mine) == mine && found)
      note_difference(check->collective(), check->kind(),
                      {check->describe(*found), found->likeness == conform::Likeness::different});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "libtutti: a call at rank %d of %d cannot be checked: %s\n", rank_, size_, e.what());
  }
}

}  // namespace tutti::library
