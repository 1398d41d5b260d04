#include "verified/schedule/expression.hpp"

#include <functional>
#include <mutex>
#include <stdexcept>

namespace tutti {
namespace {

bool on_bits(NodeOperator op) {
  switch (op) {
    case NodeOperator::bit_and:
    case NodeOperator::bit_or:
    case NodeOperator::bit_xor:
    case NodeOperator::complement:
    case NodeOperator::reverse:
    case NodeOperator::shift_left:
    case NodeOperator::shift_right: return true;
    default: return false;
  }
}

/// The nodes that somebody holds, each once.
class Nodes {
 public:
  Graph the_one(Node node) {
    if (auto held = find(node)) return held;
    Graph made(new const Node(std::move(node)), [this](const Node* it) { let_go(it); });
    const std::scoped_lock lock(mutex_);
    if (const auto at = nodes_.find(made.get()); at != nodes_.end()) {
      if (auto held = at->second.lock()) return held;
      nodes_.erase(at);  // the last one who held it is just letting it go
    }
    nodes_.emplace(made.get(), made);
    return made;
  }

 private:
  struct Hash {
    std::size_t operator()(const Node* node) const {
      auto hash = std::hash<std::string>()(node->name);
      const auto add = [&](std::size_t more) { hash = (hash ^ more) * 0x9e3779b97f4a7c15; };
      add(static_cast<std::size_t>(node->op)), add(static_cast<std::size_t>(node->constant));
      for (const auto& operand : node->operands) add(std::hash<Graph>()(operand));
      return hash;
    }
  };
  struct Alike {
    bool operator()(const Node* a, const Node* b) const {
      return a->op == b->op && a->constant == b->constant && a->operands == b->operands && a->name == b->name;
    }
  };

  Graph find(const Node& node) {
    const std::scoped_lock lock(mutex_);
    const auto at = nodes_.find(&node);
    return at == nodes_.end() ? nullptr : at->second.lock();
  }

  void let_go(const Node* node) {
    {
      const std::scoped_lock lock(mutex_);
      if (const auto at = nodes_.find(node); at != nodes_.end() && at->first == node) nodes_.erase(at);
    }
    delete node;  // and with it, perhaps, its operands
  }

  std::mutex mutex_;
  std::unordered_map<const Node*, std::weak_ptr<const Node>, Hash, Alike> nodes_;
};

Graph the_one(Node node) {
  static auto& nodes = *new Nodes;  // for good: an algorithm is static, and so are its graphs
  return nodes.the_one(std::move(node));
}

}  // namespace

Graph operation(NodeOperator op, std::vector<Graph> operands, std::string name) {
  constexpr int most_deep = 2000;
  int depth = 0;
  for (const auto& operand : operands)
    if (operand) depth = std::max(depth, operand->depth + 1);
  if (depth > most_deep)
    throw std::logic_error("more than " + std::to_string(most_deep) + " operations are on top of each other");
  return the_one({op, 0, std::move(name), std::move(operands), depth});
}

Graph constant(std::int64_t value, std::string name) {
  return the_one({NodeOperator::constant, value, std::move(name)});
}
Graph variable_called(std::string name) { return the_one({NodeOperator::variable, 0, std::move(name)}); }

bool speaks_of_bits(const Graph& graph) {
  return some(graph, [](const Node& node) { return on_bits(node.op); });
}
bool asks_a_memory(const Graph& graph) {
  return some(graph, [](const Node& node) { return node.op == NodeOperator::memory; });
}

}  // namespace tutti
