#include "verified/schedule/code.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "verified/schedule/arithmetic.hpp"

namespace tutti {
namespace {

Code::Values everywhere(int value) {
  Code::Values all;
  all.fill(value);
  return all;
}

/// Gives each node a register.
class Writer {
 public:
  struct Place {
    std::size_t number, stage;
  };
  struct Entry {
    NodeOperator op;
    std::size_t to, a, b, c, stage;
  };

  Place variable(std::string_view name, std::size_t stage) { return variables_[std::string(name)] = fresh(0, stage); }

  Place place(const Graph& graph) {
    return walk_.of(graph,
                    [this](const Graph& node, const std::vector<Place>& operands) { return written(*node, operands); });
  }

  std::vector<Entry> entries;
  std::vector<Code::Values> registers;

 private:
  Place fresh(int value, std::size_t stage) {
    registers.push_back(everywhere(value));
    return {registers.size() - 1, stage};
  }

  Place written(const Node& node, const std::vector<Place>& operands) {
    if (node.op == NodeOperator::memory) throw std::logic_error("what runs needs the memory " + node.name);
    if (node.op == NodeOperator::variable) {
      const auto at = variables_.find(node.name);
      if (at == variables_.end()) throw std::logic_error("a rule needs a number that it is not given: " + node.name);
      return at->second;
    }
    if (node.op == NodeOperator::constant) return fresh(static_cast<int>(node.constant), 0);
    std::array<std::size_t, 3> of{};
    std::size_t stage = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      of[i] = operands[i].number;
      stage = std::max(stage, operands[i].stage);
    }
    const auto to = fresh(0, stage);
    entries.push_back({node.op, to.number, of[0], of[1], of[2], stage});
    return to;
  }

  std::map<std::string, Place> variables_;
  Walk<Place> walk_;
};

constexpr unsigned bits(int n) { return static_cast<unsigned>(n); }
constexpr int number(unsigned n) { return static_cast<int>(n); }
constexpr bool divides(int b) { return b != 0 && b != -1; }

template <class F>
Code::Values each(const Code::Values& a, const Code::Values& b, F f) {
  Code::Values result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = f(a[i], b[i]);
  return result;
}

/// The operators of C++, and some number where these have no value.
Code::Values applied(NodeOperator op, const Code::Values& a, const Code::Values& b, const Code::Values& c) {
  switch (op) {
    case NodeOperator::plus: return each(a, b, [](int x, int y) { return number(bits(x) + bits(y)); });
    case NodeOperator::minus: return each(a, b, [](int x, int y) { return number(bits(x) - bits(y)); });
    case NodeOperator::times: return each(a, b, [](int x, int y) { return number(bits(x) * bits(y)); });
    case NodeOperator::over: return each(a, b, [](int x, int y) { return divides(y) ? x / y : number(0U - bits(x)); });
    case NodeOperator::modulo: return each(a, b, [](int x, int y) { return divides(y) ? x % y : 0; });
    case NodeOperator::bit_and:
    case NodeOperator::conjunction:
    case NodeOperator::then_also: return each(a, b, [](int x, int y) { return x & y; });
    case NodeOperator::bit_or:
    case NodeOperator::disjunction: return each(a, b, [](int x, int y) { return x | y; });
    case NodeOperator::bit_xor: return each(a, b, [](int x, int y) { return x ^ y; });
    case NodeOperator::complement: return each(a, a, [](int x, int) { return ~x; });
    case NodeOperator::reverse: return each(a, a, [](int x, int) { return reversed(x); });
    case NodeOperator::shift_left: return each(a, b, [](int x, int y) { return number(bits(x) << (bits(y) & 31U)); });
    case NodeOperator::shift_right: return each(a, b, [](int x, int y) { return x >> (bits(y) & 31U); });
    case NodeOperator::less: return each(a, b, [](int x, int y) { return static_cast<int>(x < y); });
    case NodeOperator::less_equal: return each(a, b, [](int x, int y) { return static_cast<int>(x <= y); });
    case NodeOperator::equal: return each(a, b, [](int x, int y) { return static_cast<int>(x == y); });
    case NodeOperator::negation: return each(a, a, [](int x, int) { return 1 - x; });
    case NodeOperator::if_else:
    case NodeOperator::choice: {
      Code::Values result;
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i] != 0 ? b[i] : c[i];
      return result;
    }
    case NodeOperator::constant:
    case NodeOperator::variable:
    case NodeOperator::memory: break;
  }
  throw std::logic_error("no instruction");
}

}  // namespace

Code::Code(std::span<const std::vector<std::string_view>> stages, std::span<const Graph> outputs)
    : stages_(stages.size()) {
  Writer writer;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    auto& inputs = inputs_.emplace_back();
    for (const auto name : stages[stage]) inputs.push_back(writer.variable(name, stage).number);
  }
  for (const auto& graph : outputs) outputs_.push_back(writer.place(graph).number);
  for (const auto& it : writer.entries) stages_[it.stage].push_back({it.op, it.to, it.a, it.b, it.c});
  registers_ = std::move(writer.registers);
}

void CodeRun::stage(std::size_t number, std::span<const int> values) {
  for (std::size_t i = 0; i < values.size(); ++i) input(number, i) = everywhere(values[i]);
  execute(number);
}

void CodeRun::execute(std::size_t stage) {
  for (const auto& it : code_->stages_[stage])
    registers_[it.to] = applied(it.op, registers_[it.a], registers_[it.b], registers_[it.c]);
}

}  // namespace tutti
