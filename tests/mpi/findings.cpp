// What the worker of `tutti conform` says of buffers and results that are wrong in a known way. Run as one process,
// with a file to write to; prints a line per finding that is not as it must be, and ends with status 1 then.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>

#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/barrier_counters.hpp"
#include "verified/conform/worker/buffer.hpp"
#include "verified/conform/worker/combination.hpp"
#include "verified/conform/worker/declined.hpp"
#include "verified/conform/worker/difference.hpp"
#include "verified/conform/worker/error_text.hpp"
#include "verified/conform/worker/placement.hpp"
#include "verified/system/forked_call.hpp"

namespace {

using namespace tutti;
using namespace tutti::mpi;
using namespace tutti::mpi::conform;
using tutti::conform::Wrong;
using Bytes = std::vector<std::byte>;

int wrong = 0;

void expect(const std::string& due, const std::string& found) {
  if (found == due) return;
  ++wrong;
  std::printf("due \"%s\", found \"%s\"\n", due.c_str(), found.c_str());
}

std::string print(const Wrong& w) { return std::string(name_of(w.kind)) + ": " + w.text; }
std::string print(const std::optional<Wrong>& w) { return w ? print(*w) : "nothing"; }
std::string print(const std::vector<Wrong>& all) {
  std::string text;
  for (const auto& w : all) text += (text.empty() ? "" : "; ") + print(w);
  return all.empty() ? "nothing" : text;
}

Bytes counting_from(int first, std::size_t n) {
  Bytes bytes(n);
  for (auto& b : bytes) b = static_cast<std::byte>(first++);
  return bytes;
}

/// The MPI's datatypes are those of the table: how far apart elements are, and where their data is taken from.
void datatypes() {
  for (const auto& datatypes : datatype_pairs())
    expect(datatypes.name + " as due", datatypes.name + " " + misrepresented(datatypes).value_or("as due"));
  auto odd = datatype_pairs().front();
  odd.sent.extent += 1;
  expect("not as due", misrepresented(odd) ? "not as due" : "as due");
}

/// Two blocks of two elements each of three ints with gaps, and what `spoil` makes of the right bytes.
std::string found_in_blocks(const std::function<void(Bytes&)>& spoil) {
  const auto& datatypes = *std::ranges::find(datatype_pairs(), "vector", &DatatypePair::name);
  const auto placed = place({{&datatypes, 2}, {&datatypes, 2}}, Described::alike, false, true);
  const ExpectedBuffer empty(placed.blocks);
  ExpectedBuffer right = empty;
  std::vector<DueBlock> due;
  for (int b = 0; b < 2; ++b) {
    const auto& block = placed.blocks[static_cast<std::size_t>(b)];
    const auto data = counting_from(1 + 24 * b, 24);
    right.put(block, data);
    due.push_back({block, "block " + std::to_string(b), data, empty.data_in(empty.bytes(), block),
                   counting_from(101 + 24 * b, 24)});
  }
  auto bytes = right.bytes();
  spoil(bytes);
  return print(differences(due, bytes, [&](const Bytes& data) {
    return data == due[0].data ? std::optional<std::string>("block 0") : std::nullopt;
  }));
}

void movements() {
  constexpr std::ptrdiff_t second = 40, element = 20;
  expect("nothing", found_in_blocks([](Bytes&) {}));
  expect("not-written: where block 1 (24 bytes) is due, nothing was written",
         found_in_blocks([](Bytes& b) { std::fill(b.begin() + second, b.end(), canary); }));
  expect("not-written: from byte 12 of the 24 bytes of block 1 on, nothing was written",
         found_in_blocks([](Bytes& b) { std::fill(b.begin() + second + element, b.end(), canary); }));
  expect("wrong-place: where block 1 is due, there is block 0 (24 bytes)",
         found_in_blocks([](Bytes& b) { std::copy_n(b.begin(), second, b.begin() + second); }));
  expect("outside: byte 44 of the receive buffer was written, where a gap is, in the place of block 1",
         found_in_blocks([](Bytes& b) { b[44] = std::byte{0}; }));
  expect("wrong-value: byte 4 of the 24 bytes of block 0 is 0x00, 0x05 is due",
         found_in_blocks([](Bytes& b) { b[8] = std::byte{0}; }));
  expect("wrong-value: where block 0 (24 bytes) is due, there is what was due at the start before",
         found_in_blocks([](Bytes& b) {
           const auto stale = counting_from(101, 24);
           const int places[] = {0, 8, 16, 20, 28, 36};
           for (std::size_t i = 0; i < stale.size(); ++i) b[static_cast<std::size_t>(places[i / 4]) + i % 4] = stale[i];
         }));
}

/// What is said of the combination of the contributions of `combined` where those of ranks 0 to 3 were due.
std::string found_in_element(const std::string& load, const std::vector<Rank>& combined) {
  const auto operand = operand_of(load);
  std::vector<Bytes> inputs;
  Contributions contributions{&operand, tutti::conform::predefined_named(load), 0, {}};
  for (Rank r = 0; r < 4; ++r) {
    inputs.emplace_back(operand.size(), canary);
    operand.fill(inputs.back().data(), 1, r, 4, 7);
  }
  for (const auto& i : inputs) contributions.elements.push_back(i.data());
  std::vector<const std::byte*> list;
  for (const auto r : combined) list.push_back(inputs[static_cast<std::size_t>(r)].data());
  Bytes found(operand.size()), due(operand.size());
  evaluate_in_rank_order(operand.reference(), list, 1, found.data());
  evaluate_in_rank_order(operand.reference(), contributions.elements, 1, due.data());
  const auto text = print(difference(contributions, found.data(), due.data()));
  return load == "word" ? text : text.substr(0, text.rfind(": 0x"));
}

void reductions() {
  for (const auto* load : {"word", "matrix", "sum/int", "sum/double", "modular"})
    expect("nothing", found_in_element(load, {0, 1, 2, 3}));
  for (const auto* load : {"sum/double", "modular", "prod/c_float_complex"})
    expect("nothing", found_in_element(load, {3, 1, 0, 2}));
  expect("lost: rank 2's contribution is missing: 0·1·3 where 0-3 was due", found_in_element("word", {0, 1, 3}));
  expect("wrong-order: 2·1 where 1·2 was due, in 0·2·1·3", found_in_element("word", {0, 2, 1, 3}));
  expect("doubled: rank 1's contribution appears twice: 0·1·1-3 where 0-3 was due",
         found_in_element("word", {0, 1, 1, 2, 3}));
  for (const auto* load : {"matrix", "sum/int", "sum/double", "modular"}) {
    expect("lost: rank 2's contribution is missing", found_in_element(load, {0, 1, 3}));
    expect("doubled: rank 1's contribution appears twice", found_in_element(load, {0, 1, 1, 2, 3}));
  }
  expect("wrong-order: rank 2's contribution stands before that of the rank below",
         found_in_element("matrix", {0, 2, 1, 3}));
  expect("wrong-order: the contributions stand in reverse", found_in_element("matrix", {3, 2, 1, 0}));
  expect("wrong-order: rank 1's contribution stands first, those of the ranks below last",
         found_in_element("matrix", {1, 2, 3, 0}));
}

/// Where repetition changes nothing, or there are two values only, a wrong value is no evidence of who is missing.
void choices() {
  for (const auto* load : {"max/int", "min/float", "band/uint8_t", "minloc/2int", "lxor/int"}) {
    int wrong_ones = 0;
    for (Rank missing = 0; missing < 4; ++missing) {
      std::vector<Rank> others;
      for (Rank r = 0; r < 4; ++r)
        if (r != missing) others.push_back(r);
      const auto found = found_in_element(load, others);
      if (found == "nothing") continue;
      ++wrong_ones;
      expect("wrong-value", found);
    }
    if (wrong_ones == 0) expect(std::string(load) + ": something wrong", "nothing");
  }
}

void error_texts() {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int value = 0;
  expect("MPI_ERR_ROOT: Invalid root (value given was 7)", error_text(MPI_Bcast(&value, 1, MPI_INT, 7, MPI_COMM_SELF)));
  // Neither says that an algorithm was declined, so what has moved before is wrong.
  for (const int code : {MPI_ERR_OTHER, MPI_ERR_UNSUPPORTED_OPERATION})
    expect("silent", says_declined(code) ? "says so" : "silent");
}

/// Rank 0 of three; the second is on another machine, and the third has not come.
void machines(const char* file) {
  unlink(file);
  BarrierCounters::open(file, 0, 3);
  std::fstream counters(file, std::ios::in | std::ios::out | std::ios::binary);
  counters.seekp(sizeof(std::int64_t));
  const std::int64_t other_machine = 1;
  counters.write(reinterpret_cast<const char*>(&other_machine), sizeof other_machine);
  counters.flush();
  const std::vector<Rank> all{0, 1, 2};
  const auto elsewhere = BarrierCounters::elsewhere(all);
  expect("2", std::to_string(elsewhere.size()));
  expect("true", elsewhere == std::vector<Rank>{1, 2} ? "true" : "false");
  expect("1", std::to_string(BarrierCounters::enter(0)));
  expect("1", std::to_string(BarrierCounters::missing(0, all, 2).size()));  // of those on this machine
  unlink(file);
}

/// What a process of its own, which `act`s on a buffer of 10 bytes that is lent, writes into `file`.
std::string found_at_access(const char* file, Lent what, const std::function<void(std::byte*)>& act) {
  unlink(file);
  const auto end = call_in_child(60, [&](const Write&) {
    watch_accesses(open(file, O_WRONLY | O_CREAT | O_APPEND, 0600));
    accesses_belong_to(5);
    Buffer buffer(what, 10);
    if (what == Lent::send) buffer.forbid_writing();
    act(buffer.bytes().data());
    _exit(0);
  });
  std::ifstream lines(file);
  const std::string text{std::istreambuf_iterator<char>(lines), {}};
  return text + (end.how == CallEnd::How::exited ? "exit " + std::to_string(end.number) : "signal");
}

void accesses(const char* file) {
  const auto write = [](std::byte* at) { *static_cast<volatile std::byte*>(at) = std::byte{1}; };
  const auto read = [](std::byte* at) { (void)*static_cast<volatile std::byte*>(at); };
  expect("exit 0", found_at_access(file, Lent::receive, [&](std::byte* at) { write(at + 9); }));
  expect("wrong 5 overrun byte 2 behind the receive buffer of 10 bytes was touched\nend 5 fail\nexit 1",
         found_at_access(file, Lent::receive, [&](std::byte* at) { write(at + 12); }));
  expect("wrong 5 overrun 4096 bytes before the receive buffer of 10 bytes was touched\nend 5 fail\nexit 1",
         found_at_access(file, Lent::receive, [&](std::byte* at) { write(at - 4096); }));
  expect("exit 0", found_at_access(file, Lent::send, read));
  expect("wrong 5 send-buffer-written byte 3 of the send buffer of 10 bytes was touched\nend 5 fail\nexit 1",
         found_at_access(file, Lent::send, [&](std::byte* at) { write(at + 3); }));
  expect("signal", found_at_access(file, Lent::send, [](std::byte*) { raise(SIGSEGV); }));
  expect("signal", found_at_access(file, Lent::send, [&](std::byte*) { read(nullptr); }));
}

void canaries() {
  Buffer buffer(Lent::receive, 10);
  expect("nothing", print(buffer.changed_before()));
  buffer.bytes().data()[-3] = std::byte{0};
  expect("outside: byte 3 before the receive buffer was written", print(buffer.changed_before()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  accesses(argv[1]);
  MPI_Init(&argc, &argv);
  datatypes();
  movements();
  reductions();
  choices();
  error_texts();
  machines(argv[1]);
  canaries();
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
