#include "verified/op/ir/signed_shifts.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace tutti::op::ir {

namespace {

constexpr const char* mark = "tutti.signed_shift";

bool is_trap(const llvm::BasicBlock& block) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&block.front());
  return call && call->getIntrinsicID() == llvm::Intrinsic::ubsantrap;
}

bool is_cxx(const llvm::Function& function) {
  const auto* described = function.getSubprogram();
  const auto* unit = described ? described->getUnit() : nullptr;
  return unit && llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(unit->getSourceLanguage()));
}

void go_on_to(llvm::BranchInst* branch, llvm::BasicBlock* next) {
  llvm::BranchInst::Create(next, branch);
  branch->eraseFromParent();
}

/// The test of the base, which stands beside a test that the distance is not too wide.
void remove_test(llvm::PHINode& holds) {
  llvm::BasicBlock* here = holds.getParent();
  std::vector<llvm::BranchInst*> before;
  for (unsigned i = 0; i < holds.getNumIncomingValues(); ++i)
    if (llvm::isa<llvm::Constant>(holds.getIncomingValue(i)))
      before.push_back(llvm::cast<llvm::BranchInst>(holds.getIncomingBlock(i)->getTerminator()));
  holds.eraseFromParent();
  for (auto* branch : before) go_on_to(branch, here);
}

}  // namespace

void mark_signed_shifts(llvm::Module& module) {
  for (llvm::Function& function : module) {
    std::vector<llvm::BranchInst*> tests;
    for (llvm::BasicBlock& block : function) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch && branch->isConditional() && is_trap(*branch->getSuccessor(1))) tests.push_back(branch);
    }
    for (auto* test : tests) {
      llvm::BasicBlock* next = test->getSuccessor(0);
      const auto* language = llvm::MDString::get(module.getContext(), is_cxx(function) ? "C++" : "C");
      for (llvm::Instruction& instruction : *next)
        if (instruction.getOpcode() == llvm::Instruction::Shl) {
          instruction.setMetadata(mark, llvm::MDNode::get(module.getContext(), const_cast<llvm::MDString*>(language)));
          break;
        }
      auto* holds = llvm::dyn_cast<llvm::PHINode>(test->getCondition());
      go_on_to(test, next);
      if (holds && holds->use_empty()) remove_test(*holds);
    }
    if (!tests.empty()) llvm::removeUnreachableBlocks(function);
  }
}

std::optional<integer::ShiftRules> rules_of_shift(const llvm::BinaryOperator& operation) {
  const auto* marked = operation.getMetadata(mark);
  if (!marked) return {};
  const auto language = llvm::cast<llvm::MDString>(marked->getOperand(0))->getString();
  return language == "C" ? integer::ShiftRules::c : integer::ShiftRules::cxx;
}

}  // namespace tutti::op::ir
