#include "verified/library/case_like.hpp"

#include <algorithm>
#include <span>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {

std::optional<std::string> case_like(const Key& key, int size) {
  if (key.collective == Collective::barrier)
    return conform::print({.procedure = conform::Procedure::barrier, .ranks = size});
  const auto& c = row(key.collective);
  // One of both sides, which may have other counts and datatypes for the same data.
  const bool by_receive = c.combines() || (key.receives && (key.data_received || !key.sends));
  const auto type = mpi::type_of(by_receive ? key.receive_type : key.send_type);
  const auto op = mpi::op_of(key.op);
  if (!type || (c.combines() && !op) || !key.types.empty()) return std::nullopt;
  conform::Case like{.procedure = static_cast<conform::Procedure>(key.collective),
                     .ranks = size,
                     .root = key.root,
                     .in_place = key.in_place,
                     .count = by_receive ? key.receive_count : key.send_count,
                     .load = op ? conform::load_of(*op, *type) : std::string(row(*type).name)};
  const bool has_counts = by_receive ? c.combines() || c.result != Result::own_block : c.input != Input::own_block;
  if (c.cut == Cut::irregular && has_counts) {
    const bool behind_those_sent = by_receive && key.sends && !c.combines() && c.input != Input::own_block;
    const auto p = static_cast<std::size_t>(size);
    const auto counts = std::span(key.numbers).subspan(behind_those_sent ? 2 * p : 0, p);
    like.irregular = true;
    like.count = std::ranges::max(counts) / conform::most_multiple + 1;
  }
  return conform::print(like);
}

}  // namespace tutti::library
