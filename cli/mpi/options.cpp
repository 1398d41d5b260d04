#include "cli/mpi/options.hpp"

#include <algorithm>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/ranges.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::cli {
namespace {

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

std::string predefined(const std::string& op_name, Type type) {
  const auto op = op_named(op_name);
  if (!op)
    throw UsageError("--op: there is no operator \"" + op_name + "\"; there are " + names(ops) +
                     ", matrix, word, affine, modular");
  if (!allowed(*op, type))
    throw UsageError("--op, --type: MPI does not define " + std::string(row(*op).mpi_name) + " for " +
                     std::string(row(type).mpi_name) + " (MPI 4.0, 6.9.2); choose another pair");
  return op_name + "/" + std::string(row(type).name);
}

/// Why the algorithm cannot be called like that, or nothing.
std::string obstacle(const RunOptions& o, const Algorithm& a, int ranks) {
  const auto& collective = row(a.collective);
  if (!a.supports.holds(ranks)) return a.refusal(ranks) + "; start that many ranks, or name another algorithm";
  if (!o.ops.empty() && !collective.combines()) return "--op: " + a.name + " applies no operator; leave the option out";
  if (!o.types.empty() && collective.result == Result::all_entered) return "--type: " + a.name + " moves no data";
  if (!o.counts.empty() && collective.result == Result::all_entered) return "--count: " + a.name + " moves no data";
  if (a.given && !o.roots.empty() && o.roots != std::to_string(a.given_root) && collective.rooted())
    return "--root " + o.roots + ": " + a.name + " is for root " + std::to_string(a.given_root) +
           " alone; leave the option out";
  const auto shapes = a.shapes_for(ranks);
  if (!o.shape.empty() && std::ranges::find(shapes, o.shape, print_shape) == shapes.end())
    return "--shape " + o.shape + ": " + a.name + " has no such schedule for " + std::to_string(ranks) + " ranks" +
           (a.shapes ? "; its shapes are: " + print_shapes(shapes) : "");
  return "";
}

}  // namespace

Loads::Loads(const RunOptions& o, const std::vector<const Algorithm*>& algorithms) {
  const auto type_names = split(o.types.empty() ? "double" : o.types);
  for (const auto& type : type_names) datatypes.emplace_back(row(type_called(type)).name);
  if (std::ranges::none_of(algorithms, [](const Algorithm* a) { return row(a->collective).combines(); })) return;
  for (const auto& op : split(o.ops.empty() ? "sum" : o.ops)) {
    if (conform::user_operator_named(op) && !conform::is_term(op)) {
      if (!o.types.empty()) throw UsageError("--op " + op + " has a datatype of its own: leave --type out");
      operators.push_back(op);
    } else {
      for (const auto& type : type_names) operators.push_back(predefined(op, type_called(type)));
    }
  }
}

std::vector<Run> chosen_runs(const RunOptions& o, const std::vector<const Algorithm*>& algorithms, const Loads& loads,
                             int ranks) {
  const auto counts = parse_list("--count", o.counts.empty() ? "1000" : o.counts, 0, largest_count);
  const auto roots = o.roots == "all" ? parse_list("--root", "0-" + std::to_string(ranks - 1), 0, ranks - 1)
                                      : parse_list("--root", o.roots.empty() ? "0" : o.roots, 0, ranks - 1);
  std::vector<Run> all;
  const auto refuse = [&](const std::string& why) {
    if (!o.names.empty()) throw UsageError(why);
  };
  for (const auto* a : algorithms) {
    if (const auto why = obstacle(o, *a, ranks); !why.empty()) {
      refuse(why);
      continue;
    }
    const auto& collective = row(a->collective);
    const auto of_algorithm = a->given && o.roots.empty() ? std::vector<Rank>{a->given_root} : roots;
    const auto shapes = a->shapes_for(ranks);
    const auto shape = o.shape.empty() ? Shape{} : *std::ranges::find(shapes, o.shape, print_shape);
    Runs runs(*a, ranks);
    const auto add = [&](const conform::Case& c) {
      if (const auto why = runs.add(c, shape)) refuse(a->name + ": " + *why);
    };
    for (const Rank root : collective.rooted() ? of_algorithm : std::vector<Rank>{0})
      if (collective.result == Result::all_entered)
        add({.in_place = o.in_place});
      else
        for (const int n : counts)
          for (const auto& load : collective.combines() ? loads.operators : loads.datatypes)
            add({.root = root, .in_place = o.in_place, .count = n, .load = load});
    std::ranges::move(std::move(runs).runs(), std::back_inserter(all));
  }
  if (all.empty())
    throw UsageError("no algorithm can be called like that on " + std::to_string(ranks) +
                     " ranks; name one, and the message says why");
  return all;
}

}  // namespace tutti::cli
