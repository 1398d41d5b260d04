#include "verified/op/ir/simplified.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace tutti::op::ir {

std::unique_ptr<llvm::Module> simplified(const llvm::Module& module) {
  auto copy = llvm::CloneModule(module);
  for (llvm::Function& function : *copy) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  for (llvm::Function& function : *copy) {
    for (auto i = llvm::inst_begin(function); i != llvm::inst_end(function);) {
      llvm::Instruction& instruction = *i++;
      if (instruction.isLifetimeStartOrEnd()) instruction.eraseFromParent();
    }
  }
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager each;
  each.addPass(llvm::SROAPass());
  each.addPass(llvm::LoopSimplifyPass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
  passes.run(*copy, modules);
  return copy;
}

}  // namespace tutti::op::ir
