// The functions of the C library and of MPI that operators call.
#include <algorithm>

#include "verified/op/ir/integer.hpp"
#include "verified/op/ir/interpreter.hpp"
#include "verified/op/ir/math.hpp"

namespace tutti::op::ir {

namespace {

constexpr Format byte{Format::integer, 8}, int_format{Format::integer, 32}, long_format{Format::integer, 64};

bool is_in(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::int64_t Interpreter::exact(const Value& value, const char* what) {
  const auto number = literal_value(machine_.settled(value, what));
  if (!number) throw Stop{std::string(what) + " that depends on operands"};
  return *number;
}

std::optional<Value> Interpreter::call_library(const llvm::CallBase& call, const std::string& name,
                                               std::span<const Value> arguments) {
  if (is_in(name, {"abort", "exit", "_exit", "__assert_fail", "MPI_Abort"})) {
    machine_.fault(Fault::Kind::undefined, machine_.terms.truth(true), "a call of " + name);
    throw PathEnds();
  }
  if (auto result = call_mpi(name, arguments)) return result;
  if (auto result = call_math(machine_, call, name, arguments)) return result;
  if (auto result = call_memory(name, arguments)) return result;
  if (auto result = call_text(name, arguments)) return result;
  if (is_in(name, {"free", "_ZdlPv", "_ZdlPvm", "_ZdaPv"})) {
    free(arguments[0]);
    return {};
  }
  throw Stop{"a call of " + name};
}

void Interpreter::free(const Value& block) {
  for (const Target& target : block.pointer) {
    if (target.object == null_object) continue;
    Region& region = machine_.region(target.object);
    const bool from_heap = machine_.object(target.object).role == Role::heap;
    const z3::expr at_start = integer::is_zero(target.offset.bytes);
    const z3::expr wrong = from_heap ? either(negate(at_start), region.gone.value_or(machine_.terms.truth(false)))
                                     : machine_.terms.truth(true);
    machine_.fault(Fault::Kind::undefined, both(target.when, wrong), "a free of what malloc did not give");
    region.gone = either(region.gone, Condition(target.when));
  }
}

std::optional<Value> Interpreter::call_mpi(const std::string& name, std::span<const Value> arguments) {
  const auto give = [&](std::size_t i, std::int64_t value, const Format& format) {
    machine_.store(arguments[i], number(machine_.terms.bits(value, format.bits)), format);
  };
  if (name == "MPI_Type_size") {
    if (!packed_) throw Stop{"a call of MPI_Type_size for a type with padding"};
    give(1, extent_, int_format);
  } else if (name == "MPI_Type_get_extent") {
    give(1, 0, long_format);
    give(2, extent_, long_format);
  } else {
    return {};
  }
  return number(machine_.terms.bits(0, 32));  // MPI_SUCCESS
}

std::optional<Value> Interpreter::call_memory(const std::string& name, std::span<const Value> arguments) {
  if (is_in(name, {"memcpy", "memmove"})) {
    if (copy_all(arguments[0], arguments[1], arguments[2])) return arguments[0];
    const std::int64_t bytes = exact(arguments[2], "a number of bytes");
    if (name == "memcpy" && bytes > 0) check_apart(arguments[0], arguments[1], bytes);
    machine_.write(arguments[0], machine_.read(arguments[1], bytes));
    return arguments[0];
  }
  if (name == "memset") {
    const std::int64_t bytes = exact(arguments[2], "a number of bytes");
    Value value = arguments[1];
    value.term = integer::resize(*value.term, 8, false);
    const Cell cell = cells_of(value, byte)[0];
    machine_.write(arguments[0], Cells(static_cast<std::size_t>(bytes), cell));
    return arguments[0];
  }
  if (name == "memcmp") return compare_bytes(arguments, exact(arguments[2], "a number of bytes"), false);
  if (is_in(name, {"malloc", "_Znwm", "_Znam"})) {
    const z3::expr size = machine_.settled(arguments[0], "a number of bytes");
    if (auto block = allocate_for_all(size)) return block;
  }
  if (is_in(name, {"malloc", "calloc", "_Znwm", "_Znam"})) {
    std::int64_t bytes = exact(arguments[0], "a number of bytes");
    if (name == "calloc") bytes *= exact(arguments[1], "a number of bytes");
    const Value block = machine_.pointer_to(new_object("a block of " + name, bytes, Role::heap));
    const Cell zero = cells_of(number(machine_.terms.bits(0, 8)), byte)[0];
    if (name == "calloc") machine_.write(block, Cells(static_cast<std::size_t>(bytes), zero));
    return block;
  }
  return {};
}

/// A memcpy must not overlap; copies of a struct onto itself are common, and harmless.
void Interpreter::check_apart(const Value& to, const Value& from, std::int64_t bytes) {
  for (const Target& x : to.pointer) {
    for (const Target& y : from.pointer) {
      if (x.object != y.object || x.object == null_object) continue;
      const z3::expr distance = fold(x.offset.bytes - y.offset.bytes), size = machine_.terms.bits(bytes, 64);
      const z3::expr close = both(integer::less(true, distance, size), integer::less(true, fold(-size), distance));
      const z3::expr overlap = both(close, negate(integer::is_zero(distance)));
      machine_.fault(Fault::Kind::undefined, both(both(x.when, y.when), overlap),
                     "a memcpy between bytes that overlap");
    }
  }
}

}  // namespace tutti::op::ir
