// What rules have written down, finished: a copy that nobody else can change, of graphs that are some.
#pragma once
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "verified/schedule/expression.hpp"

namespace tutti {

/// Copies expressions. Nodes that several of them share are shared by the copies. Throws std::logic_error for a graph
/// that has a node without operands where some are due, an operation on what is no number or no condition, a constant
/// that is none of an int or of a bool, a memory whose name is not of letters, a circle, or more than a thousand nodes
/// one below the other.
class Finished {
 public:
  Expression in(const Expression& number) { return Expression(copy(number.graph(), Kind::number)); }
  Condition in(const Condition& condition) { return Condition(copy(condition.graph(), Kind::condition)); }
  /// Finishes every field of a Message and its like.
  template <class Fields>
  Fields in(Fields rule) {
    std::apply([this](auto&... field) { ((field = this->in(field)), ...); }, rule.fields());
    return rule;
  }

 private:
  enum class Kind { number, condition };
  struct Known {
    Graph copy;  ///< null while its operands are looked at
    Kind kind;
    int depth;
  };
  const Graph& copy(const Graph& graph, Kind due);
  const Known& known(const Graph& graph);
  Known made(const Node& node);

  std::unordered_map<const Node*, Known> known_;
  int above_ = 0;  ///< nodes that are being looked at
};

/// A name that is seen as it is: no blanks but single ones between words, and nothing that is not printed.
constexpr bool is_plain(std::string_view name) {
  if (name.empty() || name.front() == ' ' || name.back() == ' ') return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (name[i] < ' ' || name[i] > '~' || (name[i] == ' ' && name[i + 1] == ' ')) return false;
  return true;
}

}  // namespace tutti
