// The windows of a loop over the elements: one of them is executed, of any number, and what it leaves of its elements
// is what the loop leaves of all.
#include <algorithm>

#include "verified/op/ir/element_loop.hpp"
#include "verified/op/ir/substitution.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op::ir {

namespace {

constexpr int most_attempts = 4;  // until it is clear which local variables an iteration writes

}  // namespace

std::vector<Interpreter::ElementLoop::Operands> Interpreter::ElementLoop::operands_of_window(const z3::expr& window) {
  std::vector<Operands> all;
  const Vector& one = vectors[0];
  for (std::int64_t j = 0; j < elements; ++j) {
    const z3::expr here = begin(one, window) + bits(j * one.pitch);
    const z3::expr number = number_of(bits(sample(here) / one.pitch));
    // The window's begin is a multiple of the pitch: see check_windows.
    any.given.push_back(z3::implies(here >= 0 && here < any.len * bits(one.pitch),
                                    number * bits(one.pitch) == here && number >= 0 && number < any.len));
    const auto named = [&](const Element& like, const char* name) {
      Element made;
      for (std::size_t leaf = 0; leaf < like.size(); ++leaf) {
        const auto text =
            std::string(name) + std::to_string(any.loops) + "." + std::to_string(j) + "." + std::to_string(leaf);
        made.push_back(machine.terms.context().constant(text.c_str(), like[leaf].get_sort()));
      }
      return made;
    };
    all.push_back({named(any.in, "window in"), named(any.inout, "window inout"), number});
  }
  return all;
}

z3::expr Interpreter::ElementLoop::pruned(const z3::expr& term) const {
  if (!term.is_app() || term.decl().decl_kind() != Z3_OP_ITE || !machine.is_of_numbers(term.arg(0))) return term;
  if (machine.holds(term.arg(0))) return pruned(term.arg(1));
  if (machine.holds(!term.arg(0))) return pruned(term.arg(2));
  return term;
}

Cells Interpreter::ElementLoop::pruned(const Cells& cells) const {
  Cells result = cells;
  std::map<const Value*, std::shared_ptr<const Value>> done;
  for (Cell& cell : result) {
    if (!cell.whole || !cell.whole->term) continue;
    auto& known = done[cell.whole.get()];
    if (!known) {
      Value value = *cell.whole;
      value.term = pruned(*value.term);
      known = std::make_shared<const Value>(value);
    }
    cell.whole = known;
  }
  return result;
}

void Interpreter::ElementLoop::open_window(const z3::expr& window, const std::vector<Operands>& operands) {
  any.window = AnyLength::Window{static_cast<int>(elements), {}};
  for (const Vector& v : vectors) any.window->begin.emplace(v.object, begin(v, window));
  for (const Vector& v : vectors) {
    const Cells of_one = *machine.region(v.object).cells;
    Cells all;
    for (const Operands& o : operands) {
      Substitution there(machine.terms.context());
      there.put(any.in, o.in);
      there.put(any.inout, o.inout);
      there.put(any.element, o.element);
      const Cells cells = pruned(there(of_one));
      all.insert(all.end(), cells.begin(), cells.end());
    }
    machine.region(v.object).cells = std::make_shared<const Cells>(std::move(all));
  }
}

State Interpreter::ElementLoop::run_window(const z3::expr& window) {
  std::vector<State> ends;
  for (std::int64_t j = 0; j < iterations; ++j) {
    Frame frame = one_iteration();
    const bool is_last = j + 1 == iterations;
    if (ends_at_header ? !frame.left.empty() : !is_last && !frame.left.empty())
      throw Stop{"a loop whose number of rounds is not clear"};
    ends = std::move(frame.back);
    if (!ends_at_header && is_last) {
      for (const State& state : ends) check_path(state, window + bits(1) < *windows);
      for (Frame::Left& left : frame.left) {
        check_path(left.state, window + bits(1) == *windows);
        left.state.registers = {};
        for (const Counter& counter : counters)  // what would come next
          left.state.registers[counter.phi] =
              std::make_shared<const Value>(value_at(counter, (window + bits(1)) * bits(iterations)));
        ends.push_back(std::move(left.state));
      }
    }
    if (ends.empty()) throw Stop{what_stopped()};
    machine.state = machine.merge(std::move(ends));
    ends.clear();
  }
  return machine.state;
}

void Interpreter::ElementLoop::check_path(const State& state, const z3::expr& claim) const {
  const auto path = std::exchange(machine.state.path, state.path);
  const bool holds = machine.holds(claim);
  machine.state.path = path;
  if (!holds) throw Stop{"a loop whose number of rounds is not clear"};
}

std::string Interpreter::ElementLoop::what_stopped() const {
  for (const Fault& fault : machine.faults)
    if (fault.kind == Fault::Kind::unmodelled) {
      machine.where = fault.where;
      return fault.what;
    }
  return "a loop over the elements of which no iteration comes to its end";
}

void Interpreter::ElementLoop::check_counters(const State& end, const z3::expr& window) const {
  for (const Counter& counter : counters) {
    const Value due = value_at(counter, (window + bits(1)) * bits(iterations));
    const Value& found = *end.registers.at(counter.phi);
    const auto known = [&] {
      if (due.term) return found.term && machine.holds(*found.term == *due.term);
      return found.pointer.size() == 1 && found.pointer[0].object == due.pointer[0].object &&
             machine.holds(found.pointer[0].when && found.pointer[0].offset.bytes == due.pointer[0].offset.bytes);
    };
    if (found.unset || found.opaque || !known()) throw Stop{"a counter that does not move as it seems"};
  }
}

std::vector<int> Interpreter::ElementLoop::written(const State& end, const State& begin, int objects) const {
  std::vector<int> all;
  for (const auto& [object, region] : end.memory) {
    if (object > objects || machine.object(object).for_each_element) continue;
    const auto before = begin.memory.find(object);
    const bool is_same = before != begin.memory.end() ? before->second.cells == region.cells
                                                      : machine.object(object).initial == region.cells;
    if (!is_same) all.push_back(object);
  }
  return all;
}

void Interpreter::ElementLoop::forget(State& state, const std::vector<int>& objects) const {
  for (const int object : objects) {
    const auto [role, size] = std::pair(machine.object(object).role, machine.object(object).size);
    if (role != Role::local && role != Role::heap && role != Role::variable)
      throw Stop{"a loop over the elements that writes other memory"};
    machine.state = state;
    machine.region(object).cells = std::make_shared<const Cells>(
        role == Role::variable ? machine.any_bytes(object, size) : Cells(static_cast<std::size_t>(size)));
    state = machine.state;
  }
}

void Interpreter::ElementLoop::check_vectors_alone(const State& end, int objects) const {
  for (const auto& [object, region] : end.memory) {
    if (object > objects || !machine.object(object).for_each_element) continue;
    const auto is_it = [number = object](const Vector& v) { return v.object == number; };
    const bool is_known = std::any_of(vectors.begin(), vectors.end(), is_it);
    const auto before = entry.memory.find(object);
    const bool is_same = before == entry.memory.end() ? machine.object(object).initial == region.cells
                                                      : before->second.cells == region.cells;
    if (!is_known && !is_same) throw Stop{"a vector that changes besides"};
  }
}

State Interpreter::ElementLoop::run() {
  find_form();
  assume_faultless(machine.faults);
  const auto faultless_before = any.faultless;
  find_vectors();
  find_rounds();
  check_windows();
  ++any.loops;
  const z3::expr window = number_of(bits(0));
  const auto operands = operands_of_window(window);
  const int objects = machine.objects();
  std::vector<Fault> before = std::exchange(machine.faults, {});
  State begin = entry, end = entry;
  std::vector<int> forgotten;
  for (int attempt = 0;; ++attempt) {
    if (attempt == most_attempts) throw Stop{"a loop over the elements that writes more and more variables"};
    machine.faults.clear();
    begin = entry;
    forget(begin, forgotten);
    machine.state = begin;
    machine.state.path.push_back(window >= 0);
    machine.state.path.push_back(window < *windows);
    set_counters(window * bits(iterations));
    open_window(window, operands);
    begin = machine.state;
    end = run_window(window);
    auto more = written(end, begin, objects);
    std::erase_if(more, [&](int object) { return std::ranges::count(forgotten, object) > 0; });
    if (more.empty()) break;
    forgotten.insert(forgotten.end(), more.begin(), more.end());
  }
  check_counters(end, window);
  check_vectors_alone(end, objects);
  any.window.reset();
  auto faultless = std::exchange(any.faultless, faultless_before);  // a fault must not hide itself
  add_faults(std::move(before), operands);
  any.faultless = std::move(faultless);
  State after = entry;
  forget(after, forgotten);
  machine.state = after;
  close_windows(end, window, operands);
  return leave();
}

void Interpreter::ElementLoop::add_faults(std::vector<Fault> before, const std::vector<Operands>& operands) {
  auto found = std::exchange(machine.faults, std::move(before));
  for (Fault& fault : found) {
    if (machine.is_of_numbers(fault.when) && !is_possible(fault.when)) continue;
    fault.when = of_any_element(fault.when, operands);
    machine.faults.push_back(std::move(fault));
  }
}

bool Interpreter::ElementLoop::is_possible(const z3::expr& when) const {
  const auto path = std::exchange(machine.state.path, {});
  const bool never = machine.holds(!when);
  machine.state.path = path;
  return !never;
}

z3::expr Interpreter::ElementLoop::of_any_element(const z3::expr& term, const std::vector<Operands>& operands) const {
  z3::expr_vector one(term.ctx());
  one.push_back(term);
  const auto constants = constants_of(one);
  Substitution to_any(term.ctx());
  int used = 0;
  for (const Operands& o : operands) {
    const bool uses = std::any_of(constants.begin(), constants.end(),
                                  [&](const z3::expr& c) { return is_in(c, o.in) || is_in(c, o.inout); });
    if (!uses) continue;
    ++used;
    to_any.put(o.in, any.in);
    to_any.put(o.inout, any.inout);
  }
  if (used > 1) throw Stop{"what goes wrong with several elements together"};
  return to_any(term);
}

void Interpreter::ElementLoop::close_windows(const State& end, const z3::expr& window,
                                             const std::vector<Operands>& operands) {
  const Vector& one = vectors[0];
  const z3::expr at = any.element * bits(one.pitch), size = bits(elements * one.pitch);
  const z3::expr beyond = begin(one, *windows - bits(1));
  const z3::expr least = downwards() ? beyond : one.begin, last = downwards() ? one.begin : beyond;
  z3::expr covered = *windows > 0 && at >= least && at < last + size;
  if (machine.holds(covered)) covered = machine.terms.truth(true);
  // The number of the window in which the element lies.
  const z3::expr mine = number_of(bits(0)), begins = begin(one, mine);
  any.given.push_back(z3::implies(covered, mine >= 0 && mine < *windows && begins <= at && at < begins + size));
  for (const Vector& v : vectors) {
    const Cells all = *end.memory.at(v.object).cells, old = *machine.region(v.object).cells;
    std::vector<Cells> ends;
    for (std::int64_t j = 0; j < elements; ++j) {
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(j * v.pitch);
      ends.push_back(of_any(Cells(from, from + v.pitch), operands[static_cast<std::size_t>(j)], window, mine));
    }
    Cells now = ends[0];
    for (std::int64_t j = 1; j < elements; ++j) {
      const auto& other = ends[static_cast<std::size_t>(j)];
      if (are_alike(now, other)) continue;
      now = choose(machine.terms, at == begins + bits(j * one.pitch), other, now);
    }
    if (!covered.is_true()) now = choose(machine.terms, covered, now, old);
    machine.region(v.object).cells = std::make_shared<const Cells>(std::move(now));
  }
}

Cells Interpreter::ElementLoop::of_any(const Cells& cells, const Operands& operands, const z3::expr& window,
                                       const z3::expr& mine) const {
  Substitution to_any(machine.terms.context());
  to_any.put(operands.in, any.in);
  to_any.put(operands.inout, any.inout);
  to_any.put(operands.element, any.element);
  to_any.put(window, mine);
  Cells result = to_any(cells);
  z3::expr_vector terms(machine.terms.context());
  collect(result, terms);
  for (const z3::expr& constant : constants_of(terms))
    if (!is_in(constant, any.in) && !is_in(constant, any.inout) && !is_in(constant, machine.parameters) &&
        !machine.is_of_numbers(constant))
      throw Stop{"an element whose result depends on more than its operands"};
  return result;
}

State Interpreter::ElementLoop::leave() {
  if (!ends_at_header) return machine.state;
  set_counters(*rounds);
  return machine.state;
}
}  // namespace tutti::op::ir
