// Arithmetic as text.
#include "verified/check/arithmetic_expression.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {
namespace {

double value(const char* text) {
  std::map<std::string, double, std::less<>> variables{{"a", 3}, {"b", -2}, {"c", 0}};
  return ArithmeticExpression(text, variables).value();
}

std::string fault(const std::string& text) try {
  std::map<std::string, double, std::less<>> variables{{"a", 3}};
  ArithmeticExpression(text, variables).value();
  return "";
} catch (const std::invalid_argument& error) {
  return error.what();
}

TEST_CASE("operators bind as is usual, from the left, and a power from the right") {
  const std::pair<const char*, double> due[] = {{"1 + 2*3", 7},
                                                {"8 - 4 - 2", 2},
                                                {"16/4/2", 2},
                                                {"2^3^2", 512},
                                                {"-2^2", -4},
                                                {"2^-1", 0.5},
                                                {"(1 + 2)*3", 9},
                                                {"a - -b", 1},
                                                {"1.5e3/3", 500},
                                                {"1 < 2 == 1", 1},
                                                {"2 > 1 && 1 > 2", 0},
                                                {"0 || 2", 1},
                                                {"1 || 0 && 0", 1},
                                                {"3 != 3", 0},
                                                {"2 <= 2", 1},
                                                {"2 >= 3", 0},
                                                {"1 ? 2 : 3 ? 4 : 5", 2},
                                                {"0 ? 2 : 0 ? 4 : 5", 5},
                                                {"b ? 1 : 2", 1},
                                                {"c ? 1 : 2", 2}};
  for (const auto& it : due) {
    CAPTURE(it.first);
    CHECK(value(it.first) == it.second);
  }
}

TEST_CASE("functions are those of the papers") {
  const std::pair<const char*, double> due[] = {{"lg(8)", 3},        {"floor(2.5)", 2},
                                                {"ceil(2.5)", 3},    {"ceil(-2.5)", -2},
                                                {"abs(b)", 2},       {"mod(7, 3)", 1},
                                                {"mod(-1, 3)", 2},   {"mod(b, a)", 1},
                                                {"floor2(9)", 8},    {"floor2(8)", 8},
                                                {"min(3, 1, 2)", 1}, {"max(3, 1, 4, 2)", 4},
                                                {"min(5)", 5},       {"max(a, b) - min(a, b)", 5}};
  for (const auto& it : due) {
    CAPTURE(it.first);
    CHECK(value(it.first) == it.second);
  }
}

TEST_CASE("a list assigns from the left, and its value is the last one") {
  CHECK(value("c = a*2, b = c + 1, c + b") == 13);
  CHECK(value("c == 0 ? 1 : 2") == 1);
  CHECK(std::isinf(value("1/c")));
}

TEST_CASE("only the side of a choice that is taken is computed") {
  std::map<std::string, double, std::less<>> variables{{"n", 0}};
  const ArithmeticExpression expression("n = n > 0 ? n - 1 : n + 5", variables);
  CHECK(expression.value() == 5);
  CHECK(expression.value() == 4);
}

TEST_CASE("what cannot be read is refused with the place") {
  const std::pair<const char*, const char*> due[] = {
      {"", "a number, a name or \"(\" is due, at character 1"},
      {"1 +", "a number, a name or \"(\" is due, at character 4"},
      {"(1", "\")\" is due, at character 3"},
      {"1 ? 2", "\":\" is due, at character 6"},
      {"d", "there is no variable d, at character 2"},
      {"sin(1)", "there is no function sin, at character 4"},
      {"mod(1)", "mod takes another number of arguments, at character 7"},
      {"1 2", "\"2\" is not expected, at character 3"},
      {"a b", "\"b\" is not expected, at character 3"},
      {"1 = 2", "\"=\" is not expected, at character 3"}};
  for (const auto& it : due) {
    CAPTURE(it.first);
    CHECK(fault(it.first) == it.second);
  }
  const auto in_parentheses = [](int deep) { return std::string(deep, '(') + "1" + std::string(deep, ')'); };
  CHECK(fault(in_parentheses(199)) == "");
  CHECK(fault(in_parentheses(200)).find("it goes too deep") == 0);
  CHECK(fault(std::string(100'000, '(')).find("it goes too deep") == 0);
  CHECK(fault(std::string(100'000, '-') + "1").find("it goes too deep") == 0);
}

}  // namespace
}  // namespace tutti
