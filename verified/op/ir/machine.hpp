// The state of a symbolic execution and what it finds: memory, the path, faults. It knows nothing of LLVM.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "verified/op/ir/value.hpp"

namespace tutti::op::ir {

enum class Role { invec, inoutvec, length, handle, constant, parameter, variable, local, heap };

/// A piece of memory with an address of its own.
struct Object {
  Role role;
  std::string name;
  std::int64_t size;                     ///< bytes
  std::shared_ptr<const Cells> initial;  ///< what a path finds that has not written it
  bool for_each_element = false;         ///< in a call of any length: there is one for each element; see AnyLength
  const Type* elements = nullptr;        ///< of invec and inoutvec
};

/// A call with any number of elements. What stands once for each of them, such as the vectors, is known of one of them,
/// `element`, which may be any; but inside a loop over the elements it is known of a window of a few.
struct AnyLength {
  static constexpr std::int64_t most = (std::int64_t{1} << 31) - 65;  ///< so that an index may go a little beyond
  static constexpr std::int64_t most_of_large_count = (std::int64_t{1} << 40) - 65;

  z3::expr len, element;  ///< of 64 bits: 1 <= len <= most, 0 <= element < len
  Element in, inout;      ///< operands of `element`

  struct Window {
    int elements;
    std::map<int, z3::expr> begin;  ///< in bytes, by object
  };
  std::optional<Window> window = {};

  struct Access {
    int object;
    z3::expr offset;
  };
  std::vector<Access>* probe = nullptr;  ///< where not null: accesses are only noted, and find anything

  /// Numbers that do not depend on operands, and a value of each for a call with some hundred elements.
  z3::expr_vector numbers, samples;
  std::vector<z3::expr> given = {};      ///< what holds of these numbers
  std::vector<z3::expr> faultless = {};  ///< that nothing has gone wrong so far, as far as it depends on them alone
  int loops = 0;                         ///< over elements, so far
  std::vector<std::array<z3::expr, 4>> divisions = {};  ///< number, divisor, quotient, remainder
};

struct Region {
  std::shared_ptr<const Cells> cells;
  Condition gone;  ///< its variable's scope is left
};

/// Terms of the source language under their identity there.
using Registers = std::map<const void*, std::shared_ptr<const Value>>;

/// What differs from path to path.
struct State {
  std::vector<z3::expr> path;  ///< the branches taken; all hold
  std::map<int, Region> memory;
  Registers registers;
};

/// Thrown where the execution does not know what happens.
struct Stop {
  std::string what;
};
/// Thrown where a path ends without a return.
struct PathEnds {};

class Machine {
 public:
  Machine(z3::context& context, Floats floats) : terms(context, floats) {}

  Terms terms;
  State state;                           ///< of the path that is executed
  int lost = 0;                          ///< paths that ended without a return
  std::string where;                     ///< "my_op.c:12"
  std::vector<std::string> unsequenced;  ///< such places, where a variable is written and used in no order
  std::vector<Fault> faults;
  std::vector<z3::expr> assumed;
  bool uninterpreted = false;
  std::vector<z3::expr> parameters;  ///< what stands in global variables that no call changes
  struct Before {
    z3::expr byte;  ///< a constant
    int variable;
  };
  std::vector<Before> before;  ///< what may have been in variables that calls change

  /// On this path, when `when`.
  void fault(Fault::Kind kind, const z3::expr& when, const std::string& what);
  /// Undefined when `when`; where that is computed from an opaque value, not modelled.
  void undefined(const z3::expr& when, const Condition& opaque, const std::string& what);
  /// A term that decides over what happens: a fault where it is not set or not known, and this path goes on elsewhere.
  /// Throws PathEnds where that is nowhere.
  z3::expr settled(const Value& value, const std::string& what);
  /// A term that is left in inoutvec; a fault where it is not set or not known, or must be true or false and is
  /// neither.
  z3::expr result(const Value& value, bool is_boolean, const std::string& what);
  /// This path goes on when `condition` only. False where it ends thereby.
  bool assume(const z3::expr& condition);
  std::optional<AnyLength> any;  ///< of a call of any length
  /// Does a term depend on numbers of `any` alone?
  bool is_of_numbers(const z3::expr& term) const;
  /// Whether such a claim holds of all numbers on this path, for sure.
  bool holds(const z3::expr& claim) const;
  /// The term of 32 bits as 64, in a form that is linear in numbers of 64 bits where that is known to be the same here.
  z3::expr widened(const z3::expr& bits, bool is_signed) const;
  /// Quotient and remainder by a literal of a number that is not negative: absent where it is none, or may be.
  std::optional<std::pair<z3::expr, z3::expr>> divided(const z3::expr& bits, const z3::expr& by);
  /// Are there any such numbers?
  bool are_possible() const;
  /// The literal that such a term is on this path, if it is one for sure.
  std::optional<std::int64_t> literal_here(const z3::expr& bits) const;
  /// Does some operand lead here? After many questions in vain a solver is not asked again.
  enum class Feasible { no, yes, undecided, not_asked };
  Feasible feasible();

  int add_object(Object object, const Cells& initial);
  /// Bytes of which nothing is known, of the variable that is the object of this number.
  Cells any_bytes(int variable, std::int64_t bytes);
  static std::string reading(const Object& variable) { return "a read of the variable " + variable.name; }
  /// What was in variables matters to MPI only where the result depends on it: other reads are no faults.
  void forget_state(const std::vector<Element>& results);
  const Object& object(int number) const { return objects_[number - 1]; }
  int objects() const { return static_cast<int>(objects_.size()); }
  Region& region(int number);
  /// The scope of a local variable is left: of an object that this path alone knows.
  void retire(int object);
  Value pointer_to(int object) const;

  Cells read(const Value& address, std::int64_t bytes);
  void write(const Value& address, const Cells& cells);
  Value load(const Value& address, const Format& format);
  void store(const Value& address, const Value& value, const Format& format);

  /// Where paths meet. None of them may be empty.
  State merge(std::vector<State> states);
  /// Runs the body on those operands only of this path for which the condition holds.
  template <class F>
  void when(const z3::expr& condition, F body);

 private:
  int undecided_ = 0;  // questions of feasible()
  struct PossibleOffset {
    std::int64_t offset;
    z3::expr when;
  };
  std::vector<PossibleOffset> possible_offsets(const Target& target, std::int64_t bytes, Fault::Kind outside);
  PossibleOffset offset_in_window(const Target& target, std::int64_t bytes);
  void check_gaps(const Object& used, const PossibleOffset& at, std::int64_t bytes);
  bool only_noted(const Target& target);
  Cells read_from(const Target& target, std::int64_t bytes);
  void write_to(const Target& target, const Cells& cells, const z3::expr& when);
  bool may_use(const Target& target, const char* use);
  std::vector<Target> targets_of(const Value& address);
  void doubt(const Value& value, const std::string& what, Fault::Kind unknown = Fault::Kind::unmodelled);
  Region choose_region(const z3::expr& when, int object, const State& a, const State& b);
  void choose_state(const z3::expr& when, const State& a, State& b);
  const Region& region_in(const State& state, int object) const;

  std::vector<Object> objects_;
  std::vector<Region> initial_;
};

template <class F>
void Machine::when(const z3::expr& condition, F body) {
  const std::vector<z3::expr> path = state.path;
  State other = state;
  const int lost_before = lost;
  std::vector<State> ends;
  if (assume(condition)) {
    try {
      body();
      ends.push_back(std::move(state));
    } catch (const PathEnds&) {
      ++lost;
    }
  }
  state = std::move(other);
  if (assume(negate(condition))) ends.push_back(std::move(state));
  if (ends.empty()) throw PathEnds();
  state = merge(std::move(ends));
  if (lost == lost_before) state.path = path;
}

}  // namespace tutti::op::ir
