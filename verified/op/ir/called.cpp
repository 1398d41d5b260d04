#include "verified/op/ir/called.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <filesystem>

namespace tutti::op::ir {
namespace {

constexpr unsigned operator_parameters = 4;

const llvm::Function* operator_at(const llvm::Module& module, const SourceLine& place) {
  const llvm::Function* found = nullptr;
  for (const auto& function : module) {
    const auto defined = definition_of(function);
    if (!has_parameters(function, operator_parameters) || !defined || !is_at(*defined, place)) continue;
    if (found) return nullptr;
    found = &function;
  }
  return found;
}

/// "ns::S::", of namespaces and classes with a name.
std::string scopes_of(const llvm::DISubprogram& function) {
  std::string scopes;
  for (const llvm::DIScope* scope = function.getScope(); scope; scope = scope->getScope())
    if (llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope) && !scope->getName().empty())
      scopes = scope->getName().str() + "::" + scopes;
  return scopes;
}

}  // namespace

bool has_parameters(const llvm::Function& function, unsigned count) {
  if (function.isDeclaration() || function.isVarArg() || function.arg_size() != count) return false;
  for (const llvm::Argument& argument : function.args()) {
    if (!argument.getType()->isPointerTy()) return false;
  }
  return true;
}

const llvm::Function* operator_called(const llvm::Module& module, const std::string& name) {
  if (const auto place = place_of(name)) return operator_at(module, *place);
  if (const auto* entry = module.getNamedGlobal(entry_symbol(name)))
    return llvm::dyn_cast<llvm::Function>(entry->getInitializer()->stripPointerCasts());
  return module.getFunction(name);
}

std::string name_for_user(const llvm::Function& function) {
  const auto* debug = function.getSubprogram();
  if (!debug) return function.getName().str();
  if (debug->getName() != "__invoke") return scopes_of(*debug) + debug->getName().str();
  const auto file = std::filesystem::path(debug->getFilename().str()).filename().string();
  return file + ":" + std::to_string(debug->getLine()) + " (a lambda)";
}

std::optional<SourceLine> definition_of(const llvm::Function& function) {
  const auto* debug = function.getSubprogram();
  if (!debug) return {};
  const auto file = std::filesystem::path(debug->getDirectory().str()) / debug->getFilename().str();
  return SourceLine{file.lexically_normal().string(), static_cast<int>(debug->getLine())};
}

}  // namespace tutti::op::ir
