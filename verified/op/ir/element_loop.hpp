// A loop over the elements of a call of any length, which is executed for all of them at once: its form, the window of
// elements that an iteration treats, and what all windows leave.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verified/op/ir/frame.hpp"

namespace tutti::op::ir {

/// A loop that is met on the way: what there is of it before it is executed.
struct Interpreter::ElementLoop {
  Interpreter& in;
  Machine& machine;
  AnyLength& any;
  const Shape& shape;
  const Step& step;
  const llvm::Loop& loop;
  const State entry;

  struct Counter {
    const llvm::PHINode* phi;
    Value start;
    std::int64_t step;
  };
  /// What there is for each element and is accessed: how its window moves.
  struct Vector {
    int object;
    std::int64_t pitch, step;  // bytes; from one iteration to the next
    z3::expr begin;            // of the first window
  };
  std::vector<Counter> counters = {};
  std::vector<Vector> vectors = {};
  std::int64_t iterations = 1, elements = 1;          // of a window
  std::optional<z3::expr> rounds = {}, windows = {};  // iterations and windows in all
  bool ends_at_header = true;

  ElementLoop(Interpreter& interpreter, const Frame& frame, const Step& at)
      : in(interpreter),
        machine(interpreter.machine_),
        any(*machine.any),
        shape(frame.shape),
        step(at),
        loop(*frame.shape.loops.getLoopFor(at.block)),
        entry(machine.state) {}

  // loop_form.cpp
  struct Probed {
    std::vector<AnyLength::Access> accesses;
    std::optional<std::pair<Value, Value>> compared;  // by the loop's end
    std::vector<Fault> faults;
  };
  z3::expr bits(std::int64_t value) const { return machine.terms.bits(value, 64); }
  bool downwards() const { return vectors[0].step < 0; }
  /// A number of which only what `given` says is known; `sample` is what it is in the sample.
  z3::expr number_of(const z3::expr& sample) const;
  std::int64_t sample(const z3::expr& bits_of_numbers) const;
  void find_form();
  Value value_at(const Counter& counter, const z3::expr& iteration) const;
  void set_counters(const z3::expr& iteration) const;
  Frame one_iteration() const;
  /// Executes an iteration by which only this is found out.
  Probed probe(const z3::expr& iteration);
  /// What goes wrong, by numbers alone, does not, or nothing that comes later matters.
  void assume_faultless(const std::vector<Fault>& faults) const;
  void find_vectors();
  /// How many iterations there are, by the comparison at the loop's end: so far a guess.
  void find_rounds();
  /// Where an iteration is a part of an element: all elements.
  z3::expr all_elements() const;
  /// distance / by rounded up, and 0 where it is negative: where it is less than 2^40.
  z3::expr divided_up(const z3::expr& distance, std::int64_t by) const;
  std::int64_t window_step(const Vector& v) const { return v.step * iterations; }
  /// Where the window of that number begins.
  z3::expr begin(const Vector& v, const z3::expr& window) const;
  bool is_multiple(const z3::expr& term, std::int64_t by) const;
  /// The windows of all vectors are those of the same elements, and all lie within the vectors.
  void check_windows() const;

  // loop_windows.cpp
  struct Operands {
    Element in, inout;
    z3::expr element;  // its number
  };
  std::vector<Operands> operands_of_window(const z3::expr& window);
  /// A choice by numbers alone that is clear here.
  z3::expr pruned(const z3::expr& term) const;
  Cells pruned(const Cells& cells) const;
  void open_window(const z3::expr& window, const std::vector<Operands>& operands);
  /// The window's iterations; what they find is in machine.faults.
  State run_window(const z3::expr& window);
  void check_path(const State& state, const z3::expr& claim) const;
  std::string what_stopped() const;
  void check_counters(const State& end, const z3::expr& window) const;
  /// Objects besides the vectors that are other than before.
  std::vector<int> written(const State& end, const State& begin, int objects) const;
  /// What an iteration leaves of variables does not matter to the next one: there local ones are not set, and others
  /// hold anything.
  void forget(State& state, const std::vector<int>& objects) const;
  void check_vectors_alone(const State& end, int objects) const;
  State run();
  /// What can go wrong with an element of a window can with any.
  void add_faults(std::vector<Fault> before, const std::vector<Operands>& operands);
  bool is_possible(const z3::expr& when) const;
  z3::expr of_any_element(const z3::expr& term, const std::vector<Operands>& operands) const;
  /// What becomes of any element: what the iteration of its window leaves, if there is one.
  void close_windows(const State& end, const z3::expr& window, const std::vector<Operands>& operands);
  Cells of_any(const Cells& cells, const Operands& operands, const z3::expr& window, const z3::expr& mine) const;
  /// The state in which the loop is left, at the block to which it goes then.
  State leave();
};

}  // namespace tutti::op::ir
