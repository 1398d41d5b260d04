// Loops over the elements of a call with any number of them, by induction: before an iteration the elements of earlier
// ones are done, and those of later ones are as they were. One iteration is executed, of any number, on a window of the
// few elements that it treats. That its counters move as assumed, that the windows of all iterations lie side by side
// and within the vectors, and when the loop ends is asked of Z3, for all lengths.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "verified/op/ir/element_loop.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op::ir {

namespace {

/// Does the value depend on *len and, but for it, on no memory?
class DependsOnLength {
 public:
  explicit DependsOnLength(const llvm::Function& function) : length_(function.getArg(2)) {}

  bool operator()(const llvm::Value* value) {
    follow(value);
    return reads_length_ && !reads_other_;
  }

 private:
  void follow(const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !seen_.insert(instruction).second) return;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      const bool of_length = load->getPointerOperand()->stripPointerCasts() == length_;
      (of_length ? reads_length_ : reads_other_) = true;
      return;
    }
    for (const llvm::Value* operand : instruction->operands()) follow(operand);
  }

  const llvm::Value* length_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> seen_;
  bool reads_length_ = false, reads_other_ = false;
};

}  // namespace

bool Interpreter::is_over_elements(const Frame& frame, const Step& step) const {
  if (!machine_.any || machine_.any->window || machine_.any->probe || executed_.size() != 1) return false;
  const llvm::Loop* loop = frame.shape.loops.getLoopFor(step.block);
  if (!loop || loop->getHeader() != step.block || step.iterations.back().number != 0 || frame.only == loop)
    return false;
  llvm::SmallVector<llvm::BasicBlock*, 4> ends;
  loop->getExitingBlocks(ends);
  return std::any_of(ends.begin(), ends.end(), [&](const llvm::BasicBlock* end) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end->getTerminator());
    return branch && branch->isConditional() && DependsOnLength(*executed_[0])(branch->getCondition());
  });
}

void Interpreter::run_for_all_elements(Frame& frame, const Step& step) {
  ElementLoop loop(*this, frame, step);
  const std::vector<z3::expr> path = machine_.state.path;
  try {
    machine_.state = loop.run();
    if (loop.ends_at_header) {
      const Frame last = loop.one_iteration();
      if (!last.back.empty() || last.left.size() != 1) throw Stop{"a loop whose number of rounds is not clear"};
      machine_.state = last.left[0].state;
    }
  } catch (const PathEnds&) {
    throw Stop{"a loop over the elements of which no iteration comes to its end"};
  }
  machine_.state.path = path;
  const llvm::BasicBlock* end = loop.loop.getExitingBlock();
  const llvm::BasicBlock* to = nullptr;
  for (const llvm::BasicBlock* next : llvm::successors(end))
    if (!loop.loop.contains(next)) to = next;
  Step from = step;
  from.block = end;
  arrive(frame, from, to);
}

bool Interpreter::copy_all(const Value& to, const Value& from, const Value& bytes) {
  if (!machine_.any || machine_.any->window || to.pointer.size() != 1 || from.pointer.size() != 1) return false;
  const Target &target = to.pointer[0], &source = from.pointer[0];
  if (target.object == null_object || source.object == null_object) return false;
  const Object &there = machine_.object(target.object), &here = machine_.object(source.object);
  if (!there.for_each_element || !here.for_each_element) return false;
  const z3::expr size = machine_.settled(bytes, "a number of bytes");
  const bool is_all =
      there.size == here.size && machine_.is_of_numbers(size) &&
      machine_.holds(target.when && source.when && target.offset.bytes == 0 && source.offset.bytes == 0 &&
                     size == machine_.any->len * machine_.terms.bits(here.size, 64));
  if (!is_all) throw Stop{"a copy that is not of all elements"};
  if (there.role == Role::invec)
    machine_.fault(Fault::Kind::writes_invec, machine_.terms.truth(true), "a write to invec");
  machine_.region(target.object).cells = machine_.region(source.object).cells;
  return true;
}

std::optional<Value> Interpreter::allocate_for_all(const z3::expr& bytes) {
  if (!machine_.any || machine_.any->window || literal_value(bytes.simplify())) return {};
  const AnyLength& any = *machine_.any;
  if (!machine_.is_of_numbers(bytes)) return {};
  const auto of_samples = literal_value(z3::expr(bytes).substitute(any.numbers, any.samples).simplify());
  const auto len = literal_value(z3::expr(any.len).substitute(any.numbers, any.samples).simplify());
  if (!of_samples || !len || *of_samples <= 0 || *of_samples % *len != 0) return {};
  const std::int64_t pitch = *of_samples / *len;
  if (!machine_.holds(bytes == any.len * machine_.terms.bits(pitch, 64))) return {};
  const int object =
      machine_.add_object({Role::heap, "a block of malloc", pitch, {}, true}, Cells(static_cast<std::size_t>(pitch)));
  return machine_.pointer_to(object);
}

}  // namespace tutti::op::ir
