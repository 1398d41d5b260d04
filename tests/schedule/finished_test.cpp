// Graphs that are made by hand: each operation takes what it is for, and nothing else.
#include "verified/schedule/finished.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace tutti {
namespace {

using Op = NodeOperator;

Graph leaf(char kind) { return kind == 'n' ? Expression::variable("p").graph() : Condition(true).graph(); }

bool is_taken(Op op, const std::string& kinds, char kind) {
  std::vector<Graph> operands;
  for (const char k : kinds) operands.push_back(leaf(k));
  const auto graph = operation(op, operands, op == Op::memory ? "m" : "");
  try {
    if (kind == 'n')
      static_cast<void>(Finished().in(Expression(graph)));
    else
      static_cast<void>(Finished().in(Condition(graph)));
    return true;
  } catch (const std::logic_error&) {
    return false;
  }
}

TEST_CASE("an operation takes numbers or conditions as it is meant, is one of them, and no other is taken") {
  // Behind the colon what it is, n or c; before it what it takes.
  const std::map<Op, std::vector<std::string>> right = {{Op::plus, {"nn:n"}},
                                                        {Op::minus, {"nn:n"}},
                                                        {Op::times, {"nn:n"}},
                                                        {Op::over, {"nn:n"}},
                                                        {Op::modulo, {"nn:n"}},
                                                        {Op::bit_and, {"nn:n"}},
                                                        {Op::bit_or, {"nn:n"}},
                                                        {Op::bit_xor, {"nn:n"}},
                                                        {Op::shift_left, {"nn:n"}},
                                                        {Op::shift_right, {"nn:n"}},
                                                        {Op::complement, {"n:n"}},
                                                        {Op::reverse, {"n:n"}},
                                                        {Op::memory, {"nn:n"}},
                                                        {Op::less, {"nn:c"}},
                                                        {Op::less_equal, {"nn:c"}},
                                                        {Op::equal, {"nn:c", "cc:c"}},
                                                        {Op::negation, {"c:c"}},
                                                        {Op::conjunction, {"cc:c"}},
                                                        {Op::disjunction, {"cc:c"}},
                                                        {Op::then_also, {"cc:c"}},
                                                        {Op::if_else, {"cnn:n", "ccc:c"}},
                                                        {Op::choice, {"cnn:n", "ccc:c"}}};
  const std::vector<std::string> all = {"n",   "c",   "nn",  "nc",  "cn",  "cc",  "nnn",
                                        "nnc", "ncn", "ncc", "cnn", "cnc", "ccn", "ccc"};
  for (const auto& entry : right)
    for (const auto& kinds : all)
      for (const char kind : {'n', 'c'}) {
        const auto op = entry.first;
        CAPTURE(static_cast<int>(op));
        const auto form = kinds + ":" + kind;
        CAPTURE(form);
        CHECK(is_taken(op, kinds, kind) == (std::ranges::find(entry.second, form) != entry.second.end()));
      }
}

}  // namespace
}  // namespace tutti
