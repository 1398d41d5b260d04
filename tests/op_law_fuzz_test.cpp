// Random operators on elements of few values: the laws that are proved and refuted of their source against all values.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <unordered_map>

#include "tests/op_ir.hpp"
#include "tests/property.hpp"
#include "tests/small_operators.hpp"
#include "verified/op/prove/prove_laws.hpp"

using namespace tutti;
using namespace tutti::user;

namespace {

/// An operator's results by its machine code.
class Machine {
 public:
  using Result = std::optional<Bytes>;  // nothing where a call is undefined
  Machine(Snippet& snippet, std::string function) : snippet_(snippet), function_(std::move(function)) {}

  const Result& operator()(const Bytes& x, const Bytes& y) {
    std::string key(reinterpret_cast<const char*>(x.data()), x.size());
    key.append(reinterpret_cast<const char*>(y.data()), y.size());
    const auto [found, is_new] = results_.try_emplace(key);
    if (is_new) found->second = snippet_.run(function_, x, y, 1);
    return found->second;
  }

 private:
  Snippet& snippet_;
  std::string function_;
  std::unordered_map<std::string, Result> results_;
};

/// The laws over all elements that the precondition admits.
class Exhaustive {
 public:
  Exhaustive(Snippet& snippet, const std::string& function, const Type& type, const Fields& fields)
      : run_(snippet, function), elements_{Bytes(type.size)} {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::vector<Bytes> longer;
      for (Bytes element : elements_)
        for (int value = fields[i].least; value <= fields[i].most; ++value) {
          std::memcpy(&element[type.leaves[i].offset], &value, value_bytes(type.leaves[i].scalar));
          longer.push_back(element);
        }
      elements_ = std::move(longer);
    }
  }

  bool admits(const Bytes& element) const {
    return std::find(elements_.begin(), elements_.end(), element) != elements_.end();
  }

  bool holds(Law law) {
    const auto any = [&](auto fails) { return std::any_of(elements_.begin(), elements_.end(), fails); };
    if (law == Law::idempotent) return !any([&](auto& x) { return fails(law, {x}); });
    if (law == Law::identity) return any([&](auto& e) { return is_identity(e); });
    if (law != Law::associative) return !any([&](auto& x) { return any([&](auto& y) { return fails(law, {x, y}); }); });
    return !any([&](auto& x) {
      return any([&](auto& y) { return run_(x, y) && any([&](auto& z) { return fails(law, {x, y, z}); }); });
    });
  }

  /// Do these operands break the law? Not where a call on the way is undefined, but for `total`.
  bool fails(Law law, const std::vector<Bytes>& of) {
    switch (law) {
      case Law::total: return !run_(of[0], of[1]);
      case Law::associative: {
        const auto &left = run_(of[0], of[1]), &right = run_(of[1], of[2]);
        return left && right && differ(run_(*left, of[2]), run_(of[0], *right));
      }
      case Law::commutative: return differ(run_(of[0], of[1]), run_(of[1], of[0]));
      case Law::idempotent: return differ(run_(of[0], of[0]), of[0]);
      default: {  // closed
        const auto& result = run_(of[0], of[1]);
        return result && !admits(*result);
      }
    }
  }

 private:
  static bool differ(const Machine::Result& a, const Machine::Result& b) { return a && b && *a != *b; }
  bool is_identity(const Bytes& e) {
    return std::all_of(elements_.begin(), elements_.end(),
                       [&](const Bytes& x) { return run_(e, x) == x && run_(x, e) == x; });
  }

  Machine run_;
  std::vector<Bytes> elements_;
};

/// Executed once, however many laws ask.
Call call_of(const Snippet& snippet, const std::string& function, const Type& type) {
  struct Executed {
    z3::context context;
    std::optional<std::variant<Summary, Unsupported>> result;  // in the context
  };
  const auto executed = std::make_shared<Executed>();
  executed->result = snippet.module().execute(function, type, 1, Floats::ieee, executed->context);
  return [executed](z3::context& to, int, Floats) -> std::variant<Summary, Unsupported> {
    if (const auto* summary = std::get_if<Summary>(&*executed->result)) return translated(*summary, to);
    return *executed->result;
  };
}

std::variant<z3::expr, Unsupported> precondition(const Fields& fields, const Element& element) {
  z3::expr all = element[0].ctx().bool_val(true);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto& leaf = element[i];
    all = all && z3::sge(leaf, leaf.ctx().bv_val(fields[i].least, leaf.get_sort().bv_size())) &&
          z3::sle(leaf, leaf.ctx().bv_val(fields[i].most, leaf.get_sort().bv_size()));
  }
  return all;
}

struct Counts {
  int proved = 0, refuted = 0, unknown = 0;
};

void compare(Exhaustive& exhaustive, const Finding& found, const std::string& function, Counts& counts) {
  const auto disagreement = [&](const char* what) {
    RC_FAIL(function + ", " + std::string(name_of(found.law)) + what);
  };
  if (found.answer == Answer::unknown) {
    ++counts.unknown;
    return;
  }
  const bool is_proved = found.answer == Answer::proved;
  ++(is_proved ? counts.proved : counts.refuted);
  if (exhaustive.holds(found.law) != is_proved)
    disagreement(is_proved ? ": it is proved, and does not hold" : ": it is refuted, and holds");
  if (is_proved || found.law == Law::identity) return;
  std::vector<Bytes> operands;
  for (const auto& [name, bytes] : found.counterexample.value().operands) operands.push_back(bytes);
  for (const Bytes& operand : operands)
    if (!exhaustive.admits(operand)) disagreement(": an operand of the counterexample is not admitted");
  if (!exhaustive.fails(found.law, operands)) disagreement(": the counterexample is none");
}

void fuzz(const Fields& fields, int functions, Random& random, Counts& counts) {
  std::string source = Writer::declarations(fields);
  for (int f = 0; f < functions; ++f) source += Writer(fields, random).function("f" + std::to_string(f));
  RC_LOG(source);
  Snippet snippet(source);
  std::vector<std::pair<std::string, Scalar>> members;
  for (const Field& f : fields) members.emplace_back(f.name, f.scalar);
  const Type type = struct_type(members);
  for (int f = 0; f < functions; ++f) {
    const std::string function = "f" + std::to_string(f);
    Exhaustive exhaustive(snippet, function, type, fields);
    Symbolic symbolic{.type = type, .call = call_of(snippet, function, type)};
    symbolic.pre = [&](const Element& element, Floats) { return precondition(fields, element); };
    symbolic.lengths = {1};
    for (const Finding& found : prove_laws(symbolic, {.seconds = 1, .jobs = 1})) {
      const bool has_no_values = found.law == Law::memory || found.law == Law::pure || found.law == Law::split_safe;
      if (has_no_values)
        RC_ASSERT(found.answer != Answer::refuted);
      else
        compare(exhaustive, found, function, counts);
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("slow");

TEST_CASE("the laws of random operators on few values are proved where all values fulfil them, and refuted elsewhere") {
  constexpr int functions = 50, files = 6;
  Counts counts;
  property(
      "laws of random operators",
      [&] {
        Random random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()));
        fuzz(kinds_of_elements[random(static_cast<int>(std::size(kinds_of_elements)))], functions, random, counts);
      },
      files);
  MESSAGE(counts.proved << " laws proved, " << counts.refuted << " refuted, " << counts.unknown << " unknown");
  CHECK(9 * counts.unknown < counts.proved + counts.refuted);
}

TEST_SUITE_END();
