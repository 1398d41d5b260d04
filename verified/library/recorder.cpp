#include "verified/library/recorder.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>
#include <utility>

#include "verified/library/case_like.hpp"
#include "verified/run/mpi/agree.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::library {
namespace {

using mpi::check;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_types_of_a_side = 16;  // of an alltoallw

std::int64_t nanoseconds(Recorder::Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

std::uint64_t freed_handles() { return RecordedType::freed() + RecordedOp::freed(); }

template <class Type, class Op>
std::size_t hash(const RecordedCall<Type, Op>& call) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // spreads what it multiplies over all bits
  std::uint64_t h = static_cast<std::uint64_t>(call.collective) * 2 + call.in_place;
  const auto mix = [&h](std::uint64_t word) { h = std::rotl((h ^ word) * odd, 27); };
  mix(static_cast<std::uint64_t>(call.root));
  mix(word_of(call.op));
  for (const auto* side : {&call.send, &call.receive}) {
    mix(static_cast<std::uint64_t>(side->count));
    mix(static_cast<std::uint64_t>(side->own));
    for (const auto type : side->types) mix(word_of(type));
  }
  return h;
}

template <class Type>
void clear(RecordedSide<Type>& side) {
  side.given = side.by_rank = false;
  side.count = side.largest = side.smallest = side.zero = side.own = 0;
  side.types.clear();
}

/// Nothing where one of the datatypes is not described.
bool describe(const RecordedSide<MPI_Datatype>& asked, RecordedSide<const RecordedType*>& side) {
  side = {.given = asked.given,
          .by_rank = asked.by_rank,
          .count = asked.count,
          .largest = asked.largest,
          .smallest = asked.smallest,
          .zero = asked.zero,
          .own = asked.own};
  for (const auto type : asked.types) side.types.push_back(RecordedType::of(type));
  return std::ranges::find(side.types, nullptr) == side.types.end();
}

Json print_root(int root) {
  if (root == MPI_ROOT) return "MPI_ROOT";
  if (root == MPI_PROC_NULL) return "MPI_PROC_NULL";
  return root;
}

}  // namespace

std::size_t Recorder::Hash::operator()(const Described& call) const { return hash(call); }

Recorder::Recorder(MPI_Comm comm) {
  int inter = 0;
  check(PMPI_Comm_test_inter(comm, &inter), "MPI_Comm_test_inter");
  check(PMPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
  check(PMPI_Comm_size(comm, &size_), "MPI_Comm_size");
  inter_ = inter != 0;
  if (inter_) check(PMPI_Comm_remote_size(comm, &remote_size_), "MPI_Comm_remote_size");
  kind_ = inter_ ? "inter" : comm == MPI_COMM_WORLD ? "world" : comm == MPI_COMM_SELF ? "self" : "intra";
}

Recorder::~Recorder() try {
  for (const auto& [call, line] : lines_) add_line(print(call, line), line.times);
  for (const auto& c : collectives)
    if (const auto& times = folded_[static_cast<std::size_t>(c.id)]; times.calls > 0)
      add_folded({{"collective", c.name}, {"folded", true}}, times);
} catch (const std::exception& e) {
  std::fprintf(stderr, "libtutti: calls are missing in the recording: %s\n", e.what());
}

void Recorder::set_up(MPI_Comm comm, mpi::Communicator& state) {
  static std::atomic<int> made = 0;
  state.in_step([&] {
    int in_world;
    check(PMPI_Comm_rank(MPI_COMM_WORLD, &in_world), "MPI_Comm_rank");
    const auto of_first = [&](int own) {
      return std::to_string(mpi::greatest(state.context(), rank_ == 0 ? static_cast<std::uint64_t>(own) : 0));
    };
    id_ = of_first(in_world) + "." + of_first(rank_ == 0 ? made++ : 0);
    barrier_.emplace(comm, Collective::barrier, mpi::Side{}, mpi::Side{}, 0, false);
  });
}

void Recorder::wait() {
  waited_ = -1;
  begin_ = Clock::now();
  if (!barrier_) return;
  const auto came = begin_;
  barrier_->run(nullptr, nullptr);
  begin_ = Clock::now();
  waited_ = nanoseconds(begin_ - came);
}

void Recorder::ask_counts(const Argument& argument, int n, bool has_own, RecordedSide<MPI_Datatype>& side) const {
  side.by_rank = true;
  if (!argument.counts.given() || n == 0) return;
  side.largest = side.smallest = argument.counts[0];
  for (int r = 0; r < n; ++r) {
    const auto count = argument.counts[r];
    side.count += count;
    side.largest = std::max(side.largest, count);
    side.smallest = std::min(side.smallest, count);
    side.zero += count == 0;
    if (argument.types && count != 0 && side.types.size() < most_types_of_a_side &&
        std::ranges::find(side.types, argument.types[r]) == side.types.end())
      side.types.push_back(argument.types[r]);
  }
  if (has_own) side.own = argument.counts[rank_];
}

/// What means something at this rank. Datatypes of no elements do not.
void Recorder::ask(const Call& call) {
  const auto& c = row(call.collective);
  asked_.collective = call.collective;
  asked_.in_place = false;
  asked_.root = c.rooted() ? call.root : 0;
  asked_.op = c.combines() ? call.op : MPI_OP_NULL;
  clear(asked_.send);
  clear(asked_.receive);

  const bool one_buffer = c.combines() || call.collective == Collective::bcast;
  const bool scatters = c.input == Input::of_root && !one_buffer;
  const bool is_root = call.root == (inter_ ? MPI_ROOT : rank_);
  const bool stands_by = inter_ && c.rooted() && call.root == MPI_PROC_NULL;  // the root is another one of this group
  bool sends = !stands_by && !one_buffer && (!scatters || is_root);
  bool receives = !stands_by && (one_buffer || c.result != Result::at_root || is_root);
  if (c.result == Result::all_entered) sends = receives = false;
  if (inter_) {
    if (c.rooted() && is_root) (scatters ? receives : sends) = false;
  } else if (scatters) {
    asked_.in_place = is_root && call.receive.buffer == MPI_IN_PLACE;
  } else {
    asked_.in_place = (sends || c.combines()) && call.send.buffer == MPI_IN_PLACE;
  }
  if (asked_.in_place) (scatters ? receives : sends) = false;

  const auto enter = [&](const Argument& argument, bool by_rank, RecordedSide<MPI_Datatype>& side) {
    side.given = true;
    if (by_rank)
      ask_counts(argument, inter_ && !c.combines() ? remote_size_ : size_, !inter_ || c.combines(), side);
    else
      side.count = argument.count;
    if (!argument.types && side.count != 0) side.types.push_back(argument.type);
  };
  const bool irregular = c.cut == Cut::irregular;
  if (sends) enter(call.send, irregular && c.input != Input::own_block, asked_.send);
  if (receives) enter(call.receive, irregular && (c.combines() || c.result != Result::own_block), asked_.receive);
}

Recorder::Recent& Recorder::recent() { return recent_[hash(asked_) % recent_calls]; }

/// Null where it has no line of its own. Throws Error where MPI fails.
Recorder::Line* Recorder::find(const Call& made) {
  Described call{.collective = asked_.collective, .in_place = asked_.in_place, .root = asked_.root};
  if (!describe(asked_.send, call.send) || !describe(asked_.receive, call.receive)) return nullptr;
  if (asked_.op != MPI_OP_NULL) call.op = &RecordedOp::of(asked_.op);
  if (const auto known = lines_.find(call); known != lines_.end()) return &known->second;
  if (!take_line()) return nullptr;
  auto& line = lines_[call];
  if (Key key; !inter_ && find_key(made, rank_, size_, key)) line.like = case_like(key, size_);
  if (call.op && !call.receive.types.empty()) line.operands = call.op->operands(*call.receive.types.front());
  return &line;
}

void Recorder::take_operands(const Call& call, Line& line) const {
  if (!line.operands || !line.operands->wants_more()) return;
  if (inter_ && row(call.collective).rooted() && call.root < 0) return;  // it contributes nothing
  line.operands->add(asked_.in_place ? call.receive.buffer : call.send.buffer, asked_.receive.count);
}

bool Recorder::look(const Call& call) {
  ask(call);
  auto& seen = recent();
  seen_ = seen.line && seen.freed == freed_handles() && seen.asked == asked_ ? seen.line : nullptr;
  return seen_ != nullptr;
}

void Recorder::begin(const Call& call) {
  if (seen_ && asked_.in_place) take_operands(call, *seen_);  // before the result comes there
  wait();
}

int Recorder::record(const Call& call, Own own) {
  const auto freed = freed_handles();
  const int code = own();
  const auto time = nanoseconds(Clock::now() - begin_);
  if (code != MPI_SUCCESS) return code;
  auto* line = seen_;
  try {
    if (!line) {  // the datatypes and the operator are right, since the MPI has taken them
      line = find(call);
      if (line) recent() = {asked_, freed, line};
    }
    if (line && !asked_.in_place) take_operands(call, *line);
  } catch (const std::exception&) {
    line = nullptr;
  }
  auto& times = line ? line->times : folded_[static_cast<std::size_t>(call.collective)];
  times.add_call(time);
  if (waited_ >= 0) times.add_wait(waited_);
  return code;
}

Json Recorder::print(const Described& call, const Line& line) const {
  const auto& c = row(call.collective);
  Json communicator{{"id", id_.empty() ? Json() : Json(id_)}, {"kind", kind_}, {"size", size_}, {"rank", rank_}};
  if (inter_) communicator["remote_size"] = remote_size_;
  Json printed{{"collective", c.name}, {"communicator", communicator}};
  if (c.rooted()) printed["root"] = print_root(call.root);
  printed["in_place"] = call.in_place;
  const auto enter = [&](const char* name, const RecordedSide<const RecordedType*>& side, bool has_all_blocks) {
    if (!side.given) return;
    Json entered;
    if (side.by_rank) {
      entered["counts"] = {
          {"sum", side.count}, {"largest", side.largest}, {"smallest", side.smallest}, {"zero", side.zero}};
      if (!inter_ || c.combines()) entered["counts"]["own"] = side.own;
    } else {
      entered["count"] = side.count;
    }
    if (call.collective == Collective::alltoallw) {
      entered["types"] = Json::array();
      for (const auto* type : side.types) entered["types"].push_back(type->description);
    } else {
      entered["type"] = side.types.empty() ? Json() : side.types.front()->description;
    }
    const bool has_blocks = c.cut == Cut::equal && has_all_blocks;
    const std::int64_t blocks = !has_blocks ? 1 : inter_ && !c.combines() ? remote_size_ : size_;
    if (side.types.size() < 2) entered["bytes"] = side.types.empty() ? 0 : blocks * side.count * side.types[0]->size;
    printed[name] = std::move(entered);
  };
  enter("send", call.send, c.input != Input::own_block);
  const bool one_buffer = c.combines() || call.collective == Collective::bcast;
  enter(one_buffer ? "data" : "receive", call.receive, c.combines() || c.result != Result::own_block);
  if (call.op) printed["op"] = call.op->name();
  if (line.like) printed["case"] = *line.like;
  return printed;
}

}  // namespace tutti::library
