// What an access says of its address and of the memory there, besides what it reads or writes: the alignment that it
// needs, and by clang's metadata the type that C takes the bytes to have. And what the source has the compiler take for
// granted besides: __builtin_assume, __builtin_assume_aligned, and what parameters are declared to be.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include "verified/op/ir/interpreter.hpp"

namespace tutti::op::ir {

namespace {

constexpr std::int64_t most_bytes = 64;  // of an access whose types are compared

/// The type's node, such as that of "int"; null for characters, which may alias everything, and where nothing is said.
const llvm::Metadata* type_of(const llvm::Instruction& access) {
  const auto* tag = access.getMetadata(llvm::LLVMContext::MD_tbaa);
  if (!tag || tag->getNumOperands() < 3) return nullptr;
  const auto* type = llvm::dyn_cast<llvm::MDNode>(tag->getOperand(1));
  if (!type || type->getNumOperands() == 0) return nullptr;
  const auto* name = llvm::dyn_cast<llvm::MDString>(type->getOperand(0));
  return name && name->getString() == "omnipotent char" ? nullptr : type;
}

bool is_vector(Role role) { return role == Role::invec || role == Role::inoutvec; }

}  // namespace

/// The byte of the object; of what there is for each element, of an element.
std::optional<std::int64_t> Interpreter::place_of(const Target& target) const {
  const Object& object = machine_.object(target.object);
  if (!object.for_each_element) return literal_value(target.offset.bytes);
  const auto& window = machine_.any->window;
  const auto begin = window ? window->begin.find(target.object) : std::map<int, z3::expr>::const_iterator();
  if (!window || begin == window->begin.end()) return {};
  const auto at = machine_.literal_here(target.offset.bytes - begin->second);
  return at ? std::optional(*at % object.size) : std::nullopt;
}

void Interpreter::check_alignment(const Target& target, std::int64_t needed, const std::string& what) {
  if (target.object == null_object || needed <= 1) return;
  const Object& object = machine_.object(target.object);
  if (!is_vector(object.role)) return;
  const z3::expr off = machine_.terms.bits(needed - 1, 64);
  const z3::expr wrong = needed > alignment_
                             ? machine_.terms.truth(true)
                             : negate(same(fold(target.offset.bytes & off), machine_.terms.bits(0, 64)));
  machine_.fault(Fault::Kind::misaligned, both(target.when, wrong.simplify()),
                 what + " to " + object.name + " that needs an alignment of " + std::to_string(needed) + " bytes");
}

void Interpreter::check_assumption(const llvm::CallBase& call) {
  const z3::expr holds = machine_.settled(value_of(call.getArgOperand(0)), "an assumption");
  machine_.fault(Fault::Kind::undefined, negate(holds), "an assumption that does not hold");
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    const auto bundle = call.getOperandBundleAt(i);
    const auto tag = bundle.getTagName();
    if (tag == "ignore") continue;
    const auto* needed = bundle.Inputs.size() == 2 ? llvm::dyn_cast<llvm::ConstantInt>(bundle.Inputs[1]) : nullptr;
    if (tag != "align" || !needed) throw Stop{"an assumption of the kind " + tag.str()};
    for (const Target& target : value_of(bundle.Inputs[0]).pointer) {
      if (target.object != null_object && !is_vector(machine_.object(target.object).role))
        throw Stop{"an assumption about the alignment of " + machine_.object(target.object).name};
      check_alignment(target, needed->getSExtValue(), "an assumption about a pointer");
    }
  }
}

void Interpreter::check_arguments(const llvm::CallBase& call, std::span<const Value> arguments) {
  const llvm::Function& function = *call.getCalledFunction();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.getArgOperand(i)->getType()->isPointerTy() || call.isByValArgument(i)) continue;
    const auto align = std::max(call.getParamAlign(i).valueOrOne(), function.getParamAlign(i).valueOrOne());
    for (const Target& target : arguments[i].pointer)
      check_alignment(target, static_cast<std::int64_t>(align.value()), "an argument that points");
    // More is known of the C library's own restrict pointers, such as memcpy's.
    if (function.isDeclaration() || !function.hasParamAttribute(i, llvm::Attribute::NoAlias)) continue;
    for (unsigned j = 0; j < call.arg_size(); ++j)
      if (j != i) check_is_apart(arguments[i], arguments[j]);
  }
}

void Interpreter::check_is_apart(const Value& restricted, const Value& other) {
  for (const Target& a : restricted.pointer)
    for (const Target& b : other.pointer)
      if (a.object == b.object && a.object != null_object)
        machine_.fault(Fault::Kind::unmodelled, both(a.when, b.when),
                       "a restrict pointer to " + machine_.object(a.object).name + ", where another argument points");
}

void Interpreter::check_access(const llvm::Instruction& instruction, const Value& address, llvm::Type* type,
                               llvm::Align align) {
  const auto needed = static_cast<std::int64_t>(align.value());
  const auto bytes = size_of(type);
  const auto* by = type_of(instruction);
  for (const Target& target : address.pointer) {
    if (target.object == null_object) continue;
    check_alignment(target, needed, "an access");
    if (!by || bytes > most_bytes) continue;
    const auto exact = place_of(target);
    if (!exact) continue;
    for (std::int64_t i = *exact; i < *exact + bytes; ++i) {
      const auto [known, is_new] = types_.try_emplace({target.object, i}, by);
      if (is_new || known->second == by) continue;
      machine_.fault(Fault::Kind::mixed_types, target.when,
                     "an access to " + machine_.object(target.object).name + " by another type than before");
      break;
    }
  }
}

}  // namespace tutti::op::ir
