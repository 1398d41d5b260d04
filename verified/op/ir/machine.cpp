#include "verified/op/ir/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verified/op/ir/substitution.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op::ir {

namespace {

constexpr std::size_t most_places = 512;  // of an access whose index is not concrete

bool are_same(const Region& a, const Region& b) {
  return a.cells == b.cells && !a.gone == !b.gone && (!a.gone || z3::eq(*a.gone, *b.gone));
}

}  // namespace

void Machine::fault(Fault::Kind kind, const z3::expr& when, const std::string& what) {
  if (when.is_false()) return;
  const z3::expr here = both(all(terms.context(), state.path), when);
  if (here.is_false()) return;
  for (Fault& f : faults) {
    if (f.kind == kind && f.where == where && f.what == what) {
      f.when = either(f.when, here);
      return;
    }
  }
  faults.push_back({kind, here, where, what});
}

void Machine::undefined(const z3::expr& when, const Condition& opaque, const std::string& what) {
  const z3::expr unknown = opaque.value_or(terms.truth(false));
  fault(Fault::Kind::undefined, both(when, negate(unknown)), what);
  fault(Fault::Kind::unmodelled, both(when, unknown), what);
}

void Machine::doubt(const Value& value, const std::string& what, Fault::Kind unknown) {
  if (value.unset) fault(Fault::Kind::uninitialised, *value.unset, what + " that is not set");
  if (value.opaque) fault(unknown, *value.opaque, what + " of which nothing is known");
}

z3::expr Machine::settled(const Value& value, const std::string& what) {
  doubt(value, what);
  if (const Condition doubtful = either(value.unset, value.opaque)) {
    if (!assume(negate(*doubtful))) throw PathEnds();
  }
  return *value.term;
}

z3::expr Machine::result(const Value& value, bool is_boolean, const std::string& what) {
  doubt(value, what, is_boolean ? Fault::Kind::unmodelled : Fault::Kind::unmodelled_result);
  if (is_boolean) {
    const z3::expr is_known = negate(either(value.unset, value.opaque).value_or(terms.truth(false)));
    fault(Fault::Kind::undefined, both(is_known, z3::ugt(*value.term, 1)), "a result that is neither true nor false");
  }
  return *value.term;
}

bool Machine::assume(const z3::expr& condition) {
  if (condition.is_false()) return false;
  if (condition.is_true()) return true;
  const z3::expr opposite = negate(condition);
  if (any && !any->probe && is_of_numbers(condition)) {
    if (holds(condition)) return true;
    if (holds(opposite)) return false;
  }
  for (const z3::expr& taken : state.path) {
    if (z3::eq(taken, condition)) return true;
    if (z3::eq(taken, opposite)) return false;
  }
  state.path.push_back(condition);
  return true;
}

Machine::Feasible Machine::feasible() {
  constexpr unsigned blink = 200'000;  // of Z3's steps
  constexpr int most_undecided = 3;
  if (undecided_ == most_undecided) return Feasible::not_asked;
  z3::expr_vector conditions(terms.context());
  for (const z3::expr& condition : assumed) conditions.push_back(condition);
  for (const z3::expr& condition : state.path) conditions.push_back(condition);
  auto solver = solver_of(conditions);
  z3::params options(terms.context());
  options.set("rlimit", blink);
  solver.set(options);
  switch (solver.check()) {
    case z3::unsat: return Feasible::no;
    case z3::sat: return Feasible::yes;
    case z3::unknown: break;
  }
  ++undecided_;
  return Feasible::undecided;
}

int Machine::add_object(Object object, const Cells& initial) {
  object.initial = std::make_shared<const Cells>(initial);
  objects_.push_back(object);
  initial_.push_back({object.initial, {}});
  return static_cast<int>(objects_.size());
}

Cells Machine::any_bytes(int variable, std::int64_t bytes) {
  Cells all;
  for (std::int64_t i = 0; i < bytes; ++i) {
    before.push_back({terms.fresh(terms.context().bv_sort(8)), variable});
    all.push_back({std::make_shared<const Value>(number(before.back().byte))});
  }
  return all;
}

void Machine::forget_state(const std::vector<Element>& results) {
  if (before.empty()) return;
  const auto states_in = [this](const z3::expr_vector& all) {
    const auto constants = constants_of(all);
    std::set<int> variables;
    for (const Before& b : before)
      if (is_in(b.byte, constants)) variables.insert(b.variable);
    return variables;
  };
  z3::expr_vector left(terms.context());
  for (const Element& element : results)
    for (const z3::expr& term : element) left.push_back(term);
  std::set<std::string> reads;
  for (const int variable : states_in(left)) reads.insert(reading(object(variable)));
  std::erase_if(faults, [&](const Fault& f) { return f.kind == Fault::Kind::reads_state && !reads.contains(f.what); });
  for (Fault& f : faults) {
    z3::expr_vector when(terms.context());
    when.push_back(f.when);
    f.by_state = f.kind != Fault::Kind::reads_state && !states_in(when).empty();
  }
}

Region& Machine::region(int number) { return state.memory.try_emplace(number, initial_[number - 1]).first->second; }

void Machine::retire(int object) {
  state.memory.erase(object);
  initial_[object - 1].gone = terms.truth(true);
}

const Region& Machine::region_in(const State& of, int number) const {
  const auto found = of.memory.find(number);
  return found == of.memory.end() ? initial_[number - 1] : found->second;
}

Value Machine::pointer_to(int object) const {
  Value value;
  value.pointer = {{object, terms.truth(true), exact_offset(terms.context(), 0)}};
  return value;
}

std::vector<Machine::PossibleOffset> Machine::possible_offsets(const Target& target, std::int64_t bytes,
                                                               Fault::Kind outside) {
  const Object& used = object(target.object);
  if (used.for_each_element) return {offset_in_window(target, bytes)};
  const Offset& offset = target.offset;
  const std::string what = std::string("an access outside of ") + used.name;
  if (const auto exact = literal_value(offset.bytes)) {
    if (*exact >= 0 && *exact <= used.size - bytes) return {{*exact, target.when}};
    fault(outside, target.when, what);
    return {};
  }
  const std::int64_t first = std::max<std::int64_t>(0, offset.low), stride = std::max<std::int64_t>(1, offset.stride);
  const std::int64_t shift = ((offset.residue - first) % stride + stride) % stride;
  std::vector<PossibleOffset> result;
  z3::expr inside = terms.truth(false);
  for (std::int64_t at = first + shift; at + bytes <= std::min(used.size, offset.high); at += stride) {
    const z3::expr here = same(offset.bytes, terms.bits(at, 64));
    if (here.is_false()) continue;
    if (result.size() == most_places) throw Stop{"an index into " + used.name + " with too many values"};
    inside = either(inside, here);
    result.push_back({at, both(target.when, here)});
  }
  fault(outside, both(target.when, negate(inside)), what);
  return result;
}

/// Only the window is known of what there is for each element; what lies elsewhere is not modelled.
Machine::PossibleOffset Machine::offset_in_window(const Target& target, std::int64_t bytes) {
  const Object& used = object(target.object);
  const auto begin = any->window ? any->window->begin.find(target.object) : std::map<int, z3::expr>::iterator();
  if (!any->window || begin == any->window->begin.end())
    throw Stop{"an access to " + used.name + " outside of a loop over the elements"};
  const auto at = literal_here(target.offset.bytes - begin->second);
  if (!at || *at < 0 || *at + bytes > any->window->elements * used.size)
    throw Stop{"an access to " + used.name + " that is not to element i"};
  return {*at, target.when};
}

/// In a call of any length each element may be the last one.
void Machine::check_gaps(const Object& used, const PossibleOffset& at, std::int64_t bytes) {
  if (!used.elements) return;
  const auto size = static_cast<std::int64_t>(used.elements->size);
  for (const auto& [gap, of_last_only] : used.elements->gaps)
    for (auto begin = at.offset / size * size; begin < at.offset + bytes; begin += size) {
      if (of_last_only && !used.for_each_element && begin + size < used.size) continue;
      if (at.offset < begin + static_cast<std::int64_t>(gap.end) &&
          begin + static_cast<std::int64_t>(gap.begin) < at.offset + bytes)
        fault(Fault::Kind::in_gap, at.when,
              fmt::format("an access to bytes {} to {} of {}element of {}, which are no data", gap.begin, gap.end - 1,
                          of_last_only ? "the last " : "an ", used.name));
    }
}

bool Machine::only_noted(const Target& target) {
  if (!any || !any->probe || !object(target.object).for_each_element) return false;
  any->probe->push_back({target.object, target.offset.bytes});
  return true;
}

/// Where the address is set and known.
std::vector<Target> Machine::targets_of(const Value& address) {
  doubt(address, "an address");
  std::vector<Target> targets = address.pointer;
  if (const Condition doubtful = either(address.unset, address.opaque)) {
    for (Target& target : targets) target.when = both(target.when, negate(*doubtful));
    std::erase_if(targets, [](const Target& target) { return target.when.is_false(); });
  }
  return targets;
}

/// False where it is a fault for sure.
bool Machine::may_use(const Target& target, const char* use) {
  if (target.object == null_object) {
    fault(Fault::Kind::undefined, target.when, std::string("a ") + use + " through a null pointer");
    return false;
  }
  const Condition gone = region(target.object).gone;
  if (!gone) return true;
  fault(Fault::Kind::undefined, both(target.when, *gone), std::string("a ") + use + " of a variable that is gone");
  return !gone->is_true();
}

Cells Machine::read_from(const Target& target, std::int64_t bytes) {
  if (!may_use(target, "read")) return {};
  Cells result;
  if (only_noted(target)) {
    const auto byte = terms.context().bv_sort(8);
    for (std::int64_t i = 0; i < bytes; ++i)
      result.push_back({std::make_shared<const Value>(number(terms.fresh(byte)))});
    return result;
  }
  if (object(target.object).role == Role::variable) {
    fault(Fault::Kind::reads_state, target.when, reading(object(target.object)));
  }
  const auto cells = region(target.object).cells;
  for (const PossibleOffset& possible : possible_offsets(target, bytes, Fault::Kind::read_outside)) {
    check_gaps(object(target.object), possible, bytes);
    const Cells there(cells->begin() + possible.offset, cells->begin() + possible.offset + bytes);
    result = result.empty() ? there : choose(terms, possible.when, there, result);
  }
  return result;
}

Cells Machine::read(const Value& address, std::int64_t bytes) {
  if (bytes == 0) return {};
  Cells result;
  for (const Target& target : targets_of(address)) {
    const Cells there = read_from(target, bytes);
    if (!there.empty()) result = result.empty() ? there : choose(terms, target.when, there, result);
  }
  if (result.empty()) throw PathEnds();
  return result;
}

void Machine::write_to(const Target& target, const Cells& cells, const z3::expr& when) {
  if (!may_use(target, "write")) return;
  const Object& used = object(target.object);
  const std::string what = "a write to " + used.name;
  switch (used.role) {
    case Role::invec: fault(Fault::Kind::writes_invec, when, what); break;
    case Role::constant: fault(Fault::Kind::undefined, when, what); break;
    case Role::inoutvec:
    case Role::variable:
    case Role::local:
    case Role::heap: break;
    default: fault(Fault::Kind::writes_other, when, what);
  }
  if (only_noted(target)) return;
  const std::int64_t bytes = static_cast<std::int64_t>(cells.size());
  Cells all = *region(target.object).cells;
  for (const PossibleOffset& possible : possible_offsets(target, bytes, Fault::Kind::write_outside)) {
    check_gaps(used, possible, bytes);
    const auto at = all.begin() + possible.offset;
    const Cells chosen = possible.when.is_true() ? cells : choose(terms, possible.when, cells, Cells(at, at + bytes));
    std::copy(chosen.begin(), chosen.end(), at);
  }
  region(target.object).cells = std::make_shared<const Cells>(std::move(all));
}

void Machine::write(const Value& address, const Cells& cells) {
  if (cells.empty()) return;
  const std::vector<Target> targets = targets_of(address);
  if (targets.empty()) throw PathEnds();
  for (const Target& target : targets) write_to(target, cells, target.when);
}

Value Machine::load(const Value& address, const Format& format) {
  return value_of(terms, read(address, format.bytes()), format);
}

void Machine::store(const Value& address, const Value& value, const Format& format) {
  write(address, cells_of(value, format));
}

Region Machine::choose_region(const z3::expr& when, int object, const State& a, const State& b) {
  const Region &x = region_in(a, object), &y = region_in(b, object);
  if (are_same(x, y)) return x;
  if (x.cells == y.cells) return {x.cells, choose(when, x.gone, y.gone)};
  return {std::make_shared<const Cells>(choose(terms, when, *x.cells, *y.cells)), choose(when, x.gone, y.gone)};
}

/// b becomes `when` ? a : b, but for the path.
void Machine::choose_state(const z3::expr& when, const State& a, State& b) {
  std::map<int, Region> memory;
  for (const auto& [object, unused] : a.memory) memory.try_emplace(object, choose_region(when, object, a, b));
  for (const auto& [object, unused] : b.memory) {
    if (!memory.contains(object)) memory.try_emplace(object, choose_region(when, object, a, b));
  }
  b.memory = std::move(memory);
  std::erase_if(b.registers, [&](const auto& entry) { return !a.registers.contains(entry.first); });
  for (auto& [name, value] : b.registers) {
    const auto& of_a = a.registers.at(name);
    if (value != of_a) value = std::make_shared<const Value>(choose(when, *of_a, *value));
  }
}

State Machine::merge(std::vector<State> states) {
  if (states.size() == 1) return std::move(states[0]);
  std::vector<z3::expr> common = states[0].path;
  for (const State& s : states) {
    std::size_t n = 0;
    while (n < std::min(common.size(), s.path.size()) && z3::eq(common[n], s.path[n])) ++n;
    common.erase(common.begin() + static_cast<std::ptrdiff_t>(n), common.end());
  }
  const auto rest = [&](const State& s) {
    return all(terms.context(), {s.path.begin() + static_cast<std::ptrdiff_t>(common.size()), s.path.end()});
  };
  State result = std::move(states.back());
  z3::expr some = rest(result);
  states.pop_back();
  while (!states.empty()) {
    const z3::expr when = rest(states.back());
    choose_state(when, states.back(), result);
    some = either(some, when);
    states.pop_back();
  }
  result.path = std::move(common);
  if (!some.is_true()) result.path.push_back(some);
  return result;
}

}  // namespace tutti::op::ir
