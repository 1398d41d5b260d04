#include "cli/mpi/options.hpp"

#include <algorithm>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/ranges.hpp"
#include "verified/conform/worker/workplace.hpp"

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

Type type_called(const std::string& name) {
  if (const auto type = type_named(name)) return *type;
  throw UsageError("--type: there is no datatype \"" + name + "\"; there are " + names(types));
}

Operand predefined(const std::string& op_name, Type type) {
  const auto op = op_named(op_name);
  if (!op)
    throw UsageError("--op: there is no operator \"" + op_name + "\"; there are " + names(ops) +
                     ", matrix, word, affine, modular");
  if (!allowed(*op, type))
    throw UsageError("--op, --type: MPI does not define " + std::string(row(*op).mpi_name) + " for " +
                     std::string(row(type).mpi_name) + " (MPI 4.0, 6.9.2); choose another pair");
  return {*op, type};
}

/// Why the algorithm cannot be called like that, or nothing.
std::string obstacle(const RunOptions& o, const Algorithm& a, int ranks) {
  const auto& collective = row(a.collective);
  if (!holds(a.supports, ranks))
    return a.name + " has no schedule for " + std::to_string(ranks) + " ranks, only for " +
           std::string(name_of(a.supports));
  if (!o.ops.empty() && !collective.combines()) return "--op: " + a.name + " applies no operator; leave the option out";
  if (!o.types.empty() && collective.result == Result::all_entered) return "--type: " + a.name + " moves no data";
  if (!o.counts.empty() && collective.result == Result::all_entered) return "--count: " + a.name + " moves no data";
  if (o.in_place && !collective.combines() && collective.cut == Cut::freely)
    return "--in-place: " + a.name + " has no MPI_IN_PLACE";
  const auto shapes = a.shapes_for(ranks);
  if (!o.shape.empty() && std::ranges::find(shapes, o.shape, print_shape) == shapes.end())
    return "--shape " + o.shape + ": " + a.name + " has no such schedule for " + std::to_string(ranks) + " ranks" +
           (a.shapes ? "; its shapes are: " + print_shapes(shapes) : "");
  return "";
}

void check_room(const Programme& programme, std::int64_t n, std::int64_t bytes) {
  const auto needed = n * bytes * (programme.collective().cut == Cut::equal ? programme.ranks() : 1);
  if (needed > mpi::Workplace::capacity)
    throw UsageError("--count " + std::to_string(n) + ": " + programme.algorithm().name + " needs a buffer of " +
                     std::to_string(needed) + " bytes; a check uses at most " +
                     std::to_string(mpi::Workplace::capacity));
}

/// The case with `n` elements of everything that can be its load.
void add_loads(Programme& programme, mpi::Case c, int n, const Loads& loads) {
  if (programme.collective().combines())
    for (const auto& operand : loads.operands) {
      check_room(programme, n, static_cast<std::int64_t>(operand.size()));
      c.operand = &operand;
      programme.add(c, n);
    }
  else if (programme.collective().moves())
    for (const auto& cargo : loads.cargoes) {
      check_room(programme, n, cargo.sent.extent);
      c.cargo = {&cargo};
      programme.add(c, n);
    }
  else
    programme.add(c, n);
}

}  // namespace

Loads::Loads(const RunOptions& o, const std::vector<const Algorithm*>& algorithms) {
  const auto& users = mpi::user_operands();
  const auto type_names = split(o.types.empty() ? "double" : o.types);
  for (const auto& type : type_names) cargoes.push_back(mpi::cargo_of(type_called(type)));
  if (std::ranges::none_of(algorithms, [](const Algorithm* a) { return row(a->collective).combines(); })) return;
  for (const auto& op : split(o.ops.empty() ? "sum" : o.ops)) {
    const auto user = std::ranges::find(users, op, &Operand::name);
    if (user == users.end()) {
      for (const auto& type : type_names) operands.push_back(predefined(op, type_called(type)));
    } else {
      if (!o.types.empty()) throw UsageError("--op " + op + " has a datatype of its own: leave --type out");
      operands.push_back(*user);
    }
  }
}

std::vector<mpi::Case> chosen_cases(const RunOptions& o, const std::vector<const Algorithm*>& algorithms,
                                    const Loads& loads, int ranks) {
  const auto counts = parse_list("--count", o.counts.empty() ? "1000" : o.counts, 0, largest_count);
  const auto roots = o.roots == "all" ? parse_list("--root", "0-" + std::to_string(ranks - 1), 0, ranks - 1)
                                      : parse_list("--root", o.roots.empty() ? "0" : o.roots, 0, ranks - 1);
  std::vector<mpi::Case> all;
  for (const auto* a : algorithms) {
    if (const auto why = obstacle(o, *a, ranks); !why.empty()) {
      if (o.names.empty()) continue;
      throw UsageError(why);
    }
    const auto& collective = row(a->collective);
    const auto shapes = a->shapes_for(ranks);
    mpi::Case c{.shape = o.shape.empty() ? Shape{} : *std::ranges::find(shapes, o.shape, print_shape),
                .in_place = o.in_place};
    Programme programme(*a, ranks);
    for (const int n : counts)
      for (const Rank root : collective.rooted() ? roots : std::vector<Rank>{0}) {
        c.root = root;
        add_loads(programme, c, n, loads);
      }
    std::ranges::move(std::move(programme).cases(), std::back_inserter(all));
  }
  if (all.empty())
    throw UsageError("no algorithm can be called like that on " + std::to_string(ranks) +
                     " ranks; name one, and the message says why");
  return all;
}

}  // namespace tutti::cli
