#include "verified/library/call.hpp"

namespace tutti::library {
namespace {

struct Appended {
  bool displacements = false, types = false;
};

/// False where an array is not given.
bool append(const Argument& a, int size, Appended what, Key& key, bool& has_data) {
  const auto numbers = [&](const Numbers& n) {
    if (!n.given() && size > 0) return false;
    for (int i = 0; i < size; ++i) key.numbers.push_back(n[i]);
    return true;
  };
  if (!numbers(a.counts)) return false;
  for (int i = 0; i < size; ++i) has_data = has_data || a.counts[i] > 0;
  if (what.displacements && !numbers(a.displacements)) return false;
  if (!what.types) return true;
  if (!a.types) return false;
  for (int i = 0; i < size; ++i) key.types.push_back(a.counts[i] == 0 ? MPI_BYTE : a.types[i]);
  return true;
}

/// False where a root is no rank, or an array is not given.
bool find_significant(const Call& call, int rank, int size, Key& key) {
  const auto& c = row(call.collective);
  const bool is_root = rank == call.root;
  if (c.rooted() && (call.root < 0 || call.root >= size)) return false;
  const bool one_buffer = c.cut == Cut::freely && c.input == Input::of_root;
  const bool scatters = c.input == Input::of_root && !one_buffer;

  key.collective = call.collective;
  key.root = c.rooted() ? call.root : 0;
  key.op = c.combines() ? call.op : MPI_OP_NULL;
  key.numbers.clear();
  key.types.clear();
  key.send_count = key.receive_count = 0;
  key.data_sent = key.data_received = false;
  key.send_type = key.receive_type = MPI_DATATYPE_NULL;
  key.sends = !one_buffer && c.result != Result::all_entered && (!scatters || is_root);
  key.receives = c.result != Result::all_entered && (c.result != Result::at_root || is_root);

  const auto& placed = scatters ? call.receive : call.send;
  auto& has_it = scatters ? key.receives : key.sends;
  key.in_place = has_it && placed.buffer == MPI_IN_PLACE && (is_root || !c.rooted());
  if (key.in_place) has_it = false;
  const bool gets_nothing = c.result == Result::prefix_before && rank == 0 && !key.in_place;
  if (gets_nothing) key.receives = false;

  if (c.combines()) {  // counts and type are significant at every rank
    key.receive_type = call.receive.type;
    if (c.cut == Cut::irregular) {
      if (!append(call.receive, size, {}, key, key.data_sent)) return false;
      key.data_received = key.in_place ? key.data_sent : call.receive.counts[rank] > 0;
      return true;
    }
    key.receive_count = call.receive.count;
    key.data_sent = key.data_received = call.receive.count > 0;
    return true;
  }
  const bool typed = call.collective == Collective::alltoallw;
  const auto enter = [&](const Argument& a, bool by_rank, std::int64_t& count, MPI_Datatype& type, bool& has_data) {
    if (by_rank && !append(a, size, {.displacements = true, .types = typed}, key, has_data)) return false;
    if (!by_rank) {
      count = a.count;
      has_data = count > 0;
    }
    if (!(by_rank && typed)) type = has_data || count < 0 ? a.type : MPI_BYTE;
    return true;
  };
  const bool irregular = c.cut == Cut::irregular;
  if (key.sends &&
      !enter(call.send, irregular && c.input != Input::own_block, key.send_count, key.send_type, key.data_sent))
    return false;
  return !key.receives || enter(call.receive, irregular && c.result != Result::own_block, key.receive_count,
                                key.receive_type, key.data_received);
}

}  // namespace

bool find_key(const Call& call, int rank, int size, Key& key) {
  return find_significant(call, rank, size, key) && !(key.sends && key.data_sent && call.send.buffer == MPI_IN_PLACE) &&
         !(key.receives && key.data_received && call.receive.buffer == MPI_IN_PLACE);
}

std::size_t hash(const Key& key) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // spreads what it multiplies over all bits
  std::uint64_t h = static_cast<std::uint64_t>(key.collective) * 8 + std::uint64_t{key.in_place} * 4 +
                    std::uint64_t{key.sends} * 2 + key.receives;
  const auto mix = [&h](std::uint64_t word) { h = std::rotl((h ^ word) * odd, 27); };
  mix(static_cast<std::uint64_t>(key.root));
  mix(word_of(key.op));
  mix(static_cast<std::uint64_t>(key.send_count));
  mix(static_cast<std::uint64_t>(key.receive_count));
  mix(word_of(key.send_type));
  mix(word_of(key.receive_type));
  for (const auto n : key.numbers) mix(static_cast<std::uint64_t>(n));
  for (const auto t : key.types) mix(word_of(t));
  return h;
}

}  // namespace tutti::library
