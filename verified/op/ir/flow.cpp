// The unrolled control-flow graph in topological order: blocks by the loops around them, their iterations and the
// reverse post-order, so that all paths that meet in a block have come before it is executed.
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "verified/op/ir/frame.hpp"

namespace tutti::op::ir {

namespace {

constexpr int most_executions = 400'000;     // of instructions
constexpr int most_iterations = 64;          // of a loop whose end depends on operands, and calls within each other
constexpr int unasked_iterations = 3;        // before the solver is asked whether the loop goes on
constexpr int most_unasked_iterations = 16;  // where the solver is not asked any more
constexpr int most_asked = 8;                // one after another; then only each eighth is

}  // namespace

Comparison comparison_of(const llvm::Value& condition) {
  if (const auto* of = llvm::dyn_cast<llvm::ICmpInst>(&condition)) return {of, false};
  const auto* change = llvm::dyn_cast<llvm::BinaryOperator>(&condition);
  const auto* by = change ? llvm::dyn_cast<llvm::ConstantInt>(change->getOperand(1)) : nullptr;
  if (by && change->getOpcode() == llvm::Instruction::Xor && by->isOne()) {
    auto inner = comparison_of(*change->getOperand(0));
    inner.negated = !inner.negated;
    return inner;
  }
  const auto* narrow = llvm::dyn_cast<llvm::TruncInst>(&condition);
  const auto* wide = narrow ? llvm::dyn_cast<llvm::ZExtInst>(narrow->getOperand(0)) : nullptr;
  return wide && wide->getOperand(0)->getType()->isIntegerTy(1) ? comparison_of(*wide->getOperand(0)) : Comparison{};
}

std::vector<const llvm::Loop*> loops_around(const Shape& shape, const llvm::BasicBlock* block) {
  std::vector<const llvm::Loop*> result;
  for (const llvm::Loop* l = shape.loops.getLoopFor(block); l; l = l->getParentLoop()) result.push_back(l);
  std::reverse(result.begin(), result.end());
  return result;
}

Shape::Shape(llvm::Function& function) : dominators(function), post_dominators(function), loops(dominators) {
  int next = 0;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    position[block] = next++;
  }
  for (const auto& [block, at] : position) {
    for (const llvm::BasicBlock* to : llvm::successors(block)) {
      if (position.at(to) > at) continue;
      const llvm::Loop* loop = loops.getLoopFor(to);
      if (!loop || loop->getHeader() != to || !loop->contains(block)) throw Stop{"a goto into a loop"};
    }
  }
}

const Shape& Interpreter::shape_of(const llvm::Function& function) {
  auto& shape = shapes_[&function];
  if (!shape) shape = std::make_unique<Shape>(const_cast<llvm::Function&>(function));
  return *shape;
}

std::optional<Value> Interpreter::call(const llvm::Function& function, std::span<const Value> arguments) {
  const auto depth = std::count(executed_.begin(), executed_.end(), &function);
  if (machine_.any && depth > 0) throw Stop{"a recursion"};
  if (depth > unasked_iterations && !goes_on(static_cast<int>(depth), "a recursion")) throw PathEnds();
  executed_.push_back(&function);
  locals_.emplace_back();
  const std::vector<z3::expr> path = machine_.state.path;
  const Registers registers = std::exchange(machine_.state.registers, {});
  const int lost = machine_.lost;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    machine_.state.registers[function.getArg(static_cast<unsigned>(i))] = std::make_shared<const Value>(arguments[i]);
  }
  Frame frame{shape_of(function), {}, {}, {}, {}};
  run(frame, {&function.getEntryBlock(), {}});
  const std::vector<int> locals = std::move(locals_.back());
  locals_.pop_back();
  executed_.pop_back();
  if (frame.returned.empty()) throw PathEnds();
  for (std::size_t i = 0; i < frame.returned.size(); ++i) {
    frame.returned[i].registers.clear();  // but for the result, which stands under the frame's identity
    if (frame.results[i]) frame.returned[i].registers[&frame] = std::make_shared<const Value>(*frame.results[i]);
  }
  machine_.state = machine_.merge(std::move(frame.returned));
  if (machine_.lost == lost) machine_.state.path = path;
  std::optional<Value> result;
  if (!machine_.state.registers.empty()) result = *machine_.state.registers.begin()->second;
  machine_.state.registers = registers;
  for (const int local : locals) machine_.retire(local);
  return result;
}

/// From that block on, in the state of the machine, until nothing waits.
void Interpreter::run(Frame& frame, const Step& first) {
  frame.waiting.emplace(first.key(frame.shape, first.block), Frame::Waiting{first, {machine_.state}});
  while (!frame.waiting.empty()) {
    Frame::Waiting next = std::move(frame.waiting.begin()->second);
    frame.waiting.erase(frame.waiting.begin());
    machine_.state = machine_.merge(std::move(next.states));
    restore_path(frame, next.step);
    if (is_over_elements(frame, next.step))
      run_for_all_elements(frame, next.step);
    else
      run_block(frame, next.step);
  }
}

/// Where all paths from an earlier block meet, the path is what it was there.
void Interpreter::restore_path(Frame& frame, const Step& step) {
  const Shape& shape = frame.shape;
  const auto loop = shape.loops.getLoopFor(step.block);
  const auto* node = shape.dominators.getNode(step.block)->getIDom();
  while (node && shape.loops.getLoopFor(node->getBlock()) != loop) node = node->getIDom();
  if (node && shape.post_dominators.dominates(step.block, node->getBlock())) {
    const auto seen = frame.seen.find(step.key(shape, node->getBlock()));
    if (seen != frame.seen.end() && seen->second.lost == machine_.lost) machine_.state.path = seen->second.path;
  }
  frame.seen.insert_or_assign(step.key(shape, step.block), Frame::Seen{machine_.state.path, machine_.lost});
}

void Interpreter::run_block(Frame& frame, const Step& step) {
  const auto path = machine_.state.path;
  const std::size_t depth = executed_.size();
  try {
    for (const llvm::Instruction& instruction : *step.block) {
      if (++executions_ > most_executions) throw Stop{"a loop or a recursion that takes too many steps"};
      if (const llvm::DILocation* at = instruction.getDebugLoc(); at && at->getLine() > 0) {
        const std::string file = at->getFilename().str();
        machine_.where = file.substr(file.rfind('/') + 1) + ":" + std::to_string(at->getLine());
        if (std::ranges::count(machine_.unsequenced, machine_.where) > 0)
          machine_.fault(Fault::Kind::undefined, machine_.terms.truth(true),
                         "a variable that is written and used in no order");
      }
      if (!instruction.isTerminator()) execute(instruction);
    }
    leave(frame, step);
  } catch (const PathEnds&) {
    ++machine_.lost;
  } catch (const Stop& stop) {
    if (path.empty()) throw;
    machine_.state.path = path;
    machine_.fault(Fault::Kind::unmodelled, machine_.terms.truth(true), stop.what);
    ++machine_.lost;
  }
  executed_.resize(depth);
  locals_.resize(depth);
}

void Interpreter::leave(Frame& frame, const Step& step) {
  const llvm::Instruction* end = step.block->getTerminator();
  const z3::expr always = machine_.terms.truth(true);
  if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(end)) {
    frame.results.emplace_back();
    if (ret->getReturnValue()) frame.results.back() = value_of(ret->getReturnValue());
    frame.returned.push_back(std::move(machine_.state));
  } else if (const auto* jump = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (jump->isConditional()) {
      branch(frame, step, *jump->getCondition(), jump->getSuccessor(0), jump->getSuccessor(1));
    } else {
      go(frame, step, jump->getSuccessor(0), always);
    }
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
    branch(frame, step, *choice);
  } else if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(end)) {
    execute(*invoke);
    go(frame, step, invoke->getNormalDest(), always);
  } else if (llvm::isa<llvm::UnreachableInst>(end)) {
    machine_.fault(Fault::Kind::undefined, always, "a place that must not be reached");
    throw PathEnds();
  } else {
    throw Stop{std::string("the instruction ") + end->getOpcodeName()};
  }
}

void Interpreter::branch(Frame& frame, const Step& step, const llvm::Value& condition, const llvm::BasicBlock* yes,
                         const llvm::BasicBlock* no) {
  if (frame.only && step.block == frame.only->getExitingBlock()) {
    if (const auto* end = comparison_of(condition).of)
      frame.compared.emplace(value_of(end->getOperand(0)), value_of(end->getOperand(1)));
  }
  const z3::expr when = machine_.settled(value_of(&condition), "a branch on a value");
  const State state = machine_.state;
  go(frame, step, yes, when);
  machine_.state = state;
  go(frame, step, no, negate(when));
}

void Interpreter::branch(Frame& frame, const Step& step, const llvm::SwitchInst& choice) {
  const z3::expr value = machine_.settled(value_of(choice.getCondition()), "a switch on a value");
  std::map<const llvm::BasicBlock*, z3::expr> when;
  z3::expr other = machine_.terms.truth(true);
  for (const auto& c : choice.cases()) {
    const z3::expr is_case = same(value, *constant(*c.getCaseValue()).term);
    other = both(other, negate(is_case));
    const auto [at, added] = when.try_emplace(c.getCaseSuccessor(), is_case);
    if (!added) at->second = either(at->second, is_case);
  }
  const auto [at, added] = when.try_emplace(choice.getDefaultDest(), other);
  if (!added) at->second = either(at->second, other);
  const State state = machine_.state;
  for (const auto& [to, condition] : when) {
    machine_.state = state;
    go(frame, step, to, condition);
  }
}

bool Interpreter::goes_on(int iterations, const std::string& what) {
  if (iterations > most_asked && iterations % most_asked != 0) return true;
  const auto feasible = machine_.feasible();
  if (feasible == Machine::Feasible::no) return false;
  const bool is_asked = feasible != Machine::Feasible::not_asked;
  if (iterations < (is_asked ? most_iterations : most_unasked_iterations)) return true;
  const auto why = is_asked ? fmt::format(" that is not over after {} rounds", most_iterations)
                            : " whose end no solver finds in the time";
  machine_.fault(Fault::Kind::unmodelled, machine_.terms.truth(true), what + why);
  ++machine_.lost;
  return false;
}

bool Interpreter::repeats(const Step& step, std::size_t path_at_entry) {
  const int iterations = step.iterations.back().number;
  const bool depends_on_operands = machine_.state.path.size() > path_at_entry;
  return !depends_on_operands || iterations < unasked_iterations || goes_on(iterations, "a loop");
}

void Interpreter::go(Frame& frame, const Step& step, const llvm::BasicBlock* to, const z3::expr& when) {
  if (!machine_.assume(when)) return;
  std::vector<std::pair<const llvm::Value*, std::shared_ptr<const Value>>> phis;
  for (const llvm::PHINode& phi : to->phis()) {
    phis.emplace_back(&phi, std::make_shared<const Value>(value_of(phi.getIncomingValueForBlock(step.block))));
  }
  std::erase_if(machine_.state.registers, [&](const auto& entry) {
    const auto* value = static_cast<const llvm::Value*>(entry.first);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && instruction->getParent() == step.block && !instruction->isUsedOutsideOfBlock(step.block);
  });
  for (const auto& [name, value] : phis) machine_.state.registers[name] = value;
  if (frame.only && to == frame.only->getHeader())
    frame.back.push_back(machine_.state);
  else if (frame.only && !frame.only->contains(to))
    frame.left.push_back({to, machine_.state});
  else
    arrive(frame, step, to);
}

/// The state of the machine waits for its turn.
void Interpreter::arrive(Frame& frame, const Step& step, const llvm::BasicBlock* to) {
  Step next{to, {}};
  const auto loops = loops_around(frame.shape, to);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const bool inside = loops[i]->contains(step.block);
    next.iterations.push_back(inside ? step.iterations[i] : Iteration{0, machine_.state.path.size()});
    if (inside && loops[i]->getHeader() == to) ++next.iterations.back().number;
  }
  const bool is_back_edge = !loops.empty() && loops.back()->getHeader() == to && loops.back()->contains(step.block);
  if (is_back_edge && !repeats(next, next.iterations.back().path_at_entry)) return;
  auto& waiting = frame.waiting.try_emplace(next.key(frame.shape, to), Frame::Waiting{next, {}}).first->second;
  waiting.states.push_back(machine_.state);
}

}  // namespace tutti::op::ir
