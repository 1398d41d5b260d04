#include "cli/mpi/options.hpp"

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/ranges.hpp"

namespace tutti::cli {
namespace {

using mpi::Operand;

constexpr int largest_count = 1 << 28;

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= list.size();) {
    const auto comma = std::min(list.find(',', at), list.size());
    parts.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

template <class Rows>
std::string names(const Rows& rows) {
  std::string all;
  for (const auto& r : rows) all += (all.empty() ? "" : ", ") + std::string(r.name);
  return all;
}

Operand predefined(const std::string& op_name, const std::string& type_name) {
  const auto op = op_named(op_name);
  const auto type = type_named(type_name);
  if (!op)
    throw UsageError("--op: there is no operator \"" + op_name + "\"; there are " + names(ops) +
                     ", matrix, word, affine, modular");
  if (!type) throw UsageError("--type: there is no datatype \"" + type_name + "\"; there are " + names(types));
  if (!allowed(*op, *type))
    throw UsageError("--op, --type: MPI does not define " + std::string(row(*op).mpi_name) + " for " +
                     std::string(row(*type).mpi_name) + " (MPI 4.0, 6.9.2); choose another pair");
  return {*op, *type};
}

}  // namespace

std::vector<Operand> chosen_operands(const RunOptions& o) {
  std::vector<Operand> all;
  const auto& users = mpi::user_operands();
  for (const auto& op : split(o.ops.empty() ? "sum" : o.ops)) {
    const auto user = std::ranges::find(users, op, &Operand::name);
    if (user == users.end()) {
      for (const auto& type : split(o.types.empty() ? "double" : o.types)) all.push_back(predefined(op, type));
    } else {
      if (!o.types.empty()) throw UsageError("--op " + op + " has a datatype of its own: leave --type out");
      all.push_back(*user);
    }
  }
  return all;
}

std::vector<mpi::Case> chosen_cases(const RunOptions& o, const std::vector<const Algorithm*>& algorithms,
                                    const std::vector<Operand>& operands, int ranks) {
  const auto counts = parse_list("--count", o.counts.empty() ? "1000" : o.counts, 0, largest_count);
  const auto roots = o.roots == "all" ? parse_list("--root", "0-" + std::to_string(ranks - 1), 0, ranks - 1)
                                      : parse_list("--root", o.roots.empty() ? "0" : o.roots, 0, ranks - 1);
  std::vector<mpi::Case> all;
  for (const auto* a : algorithms) {
    if (!holds(a->supports, ranks))
      throw UsageError(a->name + " has no schedule for " + std::to_string(ranks) + " ranks, only for " +
                       std::string(name_of(a->supports)));
    for (const auto& operand : operands)
      for (int n : counts)
        for (Rank root : row(a->collective).rooted() ? roots : std::vector<Rank>{0})
          all.push_back({a, &operand, counts_for(a->collective, n, ranks), root, o.in_place, all.size()});
  }
  return all;
}

}  // namespace tutti::cli
