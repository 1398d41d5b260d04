#include "verified/library/case_like.hpp"

#include <algorithm>
#include <span>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {

std::optional<std::string> case_like(const Key& key, int size) {
  const auto& c = row(key.collective);
  const auto type = mpi::type_of(key.receives || c.combines() ? key.receive_type : key.send_type);
  const auto op = mpi::op_of(key.op);
  if (!type || (c.combines() && !op) || !key.types.empty()) return std::nullopt;
  conform::Case like{.procedure = static_cast<conform::Procedure>(key.collective),
                     .ranks = size,
                     .root = key.root,
                     .in_place = key.in_place,
                     .count = std::max(key.send_count, key.receive_count),
                     .load = op ? conform::load_of(*op, *type) : std::string(row(*type).name)};
  if (c.cut == Cut::irregular && !key.numbers.empty()) {
    like.irregular = true;
    like.count =
        std::ranges::max(std::span(key.numbers).first(static_cast<std::size_t>(size))) / conform::most_multiple + 1;
  }
  return conform::print(like);
}

}  // namespace tutti::library
