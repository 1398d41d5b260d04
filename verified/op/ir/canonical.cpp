#include "verified/op/ir/canonical.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "verified/op/ir/math.hpp"

namespace tutti::op::ir {

namespace {

struct NotCanonical {
  std::string why;
};

[[noreturn]] void refuse(const std::string& why, const llvm::Instruction* at = nullptr) {
  std::string line;
  if (at && at->getDebugLoc()) {
    const std::string file = at->getDebugLoc()->getFilename().str();
    line = file.substr(file.rfind('/') + 1) + ":" + std::to_string(at->getDebugLoc().getLine()) + ": ";
  }
  throw NotCanonical{line + why};
}

class Check {
 public:
  Check(llvm::Function& function, std::int64_t extent)
      : function_(function),
        extent_(extent),
        dominators_(function),
        loops_(dominators_),
        assumptions_(function),
        library_(llvm::TargetLibraryInfoImpl(llvm::Triple(function.getParent()->getTargetTriple()))),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  void run() {
    const auto outermost = loops_.getTopLevelLoops();
    if (outermost.size() != 1) refuse(outermost.empty() ? "no loop over the elements" : "more than one loop");
    loop_ = outermost[0];
    check_end();
    follow_counters();
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (loop_->contains(&instruction))
        check_inside(instruction);
      else
        check_outside(instruction);
    }
  }

 private:
  bool reads_length(const llvm::Value* value) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load && load->getPointerOperand()->stripPointerCasts() == function_.getArg(2);
  }

  static const llvm::Value* without_extension(const llvm::Value* value) {
    while (llvm::isa<llvm::SExtInst>(value) || llvm::isa<llvm::ZExtInst>(value)) {
      value = llvm::cast<llvm::Instruction>(value)->getOperand(0);
    }
    return value;
  }

  /// The loop goes on while i < *len, i = 0, 1, 2, …
  void check_end() {
    llvm::BasicBlock* last = loop_->getExitingBlock();
    const llvm::Instruction* at = loop_->getHeader()->getTerminator();
    if (!last) refuse("the loop can end in several ways", at);
    if (last != loop_->getHeader()) refuse("the loop does not begin with its condition", last->getTerminator());
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(last->getTerminator());
    end_ = branch ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    if (!end_) refuse("the loop's end is no comparison", last->getTerminator());
    auto predicate = end_->getPredicate();
    llvm::Value *counter = end_->getOperand(0), *length = end_->getOperand(1);
    if (!loop_->contains(branch->getSuccessor(0))) predicate = llvm::CmpInst::getInversePredicate(predicate);
    if (reads_length(without_extension(counter))) {
      std::swap(counter, length);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const bool less = predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_ULT ||
                      predicate == llvm::CmpInst::ICMP_NE;
    const auto* steps =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<llvm::Value*>(without_extension(counter))));
    const bool is_number = without_extension(length)->getType()->isIntegerTy();
    const unsigned bits_of_length = is_number ? without_extension(length)->getType()->getIntegerBitWidth() : 0;
    const bool by_one = steps && counter->getType()->isIntegerTy() &&
                        without_extension(counter)->getType()->getIntegerBitWidth() >= bits_of_length &&
                        steps->getLoop() == loop_ && steps->isAffine() && steps->getStart()->isZero() &&
                        steps->getStepRecurrence(evolution_)->isOne();
    if (!less || !by_one || !reads_length(without_extension(length))) refuse("the loop is not over i < *len", end_);
  }

  /// What is computed from the counters serves to address elements, and the loop's end.
  void follow_counters() {
    std::vector<const llvm::Value*> open;
    for (const llvm::PHINode& phi : loop_->getHeader()->phis()) {
      if (!llvm::isa<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<llvm::PHINode*>(&phi)))) {
        refuse("a variable keeps its value from one element to the next", &phi);
      }
      open.push_back(&phi);
    }
    llvm::SmallPtrSet<const llvm::Value*, 32> seen;
    while (!open.empty()) {
      const llvm::Value* value = open.back();
      open.pop_back();
      if (!seen.insert(value).second) continue;
      for (const llvm::User* user : value->users()) {
        const auto* instruction = llvm::cast<llvm::Instruction>(user);
        if (is_address_of(*instruction, value) || instruction == end_) continue;
        auto* computed = const_cast<llvm::User*>(user);
        const bool is_clear = evolution_.isSCEVable(user->getType()) &&
                              !llvm::isa<llvm::SCEVUnknown, llvm::SCEVCouldNotCompute>(evolution_.getSCEV(computed));
        if (!is_clear) refuse("what is computed depends on the index", instruction);
        open.push_back(user);
      }
    }
  }

  static bool is_address_of(const llvm::Instruction& instruction, const llvm::Value* value) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getPointerOperand() == value;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return store->getPointerOperand() == value && store->getValueOperand() != value;
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
      return copy->getRawDest() == value || copy->getRawSource() == value;
    }
    const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction);
    return fill && fill->getRawDest() == value;
  }

  void check_outside(const llvm::Instruction& instruction) {
    if (instruction.mayWriteToMemory()) refuse("an effect outside of the loop", &instruction);
    if (instruction.mayReadFromMemory() && !reads_length(&instruction)) {
      refuse("a read outside of the loop", &instruction);
    }
    if (reads_length(&instruction)) check_length(instruction);
  }

  /// The length is only what the loop ends at.
  void check_length(const llvm::Instruction& length) {
    for (const llvm::User* user : length.users()) {
      if (without_extension(user) == &length)
        check_length(*llvm::cast<llvm::Instruction>(user));
      else if (user != end_)
        refuse("the length serves for more than the loop's end", llvm::cast<llvm::Instruction>(user));
    }
  }

  void check_inside(llvm::Instruction& instruction) {
    if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::NoAliasScopeDeclInst>(instruction)) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (load->isAtomic() || load->isVolatile()) refuse("a volatile access", load);
      if (reads_length(load))
        check_length(*load);
      else
        check_access(load->getPointerOperand(), false, instruction);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (store->isAtomic() || store->isVolatile()) refuse("a volatile access", store);
      if (store->getValueOperand()->getType()->isPointerTy()) refuse("an address in memory", store);
      check_access(store->getPointerOperand(), true, instruction);
    } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
      check_access(copy->getRawDest(), true, instruction);
      check_access(copy->getRawSource(), false, instruction);
    } else if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
      check_access(fill->getRawDest(), true, instruction);
    } else if (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && is_math(*callee)) return;
      refuse(callee ? "a call of " + callee->getName().str() : "an effect", &instruction);
    }
  }

  /// At byte i · extent of a vector and an offset that does not depend on i, or local to the iteration.
  void check_access(llvm::Value* address, bool writes, llvm::Instruction& at) {
    const llvm::SCEV* place = evolution_.getSCEV(address);
    const auto* base = llvm::dyn_cast<llvm::SCEVUnknown>(evolution_.getPointerBase(place));
    if (!base) refuse("an access whose place is not clear", &at);
    const llvm::Value* object = base->getValue();
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    const llvm::SCEV* offset = evolution_.getMinusSCEV(place, base);
    const llvm::SCEV* zero = evolution_.getZero(offset->getType());
    const llvm::SCEV* due = zero;
    if (object == function_.getArg(0) || object == function_.getArg(1)) {
      due =
          evolution_.getAddRecExpr(zero, evolution_.getConstant(offset->getType(), static_cast<std::uint64_t>(extent_)),
                                   loop_, llvm::SCEV::FlagAnyWrap);
      if (writes && object == function_.getArg(0)) refuse("a write to invec", &at);
    } else if (variable ? writes || !variable->isConstant() : !llvm::isa<llvm::AllocaInst>(object)) {
      refuse("an access to other memory than the elements", &at);
    }
    const llvm::SCEV* rest = evolution_.getMinusSCEV(offset, due);
    const bool moves = llvm::SCEVExprContains(rest, [&](const llvm::SCEV* part) {
      const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
      return llvm::isa<llvm::SCEVCouldNotCompute>(part) || (steps && steps->getLoop() == loop_);
    });
    if (moves) refuse("an access that is not to element i", &at);
  }

  llvm::Function& function_;
  std::int64_t extent_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfo library_;
  llvm::ScalarEvolution evolution_;
  llvm::Loop* loop_ = nullptr;
  const llvm::ICmpInst* end_ = nullptr;
};

}  // namespace

std::string why_not_canonical(const llvm::Module& module, const std::string& function, std::int64_t extent) {
  try {
    Check(*module.getFunction(function), extent).run();
  } catch (const NotCanonical& reason) {
    return reason.why;
  }
  return {};
}

}  // namespace tutti::op::ir
