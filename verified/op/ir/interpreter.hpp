// Runs functions of LLVM IR on terms. Paths meet again where the source's do; calls are executed in place.
#pragma once
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <memory>
#include <optional>
#include <span>

#include "verified/op/ir/machine.hpp"

namespace tutti::op::ir {

/// The order in which blocks are executed, by function.
struct Shape {
  explicit Shape(llvm::Function& function);
  std::map<const llvm::BasicBlock*, int> position;  ///< in reverse post-order
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
};

/// Part by part where the operands are vectors.
template <class F>
Value by_part(const Value& a, const Value& b, F compute) {
  if (a.parts.empty()) return compute(a, b);
  Value result;
  for (std::size_t i = 0; i < a.parts.size(); ++i) result.parts.push_back(compute(a.parts[i], b.parts[i]));
  return result;
}

class Interpreter {
 public:
  /// `extent` is that of the datatype, in bytes, and `alignment` that of an element; `packed` says that it has no
  /// padding.
  Interpreter(const llvm::Module& module, Machine& machine, std::int64_t extent, std::int64_t alignment, bool packed)
      : layout_(module.getDataLayout()), machine_(machine), extent_(extent), alignment_(alignment), packed_(packed) {}

  /// What a function returns; nothing of one that returns nothing. Throws Stop, or PathEnds where it does not return.
  std::optional<Value> call(const llvm::Function& function, std::span<const Value> arguments);

 private:
  struct Step;   // a block in an iteration of its loops
  struct Frame;  // a call that is executed

  // flow.cpp
  const Shape& shape_of(const llvm::Function& function);
  void run(Frame& frame, const Step& first);
  void run_block(Frame& frame, const Step& step);
  void leave(Frame& frame, const Step& step);
  void branch(Frame& frame, const Step& step, const llvm::Value& condition, const llvm::BasicBlock* yes,
              const llvm::BasicBlock* no);
  void branch(Frame& frame, const Step& step, const llvm::SwitchInst& choice);
  void go(Frame& frame, const Step& step, const llvm::BasicBlock* to, const z3::expr& when);
  void arrive(Frame& frame, const Step& step, const llvm::BasicBlock* to);
  bool repeats(const Step& step, std::size_t path_at_entry);
  bool goes_on(int iterations, const std::string& what);
  void restore_path(Frame& frame, const Step& step);

  // any_length.cpp; element_loop.hpp
  struct ElementLoop;
  bool is_over_elements(const Frame& frame, const Step& step) const;
  void run_for_all_elements(Frame& frame, const Step& step);
  bool copy_all(const Value& to, const Value& from, const Value& bytes);
  std::optional<Value> allocate_for_all(const z3::expr& bytes);

  // instruction.cpp
  void execute(const llvm::Instruction& instruction);
  Value evaluate(const llvm::Instruction& instruction);
  Value evaluate_cast(const llvm::CastInst& cast);
  Value evaluate_binary(const llvm::BinaryOperator& operation);
  Value evaluate_address(const llvm::GEPOperator& address);
  /// An array in an element, too, is left by an index that the whole element has room for (C17, 6.5.6p8): up to `count`
  /// for an address, and below it for an access.
  void check_index(const llvm::GEPOperator& address, const Value& array, const Value& index, const z3::expr& wide,
                   std::int64_t count);
  Value evaluate_select(const llvm::SelectInst& choice);
  Value evaluate_shuffle(const llvm::ShuffleVectorInst& shuffle);
  Value allocate(const llvm::AllocaInst& variable);

  // comparison.cpp
  Value evaluate_comparison(const llvm::CmpInst& comparison);

  // constant.cpp
  Value value_of(const llvm::Value* value);
  Value constant(const llvm::Constant& constant);
  int object_of(const llvm::GlobalVariable& variable);

  // access.cpp
  std::optional<std::int64_t> place_of(const Target& target) const;
  void check_access(const llvm::Instruction& instruction, const Value& address, llvm::Type* type, llvm::Align align);
  /// A fault where the target lies in a vector and is no multiple of `needed`; `what` is "an access".
  void check_alignment(const Target& target, std::int64_t needed, const std::string& what);
  /// What a compiler takes for granted is a fault where it does not hold.
  void check_assumption(const llvm::CallBase& call);
  /// The alignment that parameters are declared to have, and that nothing else points to what a restrict one does.
  void check_arguments(const llvm::CallBase& call, std::span<const Value> arguments);
  void check_is_apart(const Value& restricted, const Value& other);

  // memory.cpp
  Value load(const Value& address, llvm::Type* type);
  void store(const Value& address, const Value& value, llvm::Type* type);
  Value moved(const Value& address, const z3::expr& bytes, std::int64_t scale, bool inbounds);
  Format format_of(llvm::Type* type) const;
  std::int64_t size_of(llvm::Type* type) const;
  Value anything(llvm::Type* type);
  int new_object(const std::string& name, std::int64_t bytes, Role role = Role::local);

  // text.cpp
  struct Text;  // what is read of a string
  Text read_text(const Value& address, std::int64_t limit);
  std::optional<Value> call_text(const std::string& name, std::span<const Value> arguments);

  // intrinsic.cpp, library.cpp
  std::optional<Value> evaluate_call(const llvm::CallBase& call);
  std::optional<Value> evaluate_intrinsic(const llvm::IntrinsicInst& call, std::span<const Value> arguments);
  std::optional<Value> call_library(const llvm::CallBase& call, const std::string& name,
                                    std::span<const Value> arguments);
  std::optional<Value> call_memory(const std::string& name, std::span<const Value> arguments);
  Value compare_bytes(std::span<const Value> arguments, std::int64_t limit, bool is_text);
  std::int64_t exact(const Value& value, const char* what);
  void free(const Value& block);
  void check_apart(const Value& to, const Value& from, std::int64_t bytes);
  std::optional<Value> call_mpi(const std::string& name, std::span<const Value> arguments);

  const llvm::DataLayout& layout_;
  Machine& machine_;
  std::int64_t extent_, alignment_;
  bool packed_;
  std::map<const llvm::Function*, std::unique_ptr<Shape>> shapes_;
  std::map<const llvm::GlobalVariable*, int> globals_;
  std::vector<std::vector<int>> locals_;                                 // objects of the calls that are executed
  std::vector<const llvm::Function*> executed_;                          // outermost first
  std::map<std::pair<int, std::int64_t>, const llvm::Metadata*> types_;  // by which a byte of an object is accessed
  int executions_ = 0;                                                   // of instructions
};

}  // namespace tutti::op::ir
