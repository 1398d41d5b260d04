// A call that is executed: which blocks wait for their turn, and with which states.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "verified/op/ir/interpreter.hpp"

namespace tutti::op::ir {

/// Headers of the loops around a block with their iterations, then the block: positions in reverse post-order.
using Key = std::vector<int>;

/// The comparison that a condition is, perhaps negated.
struct Comparison {
  const llvm::ICmpInst* of = nullptr;  // null where it is none
  bool negated = false;
};
Comparison comparison_of(const llvm::Value& condition);

/// Outermost first.
std::vector<const llvm::Loop*> loops_around(const Shape& shape, const llvm::BasicBlock* block);

struct Iteration {
  int number = 0;
  std::size_t path_at_entry = 0;  // its length
};

struct Interpreter::Step {
  const llvm::BasicBlock* block;
  std::vector<Iteration> iterations;  // of the loops around it, outermost first

  Key key(const Shape& shape, const llvm::BasicBlock* of) const {
    Key key;
    const auto loops = loops_around(shape, of);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      key.push_back(shape.position.at(loops[i]->getHeader()));
      key.push_back(iterations[i].number);
    }
    key.push_back(shape.position.at(of));
    return key;
  }
};

struct Interpreter::Frame {
  const Shape& shape;
  struct Waiting {
    Step step;
    std::vector<State> states;
  };
  std::map<Key, Waiting> waiting;
  struct Seen {
    std::vector<z3::expr> path;
    int lost;
  };
  std::map<Key, Seen> seen;
  std::vector<State> returned;
  std::vector<std::optional<Value>> results;

  /// Where one iteration of a loop is executed by itself: the loop, how it goes on and where it ends.
  struct Left {
    const llvm::BasicBlock* to;
    State state;
  };
  const llvm::Loop* only = nullptr;
  std::vector<State> back = {};  // at the header again
  std::vector<Left> left = {};
  std::optional<std::pair<Value, Value>> compared = {};  // by the condition of the loop's end
};

}  // namespace tutti::op::ir
