// What the executor does when MPI fails. The procedures that it calls are defined here, over PMPI, so that the k-th
// call of one rank fails, for every k: with nothing done, or after all was done. That rank must get an Error in a
// while, whatever the others do, and none of its buffers may change any more; a call that does not fail must be right.
// Prints a line for each case where that is not so, and ends with status 1 then.
// Arguments: collectives, of whose every algorithm each call of a run fails; a message that nobody takes keeps its
// communicator, of which an MPI has 2000, so not all of them in one go. Without arguments: the ways in which calls
// differ.
#include <mpi.h>
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace {

using namespace tutti;
using std::chrono::steady_clock;

enum class Fails { before, after };  // instead of what is due, or when it is done

struct Injection {
  bool counting = false;
  int calls = 0, failing = 0;  ///< the number of the call that fails, none where it is 0
  Fails when = Fails::before;
  const char* failed = nullptr;  ///< the procedure
};
Injection injection;

/// The rank that fails tells the others when its call has ended, so that they need not wait for ever.
struct Harness {
  int rank = 0, size = 0, wrong = 0;
  Rank told_by = -1;  ///< whose word ends a wait
  std::optional<steady_clock::time_point> told_since = {};
  int made = 0;  ///< communicators that were made and not freed
};
Harness harness;
constexpr int failed_tag = 1, fine_tag = 2;
constexpr auto grace = std::chrono::milliseconds(5);

template <class Procedure, class... Arguments>
int count(const char* name, Procedure real, Arguments... arguments) {
  if (!injection.counting || ++injection.calls != injection.failing) return real(arguments...);
  injection.failed = name;
  if (injection.when == Fails::after) static_cast<void>(real(arguments...));
  return MPI_ERR_OTHER;
}

/// As MPI_Waitall, but it fails where the rank that failed has said so and nothing has come for a while.
int wait_or_be_told(int n, MPI_Request* requests, MPI_Status* statuses) {
  for (auto until = steady_clock::time_point::max();;) {
    int done = 0;
    if (const int code = PMPI_Testall(n, requests, &done, statuses); code != MPI_SUCCESS || done) return code;
    int told = 0;
    if (harness.told_by >= 0 && until == steady_clock::time_point::max())
      PMPI_Iprobe(harness.told_by, failed_tag, MPI_COMM_WORLD, &told, MPI_STATUS_IGNORE);
    if (told) until = steady_clock::now() + grace;
    if (steady_clock::now() > until) return MPI_ERR_PENDING;
    sched_yield();
  }
}

/// As MPI_Iprobe, by which a rank that waits for shared memory lets MPI work; it fails as above.
int probe_or_be_told(int from, int tag, MPI_Comm comm, int* there, MPI_Status* status) {
  int told = 0;
  if (harness.told_by >= 0) PMPI_Iprobe(harness.told_by, failed_tag, MPI_COMM_WORLD, &told, MPI_STATUS_IGNORE);
  if (!told) harness.told_since = {};
  if (told && !harness.told_since) harness.told_since = steady_clock::now();
  if (told && steady_clock::now() > *harness.told_since + grace) return MPI_ERR_PENDING;
  return PMPI_Iprobe(from, tag, comm, there, status);
}

/// Whatever the handler of the application's communicator is, those of ours return errors.
void expect_errors_returned(MPI_Comm ours) {
  MPI_Errhandler handler;
  PMPI_Comm_get_errhandler(ours, &handler);
  if (handler == MPI_ERRORS_RETURN) return;
  ++harness.wrong;
  std::printf("rank %d of %d: a communicator of ours does not return errors\n", harness.rank, harness.size);
}

}  // namespace

extern "C" {
int MPI_Isend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r) {
  return count("MPI_Isend", PMPI_Isend, b, n, t, to, tag, c, r);
}
int MPI_Irecv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r) {
  return count("MPI_Irecv", PMPI_Irecv, b, n, t, from, tag, c, r);
}
int MPI_Waitall(int n, MPI_Request* r, MPI_Status* s) { return count("MPI_Waitall", wait_or_be_told, n, r, s); }
int MPI_Testall(int n, MPI_Request* r, int* done, MPI_Status* s) {
  *done = 1;
  return count("MPI_Testall", wait_or_be_told, n, r, s);
}
int MPI_Iprobe(int from, int tag, MPI_Comm c, int* there, MPI_Status* s) {
  return count("MPI_Iprobe", probe_or_be_told, from, tag, c, there, s);
}
int MPI_Get_count(const MPI_Status* s, MPI_Datatype t, int* n) {
  return count("MPI_Get_count", PMPI_Get_count, s, t, n);
}
int MPI_Reduce_local(const void* in, void* inout, int n, MPI_Datatype t, MPI_Op op) {
  return count("MPI_Reduce_local", PMPI_Reduce_local, in, inout, n, t, op);
}
int MPI_Pack(const void* in, int n, MPI_Datatype t, void* out, int size, int* at, MPI_Comm c) {
  return count("MPI_Pack", PMPI_Pack, in, n, t, out, size, at, c);
}
int MPI_Unpack(const void* in, int size, int* at, void* out, int n, MPI_Datatype t, MPI_Comm c) {
  return count("MPI_Unpack", PMPI_Unpack, in, size, at, out, n, t, c);
}
int MPI_Comm_get_attr(MPI_Comm c, int key, void* value, int* found) {
  return count("MPI_Comm_get_attr", PMPI_Comm_get_attr, c, key, value, found);
}
int MPI_Comm_set_attr(MPI_Comm c, int key, void* value) {
  return count("MPI_Comm_set_attr", PMPI_Comm_set_attr, c, key, value);
}
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* end, int* key, void* x) {
  return count("MPI_Comm_create_keyval", PMPI_Comm_create_keyval, copy, end, key, x);
}
int MPI_Comm_test_inter(MPI_Comm c, int* inter) { return count("MPI_Comm_test_inter", PMPI_Comm_test_inter, c, inter); }
int MPI_Comm_group(MPI_Comm c, MPI_Group* made) { return count("MPI_Comm_group", PMPI_Comm_group, c, made); }
int MPI_Group_free(MPI_Group* g) { return count("MPI_Group_free", PMPI_Group_free, g); }
int MPI_Comm_create(MPI_Comm c, MPI_Group g, MPI_Comm* made) {
  ++harness.made;
  return count("MPI_Comm_create", PMPI_Comm_create, c, g, made);
}
int MPI_Comm_free(MPI_Comm* c) {
  --harness.made;
  return count("MPI_Comm_free", PMPI_Comm_free, c);
}
int MPI_Comm_set_errhandler(MPI_Comm c, MPI_Errhandler h) {
  return count("MPI_Comm_set_errhandler", PMPI_Comm_set_errhandler, c, h);
}
int MPI_Comm_size(MPI_Comm c, int* size) { return count("MPI_Comm_size", PMPI_Comm_size, c, size); }
int MPI_Comm_rank(MPI_Comm c, int* rank) { return count("MPI_Comm_rank", PMPI_Comm_rank, c, rank); }
int MPI_Comm_split_type(MPI_Comm c, int type, int key, MPI_Info info, MPI_Comm* made) {
  ++harness.made;
  return count("MPI_Comm_split_type", PMPI_Comm_split_type, c, type, key, info, made);
}
int MPI_Sendrecv(const void* in, int n, MPI_Datatype t, int to, int tag, void* out, int room, MPI_Datatype as, int from,
                 int its_tag, MPI_Comm c, MPI_Status* s) {
  expect_errors_returned(c);
  return count("MPI_Sendrecv", PMPI_Sendrecv, in, n, t, to, tag, out, room, as, from, its_tag, c, s);
}
int MPI_Bcast(void* b, int n, MPI_Datatype t, int root, MPI_Comm c) {
  return count("MPI_Bcast", PMPI_Bcast, b, n, t, root, c);
}
int MPI_Op_commutative(MPI_Op op, int* commutes) {
  return count("MPI_Op_commutative", PMPI_Op_commutative, op, commutes);
}
int MPI_Type_dup(MPI_Datatype t, MPI_Datatype* made) { return count("MPI_Type_dup", PMPI_Type_dup, t, made); }
int MPI_Type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* free, int* key,
                           void* more) {
  return count("MPI_Type_create_keyval", PMPI_Type_create_keyval, copy, free, key, more);
}
int MPI_Type_get_attr(MPI_Datatype t, int key, void* value, int* found) {
  return count("MPI_Type_get_attr", PMPI_Type_get_attr, t, key, value, found);
}
int MPI_Type_set_attr(MPI_Datatype t, int key, void* value) {
  return count("MPI_Type_set_attr", PMPI_Type_set_attr, t, key, value);
}
int MPI_Type_size(MPI_Datatype t, int* size) { return count("MPI_Type_size", PMPI_Type_size, t, size); }
int MPI_Type_get_extent(MPI_Datatype t, MPI_Aint* lower, MPI_Aint* extent) {
  return count("MPI_Type_get_extent", PMPI_Type_get_extent, t, lower, extent);
}
int MPI_Type_get_true_extent(MPI_Datatype t, MPI_Aint* lower, MPI_Aint* extent) {
  return count("MPI_Type_get_true_extent", PMPI_Type_get_true_extent, t, lower, extent);
}
int MPI_Type_get_envelope(MPI_Datatype t, int* integers, int* addresses, int* datatypes, int* combiner) {
  return count("MPI_Type_get_envelope", PMPI_Type_get_envelope, t, integers, addresses, datatypes, combiner);
}
#if MPI_VERSION >= 4
int MPI_Type_get_envelope_c(MPI_Datatype t, MPI_Count* integers, MPI_Count* addresses, MPI_Count* large_counts,
                            MPI_Count* datatypes, int* combiner) {
  return count("MPI_Type_get_envelope_c", PMPI_Type_get_envelope_c, t, integers, addresses, large_counts, datatypes,
               combiner);
}
#endif
}

namespace {

/// A collective that is prepared, its buffers and what must be in the receive buffer.
struct Call {
  std::vector<double> send, receive, due;
  std::function<void()> run;
};
using Prepare = std::function<std::unique_ptr<Call>(MPI_Comm)>;
struct Subject {
  std::string name;
  Prepare prepare;
};

std::size_t index(int i) { return static_cast<std::size_t>(i); }

template <class Collective>
void runs_by(Call& call, Collective collective) {
  call.run = [&call, prepared = std::make_shared<Collective>(std::move(collective))] {
    prepared->run(call.send.data(), call.receive.data());
  };
}

Subject allreduce(const std::string& algorithm, int n, MPI_Op op) {
  return {algorithm, [=](MPI_Comm comm) {
            auto call = std::make_unique<Call>();
            call->send.assign(index(n), harness.rank + 1);
            call->receive.assign(index(n), -1);
            call->due.assign(index(n), 0.5 * harness.size * (harness.size + 1));
            runs_by(*call, mpi::Reduction(comm, *find_algorithm(algorithm), {n}, MPI_DOUBLE, op, 0, false));
            return call;
          }};
}

/// Where the executor chooses the algorithm.
Subject chosen() {
  return {"allreduce", [](MPI_Comm comm) {
            auto call = std::make_unique<Call>();
            call->send.assign(3, harness.rank + 1);
            call->receive.assign(3, -1);
            call->due.assign(3, 0.5 * harness.size * (harness.size + 1));
            runs_by(*call, mpi::Reduction(comm, Collective::allreduce, {3}, MPI_DOUBLE, MPI_SUM, 0, false));
            return call;
          }};
}

/// Every second double, so that blocks are packed and unpacked.
Subject alltoallw(const std::string& algorithm, MPI_Datatype with_holes) {
  return {algorithm, [=](MPI_Comm comm) {
            auto call = std::make_unique<Call>();
            mpi::Side side;
            for (int r = 0; r < harness.size; ++r) {
              side.counts.push_back(1);
              side.types.push_back(with_holes);
              side.displacements.push_back(2 * static_cast<std::int64_t>(sizeof(double)) * r);
              call->send.insert(call->send.end(), {harness.rank * 10.0 + r, 99});
              call->due.insert(call->due.end(), {r * 10.0 + harness.rank, -1});
            }
            call->receive.assign(call->due.size(), -1);
            runs_by(*call, mpi::Movement(comm, *find_algorithm(algorithm), side, side, 0, false));
            return call;
          }};
}

Subject gatherv(const std::string& algorithm) {
  return {algorithm, [=](MPI_Comm comm) {
            auto call = std::make_unique<Call>();
            mpi::Side all{{}, {MPI_DOUBLE}, {}};
            call->send.assign(index(harness.rank + 1), harness.rank);
            for (int r = 0; r < harness.size; ++r) {
              all.displacements.push_back(static_cast<int>(call->due.size()));
              all.counts.push_back(r + 1);
              call->due.insert(call->due.end(), index(r + 1), r);
            }
            if (harness.rank > 0) call->due.clear();
            call->receive.assign(call->due.size(), -1);
            runs_by(*call, mpi::Movement(comm, *find_algorithm(algorithm), {{harness.rank + 1}, {MPI_DOUBLE}, {}}, all,
                                         0, false));
            return call;
          }};
}

/// What rank `from` has for rank `to`.
double value(Rank from, Rank to) { return 10 * from + to; }

/// Of what the ranks up to `last` bring along, their number and one.
double sum_up_to(Rank last) { return 0.5 * (last + 1) * (last + 2); }

void combine(Call& call, const Algorithm& algorithm, MPI_Comm comm) {
  const auto result = row(algorithm.collective).result;
  const bool scatters = result == Result::own_block;
  const std::vector<int> counts(scatters ? index(harness.size) : 1, scatters ? 1 : 5);
  const bool receives = (result != Result::at_root && result != Result::prefix_before) ||
                        (harness.rank == 0) == (result == Result::at_root);
  const Rank last = result == Result::prefix          ? harness.rank
                    : result == Result::prefix_before ? harness.rank - 1
                                                      : harness.size - 1;
  call.send.assign(scatters ? index(harness.size) : 5, harness.rank + 1);
  call.receive.assign(index(counts[0]), -1);
  call.due.assign(index(counts[0]), receives ? sum_up_to(last) : -1);
  runs_by(call, mpi::Reduction(comm, algorithm, counts, MPI_DOUBLE, MPI_SUM, 0, false));
}

/// A double for each block, one after the other.
mpi::Side every_block(Cut cut, bool types_of_their_own) {
  if (cut != Cut::irregular) return {{1}, {MPI_DOUBLE}, {}};
  mpi::Side side{std::vector<int>(index(harness.size), 1),
                 std::vector<MPI_Datatype>(types_of_their_own ? index(harness.size) : 1, MPI_DOUBLE),
                 {}};
  for (Rank r = 0; r < harness.size; ++r)
    side.displacements.push_back(types_of_their_own ? r * static_cast<int>(sizeof(double)) : r);
  return side;
}

void move(Call& call, const Algorithm& algorithm, MPI_Comm comm) {
  const auto& collective = row(algorithm.collective);
  const mpi::Side one{{1}, {MPI_DOUBLE}, {}};
  const auto all = every_block(collective.cut, algorithm.collective == Collective::alltoallw);
  const bool is_root = harness.rank == 0;
  if (collective.input == Input::of_root && collective.result == Result::everywhere) {
    call.receive.assign(5, is_root ? 7 : -1);
    call.due.assign(5, 7);
    return runs_by(call, mpi::Movement(comm, algorithm, {}, {{5}, {MPI_DOUBLE}, {}}, 0, false));
  }
  const bool sends_all = collective.input != Input::own_block, receives_all = collective.result != Result::own_block;
  for (Rank r = 0; r < harness.size; ++r) {
    if (sends_all) call.send.push_back(value(harness.rank, r));
    if (receives_all && (is_root || collective.result != Result::at_root))
      call.due.push_back(value(r, collective.exchanges() ? harness.rank : 0));
  }
  if (!sends_all) call.send = {value(harness.rank, 0)};
  if (!receives_all) call.due = {value(0, harness.rank)};
  call.receive.assign(call.due.size(), -1);
  runs_by(call, mpi::Movement(comm, algorithm, sends_all ? all : one, receives_all ? all : one, 0, false));
}

/// A few doubles.
Subject any(const Algorithm& algorithm) {
  return {algorithm.name, [&algorithm](MPI_Comm comm) {
            auto call = std::make_unique<Call>();
            const auto& collective = row(algorithm.collective);
            if (collective.combines())
              combine(*call, algorithm, comm);
            else if (collective.moves())
              move(*call, algorithm, comm);
            else
              runs_by(*call, mpi::Movement(comm, algorithm, {}, {}, 0, false));
            return call;
          }};
}

/// What the Error says, or "".
std::string said_by(const std::function<void()>& action) {
  try {
    action();
  } catch (const mpi::Error& e) {
    return e.what();
  }
  return {};
}

void expect(bool holds, const std::string& where, const std::string& what) {
  if (holds) return;
  ++harness.wrong;
  std::printf("rank %d of %d, %s: %s\n", harness.rank, harness.size, where.c_str(), what.c_str());
}

MPI_Comm new_communicator() {
  MPI_Comm comm;
  PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comm;
}

/// A failure that was injected is an Error which names the procedure and the class; all else is right.
void judge(const std::string& where, const std::string& said, const Call* call, bool told_to_end) {
  if (injection.failed)
    expect(said.starts_with(std::string(injection.failed) + " fails with error class " + std::to_string(MPI_ERR_OTHER)),
           where, std::string(injection.failed) + " fails, and it says \"" + said + '"');
  else if (!told_to_end)
    expect(said.empty(), where, "nothing fails, and it says \"" + said + '"');
  if (said.empty() && call) expect(call->receive == call->due, where, "a wrong result");
}

std::string describe(const Subject& subject, int k, Fails when) {
  return subject.name + ", call " + std::to_string(k) + (when == Fails::before ? " not made" : " made");
}

/// One run in which the k-th call of `victim` fails; the number of its calls.
int run_with_failure(const Subject& subject, Rank victim, int k, Fails when) {
  constexpr auto in_a_while = std::chrono::seconds(10);
  const auto where = describe(subject, k, when) + " at rank " + std::to_string(victim);
  auto comm = new_communicator();
  auto call = subject.prepare(comm);
  const bool fails_here = harness.rank == victim;
  injection = {.counting = true, .failing = fails_here ? k : 0, .when = when};
  harness.told_by = fails_here ? -1 : victim;
  const auto start = steady_clock::now();
  const auto said = said_by(call->run);
  injection.counting = false;
  harness.told_by = -1;
  const auto took = steady_clock::now() - start;
  const auto received = call->receive;
  MPI_Status word{};
  for (Rank r = 0; r < harness.size; ++r)
    if (fails_here && r != victim)
      PMPI_Send(nullptr, 0, MPI_INT, r, injection.failed ? failed_tag : fine_tag, MPI_COMM_WORLD);
  if (!fails_here) PMPI_Recv(nullptr, 0, MPI_INT, victim, MPI_ANY_TAG, MPI_COMM_WORLD, &word);
  judge(where, said, call.get(), !fails_here && word.MPI_TAG == failed_tag);
  expect(!fails_here || took < in_a_while, where, "it takes too long");
  const int calls = injection.calls;
  injection.failed = nullptr;
  PMPI_Barrier(MPI_COMM_WORLD);
  expect(call->receive == received, where, "the receive buffer changes after the run has ended");
  if (!said.empty())
    expect(said_by(call->run).starts_with("a collective failed on this communicator before"), where,
           "it runs once more");
  call.reset();
  PMPI_Comm_free(&comm);
  return calls;
}

void every_call_of_a_run(const Subject& subject, std::initializer_list<Fails> ways) {
  for (const Rank victim : {0, harness.size - 1}) {
    int calls = run_with_failure(subject, victim, 0, Fails::before);
    PMPI_Bcast(&calls, 1, MPI_INT, victim, MPI_COMM_WORLD);
    for (int k = 1; k <= calls; ++k)
      for (const auto when : ways) run_with_failure(subject, victim, k, when);
  }
}

/// The k-th call of every rank while a collective is prepared, which is the same call at all of them. When it has
/// failed it can be prepared again, on the same communicator.
void every_call_of_a_preparation(const Subject& subject) {
  for (const auto when : {Fails::before, Fails::after})
    for (int k = 1;; ++k) {
      const auto where = describe(subject, k, when) + " in preparation";
      auto comm = new_communicator();
      injection = {.counting = true, .failing = k, .when = when};
      const auto said = said_by([&] { static_cast<void>(subject.prepare(comm)); });
      injection.counting = false;
      judge(where, said, nullptr, false);
      const bool failed = injection.failed;
      injection.failed = nullptr;
      auto call = subject.prepare(comm);
      judge(where, said_by(call->run), call.get(), false);
      call.reset();
      PMPI_Comm_free(&comm);
      if (!failed) break;
    }
}

/// With the communicator of the application goes whatever was made for it.
void nothing_is_left() {
  harness.made = 0;
  auto comm = new_communicator();
  auto call = chosen().prepare(comm);
  call->run();
  expect(harness.made > 0, "communicators", "none is made");
  call.reset();
  PMPI_Comm_free(&comm);
  expect(harness.made == 0, "communicators", std::to_string(harness.made) + " are left");
}

bool by_node() { return mpi::Communicator::of(MPI_COMM_WORLD).node() != nullptr; }

/// The ranks of a pair pass different counts: one gets more than it takes, the other less.
void different_counts() {
  auto comm = new_communicator();
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);  // of the application: ours returns
  const int n = harness.rank % 2 == 0 ? 1 : 2;
  auto call = allreduce("allreduce/recursive_doubling", n, MPI_SUM).prepare(comm);
  const auto said = said_by(call->run);
  const auto due = by_node() ? "has " + std::to_string((3 - n) * int{sizeof(double)}) + " bytes where "
                   : n == 1  ? "fails with error class " + std::to_string(MPI_ERR_TRUNCATE)
                             : std::string("has 1 elements where 2 are due");
  expect(said.find(due) != std::string::npos, "different counts", '"' + due + "\" is due, and it says \"" + said + '"');
  PMPI_Barrier(MPI_COMM_WORLD);
  call.reset();
  PMPI_Comm_free(&comm);
}

/// The other rank never takes a message of MPI that is too long to be sent without it.
void nobody_takes_it() {
  auto comm = new_communicator();
  auto call = allreduce("allreduce/recursive_doubling", 1 << 20, MPI_SUM).prepare(comm);
  injection = {.counting = true, .failing = 3, .when = Fails::before};  // the wait
  const auto said = harness.rank == 0 ? said_by(call->run) : "";
  injection.counting = false;
  if (harness.rank == 0) judge("a message that nobody takes", said, call.get(), false);
  PMPI_Barrier(MPI_COMM_WORLD);
  // It is still under way, and its buffer is still there: taken now, so that MPI_Finalize does not wait for it.
  const auto context = mpi::Communicator::of(comm).context();
  if (harness.rank == 1) {
    std::vector<double> taken(call->send.size());
    PMPI_Recv(taken.data(), static_cast<int>(taken.size()), MPI_DOUBLE, 0, MPI_ANY_TAG, context, MPI_STATUS_IGNORE);
    expect(taken == std::vector<double>(taken.size(), 1), "a message that nobody takes", "it is not what was sent");
  }
  PMPI_Barrier(MPI_COMM_WORLD);
  call.reset();
  PMPI_Comm_free(&comm);
}

/// Of the algorithms in the folder of that collective; how many there are for this p.
int every_algorithm(std::string_view collective) {
  int tried = 0;
  for (const auto& algorithm : algorithms()) {
    if (row(algorithm.owner).name != collective || !algorithm.supports.holds(harness.size)) continue;
    every_call_of_a_run(any(algorithm), {Fails::before});
    ++tried;
  }
  return tried;
}

void representatives() {
  MPI_Op sum;
  const auto add = [](void* in, void* inout, int* n, MPI_Datatype*) {
    for (int i = 0; i < *n; ++i) static_cast<double*>(inout)[i] += static_cast<double*>(in)[i];
  };
  PMPI_Op_create(add, true, &sum);
  MPI_Datatype with_holes;
  PMPI_Type_create_resized(MPI_DOUBLE, 0, 2 * sizeof(double), &with_holes);
  PMPI_Type_commit(&with_holes);

  // Ranks that do not give way are slow where something else runs: of these, what differs is enough.
  const auto both = {Fails::before, Fails::after};
  every_call_of_a_run(allreduce("allreduce/ring", 5, MPI_SUM), both);
  if (mpi::Communicator::of(MPI_COMM_WORLD).oversubscribed()) {
    every_call_of_a_preparation(allreduce("allreduce/ring", 3, sum));
    every_call_of_a_preparation(chosen());
    every_call_of_a_preparation(alltoallw("alltoallw/scattered", with_holes));
    for (const auto& subject : {allreduce("allreduce/halving_doubling", 5, sum),
                                alltoallw("alltoallw/scattered", with_holes), gatherv("gatherv/binomial")})
      every_call_of_a_run(subject, both);
  }
  nothing_is_left();
  different_counts();
  if (harness.size == 2 && !by_node()) nobody_takes_it();

  PMPI_Op_free(&sum);
  PMPI_Type_free(&with_holes);
}

}  // namespace

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  PMPI_Comm_rank(MPI_COMM_WORLD, &harness.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &harness.size);
  if (argc == 1) representatives();
  for (int i = 1; i < argc; ++i) expect(every_algorithm(argv[i]) > 0, argv[i], "no algorithm is tried");

  PMPI_Allreduce(MPI_IN_PLACE, &harness.wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  PMPI_Finalize();
  return harness.wrong == 0 ? 0 : 1;
}
