// Calls, and LLVM's intrinsics.
#include "verified/op/ir/floating.hpp"
#include "verified/op/ir/integer.hpp"
#include "verified/op/ir/interpreter.hpp"
#include "verified/op/ir/math.hpp"

namespace tutti::op::ir {

namespace {

Value with_overflow(integer::Operation operation, bool is_signed, std::span<const Value> arguments) {
  const z3::expr &a = *arguments[0].term, &b = *arguments[1].term;
  Value result;
  result.parts.push_back(with_doubts_of(number(integer::compute(operation, is_signed, a, b)), arguments));
  result.parts.push_back(with_doubts_of(number(integer::overflows(operation, is_signed, a, b)), arguments));
  return result;
}

z3::expr smaller(bool is_signed, const z3::expr& a, const z3::expr& b) {
  return choose(integer::less(is_signed, b, a), b, a);
}
z3::expr larger(bool is_signed, const z3::expr& a, const z3::expr& b) {
  return choose(integer::less(is_signed, a, b), b, a);
}

z3::expr absolute(Machine& machine, const Value& value, bool smallest_is_poison) {
  const z3::expr& a = *value.term;
  const z3::expr zero = integer::zero_like(a), opposite = integer::compute(integer::Operation::subtract, true, zero, a);
  const z3::expr is_smallest = integer::overflows(integer::Operation::subtract, true, zero, a);
  if (smallest_is_poison) machine.undefined(is_smallest, value.opaque, "signed overflow of an absolute value");
  return choose(integer::less(true, a, zero), opposite, a);
}

/// Bits are counted up to a first one, which must be there where `zero_is_poison`.
z3::expr count(Machine& machine, z3::expr (*zeros)(const z3::expr&), std::span<const Value> arguments) {
  if (arguments[1].term->is_true()) {
    machine.undefined(integer::is_zero(*arguments[0].term), arguments[0].opaque, "a count of the zeros of zero");
  }
  return zeros(*arguments[0].term);
}

}  // namespace

std::optional<Value> Interpreter::evaluate_intrinsic(const llvm::IntrinsicInst& call,
                                                     std::span<const Value> arguments) {
  using integer::Operation;
  const auto term = [&](std::size_t i) -> const z3::expr& {
    if (!arguments[i].term) throw Stop{"a call of " + call.getCalledFunction()->getName().str()};
    return *arguments[i].term;
  };
  const auto known = [&](const z3::expr& result) { return with_doubts_of(number(result), arguments); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::experimental_noalias_scope_decl: return {};
    case llvm::Intrinsic::lifetime_start:
      for (const Target& target : arguments[1].pointer) {
        Region& region = machine_.region(target.object);
        region = {std::make_shared<const Cells>(region.cells->size()), {}};
      }
      return {};
    case llvm::Intrinsic::lifetime_end:
      for (const Target& target : arguments[1].pointer) {
        machine_.region(target.object).gone = machine_.terms.truth(true);
      }
      return {};
    case llvm::Intrinsic::stacksave: return machine_.terms.anything({Format::pointer, 64});
    case llvm::Intrinsic::stackrestore: return {};  // what is gone then is not in scope any more
    case llvm::Intrinsic::trap:
      machine_.fault(Fault::Kind::undefined, machine_.terms.truth(true), "a trap");
      throw PathEnds();
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline: call_memory("memcpy", arguments.first(3)); return {};
    case llvm::Intrinsic::memmove: call_memory("memmove", arguments.first(3)); return {};
    case llvm::Intrinsic::memset: {
      Value wide = arguments[1];
      wide.term = integer::resize(term(1), 32, false);
      const Value full[] = {arguments[0], wide, arguments[2]};
      call_memory("memset", full);
      return {};
    }
    case llvm::Intrinsic::expect: return arguments[0];
    case llvm::Intrinsic::smax: return known(larger(true, term(0), term(1)));
    case llvm::Intrinsic::smin: return known(smaller(true, term(0), term(1)));
    case llvm::Intrinsic::umax: return known(larger(false, term(0), term(1)));
    case llvm::Intrinsic::umin: return known(smaller(false, term(0), term(1)));
    case llvm::Intrinsic::abs: return known(absolute(machine_, arguments[0], term(1).is_true()));
    case llvm::Intrinsic::sadd_with_overflow: return with_overflow(Operation::add, true, arguments);
    case llvm::Intrinsic::uadd_with_overflow: return with_overflow(Operation::add, false, arguments);
    case llvm::Intrinsic::ssub_with_overflow: return with_overflow(Operation::subtract, true, arguments);
    case llvm::Intrinsic::usub_with_overflow: return with_overflow(Operation::subtract, false, arguments);
    case llvm::Intrinsic::smul_with_overflow: return with_overflow(Operation::multiply, true, arguments);
    case llvm::Intrinsic::umul_with_overflow: return with_overflow(Operation::multiply, false, arguments);
    case llvm::Intrinsic::sadd_sat: return known(integer::saturated(Operation::add, true, term(0), term(1)));
    case llvm::Intrinsic::uadd_sat: return known(integer::saturated(Operation::add, false, term(0), term(1)));
    case llvm::Intrinsic::ssub_sat: return known(integer::saturated(Operation::subtract, true, term(0), term(1)));
    case llvm::Intrinsic::usub_sat: return known(integer::saturated(Operation::subtract, false, term(0), term(1)));
    case llvm::Intrinsic::ctpop: return known(integer::count_ones(term(0)));
    case llvm::Intrinsic::ctlz: return known(count(machine_, integer::leading_zeros, arguments));
    case llvm::Intrinsic::cttz: return known(count(machine_, integer::trailing_zeros, arguments));
    case llvm::Intrinsic::bswap: return known(integer::swap_bytes(term(0)));
    case llvm::Intrinsic::fmuladd: {
      if (machine_.terms.floats() == Floats::ieee_fused) return known(floating::fused(term(0), term(1), term(2)));
      return known(floating::add(floating::multiply(term(0), term(1)), term(2)));
    }
    default: break;
  }
  // llvm.exp2.f64 is exp2.
  const std::string name = call.getCalledFunction()->getName().str().substr(5);
  if (auto result = call_math(machine_, call, name.substr(0, name.find('.')), arguments)) return result;
  throw Stop{"a call of llvm." + name};
}

std::optional<Value> Interpreter::evaluate_call(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  if (call.isInlineAsm()) throw Stop{"assembly"};
  if (!function) throw Stop{"a call through a pointer"};
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return {};
  if (function->getIntrinsicID() == llvm::Intrinsic::assume) {
    check_assumption(call);
    return {};
  }
  std::vector<Value> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value argument = value_of(call.getArgOperand(i));
    if (call.isByValArgument(i)) {
      const std::int64_t bytes = size_of(call.getParamByValType(i));
      const Value copy = machine_.pointer_to(new_object("a parameter", bytes));
      machine_.write(copy, machine_.read(argument, bytes));
      argument = copy;
    }
    arguments.push_back(argument);
  }
  check_arguments(call, arguments);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    return evaluate_intrinsic(*intrinsic, arguments);
  }
  if (!function->isDeclaration() && !function->isInterposable()) {
    if (function->isVarArg()) throw Stop{"a call of " + function->getName().str() + ", which takes any arguments"};
    return this->call(*function, arguments);
  }
  return call_library(call, function->getName().str(), arguments);
}

}  // namespace tutti::op::ir
