#include "verified/conform/generate/sweeps.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/wrongs.hpp"

namespace tutti::conform {
namespace {

Case of(Procedure procedure) {
  Case c;
  c.procedure = procedure;
  if (uses(procedure).operators) c.load = "sum/int";
  return c;
}

template <class Member, class Value>
Factor member(std::string name, Member Case::*which, std::vector<Value> values) {
  return one_of(std::move(name), std::move(values), [which](Case& c, const Value& v) { c.*which = v; });
}

Factor ranks(const ProgrammeRequest& request) { return member("ranks", &Case::ranks, request.ranks); }

Factor forms(Procedure p) {
  using enum Form;
  return member("form", &Case::form,
                communicates(p) ? std::vector{blocking, nonblocking, persistent} : std::vector{blocking});
}

/// A blocking call on one rank, say, is refused more than others.
Factor permitting(Factor factor) {
  factor.permits = true;
  return factor;
}

/// Few: one of each kind, not by each constructor.
Factor communicators(Procedure p, bool few) {
  using enum Comm;
  if (!communicates(p)) return member("comm", &Case::comm, std::vector{world});
  if (on_neighbours(p))
    return member("comm", &Case::comm,
                  few ? std::vector{cart, graph} : std::vector{cart, graph, weighted, open, thin, star, ring});
  std::vector some{world, dup, split, reversed, self, inter, cart, graph};
  if (!few)
    some.insert(some.end(),
                {info, nested, create, create_group, merged, inter_one, inter_rest, weighted, open, thin, star, ring});
  return member("comm", &Case::comm, std::move(some));
}

/// The first, the last, one in the middle; after the communicator. Where there are too few to have it, no rank at all,
/// which is refused: so what meets the middle does so with a middle.
Factor some_roots(Procedure p) {
  return {"root", uses(p).root ? 3 : 1, [](Case& c, int level) {
            const int n = roots(c.comm, c.ranks);
            c.root = level >= n ? n : level == 0 ? 0 : level == 1 ? n - 1 : n / 2;
          }};
}

Factor yes_or_no(std::string name, bool Case::*which, bool possible) {
  return member(std::move(name), which, possible ? std::vector<char>{false, true} : std::vector<char>{false});
}

/// Few: without those for which others stand.
Factor loads(Procedure p, bool with_data, bool few) {
  std::vector<std::string> names;
  if (uses(p).operators) {
    names = {"sum/int",  "sum/double",    "max/float",        "prod/c_double_complex",
             "land/int", "bxor/uint16_t", "minloc/double_int"};
    for (const auto& o : user_operators)
      if (o.bytes() < long_element) names.emplace_back(o.name);
  } else if (uses(p).datatypes) {
    for (const auto& c : datatype_pair_rows)
      if (!few || c.like.empty()) names.emplace_back(c.name);
  } else {
    names = {Case{}.load};
  }
  if (with_data) std::erase_if(names, [](const auto& load) { return bytes_of_load(load) == 0; });
  return member("load", &Case::load, std::move(names));
}

/// Around the number of ranks, primes, nothing at all.
Factor counts(Procedure p, bool few) {
  if (!uses(p).count) return {"count", 1, [](Case& c, int) { c.count = 1; }};
  return {"count", few ? 4 : 9, [few](Case& c, int level) {
            const int n = c.ranks;
            const int all[] = {0, 1, 2, n - 1, n, n + 1, 7, 31, 101}, some[] = {0, 1, n + 1, 31};
            c.count = few ? some[level] : all[level];
          }};
}

Factor scenarios(Procedure p) {
  using enum Scenario;
  return member("scene", &Case::scenario,
                communicates(p) ? std::vector{alone, in_flight, between_messages, threads, outstanding, late, repeated,
                                              tools, mixed}
                                : std::vector{alone});
}

/// Those with all ranks in one group, so that every case combines.
Factor whole_groups(Procedure p) {
  using enum Comm;
  return member("comm", &Case::comm,
                communicates(p) ? std::vector{world, dup, reversed, cart, info, create, merged} : std::vector{world});
}

Factor completions(Procedure p) {
  using enum Completion;
  return member("completion", &Case::completion,
                communicates(p) ? std::vector{wait, test, waitall, waitany, waitsome, testall, testany, testsome}
                                : std::vector{wait});
}

Factor insignificants(Procedure p) {
  using enum Insignificant;
  // In place is drawn with the others.
  const bool some = p == Procedure::exscan || uses(p).root || (uses(p).in_place && !combines(p));
  if (!communicates(p)) return member("not significant", &Case::insignificant, std::vector{right});
  if (!some) return member("not significant", &Case::insignificant, std::vector{right, no_buffer});  // of no elements
  if (combines(p))
    return member("not significant", &Case::insignificant, std::vector{right, null, garbage, other_buffer});
  return member("not significant", &Case::insignificant,
                std::vector{right, no_buffer, no_count, no_type, zero, null, garbage, other_buffer});
}

/// The number of the factor of that name.
std::size_t at(const std::vector<Factor>& factors, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(factors, name, &Factor::name) - factors.begin());
}

void add(std::vector<Together>& meet, const std::vector<Factor>& factors,
         std::initializer_list<std::string_view> names) {
  Together together;
  for (const auto name : names) together.push_back(at(factors, name));
  meet.push_back(std::move(together));
}

}  // namespace

std::vector<Factor> all_factors(Procedure p, const ProgrammeRequest& request, bool with_data) {
  const auto use = uses(p);
  const bool few = request.size == ProgrammeSize::quick;
  std::vector<Factor> all{permitting(ranks(request)),
                          permitting(forms(p)),
                          permitting(yes_or_no("large count", &Case::large_count, use.large_count)),
                          permitting(communicators(p, few)),
                          some_roots(p),
                          permitting(yes_or_no("in place", &Case::in_place, use.in_place)),
                          yes_or_no("irregular", &Case::irregular, use.irregular),
                          yes_or_no("scattered", &Case::scattered, use.scattered),
                          loads(p, with_data || few, few),
                          counts(p, few),
                          completions(p),
                          yes_or_no("freed", &Case::freed, communicates(p)),
                          yes_or_no("adjacent", &Case::adjacent, communicates(p) && use.count && p != Procedure::bcast),
                          insignificants(p),
                          scenarios(p)};
  if (!few) all.push_back(yes_or_no("bottom", &Case::bottom, use.datatypes));
  return all;
}

std::vector<Factor> without(std::vector<Factor> factors, std::string_view name) {
  std::erase_if(factors, [&](const Factor& f) { return f.name == name; });
  return factors;
}

Sweep features(Procedure procedure, const ProgrammeRequest& request) {
  Sweep sweep{of(procedure), all_factors(procedure, request), {}};
  auto& [start, factors, meet] = sweep;
  if (request.size == ProgrammeSize::quick) {
    add(meet, factors, {"form", "comm"});
    add(meet, factors, {"form", "scene", "freed"});
    for (const auto* second : {"ranks", "root", "in place", "irregular", "scattered", "large count", "count"})
      add(meet, factors, {"form", second});
    for (const auto* alone : {"load", "completion", "adjacent", "not significant"}) add(meet, factors, {alone});
    add(meet, factors, {"comm", "ranks"});
    add(meet, factors, {"in place", "root"});
    return sweep;
  }
  meet = all_pairs(factors.size());
  add(meet, factors, {"ranks", "form", "comm"});
  add(meet, factors, {"ranks", "comm", "in place"});
  add(meet, factors, {"form", "large count", "comm"});
  add(meet, factors, {"form", "comm", "in place"});
  add(meet, factors, {"form", "in place", "load"});
  add(meet, factors, {"irregular", "scattered", "load"});
  add(meet, factors, {"scene", "form", "comm"});
  add(meet, factors, {"scene", "form", "completion"});
  add(meet, factors, {"bottom", "scattered", "large count"});
  return sweep;
}

Sweep every_root(Procedure procedure, const ProgrammeRequest& request) {
  if (!uses(procedure).root || request.size == ProgrammeSize::quick) return {of(procedure), {}, {}};
  std::vector<std::pair<int, Rank>> places;
  for (const int p : request.ranks)
    for (Rank root = 0; root < p; ++root) places.emplace_back(p, root);
  Sweep sweep{of(procedure), all_factors(procedure, request), {}};
  auto& factors = sweep.factors;
  factors[at(factors, "root")] = {"root", 1, [](Case&, int) {}};
  factors[at(factors, "comm")] = permitting(communicators(procedure, true));
  factors[at(factors, "ranks")] =
      permitting(one_of("place", places, [](Case& c, const auto& place) { std::tie(c.ranks, c.root) = place; }));
  add(sweep.meet, factors, {"place", "comm", "form"});
  add(sweep.meet, factors, {"place", "comm", "in place"});
  return sweep;
}

Sweep every_operator(Procedure procedure, const ProgrammeRequest& request) {
  // Quickly: once where the datatypes are, in the MPI's kernels, and once through a collective.
  const bool enough = procedure == Procedure::allreduce || procedure == Procedure::reduce_local;
  if (!uses(procedure).operators || (request.size == ProgrammeSize::quick && !enough)) return {of(procedure), {}, {}};
  Sweep sweep{of(procedure), all_factors(procedure, request), {}};
  auto& factors = sweep.factors;
  factors[at(factors, "load")] = member("load", &Case::load, predefined_loads());
  factors[at(factors, "comm")] = whole_groups(procedure);
  factors[at(factors, "scene")] = {"scene", 1, [](Case&, int) {}};
  if (uses(procedure).count)  // enough for a whole vector and a tail, and for elements that tell
    factors[at(factors, "count")] = member("count", &Case::count, std::vector<std::int64_t>{31, 101, 257});
  add(sweep.meet, factors, {"load"});
  if (request.size == ProgrammeSize::quick) {
    factors[at(factors, "form")] = {"form", 1, [](Case&, int) {}};
    factors[at(factors, "large count")] = {"large count", 1, [](Case&, int) {}};
  } else if (procedure == Procedure::allreduce) {
    add(sweep.meet, factors, {"load", "ranks"});
    add(sweep.meet, factors, {"load", "form", "large count"});
  } else if (communicates(procedure)) {
    add(sweep.meet, factors, {"load", "form"});
  }
  return sweep;
}

Sweep long_elements(Procedure procedure, const ProgrammeRequest& request) {
  if (!uses(procedure).operators || !uses(procedure).count || request.size == ProgrammeSize::quick)
    return {of(procedure), {}, {}};
  std::vector<std::string> names;
  for (const auto& o : user_operators)
    if (o.bytes() >= long_element) names.emplace_back(o.name);
  Sweep sweep{of(procedure), all_factors(procedure, request), {}};
  auto& factors = sweep.factors;
  factors[at(factors, "load")] = member("load", &Case::load, std::move(names));
  factors[at(factors, "count")] = member("count", &Case::count, std::vector<std::int64_t>{1, 2, 3});
  factors[at(factors, "comm")] = whole_groups(procedure);
  factors[at(factors, "scene")] = {"scene", 1, [](Case&, int) {}};
  add(sweep.meet, factors, {"load", "ranks"});
  add(sweep.meet, factors, {"load", "form", "large count"});
  add(sweep.meet, factors, {"load", "in place"});
  return sweep;
}

Sweep foreign_datatypes(Procedure procedure, const ProgrammeRequest& request) {
  const auto use = uses(procedure);
  const bool enough = procedure == Procedure::allreduce;
  if ((!use.operators && !use.datatypes) || (request.size == ProgrammeSize::quick && !enough))
    return {of(procedure), {}, {}};
  Sweep sweep{of(procedure), all_factors(procedure, request), {}};
  auto& factors = sweep.factors;
  auto loads = foreign_loads();
  if (request.size == ProgrammeSize::quick)  // by its digits it is another name for one of these
    std::erase_if(loads, [](const auto& load) { return !foreign_type_of(load)->is_constant(); });
  if (use.datatypes) {
    loads.clear();
    for (const auto& type : foreign_types) loads.emplace_back(type.name);
  }
  factors[at(factors, "load")] = member("load", &Case::load, std::move(loads));
  factors[at(factors, "comm")] = on_neighbours(procedure) ? communicators(procedure, true) : whole_groups(procedure);
  factors[at(factors, "scene")] = {"scene", 1, [](Case&, int) {}};
  if (use.count) factors[at(factors, "count")] = member("count", &Case::count, std::vector<std::int64_t>{31, 101, 257});
  if (enough && request.size != ProgrammeSize::quick)
    add(sweep.meet, factors, {"load", "form", "large count"});
  else
    add(sweep.meet, factors, {"load"});
  return sweep;
}

Sweep errors(Procedure procedure, const ProgrammeRequest& request) {
  using enum Comm;
  auto where = communicators(procedure, true);
  if (communicates(procedure) && !on_neighbours(procedure))
    where = member("comm", &Case::comm, std::vector{world, dup, reversed, split});
  // Where errors are fatal each case takes a launch of its own.
  auto handlers = std::vector{Handler::returns, Handler::own, Handler::fatal};
  if (request.size == ProgrammeSize::quick) handlers.pop_back();
  Sweep sweep{of(procedure),
              {permitting(ranks(request)), permitting(std::move(where)),
               member("wrong", &Case::wrong, wrongs_of(procedure)), member("handler", &Case::handler, handlers)},
              {}};
  sweep.start.scenario = Scenario::error;
  if (request.size == ProgrammeSize::quick)
    add(sweep.meet, sweep.factors, {"wrong"});
  else
    sweep.meet = all_pairs(sweep.factors.size());
  return sweep;
}

Sweep wrong_pairs_of(Procedure procedure, const ProgrammeRequest& request) {
  using enum Procedure;
  constexpr std::array others{reduce, reduce_scatter, reduce_scatter_block, scan, exscan};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < wrong_pairs().size(); ++i)
    if (procedure == reduce_local || procedure == allreduce || procedure == others[i % others.size()])
      names.emplace_back(wrong_pairs()[i].name);
  if (names.empty() || request.size == ProgrammeSize::quick) return {of(procedure), {}, {}};
  Sweep sweep{of(procedure), {permitting(ranks(request)), member("wrong", &Case::wrong, std::move(names))}, {}};
  sweep.start.scenario = Scenario::error;
  add(sweep.meet, sweep.factors, {"wrong"});
  return sweep;
}

Sweep brackets(Procedure procedure, const ProgrammeRequest& request) {
  using enum Procedure;
  constexpr std::array shown{reduce, allreduce, reduce_scatter_block, scan};
  constexpr int most_ranks = 16;  // it takes a call for each two of them
  auto few = request;
  std::erase_if(few.ranks, [](int p) { return p > most_ranks; });
  if (std::ranges::find(shown, procedure) == shown.end() || few.ranks.empty()) return {of(procedure), {}, {}};
  constexpr std::int64_t much = 4099;  // a prime, so that blocks of it are uneven
  Sweep sweep{of(procedure),
              {ranks(few), member("load", &Case::load, std::vector<std::string>{"sum/double", "term"}),
               member("count", &Case::count, std::vector<std::int64_t>{1, much})},
              {}};
  sweep.start.scenario = Scenario::reveal;
  add(sweep.meet, sweep.factors, {"ranks", "load", "count"});
  return sweep;
}

}  // namespace tutti::conform
