#include "verified/op/ir/left_scopes.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tutti::op::ir {
namespace {

/// A variable in which nothing but constants are stored, and which nothing but loads read.
bool holds_constants(const llvm::AllocaInst& variable) {
  return std::ranges::all_of(variable.users(), [&](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return llvm::isa<llvm::LoadInst>(user) || (store && llvm::isa<llvm::ConstantInt>(store->getValueOperand()));
  });
}

/// One that the program has written down has a line.
bool is_of_the_compiler(const llvm::SwitchInst& choice) {
  const auto& otherwise = choice.getDefaultDest()->front();
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(choice.getCondition());
  const auto* variable = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  return llvm::isa<llvm::UnreachableInst>(otherwise) && !otherwise.getDebugLoc() && choice.getNumCases() > 0 &&
         variable && holds_constants(*variable);
}

}  // namespace

void close_left_scopes(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function) {
      auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
      if (!choice || !is_of_the_compiler(*choice)) continue;
      const auto last = std::prev(choice->case_end());
      choice->setDefaultDest(last->getCaseSuccessor());
      choice->removeCase(last);
    }
}

}  // namespace tutti::op::ir
