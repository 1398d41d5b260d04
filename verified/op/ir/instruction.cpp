// What LLVM's instructions compute.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "verified/op/ir/floating.hpp"
#include "verified/op/ir/integer.hpp"
#include "verified/op/ir/interpreter.hpp"
#include "verified/op/ir/signed_shifts.hpp"

namespace tutti::op::ir {

namespace {

integer::Operation operation_of(unsigned opcode) {
  using integer::Operation;
  switch (opcode) {
    case llvm::Instruction::Add: return Operation::add;
    case llvm::Instruction::Sub: return Operation::subtract;
    case llvm::Instruction::Mul: return Operation::multiply;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv: return Operation::divide;
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return Operation::remainder;
    case llvm::Instruction::Shl: return Operation::shift_left;
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return Operation::shift_right;
    case llvm::Instruction::And: return Operation::bit_and;
    case llvm::Instruction::Or: return Operation::bit_or;
    default: return Operation::bit_xor;
  }
}

const char* name_of(integer::Operation operation) {
  using integer::Operation;
  switch (operation) {
    case Operation::add: return "an addition";
    case Operation::subtract: return "a subtraction";
    case Operation::multiply: return "a multiplication";
    case Operation::divide: return "a division";
    case Operation::remainder: return "a remainder";
    default: return "a shift";
  }
}

bool is_signed(unsigned opcode) {
  return opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::AShr;
}

/// Two pointers into the same object, as integers, have a difference that is known.
std::optional<z3::expr> difference(const Value& a, const Value& b) {
  if (a.pointer.size() != 1 || b.pointer.size() != 1 || a.pointer[0].object != b.pointer[0].object) return {};
  return fold(a.pointer[0].offset.bytes - b.pointer[0].offset.bytes);
}

Value compute_integer(Machine& machine, const llvm::BinaryOperator& operation, const Value& a, const Value& b) {
  const integer::Operation op = operation_of(operation.getOpcode());
  const bool with_sign = is_signed(operation.getOpcode());
  if (op == integer::Operation::subtract) {
    if (const auto bytes = difference(a, b)) return number(*bytes);
  }
  const std::string name = name_of(op);
  const Condition opaque = either(a.opaque, b.opaque);
  const z3::expr undefined = integer::is_undefined(op, with_sign, *a.term, *b.term);
  const bool divides = op == integer::Operation::divide || op == integer::Operation::remainder;
  if (divides) machine.settled(b, "a division by a value");
  machine.undefined(undefined, opaque, (divides ? "division by zero, or overflow, of " : "too wide ") + name);
  if (const auto rules = rules_of_shift(operation))
    machine.undefined(integer::is_undefined_shift(*rules, *a.term, *b.term), opaque,
                      "overflow of a signed shift to the left, or one of a negative number");
  if (const auto* flags = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&operation);
      flags && op != integer::Operation::shift_left) {
    const auto check = [&](bool applies, bool sign, const char* kind) {
      if (!applies) return;
      machine.undefined(integer::overflows(op, sign, *a.term, *b.term), opaque, kind + name);
    };
    check(flags->hasNoSignedWrap(), true, "signed overflow of ");
    check(flags->hasNoUnsignedWrap(), false, "unsigned overflow of ");
  } else if (flags && (flags->hasNoSignedWrap() || flags->hasNoUnsignedWrap())) {
    throw Stop{"a shift without overflow"};
  }
  const auto parts = divides ? machine.divided(*a.term, *b.term) : std::nullopt;
  const bool wants_rest = op == integer::Operation::remainder;
  const Value result =
      number(parts ? (wants_rest ? parts->second : parts->first) : integer::compute(op, with_sign, *a.term, *b.term));
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&operation); exact && exact->isExact()) {
    if (op != integer::Operation::divide) throw Stop{"an exact shift"};
    const z3::expr rest = integer::compute(integer::Operation::remainder, with_sign, *a.term, *b.term);
    machine.undefined(negate(integer::is_zero(rest)), opaque, "an inexact difference of addresses");
  }
  return with_doubts_of(result, a, b);
}

Value compute_floating(Machine& machine, unsigned opcode, const Value& a, const Value& b) {
  const z3::expr &x = *a.term, &y = *b.term;
  switch (opcode) {
    case llvm::Instruction::FAdd: return with_doubts_of(number(floating::add(x, y)), a, b);
    case llvm::Instruction::FSub: return with_doubts_of(number(floating::subtract(x, y)), a, b);
    case llvm::Instruction::FMul: return with_doubts_of(number(floating::multiply(x, y)), a, b);
    case llvm::Instruction::FDiv: return floating::quotient(a, b);
    default: return floating::uninterpreted(machine, "fmod", {a, b}, x.get_sort());
  }
}

}  // namespace

Value Interpreter::evaluate_binary(const llvm::BinaryOperator& operation) {
  const bool floats = operation.getType()->isFPOrFPVectorTy();
  return by_part(value_of(operation.getOperand(0)), value_of(operation.getOperand(1)),
                 [&](const Value& a, const Value& b) {
                   return floats ? compute_floating(machine_, operation.getOpcode(), a, b)
                                 : compute_integer(machine_, operation, a, b);
                 });
}

Value Interpreter::evaluate_cast(const llvm::CastInst& cast) {
  const Value operand = value_of(cast.getOperand(0));
  llvm::Type *from = cast.getSrcTy(), *to = cast.getDestTy();
  const auto opcode = cast.getOpcode();
  if (opcode == llvm::Instruction::BitCast && (from->isVectorTy() || to->isVectorTy())) {
    const int scratch = new_object("a vector", size_of(from));
    store(machine_.pointer_to(scratch), operand, from);
    return load(machine_.pointer_to(scratch), to);
  }
  const Format source = format_of(from->getScalarType()), result = format_of(to->getScalarType());
  return by_part(operand, operand, [&](const Value& a, const Value&) {
    const auto with = [&](const z3::expr& term) { return with_doubts_of(number(term), a); };
    switch (opcode) {
      case llvm::Instruction::ZExt:
      case llvm::Instruction::SExt: {
        const bool with_sign = opcode == llvm::Instruction::SExt;
        if (machine_.any && source.bits == 32 && result.bits == 64) return with(machine_.widened(*a.term, with_sign));
        return with(integer::resize(*a.term, result.bits, with_sign));
      }
      case llvm::Instruction::Trunc: return with(integer::resize(*a.term, result.bits, false));
      case llvm::Instruction::FPTrunc:
      case llvm::Instruction::FPExt: return with(floating::to_format(*a.term, machine_.terms.sort(result)));
      case llvm::Instruction::UIToFP:
      case llvm::Instruction::SIToFP:
        return with(floating::from_integer(*a.term, opcode == llvm::Instruction::SIToFP, machine_.terms.sort(result)));
      case llvm::Instruction::FPToUI:
      case llvm::Instruction::FPToSI:
        return floating::to_integer(machine_, a, opcode == llvm::Instruction::FPToSI, result.bits);
      case llvm::Instruction::BitCast: return convert(machine_.terms, a, source, result);
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::IntToPtr:
        if (source.bits == result.bits) return convert(machine_.terms, a, source, result);
        break;
      default: break;
    }
    throw Stop{std::string("the conversion ") + cast.getOpcodeName()};
  });
}

Value Interpreter::evaluate_select(const llvm::SelectInst& choice) {
  const Value condition = value_of(choice.getCondition());
  if (!condition.term) throw Stop{"a choice by a vector"};
  const Value result = choose(*condition.term, value_of(choice.getTrueValue()), value_of(choice.getFalseValue()));
  if (result.parts.empty()) return with_doubts_of(result, condition, condition);
  machine_.settled(condition, "a choice by a value");
  return result;
}

Value Interpreter::evaluate_shuffle(const llvm::ShuffleVectorInst& shuffle) {
  const Value a = value_of(shuffle.getOperand(0)), b = value_of(shuffle.getOperand(1));
  const int size = static_cast<int>(a.parts.size());
  Value result;
  for (const int i : shuffle.getShuffleMask()) {
    if (i < 0) throw Stop{"a vector with undefined parts"};
    result.parts.push_back(i < size ? a.parts[i] : b.parts[i - size]);
  }
  return result;
}

namespace {

std::size_t exact_index(const Value& index, const Value& vector) {
  const auto exact = literal_value(*index.term);
  if (!exact || *exact < 0 || *exact >= static_cast<std::int64_t>(vector.parts.size()))
    throw Stop{"an index of a vector"};
  return static_cast<std::size_t>(*exact);
}

/// The part under the indices.
Value& part_of(Value& aggregate, llvm::ArrayRef<unsigned> indices) {
  Value* part = &aggregate;
  for (const unsigned i : indices) part = &part->parts[i];
  return *part;
}

}  // namespace

Value Interpreter::evaluate(const llvm::Instruction& instruction) {
  if (const auto* math = llvm::dyn_cast<llvm::FPMathOperator>(&instruction)) {
    const bool loose = machine_.terms.floats() != Floats::real && math->getFastMathFlags().any();
    if (loose) throw Stop{"arithmetic under -ffast-math"};
  }
  const auto operand = [&](unsigned i) { return value_of(instruction.getOperand(i)); };
  if (const auto* i = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return evaluate_binary(*i);
  if (const auto* i = llvm::dyn_cast<llvm::CmpInst>(&instruction)) return evaluate_comparison(*i);
  if (const auto* i = llvm::dyn_cast<llvm::CastInst>(&instruction)) return evaluate_cast(*i);
  if (const auto* i = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) return evaluate_address(*i);
  if (const auto* i = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return evaluate_select(*i);
  if (const auto* i = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return evaluate_shuffle(*i);
  if (const auto* i = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) return allocate(*i);
  if (const auto* i = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!i->isSimple()) throw Stop{"an atomic or volatile access"};
    check_access(*i, operand(0), i->getType(), i->getAlign());
    return load(operand(0), i->getType());
  }
  if (const auto* i = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    Value aggregate = operand(0);
    return part_of(aggregate, i->getIndices());
  }
  if (const auto* i = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Value aggregate = operand(0);
    part_of(aggregate, i->getIndices()) = operand(1);
    return aggregate;
  }
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FNeg:
      return by_part(operand(0), operand(0),
                     [](const Value& a, const Value&) { return with_doubts_of(number(floating::negate(*a.term)), a); });
    case llvm::Instruction::ExtractElement: {
      const Value vector = operand(0);
      return vector.parts[exact_index(operand(1), vector)];
    }
    case llvm::Instruction::InsertElement: {
      Value vector = operand(0);
      vector.parts[exact_index(operand(2), vector)] = operand(1);
      return vector;
    }
    default: throw Stop{std::string("the instruction ") + instruction.getOpcodeName()};
  }
}

void Interpreter::execute(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction)) return;
  std::optional<Value> result;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    result = evaluate_call(*call);
  } else if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!write->isSimple()) throw Stop{"an atomic or volatile access"};
    check_access(*write, value_of(write->getPointerOperand()), write->getValueOperand()->getType(), write->getAlign());
    store(value_of(write->getPointerOperand()), value_of(write->getValueOperand()),
          write->getValueOperand()->getType());
  } else {
    result = evaluate(instruction);
  }
  if (result) machine_.state.registers[&instruction] = std::make_shared<const Value>(*result);
}

}  // namespace tutti::op::ir
