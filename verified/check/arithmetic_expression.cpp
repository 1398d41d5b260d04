#include "verified/check/arithmetic_expression.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tutti {
namespace {

constexpr std::size_t most_arguments = 16;
constexpr int deepest = 200;  ///< parentheses in parentheses

double truth(bool it_is) { return it_is ? 1 : 0; }

struct Named {
  std::string_view name;
  std::size_t least, most;  ///< arguments
  double (*function)(const double* arguments, std::size_t count);
};
constexpr Named functions[] = {
    {"lg", 1, 1, [](const double* x, std::size_t) { return std::log2(x[0]); }},
    {"floor", 1, 1, [](const double* x, std::size_t) { return std::floor(x[0]); }},
    {"ceil", 1, 1, [](const double* x, std::size_t) { return std::ceil(x[0]); }},
    {"abs", 1, 1, [](const double* x, std::size_t) { return std::abs(x[0]); }},
    {"floor2", 1, 1, [](const double* x, std::size_t) { return std::exp2(std::floor(std::log2(x[0]))); }},
    {"mod", 2, 2, [](const double* x, std::size_t) { return x[0] - x[1] * std::floor(x[0] / x[1]); }},
    {"min", 1, most_arguments, [](const double* x, std::size_t n) { return *std::min_element(x, x + n); }},
    {"max", 1, most_arguments, [](const double* x, std::size_t n) { return *std::max_element(x, x + n); }},
};

struct Infix {
  std::string_view symbol;
  int binds;
  double (*function)(const double* arguments, std::size_t count);
};
/// A longer symbol comes before its own beginning.
constexpr Infix infixes[] = {
    {"||", 1, [](const double* x, std::size_t) { return truth(x[0] != 0 || x[1] != 0); }},
    {"&&", 2, [](const double* x, std::size_t) { return truth(x[0] != 0 && x[1] != 0); }},
    {"==", 3, [](const double* x, std::size_t) { return truth(x[0] == x[1]); }},
    {"!=", 3, [](const double* x, std::size_t) { return truth(x[0] != x[1]); }},
    {"<=", 4, [](const double* x, std::size_t) { return truth(x[0] <= x[1]); }},
    {">=", 4, [](const double* x, std::size_t) { return truth(x[0] >= x[1]); }},
    {"<", 4, [](const double* x, std::size_t) { return truth(x[0] < x[1]); }},
    {">", 4, [](const double* x, std::size_t) { return truth(x[0] > x[1]); }},
    {"+", 5, [](const double* x, std::size_t) { return x[0] + x[1]; }},
    {"-", 5, [](const double* x, std::size_t) { return x[0] - x[1]; }},
    {"*", 6, [](const double* x, std::size_t) { return x[0] * x[1]; }},
    {"/", 6, [](const double* x, std::size_t) { return x[0] / x[1]; }},
};

double negative(const double* x, std::size_t) { return -x[0]; }
double power(const double* x, std::size_t) { return std::pow(x[0], x[1]); }

}  // namespace

/// By recursive descent.
class ArithmeticExpression::Parser {
 public:
  Parser(std::string_view text, std::map<std::string, double, std::less<>>& variables, std::vector<Node>& nodes)
      : text_(text), variables_(variables), nodes_(nodes) {}

  int parse() {
    std::vector<int> all{assignment()};
    while (take(",")) all.push_back(assignment());
    skip_blanks();
    if (at_ != text_.size()) fail("\"" + std::string(text_.substr(at_, 1)) + "\" is not expected");
    return all.size() == 1 ? all.front() : add({.kind = Kind::list, .operands = std::move(all)});
  }

 private:
  int assignment() {
    const auto before = at_;
    if (const auto to = name(); !to.empty() && take("=") && !starts_with("=")) {
      const int from = choice();
      return add({.kind = Kind::assignment, .variable = &variable(to), .operands = {from}});
    }
    at_ = before;
    return choice();
  }

  int choice() {
    const int condition = infix(1);
    if (!take("?")) return condition;
    const Depth depth(*this);
    const int then = choice();
    expect(":");
    const int otherwise = choice();
    return add({.kind = Kind::choice, .operands = {condition, then, otherwise}});
  }

  int infix(int binds) {
    constexpr int tightest = 6;
    if (binds > tightest) return sign();
    int left = infix(binds + 1);
    for (;;) {
      const auto at =
          std::ranges::find_if(infixes, [&](const Infix& i) { return i.binds == binds && starts_with(i.symbol); });
      if (at == std::end(infixes)) return left;
      at_ += at->symbol.size();
      const int right = infix(binds + 1);
      left = add({.kind = Kind::apply, .function = at->function, .operands = {left, right}});
    }
  }

  int sign() {
    const Depth depth(*this);
    if (take("-")) return add({.kind = Kind::apply, .function = negative, .operands = {sign()}});
    const int base = simple();
    if (!take("^")) return base;
    return add({.kind = Kind::apply, .function = power, .operands = {base, sign()}});
  }

  int simple() {
    if (take("(")) {
      const int inner = choice();
      expect(")");
      return inner;
    }
    if (const auto of = name(); !of.empty()) {
      if (!starts_with("(")) return add({.kind = Kind::variable, .variable = &variable(of)});
      return call(of);
    }
    double number = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (error != std::errc{}) fail("a number, a name or \"(\" is due");
    at_ = static_cast<std::size_t>(end - text_.data());
    return add({.kind = Kind::number, .number = number});
  }

  int call(std::string_view of) {
    const auto at = std::ranges::find(functions, of, &Named::name);
    if (at == std::end(functions)) fail("there is no function " + std::string(of));
    expect("(");
    std::vector<int> arguments{choice()};
    while (take(",")) arguments.push_back(choice());
    expect(")");
    if (arguments.size() < at->least || at->most < arguments.size())
      fail(std::string(of) + " takes another number of arguments");
    return add({.kind = Kind::apply, .function = at->function, .operands = std::move(arguments)});
  }

  /// Nothing, at the same place, where there is none.
  std::string_view name() {
    skip_blanks();
    const auto in_name = [&](std::size_t i) {
      return i < text_.size() && (text_[i] == '_' || std::isalnum(static_cast<unsigned char>(text_[i])) != 0);
    };
    if (!in_name(at_) || std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return {};
    const auto first = at_;
    while (in_name(at_)) ++at_;
    return text_.substr(first, at_ - first);
  }

  double& variable(std::string_view of) {
    const auto at = variables_.find(of);
    if (at == variables_.end()) fail("there is no variable " + std::string(of));
    return at->second;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool starts_with(std::string_view symbol) {
    skip_blanks();
    return text_.substr(at_).starts_with(symbol);
  }
  bool take(std::string_view symbol) {
    if (!starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }
  void expect(std::string_view symbol) {
    if (!take(symbol)) fail("\"" + std::string(symbol) + "\" is due");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument(what + ", at character " + std::to_string(at_ + 1));
  }

  int add(Node node) {
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }

  struct Depth {
    explicit Depth(Parser& of) : parser(of) {
      if (++parser.depth_ > deepest) parser.fail("it goes too deep");
    }
    ~Depth() { --parser.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    Parser& parser;
  };

  std::string_view text_;
  std::map<std::string, double, std::less<>>& variables_;
  std::vector<Node>& nodes_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

ArithmeticExpression::ArithmeticExpression(std::string_view text, std::map<std::string, double, std::less<>>& variables)
    : root_(Parser(text, variables, nodes_).parse()) {}

double ArithmeticExpression::value(int index) const {
  const auto& node = nodes_[static_cast<std::size_t>(index)];
  switch (node.kind) {
    case Kind::number: return node.number;
    case Kind::variable: return *node.variable;
    case Kind::assignment: return *node.variable = value(node.operands[0]);
    case Kind::choice: return value(node.operands[value(node.operands[0]) != 0 ? 1 : 2]);
    case Kind::apply: {
      std::array<double, most_arguments> arguments;
      for (std::size_t i = 0; i < node.operands.size(); ++i) arguments[i] = value(node.operands[i]);
      return node.function(arguments.data(), node.operands.size());
    }
    case Kind::list: break;
  }
  double last = 0;
  for (const int operand : node.operands) last = value(operand);
  return last;
}

}  // namespace tutti
