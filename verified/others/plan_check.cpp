#include "verified/others/plan_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "reference/letters.hpp"
#include "reference/model.hpp"
#include "verified/check/trees.hpp"
#include "verified/others/plan_run.hpp"

namespace tutti::others {
namespace {

// ---- Messages

/// Both ends of every connection, and both ends of every message.
std::optional<PlanFault> find_unmatched(const Network& network) {
  const auto malformed = [](std::string text) { return PlanFault{Fault::malformed, std::move(text)}; };
  const auto count = static_cast<int>(network.blocks().size());
  const auto steps_of = [&](int b, bool StepKind::*property) {
    std::vector<PlanEvent> all;
    const auto& steps = network.block(b).threadblock->steps;
    for (int s = 0; s < static_cast<int>(steps.size()); ++s)
      if (steps[index(s)].kind->*property) all.push_back({b, s});
    return all;
  };
  for (int b = 0; b < count; ++b) {
    const auto& block = network.block(b);
    const auto sends = steps_of(b, &StepKind::sends), own = steps_of(b, &StepKind::receives);
    if (!own.empty() && block.sender < 0)
      return malformed(fmt::format("{} receives from rank {} on channel {}, where nobody sends",
                                   network.name(own.front()), block.threadblock->receive_from,
                                   block.threadblock->channel));
    if (sends.empty()) continue;
    const auto receives = block.receiver < 0 ? std::vector<PlanEvent>{} : steps_of(block.receiver, &StepKind::receives);
    for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i) {
      if (i >= receives.size())
        return malformed(fmt::format("{} sends to rank {} on channel {} what is not received", network.name(sends[i]),
                                     block.threadblock->send_to, block.threadblock->channel));
      if (i >= sends.size())
        return malformed(fmt::format("{} receives from rank {} on channel {} what is not sent",
                                     network.name(receives[i]), block.rank, block.threadblock->channel));
      const int sent = network.step(sends[i]).count, received = network.step(receives[i]).count;
      if (sent != received)
        return malformed(fmt::format("{} receives {} chunks, where {} sends {}", network.name(receives[i]), received,
                                     network.name(sends[i]), sent));
    }
  }
  return std::nullopt;
}

// ---- The run, with who knows of what

/// How far each threadblock has come, as far as one knows.
using Clock = std::vector<int>;

void merge(Clock& into, const Clock& from) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

class Execution {
 public:
  explicit Execution(const Network& network)
      : network_(network),
        plan_(network.plan()),
        trees_(letters()),
        clocks_(network.blocks().size(), Clock(network.blocks().size(), 0)),
        pending_(network.blocks().size()) {
    for (Rank r = 0; r < plan_.ranks(); ++r) memory_.emplace_back(index(plan_.cells(r)));
    for (Rank r = 0; r < plan_.ranks(); ++r)
      for (int i = 0; i < plan_.inputs(); ++i)
        if (const auto letter = letter_of_input(r, i))
          memory_[index(r)][index(plan_.cell(r, {Buffer::input, i}))].value = Trees::leaf(*letter);
    for (int b = 0; b < static_cast<int>(network.blocks().size()); ++b)
      for (int s = 0; s < static_cast<int>(network.block(b).threadblock->steps.size()); ++s)
        if (const auto awaited = network.awaited({b, s}); awaited.threadblock >= 0)
          awaited_[{awaited.threadblock, awaited.step}];
  }

  void happen(const PlanEvent& e) {
    if (fault_) return;
    const auto& step = network_.step(e);
    const auto& kind = *step.kind;
    const auto& block = network_.block(e.threadblock);
    auto& clock = clocks_[index(e.threadblock)];
    clock[index(e.threadblock)] = e.step + 1;
    if (const auto awaited = network_.awaited(e); awaited.threadblock >= 0)
      merge(clock, awaited_.at({awaited.threadblock, awaited.step}));
    if (kind.reads && kind.stores) check_overlap(e);
    if (fault_) return;
    std::vector<Tree> values;
    if (kind.receives) {
      auto& queue = pending_[index(block.sender)];
      values = std::move(queue.front().values);
      merge(clock, queue.front().clock);
      queue.pop_front();
    }
    if (kind.reads) {
      const auto read = this->read(e, step.source);
      for (int i = 0; i < step.count && !fault_; ++i) {
        if (!kind.combines)
          values.push_back(read[index(i)]);
        else if (kind.receives)
          values[index(i)] = trees_.join(read[index(i)], values[index(i)]);
      }
      if (kind.combines && !kind.receives && !fault_) {
        values = this->read(e, step.target);
        for (int i = 0; i < step.count && !fault_; ++i)
          values[index(i)] = trees_.join(values[index(i)], read[index(i)]);
      }
    }
    if (fault_) return;
    if (kind.stores) write(e, step.target, values);
    if (kind.sends) {
      ++messages_;
      pending_[index(e.threadblock)].push_back({std::move(values), clock});
    }
    if (const auto at = awaited_.find({e.threadblock, e.step}); at != awaited_.end()) at->second = clock;
  }

  const std::optional<PlanFault>& fault() const { return fault_ ? fault_ : undefined_; }
  std::int64_t messages() const { return messages_; }

  /// Compares what is left with the model.
  void check_contract(PlanVerdict& verdict) {
    std::vector<Tree> common(index(plan_.outputs()), nothing);
    for (Rank r = 0; r < plan_.ranks(); ++r)
      for (int o = 0; o < plan_.outputs(); ++o) {
        const auto word = due_in(r, o);
        if (!word) continue;
        const auto& cell = memory_[index(r)][index(plan_.cell(r, {Buffer::output, o}))];
        auto& before = common[index(o)];
        if (row(plan_.collective).result == Result::everywhere && before != nothing && before != cell.value)
          verdict.agreement = false;
        before = cell.value;
        verdict.needs.associative |= word->last - word->first > 2;
        if (trees_.word(cell.value) == *word) continue;
        if (row(plan_.collective).combines() && trees_.each_once(cell.value, *word)) {
          verdict.needs.commutative = true;
          continue;
        }
        verdict.refuted = wrong_result(r, o, cell, *word);
        return;
      }
  }

 private:
  struct Access {
    int threadblock = -1, step = -1;
    bool sends = false;
  };
  struct Cell {
    Tree value = nothing;
    Access written;
    std::vector<Access> read;  ///< since then
  };
  struct Message {
    std::vector<Tree> values;
    Clock clock;
  };

  // A letter is a chunk of a rank's contribution, or of a block, so that no chunk passes for another one.

  int letters() const { return plan_.ranks() * std::max(plan_.inputs(), plan_.outputs()); }
  std::optional<int> letter_of_input(Rank r, int i) const {
    if (row(plan_.collective).combines()) return i * plan_.ranks() + r;
    if (plan_.collective == Collective::bcast && r != plan_.root) return std::nullopt;
    return r * plan_.inputs() + i;
  }
  /// The word that is due in that chunk of the output.
  std::optional<Word> due_in(Rank r, int o) const {
    const int p = plan_.ranks(), c = plan_.chunks, block = o / c, chunk = o % c;
    const auto letter = [](int l) { return Word{l, l + 1}; };
    switch (plan_.collective) {
      case Collective::reduce:
        if (r != plan_.root) return std::nullopt;
        [[fallthrough]];
      case Collective::allreduce: return Word{o * p, o * p + p};
      case Collective::reduce_scatter_block: return Word{(r * c + o) * p, (r * c + o) * p + p};
      case Collective::bcast: return letter(plan_.root * plan_.inputs() + o);
      case Collective::allgather: return letter(block * plan_.inputs() + chunk);
      case Collective::alltoall: return letter(block * plan_.inputs() + r * c + chunk);
      default: return std::nullopt;
    }
  }

  bool knows(const PlanEvent& e, const Access& of) const {
    return of.threadblock < 0 || of.threadblock == e.threadblock ||
           clocks_[index(e.threadblock)][index(of.threadblock)] > of.step;
  }

  /// The threads of a step copy its chunks in no order.
  void check_overlap(const PlanEvent& e) {
    const auto& step = network_.step(e);
    const Rank rank = network_.block(e.threadblock).rank;
    const int from = plan_.cell(rank, step.source), to = plan_.cell(rank, step.target);
    if (from != to && std::abs(from - to) < step.count)
      refute(Fault::race,
             fmt::format("{} reads chunks that it writes itself, in no order: {} and {}, {} of each", network_.name(e),
                         chunk_name(rank, step.source, 0), chunk_name(rank, step.target, 0), step.count));
  }

  std::string chunk_name(Rank rank, const Chunk& at, int i) const {
    return fmt::format("chunk {} of the {} of rank {}", at.number + i, name_of(at.buffer), rank);
  }

  void refute(Fault fault, std::string text) { fault_ = PlanFault{fault, std::move(text)}; }

  std::vector<Tree> read(const PlanEvent& e, const Chunk& from) {
    const auto& step = network_.step(e);
    const Rank rank = network_.block(e.threadblock).rank;
    std::vector<Tree> values;
    for (int i = 0; i < step.count && !fault_; ++i) {
      auto& cell = memory_[index(rank)][index(plan_.cell(rank, from) + i)];
      if (!knows(e, cell.written))
        refute(Fault::race, fmt::format("{} reads {}, which {} writes, and nothing orders them", network_.name(e),
                                        chunk_name(rank, from, i), name(cell.written)));
      else if (cell.value == nothing && !undefined_)
        undefined_ = PlanFault{Fault::undefined, fmt::format("{} reads {}, where nothing is", network_.name(e),
                                                             chunk_name(rank, from, i))};
      cell.read.push_back({e.threadblock, e.step, step.kind->sends && !step.kind->receives});
      values.push_back(cell.value);
    }
    return values;
  }

  void write(const PlanEvent& e, const Chunk& to, const std::vector<Tree>& values) {
    const Rank rank = network_.block(e.threadblock).rank;
    for (std::size_t i = 0; i < values.size() && !fault_; ++i) {
      const int offset = static_cast<int>(i);
      auto& cell = memory_[index(rank)][index(plan_.cell(rank, to) + offset)];
      const auto says = [&](const Access& other, std::string_view what) {
        refute(Fault::race, fmt::format("{} writes {}, {} {}, and nothing orders them", network_.name(e),
                                        chunk_name(rank, to, offset), what, name(other)));
      };
      if (!knows(e, cell.written)) says(cell.written, "as does");
      for (const auto& reader : cell.read)
        if (!fault_ && !knows(e, reader))
          says(reader, reader.sends ? "while a send of it may be pending, that of" : "which is read by");
      cell = {values[i], {e.threadblock, e.step, false}, {}};
    }
  }

  std::string name(const Access& a) const { return network_.name({a.threadblock, a.step}); }

  /// "0·1·2" of a tree of letters, by the ranks that contributed; "chunk 3 of rank 1" of what is moved.
  std::string print(Tree tree) const {
    if (tree == nothing) return "nothing";
    constexpr std::size_t most = 12;
    auto all = trees_.letters(tree, most + 1);
    const bool is_long = all.size() > most;
    if (!row(plan_.collective).combines())
      return fmt::format("chunk {} of rank {}", all.front() % plan_.inputs(), all.front() / plan_.inputs());
    const int chunk = all.front() / plan_.ranks();
    const bool is_one_chunk = std::ranges::all_of(all, [&](int l) { return l / plan_.ranks() == chunk; });
    if (is_long) all.resize(most);
    std::string text;
    for (const int l : all)
      text += (text.empty() ? "" : "·") + std::to_string(l % plan_.ranks()) +
              (is_one_chunk ? "" : fmt::format(" (chunk {})", l / plan_.ranks()));
    return text + (is_long ? "·…" : "") + (is_one_chunk ? fmt::format(" of chunk {}", chunk) : "");
  }

  PlanFault wrong_result(Rank r, int o, const Cell& cell, const Word& word) {
    std::vector<int> ranks(index(word.last - word.first));
    std::iota(ranks.begin(), ranks.end(), word.first % plan_.ranks());
    const auto due = row(plan_.collective).combines()
                         ? fmt::format("{} of chunk {}", print_letters(ranks), word.first / plan_.ranks())
                         : print(Trees::leaf(word.first));
    const auto by = cell.written.threadblock < 0 ? std::string("by nobody") : "last by " + name(cell.written);
    return {Fault::contract, fmt::format("chunk {} of the output of rank {}, written {}: found {}, due {}", o, r, by,
                                         print(cell.value), due)};
  }

  const Network& network_;
  const Plan& plan_;
  Trees trees_;
  std::vector<std::vector<Cell>> memory_;  ///< of each rank
  std::vector<Clock> clocks_;
  std::vector<std::deque<Message>> pending_;      ///< what each threadblock has sent
  std::map<std::pair<int, int>, Clock> awaited_;  ///< of the steps that others wait for
  std::optional<PlanFault> fault_;                ///< a race, which ends it
  std::optional<PlanFault> undefined_;            ///< the first; a race may be why
  std::int64_t messages_ = 0;
};

}  // namespace

PlanVerdict check_plan(const Plan& plan, std::optional<int> slots) {
  PlanVerdict verdict;
  const Network network(plan);
  verdict.refuted = find_unmatched(network);
  if (verdict.refuted) return verdict;
  if (const auto stuck = run_plan(network, unlimited)) {
    verdict.refuted = {Fault::deadlock, stuck->why};
    return verdict;
  }
  if (slots)
    if (const auto there = run_plan(network, *slots)) {
      verdict.refuted = {Fault::deadlock, fmt::format("with {} slots for each connection {}", *slots, there->why)};
      return verdict;
    }
  verdict.slots = fewest_slots(network);
  Execution execution(network);  // with few slots, since each message brings what its sender knows
  static_cast<void>(run_plan(network, std::max(1, verdict.slots), [&](const PlanEvent& e) { execution.happen(e); }));
  verdict.refuted = execution.fault();
  if (verdict.refuted) return verdict;
  verdict.messages = execution.messages();
  execution.check_contract(verdict);
  return verdict;
}

}  // namespace tutti::others
