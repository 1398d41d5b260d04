// The protocol of a ring of cells (verified/run/ring.hpp) under a model checker, which runs all interleavings of the
// ranks and all values that the memory orders of C++ let a load see: the right one holds, and each mutant is refuted.
//   bin/ring-model [CONTEXT_SWITCHES]    exhaustive up to so many; all of them where it is 0
// Relacy replaces operator new within its threads, so that nothing here allocates while it runs.
#include "verified/run/ring.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <ostream>
#include <streambuf>
#include <utility>
// Behind all others, which its macros would change.
#include <relacy/relacy.hpp>

namespace {

enum class Mutant {
  none,
  number_stored_relaxed,
  number_loaded_relaxed,
  count_stored_relaxed,
  count_loaded_relaxed,
  number_before_the_data,
  number_of_the_piece_before,
  number_that_wraps,
  any_number_is_the_next,
  reader_does_not_wait,
  reader_waits_once_in_a_call,
  reader_looks_at_another_cell,
  writer_does_not_wait,
  writer_waits_once_in_a_call,
  writer_begins_with_a_count,
  writer_fills_another_cell,
  one_piece_too_many,
  one_buffer_for_two_cells,
  count_before_the_data_is_read,
  count_of_both_chunks_at_once,
  count_one_ahead,
  count_never_told,
  offer_before_the_address,
  offer_over_when_it_is_written,
  offer_counted_before_it_is_read,
};

enum class Where { all, calls, offers, third_call };

struct Row {
  Mutant mutant;
  const char* says;
  Where where = Where::calls;  ///< what refutes it
};
constexpr Row rows[] = {
    {Mutant::none, "the protocol itself", Where::all},
    {Mutant::number_stored_relaxed, "the number is stored relaxed"},
    {Mutant::number_loaded_relaxed, "the number is loaded relaxed"},
    {Mutant::count_stored_relaxed, "the count of what is taken is stored relaxed"},
    {Mutant::count_loaded_relaxed, "the count of what is taken is loaded relaxed"},
    {Mutant::number_before_the_data, "the number before the data"},
    {Mutant::number_of_the_piece_before, "the number of the piece before"},
    {Mutant::number_that_wraps, "numbers that wrap after two"},
    {Mutant::any_number_is_the_next, "whatever is there is taken for the next piece"},
    {Mutant::reader_does_not_wait, "the reader does not wait"},
    {Mutant::reader_waits_once_in_a_call, "the reader waits for the first chunk alone"},
    {Mutant::reader_looks_at_another_cell, "the reader reads the cell beside"},
    {Mutant::writer_does_not_wait, "the acknowledgement is dropped", Where::third_call},
    {Mutant::writer_waits_once_in_a_call, "the writer waits for the first chunk alone"},
    {Mutant::writer_begins_with_a_count, "the writer begins as if cells had been taken"},
    {Mutant::writer_fills_another_cell, "the writer fills the cell beside"},
    {Mutant::one_piece_too_many, "one piece more than there are cells"},
    {Mutant::one_buffer_for_two_cells, "one buffer instead of two"},
    {Mutant::count_before_the_data_is_read, "what is read is counted as taken before"},
    {Mutant::count_of_both_chunks_at_once, "both chunks are counted as taken at the first"},
    {Mutant::count_one_ahead, "one more is counted as taken"},
    {Mutant::count_never_told, "nothing is counted as taken"},
    {Mutant::offer_before_the_address, "a message is offered before it says where it lies", Where::offers},
    {Mutant::offer_over_when_it_is_written, "an offered message is changed before it is taken", Where::offers},
    {Mutant::offer_counted_before_it_is_read, "an offered message is counted as taken before it is read",
     Where::offers},
};

constexpr int chunks = 2;  ///< of a call

/// A number of a cell, or the count of what is taken.
struct Number {
  rl::atomic<std::uint64_t> value;
  bool is_count = false;
};

template <Mutant m>
struct Access {
  using Number = ::Number;
  static std::uint64_t load_acquire(const Number& n) {
    const bool is_relaxed = m == (n.is_count ? Mutant::count_loaded_relaxed : Mutant::number_loaded_relaxed);
    return n.value.load(is_relaxed ? rl::mo_relaxed : rl::mo_acquire, $);
  }
  static void store_release(Number& n, std::uint64_t value) {
    const bool is_relaxed = m == (n.is_count ? Mutant::count_stored_relaxed : Mutant::number_stored_relaxed);
    if (n.is_count && m == Mutant::count_never_told) return;
    if (n.is_count && m == Mutant::count_one_ahead) ++value;
    if (!n.is_count && m == Mutant::number_of_the_piece_before) --value;
    if (!n.is_count && m == Mutant::number_that_wraps) value = wrapped(value);
    n.value.store(value, is_relaxed ? rl::mo_relaxed : rl::mo_release, $);
  }
  static std::uint64_t wrapped(std::uint64_t number) { return number % 2 + 1; }
};

/// What two ranks share.
template <Mutant m, std::size_t cells>
struct Shared {
  Number number[cells], taken;
  rl::var<int> data[cells];
  rl::var<const rl::var<int>*> offered[cells];

  void reset() {
    for (auto& n : number) n.value.store(0, rl::mo_relaxed, $);
    taken.value.store(0, rl::mo_relaxed, $);
    taken.is_count = true;
  }
  rl::var<int>& room_of(std::size_t cell) { return data[m == Mutant::one_buffer_for_two_cells ? 0 : cell]; }
};

template <Mutant m, std::size_t cells>
class Writer {
 public:
  explicit Writer(Shared<m, cells>& shared) : shared_(shared) {}

  void write(int value) {
    wait_for_room();
    auto& room_for_it =
        shared_.room_of(m == Mutant::writer_fills_another_cell ? cell() + 1 == cells ? 0 : cell() + 1 : cell());
    auto& number = shared_.number[cell()];
    if (m == Mutant::number_before_the_data) ring_.publish(number);
    room_for_it($) = value;
    if (m != Mutant::number_before_the_data) ring_.publish(number);
    ++written_;
  }

  /// The message lies there, and may be changed when this returns.
  void offer(const rl::var<int>& message) {
    wait_for_room();
    auto& address = shared_.offered[cell()];
    auto& number = shared_.number[cell()];
    if (m == Mutant::offer_before_the_address) ring_.publish(number);
    address($) = &message;
    if (m != Mutant::offer_before_the_address) ring_.publish(number);
    ++written_;
    while (m != Mutant::offer_over_when_it_is_written && !ring_.is_taken(shared_.taken, written_)) rl::yield(1, $);
  }

 private:
  std::size_t cell() const { return written_ % cells; }
  void wait_for_room() {
    const bool is_first = written_ % chunks == 0;
    if (m == Mutant::writer_does_not_wait || (m == Mutant::writer_waits_once_in_a_call && !is_first) ||
        (m == Mutant::writer_begins_with_a_count && written_ <= cells))
      return;
    while (!ring_.has_room(shared_.taken)) rl::yield(1, $);
  }

  Shared<m, cells>& shared_;
  tutti::RingWriter<Access<m>, cells + (m == Mutant::one_piece_too_many ? 1 : 0)> ring_;
  std::size_t written_ = 0;
};

template <Mutant m, std::size_t cells>
class Reader {
 public:
  explicit Reader(Shared<m, cells>& shared) : shared_(shared) {}

  int read() {
    wait_for_piece();
    if (m == Mutant::count_before_the_data_is_read) take();
    const auto at = m == Mutant::reader_looks_at_another_cell ? (cell() + 1) % cells : cell();
    const int value = shared_.room_of(at)($);
    if (m != Mutant::count_before_the_data_is_read) take();
    ++read_;
    return value;
  }

  /// A message that is offered.
  int read_offered() {
    wait_for_piece();
    const rl::var<int>* message = shared_.offered[cell()]($);
    if (m == Mutant::offer_counted_before_it_is_read) take();
    const int value = (*message)($);
    if (m != Mutant::offer_counted_before_it_is_read) take();
    ++read_;
    return value;
  }

 private:
  std::size_t cell() const { return read_ % cells; }
  bool is_there() const {
    const auto& number = shared_.number[cell()];
    if (m == Mutant::any_number_is_the_next) return Access<m>::load_acquire(number) != 0;
    if (m == Mutant::number_that_wraps) return Access<m>::load_acquire(number) == Access<m>::wrapped(read_ + 1);
    return ring_.has_piece(number);
  }
  void wait_for_piece() {
    if (m == Mutant::reader_does_not_wait || (m == Mutant::reader_waits_once_in_a_call && read_ % chunks != 0)) return;
    while (!is_there()) rl::yield(1, $);
  }
  void take() {
    if (m != Mutant::count_of_both_chunks_at_once) return ring_.take(shared_.taken);
    for (int i = 0; read_ % chunks == 0 && i < chunks; ++i) ring_.take(shared_.taken);
  }

  Shared<m, cells>& shared_;
  tutti::RingReader<Access<m>, cells> ring_;
  std::size_t read_ = 0;
};

// ---- what ranks do

constexpr int calls = 2;

/// Two calls of two chunks each through two cells.
template <Mutant m>
struct TwoCalls : rl::test_suite<TwoCalls<m>, 2> {
  static constexpr const char* name = "2 ranks, 2 calls of 2 chunks";
  Shared<m, 2> shared;
  void before() { shared.reset(); }
  void thread(unsigned rank) {
    if (rank == 0) {
      Writer<m, 2> writer(shared);
      for (int k = 0; k < calls * chunks; ++k) writer.write(k + 1);
    } else {
      Reader<m, 2> reader(shared);
      for (int k = 0; k < calls * chunks; ++k) RL_ASSERT(reader.read() == k + 1);
    }
  }
};

/// Two messages from the same memory, read where they lie.
template <Mutant m>
struct TwoOffers : rl::test_suite<TwoOffers<m>, 2> {
  static constexpr const char* name = "2 ranks, 2 messages offered";
  Shared<m, 2> shared;
  rl::var<int> message;
  void before() { shared.reset(); }
  void thread(unsigned rank) {
    if (rank == 0) {
      Writer<m, 2> writer(shared);
      for (int k = 0; k < calls; ++k) {
        message($) = k + 1;
        writer.offer(message);
      }
    } else {
      Reader<m, 2> reader(shared);
      for (int k = 0; k < calls; ++k) RL_ASSERT(reader.read_offered() == k + 1);
    }
  }
};

/// The last step of an allreduce to rank 0 by way of rank 1, a broadcast from 2 to 1, and a reduce to 0: rank 0 may
/// still be in the first when rank 1, which only rank 2 has released, writes to it in the third. One cell for each.
template <Mutant m>
struct ThreeCalls : rl::test_suite<ThreeCalls<m>, 3> {
  static constexpr const char* name = "3 ranks, 3 calls, of which the second says nothing of rank 0";
  Shared<m, 1> from_1_to_0, from_2_to_1;
  void before() { from_1_to_0.reset(), from_2_to_1.reset(); }
  void thread(unsigned rank) {
    if (rank == 0) {
      Reader<m, 1> reader(from_1_to_0);
      RL_ASSERT(reader.read() == 1);
      RL_ASSERT(reader.read() == 5);
    } else if (rank == 1) {
      Writer<m, 1> writer(from_1_to_0);
      Reader<m, 1> reader(from_2_to_1);
      writer.write(1);
      writer.write(reader.read() + 3);
    } else {
      Writer<m, 1> writer(from_2_to_1);
      writer.write(2);
    }
  }
};

// ---- the checker

struct Nowhere : std::streambuf {
  int overflow(int c) override { return c; }
};

struct Verdict {
  bool holds;
  const char* how;
  unsigned long long executions;
};

template <template <Mutant> class Ranks, Mutant m>
Verdict checked(int context_switches) {
  Nowhere nowhere;
  std::ostream out(&nowhere);
  rl::test_params p;
  p.search_type = context_switches == 0 ? rl::sched_full : rl::sched_bound;
  p.context_bound = static_cast<unsigned>(context_switches);
  p.execution_depth_limit = 2000;
  p.output_stream = p.progress_stream = &out;
  const bool holds = rl::simulate<Ranks<m>>(p);
  return {holds, rl::test_result_str(p.test_result), p.stop_iteration};
}

int failures = 0;

/// The right protocol holds for all ranks, and a mutant is refuted by those that its row names.
template <std::size_t number, template <Mutant> class Ranks, Where where>
void check(int context_switches) {
  constexpr const auto& row = rows[number];
  if constexpr (row.where == Where::all || row.where == where) {
    const auto verdict = checked<Ranks, row.mutant>(context_switches);
    const bool is_right = row.mutant == Mutant::none;
    const char* says = is_right ? Ranks<row.mutant>::name : row.says;
    std::printf("%-62s %-18s %12llu executions\n", says, verdict.holds ? is_right ? "holds" : "SURVIVES" : verdict.how,
                verdict.executions);
    std::fflush(stdout);
    failures += verdict.holds != is_right;
  }
}

template <std::size_t... number>
void check_all(int context_switches, std::index_sequence<number...>) {
  ((check<number, TwoCalls, Where::calls>(context_switches), check<number, TwoOffers, Where::offers>(context_switches),
    check<number, ThreeCalls, Where::third_call>(context_switches)),
   ...);
}

}  // namespace

int main(int argc, char** argv) {
  const int context_switches = argc > 1 ? std::atoi(argv[1]) : 4;
  check_all(context_switches, std::make_index_sequence<std::size(rows)>());
  std::printf("%zu mutants; %d wrong\n", std::size(rows) - 1, failures);
  return failures == 0 ? 0 : 1;
}
