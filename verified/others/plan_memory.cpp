#include "verified/others/plan_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "reference/letters.hpp"
#include "reference/model.hpp"

namespace tutti::others {
namespace {

bool knows(const Clock& clock, const Access& of) { return of.actor < 0 || clock[index(of.actor)] > of.event; }
std::string_view form(int call) { return call == PlanMemory::none ? "data" : "packets"; }
bool is_same(const Access& a, const Access& b) { return a.actor == b.actor && a.event == b.event; }

}  // namespace

void merge(Clock& into, const Clock& from) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

PlanMemory::PlanMemory(const PlanFrame& frame, std::function<std::string(const Access&)> name)
    : frame_(frame),
      trees_(letters()),
      cells_(index(frame.ranks), std::vector<Cell>(index(frame.cells()))),
      name_(std::move(name)),
      common_(index(frame.outputs()), nothing) {
  for (Rank r = 0; r < frame.ranks; ++r)
    for (int i = 0; i < frame.inputs(); ++i)
      if (const auto letter = letter_of_input(r, i)) cell({r, {Buffer::input, i}, 1}, 0).value = Trees::leaf(*letter);
}

// A letter is a chunk of a rank's contribution, or of a block, so that no chunk passes for another one.

int PlanMemory::letters() const { return frame_.ranks * std::max(frame_.inputs(), frame_.outputs()); }

std::optional<int> PlanMemory::letter_of_input(Rank rank, int i) const {
  if (row(frame_.collective).combines()) return i * frame_.ranks + rank;
  if (frame_.collective == Collective::bcast && rank != frame_.root) return std::nullopt;
  return rank * frame_.inputs() + i;
}

/// The word that is due in that chunk of the output.
std::optional<Word> PlanMemory::due_in(Rank rank, int o) const {
  const int p = frame_.ranks, c = frame_.chunks, block = o / c, chunk = o % c;
  const auto letter = [](int l) { return Word{l, l + 1}; };
  switch (frame_.collective) {
    case Collective::reduce:
      if (rank != frame_.root) return std::nullopt;
      [[fallthrough]];
    case Collective::allreduce: return Word{o * p, o * p + p};
    case Collective::reduce_scatter_block: return Word{(rank * c + o) * p, (rank * c + o) * p + p};
    case Collective::bcast: return letter(frame_.root * frame_.inputs() + o);
    case Collective::allgather: return letter(block * frame_.inputs() + chunk);
    case Collective::alltoall: return letter(block * frame_.inputs() + rank * c + chunk);
    default: return std::nullopt;
  }
}

void PlanMemory::race(std::string text) {
  if (!race_) race_ = PlanFault{Fault::race, std::move(text)};
}

std::vector<Tree> PlanMemory::read(const Chunks& from, const Clock& known, const Access& by, int call) {
  std::vector<Tree> values;
  for (int i = 0; i < from.count; ++i) {
    auto& found = cell(from, i);
    if (!is_same(found.written, by) && !knows(known, found.written))
      race(fmt::format("{} reads {}, which {} writes, and nothing orders them", name_(by),
                       name_of_chunk(frame_, from, i), name_(found.written)));
    else if (found.value == nothing && !undefined_)
      undefined_ = PlanFault{Fault::undefined,
                             fmt::format("{} reads {}, where nothing is", name_(by), name_of_chunk(frame_, from, i))};
    else if (found.packet != call && !undefined_)
      undefined_ = PlanFault{Fault::undefined, fmt::format("{} reads {} as {}, where {} writes {}", name_(by),
                                                           name_of_chunk(frame_, from, i), form(call),
                                                           name_(found.written), form(found.packet))};
    found.read.push_back(by);
    values.push_back(found.value);
  }
  return values;
}

std::vector<Tree> PlanMemory::read_packets(const Chunks& from, const Access& by) {
  std::vector<Tree> values;
  for (int i = 0; i < from.count; ++i) {
    auto& found = cell(from, i);
    found.read.push_back(by);
    values.push_back(found.value);
  }
  return values;
}

void PlanMemory::write(const Chunks& to, const std::vector<Tree>& values, const Clock& known, const Access& by,
                       int call) {
  for (int i = 0; i < to.count; ++i) {
    auto& target = cell(to, i);
    const auto says = [&](const Access& other, std::string_view what) {
      race(fmt::format("{} writes {}, {} {}, and nothing orders them", name_(by), name_of_chunk(frame_, to, i), what,
                       name_(other)));
    };
    if (call != none && target.packet == call)
      race(fmt::format("{} writes {} as a packet, which {} does as well in the same call: who reads it takes the first",
                       name_(by), name_of_chunk(frame_, to, i), name_(target.written)));
    // Who has read a packet knows that it is written.
    const bool is_read = target.packet != none && !target.read.empty();
    if (!is_read && !is_same(target.written, by) && !knows(known, target.written)) says(target.written, "as does");
    for (const auto& reader : target.read)
      if (!is_same(reader, by) && !knows(known, reader))
        says(reader, reader.may_be_pending ? "while a send of it may be pending, that of" : "which is read by");
    target.value = values[index(i)];
    target.written = {by.actor, by.event, false};
    target.packet = call;
    target.read.clear();
  }
}

void PlanMemory::check_overlap(const Chunks& from, const Chunks& to, const Access& by) {
  if (from.rank != to.rank) return;
  const int source = frame_.cell(from.rank, from.first), target = frame_.cell(to.rank, to.first);
  if (source != target && source < target + to.count && target < source + from.count)
    race(fmt::format("{} reads chunks that it writes itself, in no order: {} and {}, {} of each", name_(by),
                     name_of_chunk(frame_, from, 0), name_of_chunk(frame_, to, 0), to.count));
}

void PlanMemory::take_output(Rank rank, const Clock& known, const Access& by) {
  for (int o = 0; o < frame_.outputs(); ++o) {
    const auto due = due_in(rank, o);
    if (!due) continue;
    const Chunks at{rank, {Buffer::output, o}, 1};
    auto& found = cell(at, 0);
    if (!knows(known, found.written))
      race(fmt::format("{} takes {}, which {} writes, and nothing orders them", name_(by), name_of_chunk(frame_, at, 0),
                       name_(found.written)));
    found.read.push_back(by);
    check_value(rank, o, found, *due);
  }
}

void PlanMemory::check_value(Rank rank, int o, const Cell& found, const Word& due) {
  const auto& collective = row(frame_.collective);
  auto& before = common_[index(o)];
  if (collective.result == Result::everywhere && before != nothing && before != found.value) agreement_ = false;
  before = found.value;
  needs_.associative |= due.last - due.first > 2;
  if (contract_ || (found.packet == none && trees_.word(found.value) == due)) return;
  if (found.packet == none && collective.combines() && trees_.each_once(found.value, due)) {
    needs_.commutative = true;
    return;
  }
  std::vector<int> ranks(index(due.last - due.first));
  std::iota(ranks.begin(), ranks.end(), due.first % frame_.ranks);
  const auto word = collective.combines() ? fmt::format("{} of {}", print_letters(ranks),
                                                        name_of_number(frame_, due.first / frame_.ranks))
                                          : print(Trees::leaf(due.first));
  const auto by = found.written.actor < 0 ? std::string("by nobody") : "last by " + name_(found.written);
  contract_ =
      PlanFault{Fault::contract, fmt::format("{}, written {}: found {}{}, due {}",
                                             name_of_chunk(frame_, {rank, {Buffer::output, o}, 1}, 0), by,
                                             found.packet == none ? "" : "packets of ", print(found.value), word)};
}

void PlanMemory::give_input(Rank rank, const Clock& known, const Access& by) {
  for (int i = 0; i < frame_.inputs(); ++i)
    if (const auto letter = letter_of_input(rank, i))
      write({rank, {Buffer::input, i}, 1}, {Trees::leaf(*letter)}, known, by);
}

std::optional<PlanFault> PlanMemory::fault() const {
  if (race_) return race_;
  return undefined_ ? undefined_ : contract_;
}

/// "0·1·2" of a tree of letters, by the ranks that contributed; "chunk 3 of rank 1" of what is moved.
std::string PlanMemory::print(Tree tree) const {
  if (tree == nothing) return "nothing";
  constexpr std::size_t most = 12;
  auto all = trees_.letters(tree, most + 1);
  const bool is_long = all.size() > most;
  if (!row(frame_.collective).combines())
    return fmt::format("{} of rank {}", name_of_number(frame_, all.front() % frame_.inputs()),
                       all.front() / frame_.inputs());
  const int chunk = all.front() / frame_.ranks;
  const bool is_one_chunk = std::ranges::all_of(all, [&](int l) { return l / frame_.ranks == chunk; });
  if (is_long) all.resize(most);
  std::string text;
  for (const int l : all)
    text += (text.empty() ? "" : "·") + std::to_string(l % frame_.ranks) +
            (is_one_chunk ? "" : fmt::format(" ({})", name_of_number(frame_, l / frame_.ranks)));
  return text + (is_long ? "·…" : "") + (is_one_chunk ? " of " + name_of_number(frame_, chunk) : "");
}

}  // namespace tutti::others
