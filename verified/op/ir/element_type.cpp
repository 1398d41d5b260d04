// The type of the elements, as the function itself takes them: by the pointers to which it makes its parameters,
// and what debug information says of these.
#include "verified/op/ir/element_type.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>

#include "verified/op/debug/c_text.hpp"

namespace tutti::op::ir {
namespace {

/// LLVM's metadata of a type, a member or a dimension.
class MetadataNode {
 public:
  explicit MetadataNode(const llvm::DINode* node) : node_(node) {}
  explicit operator bool() const { return node_; }
  unsigned tag() const { return node_->getTag(); }
  unsigned encoding() const {
    const auto* number = llvm::dyn_cast<llvm::DIBasicType>(node_);
    return number ? number->getEncoding() : 0;
  }
  std::uint64_t bits() const { return as_type() ? as_type()->getSizeInBits() : 0; }
  std::string name() const { return as_type() ? as_type()->getName().str() : ""; }
  MetadataNode base() const {
    if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(node_)) return MetadataNode(derived->getBaseType());
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(node_);
    return MetadataNode(composite ? composite->getBaseType() : nullptr);
  }
  std::vector<MetadataNode> children() const {
    std::vector<MetadataNode> all;
    if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(node_))
      for (const auto* element : composite->getElements()) all.emplace_back(element);
    return all;
  }
  bool is_bit_field() const { return as_type() && as_type()->isBitField(); }
  bool is_static() const { return as_type() && as_type()->isStaticMember(); }
  bool is_vector() const { return as_type() && as_type()->isVector(); }
  std::optional<std::int64_t> count() const {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(node_);
    const auto* count = range ? range->getCount().dyn_cast<llvm::ConstantInt*>() : nullptr;
    return count ? std::optional(count->getSExtValue()) : std::nullopt;
  }

 private:
  const llvm::DIType* as_type() const { return llvm::dyn_cast<llvm::DIType>(node_); }
  const llvm::DINode* node_;
};

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
    auto& first = said_.emplace(debug::said(MetadataNode(type)), line).first->second;
    first = std::min(first, line);
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
