// What LLVM's constants and global variables stand for.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

#include "verified/op/function.hpp"
#include "verified/op/ir/floating.hpp"
#include "verified/op/ir/interpreter.hpp"

namespace tutti::op::ir {

namespace {

std::string decimal(const llvm::APInt& value) {
  llvm::SmallString<64> text;
  value.toStringUnsigned(text);
  return text.str().str();
}

z3::expr power_of_two(z3::context& context, int exponent) {
  const llvm::APInt power = llvm::APInt::getOneBitSet(static_cast<unsigned>(std::abs(exponent)) + 1,
                                                      static_cast<unsigned>(std::abs(exponent)));
  const z3::expr value = context.real_val(decimal(power).c_str());
  return exponent < 0 ? context.real_val(1) / value : value;
}

/// What a finite number is exactly.
z3::expr real_of(z3::context& context, const llvm::APFloat& value) {
  const int precision = static_cast<int>(llvm::APFloat::semanticsPrecision(value.getSemantics()));
  if (value.isZero()) return context.real_val(0);
  const int exponent = ilogb(value) - precision + 1;
  llvm::APSInt whole(static_cast<unsigned>(precision) + 2, false);
  bool is_exact = false;
  scalbn(abs(value), -exponent, llvm::APFloat::rmNearestTiesToEven)
      .convertToInteger(whole, llvm::APFloat::rmTowardZero, &is_exact);
  if (!is_exact) throw Stop{"a floating-point constant"};
  const z3::expr size = context.real_val(decimal(whole).c_str()) * power_of_two(context, exponent);
  return (value.isNegative() ? -size : size).simplify();
}

z3::expr ieee_of(z3::context& context, const llvm::APFloat& value, const z3::sort& sort) {
  const llvm::APInt bits = value.bitcastToAPInt();
  const unsigned width = bits.getBitWidth();
  const auto field = [&](unsigned low, unsigned count) {
    return context.bv_val(decimal(bits.extractBits(count, low)).c_str(), count);
  };
  if (width != 80) return float_of_bits(field(0, width), sort);
  const z3::expr parts(context, Z3_mk_fpa_fp(context, field(79, 1), field(64, 15), field(0, 63)));
  return parts.simplify();
}

Value floating_constant(const Terms& terms, const llvm::APFloat& value, const Format& format, const Value& unknown) {
  if (terms.floats() != Floats::real) return number(ieee_of(terms.context(), value, terms.sort(format)));
  return value.isFinite() ? number(real_of(terms.context(), value)) : unknown;
}

std::uint64_t count_of(const llvm::Constant& aggregate) {
  llvm::Type* type = aggregate.getType();
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector->getNumElements();
  return type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
}

/// Whether nothing in the program can write the variable.
bool is_only_read(const llvm::User& address) {
  return std::all_of(address.user_begin(), address.user_end(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::LoadInst>(user)) return true;
    return (llvm::isa<llvm::GEPOperator>(user) || llvm::isa<llvm::BitCastOperator>(user)) && is_only_read(*user);
  });
}

bool is_constant(const llvm::GlobalVariable& variable) {
  if (!variable.hasInitializer() || variable.isInterposable()) return false;
  return variable.isConstant() || (variable.hasLocalLinkage() && is_only_read(variable));
}

struct DeclaredConstant {
  const llvm::Constant* value;  // null where it may be any
};

/// What the user says of a variable by --constant: see Source::constants.
std::optional<DeclaredConstant> declared_constant(const llvm::GlobalVariable& variable) {
  const llvm::Module& module = *variable.getParent();
  for (int i = 0;; ++i) {
    const auto* parameter = module.getNamedGlobal(parameter_symbol + std::to_string(i));
    if (!parameter || !parameter->hasInitializer()) return {};
    if (parameter->getInitializer()->stripPointerCasts() != &variable) continue;
    const auto* value = module.getNamedGlobal(value_symbol + std::to_string(i));
    const bool is_known = value && value->hasInitializer() && value->getValueType() == variable.getValueType();
    if (value && !is_known) throw Stop{"a value of " + variable.getName().str() + " that is no constant"};
    return DeclaredConstant{value ? value->getInitializer() : nullptr};
  }
}

}  // namespace

Value Interpreter::value_of(const llvm::Value* value) {
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(value)) return constant(*known);
  const auto found = machine_.state.registers.find(value);
  if (found == machine_.state.registers.end()) throw Stop{"an operand that is no value"};
  return *found->second;
}

Value Interpreter::constant(const llvm::Constant& constant) {
  const Terms& terms = machine_.terms;
  if (const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (whole->getBitWidth() == 1) return number(terms.truth(whole->isOne()));
    return number(terms.context().bv_val(decimal(whole->getValue()).c_str(), whole->getBitWidth()));
  }
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    const Format format = format_of(real->getType());
    return floating_constant(terms, real->getValueAPF(), format, machine_.terms.anything(format));
  }
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) {
    Value null;
    null.pointer = {{null_object, terms.truth(true), exact_offset(terms.context(), 0)}};
    return null;
  }
  if (llvm::isa<llvm::UndefValue>(constant) && constant.getType()->isSingleValueType() &&
      !constant.getType()->isVectorTy()) {
    if (llvm::isa<llvm::PoisonValue>(constant)) {  // the compiler folded it
      machine_.fault(Fault::Kind::undefined, terms.truth(true), "a constant expression that has no value");
    }
    Value undefined = anything(constant.getType());
    undefined.opaque.reset();
    undefined.unset = terms.truth(true);
    return undefined;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    return machine_.pointer_to(object_of(*variable));
  }
  if (llvm::isa<llvm::Function>(constant)) throw Stop{"a pointer to a function"};
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    llvm::Instruction* instruction = expression->getAsInstruction();
    const std::unique_ptr<llvm::Instruction, void (*)(llvm::Instruction*)> owner(
        instruction, [](llvm::Instruction* i) { i->deleteValue(); });
    return evaluate(*instruction);
  }
  if (!constant.getType()->isAggregateType() && !constant.getType()->isVectorTy()) throw Stop{"a constant"};
  Value aggregate;
  for (std::uint64_t i = 0; i < count_of(constant); ++i) {
    aggregate.parts.push_back(this->constant(*constant.getAggregateElement(static_cast<unsigned>(i))));
  }
  return aggregate;
}

int Interpreter::object_of(const llvm::GlobalVariable& variable) {
  const auto [at, added] = globals_.try_emplace(&variable, 0);
  if (!added) return at->second;
  const std::int64_t size = size_of(variable.getValueType());
  const std::string name = variable.getName().str();
  const auto declared = declared_constant(variable);
  if (declared && !declared->value) {
    Cells some;
    for (int i = 0; i < size; ++i) {
      const auto byte = machine_.terms.context().bv_const((name + "!" + std::to_string(i)).c_str(), 8);
      machine_.parameters.push_back(byte);
      some.push_back({std::make_shared<const Value>(number(byte))});
    }
    return at->second = machine_.add_object({Role::parameter, name, size, {}}, some);
  }
  if (!declared && !is_constant(variable)) {
    const int next = machine_.objects() + 1;
    return at->second = machine_.add_object({Role::variable, name, size, {}}, machine_.any_bytes(next, size));
  }
  const State state = machine_.state;
  const int scratch = new_object(name, size);
  const llvm::Constant& value = declared ? *declared->value : *variable.getInitializer();
  store(machine_.pointer_to(scratch), constant(value), variable.getValueType());
  const auto cells = machine_.region(scratch).cells;
  machine_.state = state;
  const Role role = declared ? Role::parameter : Role::constant;
  return globals_[&variable] = machine_.add_object({role, name, size, {}}, *cells);
}

}  // namespace tutti::op::ir
