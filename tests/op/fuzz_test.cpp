// Random C functions: what symbolic execution says of them against what their machine code does.
#include <doctest/doctest.h>

#include "tests/op/ir.hpp"
#include "tests/support/property.hpp"
#include "tests/support/random.hpp"

using namespace tutti;
using namespace tutti::op;

namespace {

/// Draws the text of functions over elements of the type T, with members a to g; see declarations().
class Writer {
 public:
  Writer(bool floating, Random& random) : floating_(floating), random_(random) {}

  std::string function(const std::string& name) {
    std::string body =
        "    int big = 2147483647, n = x->a & 15; unsigned m = y->b; long l = x->f; T s = *x; int t[4] = {1, -2, 3, "
        "n};\n";
    if (floating_) body += "    double r = x->g[0]; float q = y->g[1];\n";
    for (int i = 1 + random_(4); i-- > 0;) body += statement(2);
    body += "    y->" + member() + " += n; y->b ^= m + t[n & 3]; y->f ^= l;\n";
    if (floating_) body += "    y->g[0] = r; y->g[1] = q + y->g[1];\n";
    return "void " + name + "(void *in, void *inout, int *len, void *datatype) {\n" +
           "  for (int i = 0; i < *len; ++i) {\n    T *x = (T *)in + i, *y = (T *)inout + i;\n" + body + "  }\n}\n";
  }

  /// Types, and functions that others call.
  static std::string declarations(bool floating) {
    return std::string("#include <math.h>\n#include <string.h>\ntypedef struct { int a; unsigned b; signed char c; ") +
           "unsigned char d; short e; long f; " + (floating ? "double g[2]; " : "int g[2]; ") + "} T;\n" +
           "static const int table[4] = {5, -1, 1 << 20, 7};\n"
           "static int larger(int p, int q) { if (p > q) return p; return q; }\n"
           "static unsigned mix(unsigned p, unsigned q) { for (int k = 0; k < 2; ++k) { p = p * 31 + q; q ^= p >> 5; } "
           "return p; }\n"
           "static T swapped(T p) { int h = p.a; p.a = p.b; p.b = h; return p; }\n"
           "static void bump(int *p, long by) { if (by & 1) *p ^= 3; else *p = (int)(by & 255); }\n";
  }

 private:
  std::string pick(std::initializer_list<const char*> from) const {
    return *(from.begin() + random_(static_cast<int>(from.size())));
  }
  std::string member() const { return pick({"a", "b", "c", "d", "e", "f"}); }
  std::string variable() const {
    return pick({"n", "m", "l", "s.a", "s.c", "s.e", "t[0]", "t[1]", "y->a", "y->d", "y->f"});
  }

  std::string whole(int depth) const {
    const auto sub = [&] { return "(" + whole(depth - 1) + ")"; };
    switch (depth <= 0 ? random_(4) : random_(13)) {
      case 0: return std::to_string(random_(9) - 4);
      case 1: return pick({"x->", "y->", "s."}) + member();
      case 2: return variable();
      case 3: return pick({"table[n & 3]", "t[l & 3]", "sizeof(T)", "1u", "big", "255"});
      case 4:
      case 5:
      case 6: return sub() + pick({" + ", " - ", " * ", " & ", " | ", " ^ "}) + sub();
      case 7: return sub() + pick({" < ", " == ", " >= ", " && ", " || ", " != "}) + sub();
      case 8: return sub() + pick({" / ", " % ", " << ", " >> "}) + pick({"3", "(n & 7)", "((m & 7) + 1)", "5"});
      case 9: return pick({"(int)", "(unsigned)", "(short)", "(unsigned char)", "-", "~", "!", "(long)"}) + sub();
      case 10: return pick({"larger(", "mix("}) + whole(depth - 1) + ", " + whole(depth - 1) + ")";
      case 11: return sub() + " ? " + sub() + " : " + sub();
      default: return floating_ ? "(int)(" + real(depth - 1) + ")" : sub();
    }
  }

  std::string real(int depth) const {
    const auto sub = [&] { return "(" + real(depth - 1) + ")"; };
    switch (depth <= 0 ? random_(3) : random_(8)) {
      case 0: return pick({"0.5", "-3.0", "1e10", "0.1f"});
      case 1: return pick({"r", "q", "x->g[0]", "y->g[1]"});
      case 2: return "x->a";
      case 3:
      case 4: return sub() + pick({" + ", " - ", " * ", " / "}) + sub();
      case 5: return pick({"fabs(", "sqrt(", "floor(", "-(", "(float)("}) + sub() + ")";
      case 6: return condition(depth - 1) + " ? " + sub() + " : " + sub();
      default: return "(float)" + sub();
    }
  }

  std::string condition(int depth) const {
    if (!floating_ || random_(2) == 0) return "(" + whole(depth) + ")";
    return "((" + real(depth) + ")" + pick({" < ", " >= ", " == ", " != "}) + "(" + real(depth) + "))";
  }

  std::string block(int depth) {
    std::string text = "{\n";
    for (int i = 1 + random_(2); i-- > 0;) text += statement(depth);
    return text + "    }\n";
  }

  std::string loop(int depth) {
    const std::string k = "k" + std::to_string(loops_++);
    const std::string head =
        "    for (int " + k + " = 0; " + k + " < " + pick({"2", "3", "(n & 3)"}) + "; ++" + k + ") {\n";
    const std::string leave = "    if (" + condition(1) + ") " + pick({"break;\n", "continue;\n"});
    return head + statement(depth) + leave + "    t[" + k + " & 3] += " + k + ";\n" + statement(depth) + "    }\n";
  }

  std::string choice(int depth) {
    return "    switch ((" + whole(1) + ") & 3) {\n    case 0: " + statement(depth) +
           "    break;\n    case 1: " + statement(depth) + "    case 3: " + statement(depth) +
           "    break;\n    default: " + statement(depth) + "    }\n";
  }

  std::string statement(int depth) {
    switch (depth <= 0 ? random_(5) : random_(10)) {
      case 0:
      case 1: return "    " + variable() + pick({" = ", " += ", " ^= ", " -= "}) + whole(2) + ";\n";
      case 2: return "    t[(" + whole(1) + ") & 3] " + pick({"= ", "^= "}) + whole(1) + ";\n";
      case 3:
        return pick({"    s = *y;\n", "    *y = s;\n", "    s = swapped(s);\n",
                     "    memcpy(&s.g, &y->g, sizeof s.g);\n", "    bump(&t[n & 1], l);\n", "    bump(&n, m);\n",
                     "    memcpy(&s, n & 1 ? x : y, sizeof s);\n"});
      case 4:
        return floating_ ? "    " + pick({"r", "q", "y->g[0]"}) + " = " + real(2) + ";\n"
                         : "    " + variable() + "++;\n";
      case 5:
      case 6: return "    if (" + condition(2) + ") " + block(depth - 1);
      case 7: return "    if (" + condition(1) + ") " + block(depth - 1) + "    else " + block(depth - 1);
      case 8: return loop(depth - 1);
      default: return choice(depth - 1);
    }
  }

  bool floating_;
  Random& random_;
  int loops_ = 0;
};

Type type_of_elements(bool floating) {
  const Scalar g = floating ? Scalar::f64 : Scalar::i32;
  return struct_type({{"a", Scalar::i32},
                      {"b", Scalar::u32},
                      {"c", Scalar::i8},
                      {"d", Scalar::u8},
                      {"e", Scalar::i16},
                      {"f", Scalar::i64},
                      {"g[0]", g},
                      {"g[1]", g}});
}

struct Counts {
  int compared = 0, faulty = 0, unsupported = 0, unmodelled = 0;
};

/// The terms are what the machine computes, and there is a fault just where its checks find one.
void compare(Snippet& snippet, const std::string& name, const Type& type, int inputs, Random& random, Counts& counts) {
  z3::context context;
  const int len = 1 + random(2);
  const auto result = snippet.module().execute(name, type, len, Floats::ieee, context);
  if (std::holds_alternative<Unsupported>(result)) {
    ++counts.unsupported;
    return;
  }
  const Evaluator evaluate(type, std::get<Summary>(result));
  for (int i = 0; i < inputs; ++i) {
    const auto in = draw_elements(type, len, random), inout = draw_elements(type, len, random);
    const Evaluated terms = evaluate(in, inout);
    const auto machine = snippet.run(name, in, inout, len);
    bool undefined = false, unmodelled = false;
    for (const std::string& fault : terms.faults) {
      undefined = undefined || fault.starts_with("undefined");
      unmodelled = unmodelled || fault.starts_with("unmodelled");
    }
    const bool other = !terms.faults.empty() && !undefined && !unmodelled;
    if (other) RC_FAIL(name + ": " + terms.faults[0]);
    if (unmodelled) {
      ++counts.unmodelled;
      continue;
    }
    if (undefined == machine.has_value()) {
      RC_FAIL(name + (undefined ? ": no such fault: " + terms.faults[0] : std::string(": a fault is missed")));
    }
    ++(undefined ? counts.faulty : counts.compared);
    if (undefined) continue;
    if (!terms.undecided.empty()) RC_FAIL(name + ": " + terms.undecided[0]);
    if (!same_values(type, terms.result, *machine)) RC_FAIL(name + ": other results");
  }
}

void fuzz(bool floating, int files) {
  constexpr int functions = 20, inputs = 30;
  const Type type = type_of_elements(floating);
  Counts counts;
  property(
      floating ? "random functions with floats" : "random functions of integers",
      [&] {
        Random random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()));
        std::string source = Writer::declarations(floating);
        for (int f = 0; f < functions; ++f) source += Writer(floating, random).function("f" + std::to_string(f));
        Snippet snippet(source);
        RC_LOG(source);
        for (int f = 0; f < functions; ++f) compare(snippet, "f" + std::to_string(f), type, inputs, random, counts);
      },
      files, [&] { return counts.compared > counts.unmodelled; });
  MESSAGE(std::string(floating ? "with floats: " : "integers: ")
          << counts.compared << " results compared, " << counts.faulty << " undefined on both sides, "
          << counts.unmodelled << " not modelled, " << counts.unsupported << " functions not executed");
}

}  // namespace

TEST_CASE("random functions leave what symbolic execution says of them") {
  fuzz(false, 4);
  fuzz(true, 4);
}
