// Expressions in the place of the variables of others.
#pragma once
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/schedule/rules.hpp"

namespace tutti {

/// What a rule says of other numbers than the variables with which it was written down: see Phase for their names.
class Substitution {
 public:
  using Given = std::pair<std::string_view, Expression>;
  /// Puts in the numbers of the ranks, which are p, root, q, lg and shape, and what else the rule is given.
  Substitution(const Ranks& g, std::initializer_list<Given> more) : given_(more) {
    given_.insert(given_.end(), {{"p", g.p}, {"root", g.root}, {"q", g.q}, {"lg", g.lg}, {"shape", g.k}});
  }

  /// Throws std::logic_error where a rule speaks of a number that it is not given.
  Graph in(const Graph& rule);
  Expression in(const Expression& rule) { return Expression(in(rule.graph())); }
  Condition in(const Condition& rule) { return Condition(in(rule.graph())); }
  /// Substitutes in every field of a Message and its like.
  template <class Fields>
  Fields in(Fields rule) {
    std::apply([this](auto&... field) { ((field = this->in(field)), ...); }, rule.fields());
    return rule;
  }

 private:
  std::vector<Given> given_;
  Walk<Graph> walk_;
};

}  // namespace tutti
