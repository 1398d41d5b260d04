// Random operators in C on elements of few values.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/support/random.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// A leaf of the elements and the values that the precondition admits.
struct Field {
  std::string name;
  const char* c_type;
  Scalar scalar;
  int least, most;
};
using Fields = std::vector<Field>;

inline const Fields kinds_of_elements[] = {{{"a", "uint8_t", Scalar::u8, 0, 15}},
                                           {{"a", "int8_t", Scalar::i8, -8, 7}},
                                           {{"a", "int", Scalar::i32, -8, 7}},
                                           {{"a", "unsigned", Scalar::u32, 0, 15}},
                                           {{"a", "uint8_t", Scalar::u8, 0, 15}, {"b", "int8_t", Scalar::i8, -2, 1}}};

/// Draws the text of operators. Half of them are made of operations that have laws, or all would be refuted.
class Writer {
 public:
  Writer(const Fields& fields, Random& random) : fields_(fields), random_(random) {}

  std::string function(const std::string& name) {
    std::string body;
    for (const Field& f : fields_) body += "    int r_" + f.name + " = 0;\n";
    for (const Field& f : fields_) body += statement(f, 2);
    const bool keeps_range = fields_.size() > 1 || random_(2) == 0;
    for (const Field& f : fields_)
      body += "    y->" + f.name + " = " + (keeps_range ? ranged(f) : "r_" + f.name) + ";\n";
    return "void " + name + "(void *in, void *inout, int *len, void *datatype) {\n" +
           "  for (int i = 0; i < *len; ++i) {\n    T *x = (T *)in + i, *y = (T *)inout + i;\n" + body + "  }\n}\n";
  }

  static std::string declarations(const Fields& fields) {
    std::string members;
    for (const Field& f : fields) members += std::string(f.c_type) + " " + f.name + "; ";
    return "#include <stdint.h>\ntypedef struct { " + members + "} T;\nstatic const int table[4] = {3, 0, 2, 1};\n";
  }

 private:
  std::string pick(std::initializer_list<const char*> from) {
    return *(from.begin() + random_(static_cast<int>(from.size())));
  }
  const Field& some_field() { return fields_[static_cast<std::size_t>(random_(static_cast<int>(fields_.size())))]; }
  static std::string ranged(const Field& f) {
    const auto shift = std::to_string(-f.least), mask = std::to_string(f.most - f.least);
    return "((r_" + f.name + " + " + shift + ") & " + mask + ") - " + shift;
  }

  /// With %1 and %2 for the operands.
  std::string combination() {
    return pick({"%1 + %2", "%1 & %2", "%1 | %2", "%1 ^ %2", "%1 > %2 ? %1 : %2", "%1 < %2 ? %1 : %2", "%1 ? %1 : %2",
                 "%1 * %2", "(%1 + %2) % 7", "%1 * %2 % 5", "%1 + %2 > 7 ? 7 : %1 + %2", "%2", "%1", "%1 - %2",
                 "%2 == 3 ? %1 : %2", "%1 + %2 - %1 * %2", "(%1 + %2) / 2", "%1 + %2 + 1", "(%1 & 3) | (%2 & 12)"});
  }
  std::string combine(const std::string& p, const std::string& q) {
    std::string text;
    const std::string pattern = combination();
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const bool is_operand =
          pattern[i] == '%' && i + 1 < pattern.size() && (pattern[i + 1] == '1' || pattern[i + 1] == '2');
      text += is_operand ? "(" + (pattern[++i] == '1' ? p : q) + ")" : std::string(1, pattern[i]);
    }
    return text;
  }
  std::string combined(const Field& f) { return combine("x->" + f.name, "y->" + f.name); }

  std::string expression(int depth) {
    const auto sub = [&] { return "(" + expression(depth - 1) + ")"; };
    switch (depth <= 0 ? random_(3) : random_(10)) {
      case 0: return std::to_string(random_(9) - 2);
      case 1: return pick({"x->", "y->"}) + some_field().name;
      case 2: return "r_" + some_field().name;
      case 3: return sub() + pick({" / ", " % "}) + sub();
      case 4: return sub() + pick({" << ", " >> "}) + sub();
      case 5: return sub() + pick({" < ", " == ", " >= ", " != ", " && ", " || "}) + sub();
      case 6: return sub() + " ? " + sub() + " : " + sub();
      case 7: return pick({"-", "~", "!", "(uint8_t)", "(int8_t)", "2147483640 + "}) + sub();
      case 8: return "table[" + sub() + " & 3]";
      default: return combine(expression(depth - 1), expression(depth - 1));
    }
  }

  std::string loop(const Field& f) {
    const std::string r = "r_" + f.name, x = "x->" + f.name, y = "y->" + f.name;
    switch (random_(4)) {
      case 0: return "    for (int k = 0; k < (" + y + " & 3); ++k) " + r + " += " + expression(1) + ";\n";
      case 1:
        return "    for (int k = 0; k < 4; ++k) " + r + " |= (" +
               combine("(" + x + " >> k) & 1", "(" + y + " >> k) & 1") + ") << k & 1 << k;\n";
      case 2:
        return "    for (int k = 3; k >= 0; --k) {\n      if ((" + x + " ^ " + y + ") >> k & 1) { " + r + " = " +
               expression(1) + "; break; }\n      " + r + " += " + expression(0) + ";\n    }\n";
      default:
        return "    { unsigned p = " + x + " & 15, q = " + y +
               " & 15; while (q) { unsigned s = p % q; p = q; q = s; } " + r + " = p; }\n";
    }
  }

  std::string statement(const Field& f, int depth) {
    const auto assign = [&](const std::string& value) { return "    r_" + f.name + " = " + value + ";\n"; };
    switch (random_(depth > 0 ? 8 : 5)) {
      case 0:
      case 1:
      case 2:
      case 3: return assign(combined(f));
      case 4: return assign(expression(2));
      case 5: return loop(f);
      case 6:
        return "    if (" + expression(1) + ") {\n" + statement(f, depth - 1) + "    } else {\n" +
               statement(f, depth - 1) + "    }\n";
      default: return statement(f, depth - 1) + statement(f, depth - 1);
    }
  }

  const Fields& fields_;
  Random& random_;
};

}  // namespace tutti::op
