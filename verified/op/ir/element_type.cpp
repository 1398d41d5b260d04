// Of which type the elements are, as the function itself takes them: by the pointers to which it makes its parameters,
// and what debug information says of these.
#include "verified/op/ir/element_type.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>

namespace tutti::op::ir {
namespace {

/// A type that --type cannot say.
struct Unsayable {};

std::string text_of(const llvm::DIType* type, const std::string& name);

std::string name_of_basic(const llvm::DIBasicType& type) {
  const auto bits = std::to_string(type.getSizeInBits());
  switch (type.getEncoding()) {
    case llvm::dwarf::DW_ATE_boolean: return "bool";
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_signed_char: return "int" + bits + "_t";
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char: return "uint" + bits + "_t";
    case llvm::dwarf::DW_ATE_float:
      return bits == "32" ? "float" : bits == "64" ? "double" : bits == "128" ? "long double" : throw Unsayable{};
    case llvm::dwarf::DW_ATE_complex_float:
      return bits == "64" ? "float _Complex" : bits == "128" ? "double _Complex" : throw Unsayable{};
    default: throw Unsayable{};
  }
}

std::string members_of(const llvm::DICompositeType& type) {
  std::string members;
  for (const auto* element : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member) continue;  // a method
    const bool is_part = member->getTag() == llvm::dwarf::DW_TAG_member && !member->isStaticMember();
    const bool is_base = member->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!is_part && !is_base) continue;
    if (is_base || member->isBitField() || member->getName().empty()) throw Unsayable{};
    members += text_of(member->getBaseType(), " " + member->getName().str()) + "; ";
  }
  if (members.empty()) throw Unsayable{};
  members.pop_back();
  return "struct{" + members + "}";
}

/// A declaration in C of the name, or of none.
std::string text_of(const llvm::DIType* type, const std::string& name) {
  if (const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type)) return name_of_basic(*basic) + name;
  if (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type: return text_of(derived->getBaseType(), name);
      default: throw Unsayable{};
    }
  }
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (!composite) throw Unsayable{};
  if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type && composite->getBaseType())
    return text_of(composite->getBaseType(), name);
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type && !composite->isVector()) {
    auto of_array = name;
    for (const auto* element : composite->getElements()) {
      const auto* range = llvm::dyn_cast<llvm::DISubrange>(element);
      const auto* count = range ? range->getCount().dyn_cast<llvm::ConstantInt*>() : nullptr;
      if (!count) throw Unsayable{};
      of_array += "[" + std::to_string(count->getSExtValue()) + "]";
    }
    return text_of(composite->getBaseType(), of_array);
  }
  if (composite->getTag() != llvm::dwarf::DW_TAG_structure_type &&
      composite->getTag() != llvm::dwarf::DW_TAG_class_type)
    throw Unsayable{};
  return members_of(*composite) + name;
}

const llvm::DIType* pointee(const llvm::DIType* type) {
  for (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type); derived;
       derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(derived->getBaseType())) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return derived->getBaseType();
    if (derived->getTag() != llvm::dwarf::DW_TAG_typedef && derived->getTag() != llvm::dwarf::DW_TAG_const_type &&
        derived->getTag() != llvm::dwarf::DW_TAG_restrict_type &&
        derived->getTag() != llvm::dwarf::DW_TAG_volatile_type)
      return nullptr;
  }
  return nullptr;
}

/// Follows the vectors from parameters to variables, and into the functions that they are passed to.
class Search {
 public:
  explicit Search(const llvm::Module& module) { structures_.processModule(module); }

  void enter(const llvm::Function& function, const std::set<unsigned>& parameters) {
    if (function.isDeclaration() || !entered_.insert({&function, parameters}).second) return;
    std::map<const llvm::Value*, const llvm::DILocalVariable*> variables;
    std::set<const llvm::Value*> vectors, holders;  // pointers to the first element, and where these are kept
    for (const auto n : parameters)
      if (n < function.arg_size()) vectors.insert(function.getArg(n));
    for (const auto& instruction : llvm::instructions(function))
      if (const auto* declared = llvm::dyn_cast<llvm::DbgDeclareInst>(&instruction))
        variables[declared->getAddress()] = declared->getVariable();

    for (std::size_t known = 0; known != vectors.size() + holders.size();) {
      known = vectors.size() + holders.size();
      for (const auto& i : llvm::instructions(function)) {
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
            store && vectors.contains(store->getValueOperand()))
          holders.insert(store->getPointerOperand());
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i); load && holders.contains(load->getPointerOperand()))
          vectors.insert(load);
        if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&i); cast && vectors.contains(cast->getOperand(0)))
          vectors.insert(cast);
      }
    }
    for (const auto* holder : holders)
      if (const auto known = variables.find(holder); known != variables.end())
        see(pointee(known->second->getType()), static_cast<int>(known->second->getLine()));
    for (const auto& i : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      const auto* called = call ? call->getCalledFunction() : nullptr;
      if (called && !called->isIntrinsic()) follow(*call, *called, vectors);
      if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&i); cast && vectors.contains(cast)) see_cast(*cast);
    }
  }

  std::vector<SeenType> found() const {
    std::vector<SeenType> all;
    for (const auto* seen : {&said_, &cast_})
      for (const auto& [text, line] : *seen) all.push_back({text, line});
    return all;
  }

 private:
  void follow(const llvm::CallBase& call, const llvm::Function& called, const std::set<const llvm::Value*>& vectors) {
    std::set<unsigned> passed;
    for (unsigned n = 0; n < call.arg_size(); ++n)
      if (vectors.contains(call.getArgOperand(n))) passed.insert(n);
    if (!passed.empty()) enter(called, passed);
  }

  /// What is cast and used without a variable of that type. Of whole numbers, it says no sign.
  void see_cast(const llvm::BitCastInst& cast) {
    const bool is_kept = std::ranges::any_of(cast.users(), [&](const llvm::User* user) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store && store->getValueOperand() == &cast;
    });
    const auto* pointer = llvm::dyn_cast<llvm::PointerType>(cast.getType());
    if (is_kept || !pointer || pointer->isOpaque()) return;
    const auto* type = pointer->getNonOpaquePointerElementType();
    const int line = cast.getDebugLoc() ? static_cast<int>(cast.getDebugLoc().getLine()) : 0;
    if (type->isDoubleTy()) cast_.emplace("double", line);
    if (type->isFloatTy()) cast_.emplace("float", line);
    if (type->isX86_FP80Ty()) cast_.emplace("long double", line);
    constexpr unsigned byte = 8;
    if (type->isIntegerTy() && type->getIntegerBitWidth() > byte)
      cast_.emplace("int" + std::to_string(type->getIntegerBitWidth()) + "_t", line);
    const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (!structure || structure->isLiteral()) return;
    for (const auto* known : structures_.types()) {
      const auto name = known->getName();
      if (!name.empty() && structure->getName().endswith(("." + name).str())) return see(known, line);
    }
  }

  void see(const llvm::DIType* type, int line) {
    if (!type) return;
    try {
      said_.emplace(text_of(type, ""), line);
    } catch (const Unsayable&) {
      said_.emplace("", line);
    }
  }

  llvm::DebugInfoFinder structures_;
  std::set<std::pair<const llvm::Function*, std::set<unsigned>>> entered_;
  std::map<std::string, int> said_, cast_;  ///< by debug information, and by casts alone: the first line of each
};

}  // namespace

std::vector<SeenType> element_types(const llvm::Module& module, const llvm::Function& function) {
  Search search(module);
  search.enter(function, {0, 1});
  return search.found();
}

}  // namespace tutti::op::ir
