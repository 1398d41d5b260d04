#include "verified/conform/case/legal.hpp"

#include <algorithm>
#include <climits>
#include <string>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/wrongs.hpp"

namespace tutti::conform {
namespace {

using Refusal = std::optional<std::string>;

std::string mpi_name(const Case& c) { return std::string(row(c.procedure).mpi_name); }

bool has_others_than_the_root(const Case& c) { return roots(c.comm, c.ranks) > 1 || is_inter(c.comm); }

/// At some rank nothing of a side is significant, neither buffer nor counts nor datatypes.
bool ignores_a_side(const Case& c) {
  if (combines(c.procedure) || c.procedure == Procedure::bcast) return false;
  return rooted(c.procedure) ? has_others_than_the_root(c) : c.in_place;
}

Refusal wrong_communicator(const Case& c, const Uses& use) {
  constexpr int most_ranks = 1 << 20;  // so that no sum over ranks overflows
  if (c.ranks > most_ranks) return "np is above 2^20";
  if (needs_two_ranks(c.comm) && c.ranks < 2) return "an intercommunicator has two groups, so at least two ranks (7.6)";
  if (is_inter(c.comm) && !use.intercommunicators) return mpi_name(c) + " is not defined on intercommunicators (6.2.2)";
  if (on_neighbours(c.procedure) && !has_topology(c.comm))
    return mpi_name(c) + " needs a communicator with a topology (8.6)";
  if (!communicates(c.procedure) && c.comm != Comm::world)
    return mpi_name(c) + " is local and has no communicator (6.9)";
  return std::nullopt;
}

Refusal wrong_nodes(const Case& c, const Uses&) {
  if (c.nodes.count > c.ranks) return "of so many nodes some would have no rank";
  if (c.nodes.count == 1 && c.nodes != Nodes{}) return "ranks are spread over two nodes or more";
  return std::nullopt;
}

Refusal wrong_root(const Case& c, const Uses& use) {
  if (!use.root && c.root != 0) return mpi_name(c) + " has no root";
  if (c.root >= roots(c.comm, c.ranks)) return "the root is no rank of that communicator (6.2.2)";
  return std::nullopt;
}

Refusal wrong_in_place(const Case& c, const Uses& use) {
  if (!c.in_place) return std::nullopt;
  if (!use.in_place) return mpi_name(c) + " does not take MPI_IN_PLACE (6.3 to 6.11, 8.6)";
  if (is_inter(c.comm)) return "MPI_IN_PLACE is for intracommunicators (6.2.3)";
  return std::nullopt;
}

Refusal wrong_form(const Case& c, const Uses& use) {
  if (c.form != Form::blocking && !communicates(c.procedure)) return mpi_name(c) + " has one form only";
  if (c.large_count && !use.large_count) return mpi_name(c) + " has no count";
  return std::nullopt;
}

Refusal wrong_completion(const Case& c, const Uses&) {
  if (c.completion != Completion::wait && c.form == Form::blocking) return "a blocking call is completed by itself";
  if (c.freed && c.form != Form::nonblocking) return "handles are freed while a nonblocking call is pending";
  if (c.insignificant != Insignificant::right && !has_insignificant(c))
    return "every argument of " + mpi_name(c) + " is significant at all ranks then";
  const bool is_of_counts = c.insignificant == Insignificant::no_count || c.insignificant == Insignificant::no_type ||
                            c.insignificant == Insignificant::zero;
  if (c.insignificant == Insignificant::other_buffer && c.bottom)
    return "there is one buffer where both are at MPI_BOTTOM";
  if (is_of_counts && !ignores_a_side(c))
    return "counts and datatypes of " + mpi_name(c) + " are significant at all ranks then";
  return std::nullopt;
}

Refusal wrong_layout(const Case& c, const Uses& use) {
  if (!use.count && c.count != 1) return mpi_name(c) + " has no count";
  if (c.irregular && !use.irregular) return mpi_name(c) + " has one count for all blocks";
  if (c.scattered && !use.scattered) return mpi_name(c) + " has no displacements";
  const bool has_two_buffers = communicates(c.procedure) && use.count && c.procedure != Procedure::bcast && !c.in_place;
  if (c.adjacent && !has_two_buffers) return mpi_name(c) + " has not two buffers then, to be side by side";
  if (c.adjacent && (c.scattered || c.bottom))
    return "where blocks have displacements, the addresses of buffers side by side may be one";
  if (c.bottom && !use.datatypes)
    return mpi_name(c) + " has no datatype for each buffer, whose displacements are addresses";
  // Three received elements in a unit, three times as many units in an irregular block, the blocks one after another
  // with gaps between them.
  const std::int64_t most_units = (INT_MAX / 4 - 8 * c.ranks) / (use.irregular ? most_multiple * (c.ranks + 2) : 1);
  if (!c.large_count && c.count > most_units)
    return "the count is above " + std::to_string(most_units) +
           ", beyond which places in its buffers may not fit into an int; say large-count";
  constexpr std::int64_t most = std::int64_t{1} << 36;  // so that no sum of bytes overflows
  if (c.count > most) return "the count is above 2^36, which no machine has the memory for";
  return std::nullopt;
}

/// With the gaps between the blocks, for as many blocks as a rank may have neighbours.
std::int64_t most_units_in_a_buffer(const Case& c) {
  constexpr int most_neighbours = 16, most_gap = 5;
  const int blocks = c.procedure == Procedure::bcast ? 1 : std::max(c.ranks, most_neighbours);
  return (c.count * (c.irregular ? most_multiple : 1) + most_gap) * blocks;
}

Refusal wrong_load(const Case& c, const Uses& use) {
  if (use.operators) {
    const auto* user = user_operator_named(c.load);
    if (!user && !predefined_named(c.load))
      return "'" + c.load + "' is no operator and datatype that " + mpi_name(c) + " takes (6.9.2)";
    if (user && c.ranks > user->most_ranks)
      return "a " + c.load + " has room for " + std::to_string(user->most_ranks) + " ranks";
    return std::nullopt;
  }
  if (!use.datatypes && c.load != Case{}.load) return mpi_name(c) + " carries nothing";
  const auto* datatypes = datatype_pair_row_named(c.load);
  if (!datatypes)
    return elements_named(c.load) ? std::nullopt : Refusal("'" + c.load + "' is no datatype of a movement");
  if (!datatypes->mixes.empty() && !datatypes->by_rank && !typed(c.procedure))
    return mpi_name(c) + " has one datatype for all blocks";
  if (datatypes->most_units() != INT_MAX && most_units_in_a_buffer(c) > datatypes->most_units())
    return "so many " + c.load + " would overlap in the receive buffer (3.2.4 and 6.2.2)";
  return std::nullopt;
}

/// An error needs nothing but the plain call.
Refusal wrong_error(const Case& c) {
  const auto* wrong = wrong_argument_named(c.wrong);
  if (!wrong || !wrong->applies(c.procedure))
    return "'" + c.wrong + "' is nothing that can be wrong with " + mpi_name(c);
  if (c.form != Form::blocking || c.large_count || c.in_place || c.irregular || c.scattered || c.bottom || c.adjacent ||
      c.freed || c.completion != Completion::wait || c.insignificant != Insignificant::right)
    return "what is wrong is one argument of the plain call";
  if (is_inter(c.comm)) return "what is wrong is an argument of a call on one group";
  if (needs_intercommunicator(c.wrong) && c.ranks < 2) return "an intercommunicator has two groups (7.6)";
  return std::nullopt;
}

Refusal wrong_reveal(const Case& c) {
  if (!combines(c.procedure)) return mpi_name(c) + " combines nothing, so that there is no bracketing";
  const auto loads = revealing_loads();
  if (std::ranges::find(loads, c.load) == loads.end())
    return "the bracketing is revealed of sums of floating-point numbers and of terms, not of '" + c.load + "'";
  return std::nullopt;
}

/// What is recorded is a plain call; and one that is timed is repeated, which one in place does not bear.
Refusal wrong_recorded(const Case& c) {
  if (c.form == Form::persistent) return "persistent calls are not recorded";
  if (c.scenario == Scenario::digest && c.procedure == Procedure::barrier) return "a barrier has no result";
  if (c.scenario == Scenario::time && c.comm != Comm::world) return "only calls on the world are timed";
  if (c.scenario == Scenario::time && c.in_place) return "a call in place would be timed on its own results";
  return std::nullopt;
}

/// Our executor has blocking calls with int counts, of the collectives on all ranks.
Refusal wrong_schedule(const Case& c) {
  if (c.schedule.empty()) return std::nullopt;
  if (c.scenario != Scenario::time) return "by a schedule of ours a call is made in the scene 'time' only";
  if (!row(c.procedure).collective) return "there are no schedules for " + mpi_name(c);
  if (c.form != Form::blocking || c.large_count) return "by a schedule of ours the plain call is made";
  return std::nullopt;
}

Refusal wrong_scenario(const Case& c, const Uses&) {
  if (c.scenario == Scenario::error) return wrong_error(c);
  if (!c.wrong.empty()) return "an argument is wrong in the scene 'error' only";
  if (c.handler != Handler::returns) return "error handlers are called in the scene 'error' only";
  if (auto why = wrong_schedule(c)) return why;
  const bool is_timed = c.scenario == Scenario::time && c.procedure == Procedure::reduce_local;
  if (c.scenario != Scenario::alone && !communicates(c.procedure) && !is_timed)
    return mpi_name(c) + " is local: no scene changes it";
  const bool is_pending = c.scenario == Scenario::in_flight || c.scenario == Scenario::outstanding;
  if (is_pending && c.form == Form::blocking) return "a blocking call is never in flight";
  if (c.freed && c.scenario != Scenario::alone) return "handles are freed of a call that is alone";
  const bool makes_own_buffers =
      c.scenario == Scenario::reveal || c.scenario == Scenario::digest || c.scenario == Scenario::time;
  if (c.adjacent && makes_own_buffers) return "that scene has buffers of its own";
  if (c.scenario == Scenario::reveal) return wrong_reveal(c);
  if (c.scenario == Scenario::digest || c.scenario == Scenario::time) return wrong_recorded(c);
  return std::nullopt;
}

}  // namespace

Uses uses(Procedure procedure) {
  using enum Procedure;
  const auto c = row(procedure).collective;
  Uses use{};
  use.root = rooted(procedure);
  use.in_place = c && procedure != bcast && procedure != barrier;
  use.count = procedure != barrier && procedure != op_commutative;
  use.irregular = irregular(procedure);
  use.scattered = use.irregular && procedure != reduce_scatter;
  use.large_count = use.count;
  use.operators = !communicates(procedure) || combines(procedure);
  use.datatypes = on_neighbours(procedure) || (c && tutti::row(*c).moves());
  use.intercommunicators = c && procedure != scan && procedure != exscan;
  return use;
}

bool has_insignificant(const Case& c) {
  if (!communicates(c.procedure)) return false;
  const bool has_no_element = uses(c.procedure).count && c.count == 0;
  const bool is_reduce = c.procedure == Procedure::reduce && has_others_than_the_root(c);
  return has_no_element || is_reduce || (c.procedure == Procedure::exscan && !c.in_place) || ignores_a_side(c);
}

std::optional<std::string> why_not(const Case& c) {
  const auto use = uses(c.procedure);
  for (const auto wrong : {wrong_communicator, wrong_root, wrong_in_place, wrong_form, wrong_completion, wrong_layout,
                           wrong_load, wrong_scenario, wrong_nodes})
    if (auto why = wrong(c, use)) return why;
  return std::nullopt;
}

}  // namespace tutti::conform
