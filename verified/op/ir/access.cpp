// What an access says of its address and of the memory there, besides what it reads or writes: the alignment that it
// needs, and by clang's metadata the type that C takes the bytes to have.
#include <llvm/IR/Instructions.h>
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

void Interpreter::check_access(const llvm::Instruction& instruction, const Value& address, llvm::Type* type,
                               llvm::Align align) {
  const auto needed = static_cast<std::int64_t>(align.value());
  const auto bytes = size_of(type);
  const auto* by = type_of(instruction);
  for (const Target& target : address.pointer) {
    if (target.object == null_object) continue;
    const Object& object = machine_.object(target.object);
    const z3::expr& at = target.offset.bytes;
    if (is_vector(object.role) && needed > 1) {
      const z3::expr off = machine_.terms.bits(needed - 1, 64);
      const z3::expr wrong =
          needed > alignment_ ? machine_.terms.truth(true) : negate(same(fold(at & off), machine_.terms.bits(0, 64)));
      machine_.fault(
          Fault::Kind::misaligned, both(target.when, wrong.simplify()),
          "an access to " + object.name + " that needs an alignment of " + std::to_string(needed) + " bytes");
    }
    if (!by || bytes > most_bytes) continue;
    const auto exact = place_of(target);
    if (!exact) continue;
    for (std::int64_t i = *exact; i < *exact + bytes; ++i) {
      const auto [known, is_new] = types_.try_emplace({target.object, i}, by);
      if (is_new || known->second == by) continue;
      machine_.fault(Fault::Kind::mixed_types, target.when,
                     "an access to " + object.name + " by another type than before");
      break;
    }
  }
}

}  // namespace tutti::op::ir
