// Random operators on elements of few values: the laws that are proved and refuted of their source against all values.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "tests/op/ir.hpp"
#include "tests/op/small_operators.hpp"
#include "tests/support/property.hpp"
#include "verified/op/prove/prove_laws.hpp"

using namespace tutti;
using namespace tutti::op;

namespace {

/// An operator by its machine code, on elements that have numbers. Each call is run once.
class Machine {
 public:
  static constexpr int undefined = -1;  // the result of a call that is
  Machine(Snippet& snippet, std::string function) : snippet_(snippet), function_(std::move(function)) {}

  /// The next one where the element is new.
  int number_of(const Bytes& element) {
    const auto [found, is_new] = numbers_.try_emplace(element, static_cast<int>(elements_.size()));
    if (is_new) elements_.push_back(element);
    return found->second;
  }

  int operator()(int x, int y) {
    const auto [found, is_new] = results_.try_emplace(std::uint64_t{static_cast<unsigned>(x)} << 32 | y);
    if (!is_new) return found->second;
    const auto result = snippet_.run(function_, elements_[x], elements_[y], 1);
    return found->second = result ? number_of(*result) : undefined;
  }

 private:
  Snippet& snippet_;
  std::string function_;
  std::vector<Bytes> elements_;
  std::map<Bytes, int> numbers_;
  std::unordered_map<std::uint64_t, int> results_;
};

/// All elements that the precondition admits.
std::vector<Bytes> all_elements(const Type& type, const Fields& fields) {
  std::vector<Bytes> elements{Bytes(type.size)};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::vector<Bytes> longer;
    for (Bytes element : elements)
      for (int value = fields[i].least; value <= fields[i].most; ++value) {
        std::memcpy(&element[type.leaves[i].offset], &value, value_bytes(type.leaves[i].scalar));
        longer.push_back(element);
      }
    elements = std::move(longer);
  }
  return elements;
}

/// The laws over all elements that the precondition admits.
class Exhaustive {
 public:
  Exhaustive(Snippet& snippet, const std::string& function, const std::vector<Bytes>& elements)
      : machine_(snippet, function), admitted_(static_cast<int>(elements.size())) {
    for (const auto& element : elements) machine_.number_of(element);
    for (int x = 0; x < admitted_; ++x)
      for (int y = 0; y < admitted_; ++y) results_.push_back(machine_(x, y));
  }

  bool admits(const Bytes& element) { return is_admitted(machine_.number_of(element)); }

  bool holds(Law law) {
    switch (law) {
      case Law::identity: return any([&](int e) { return is_identity(e); });
      case Law::idempotent: return !any([&](int x) { return fails(law, x); });
      case Law::associative:
        return !any([&](int x) {
          return any([&](int y) { return run(x, y) != undefined && any([&](int z) { return fails(law, x, y, z); }); });
        });
      default: return !any([&](int x) { return any([&](int y) { return fails(law, x, y); }); });
    }
  }

  /// Do these operands break the law? Not where a call on the way is undefined, but for `total`.
  bool fails(Law law, const std::vector<Bytes>& of) {
    int numbers[3] = {};
    std::transform(of.begin(), of.end(), numbers, [&](const Bytes& element) { return machine_.number_of(element); });
    return fails(law, numbers[0], numbers[1], numbers[2]);
  }

 private:
  static constexpr int undefined = Machine::undefined;

  template <class F>
  bool any(F fails) const {
    for (int x = 0; x < admitted_; ++x)
      if (fails(x)) return true;
    return false;
  }

  bool is_admitted(int x) const { return x >= 0 && x < admitted_; }
  int run(int x, int y) {
    return is_admitted(x) && is_admitted(y) ? results_[static_cast<std::size_t>(x * admitted_ + y)] : machine_(x, y);
  }
  static bool differ(int a, int b) { return a != undefined && b != undefined && a != b; }
  bool is_identity(int e) {
    return !any([&](int x) { return run(e, x) != x || run(x, e) != x; });
  }

  bool fails(Law law, int x, int y = 0, int z = 0) {
    switch (law) {
      case Law::total: return run(x, y) == undefined;
      case Law::associative: {
        const int left = run(x, y), right = run(y, z);
        return left != undefined && right != undefined && differ(run(left, z), run(x, right));
      }
      case Law::commutative: return differ(run(x, y), run(y, x));
      case Law::idempotent: return differ(run(x, x), x);
      case Law::aligned:
      case Law::aliasing: return false;                                   // members of a struct, by their type
      default: return run(x, y) != undefined && !is_admitted(run(x, y));  // closed
    }
  }

  Machine machine_;
  int admitted_;              ///< the first numbers are theirs
  std::vector<int> results_;  ///< of admitted elements
};

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

void compare(Exhaustive& exhaustive, const LawFinding& found, const std::string& function, Counts& counts) {
  const auto disagreement = [&](const char* what) {
    RC_FAIL(function + ", " + std::string(name_of(found.law)) + what);
  };
  if (found.answer == Answer::unknown && !found.only_for_lengths) {
    ++counts.unknown;
    return;
  }
  const bool is_proved = holds_as_asked(found);
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
  const auto elements = all_elements(type, fields);
  for (int f = 0; f < functions; ++f) {
    const std::string function = "f" + std::to_string(f);
    Exhaustive exhaustive(snippet, function, elements);
    Symbolic symbolic{.type = type, .call = once([&](z3::context& context, int len, Floats floats) {
                                      return snippet.module().execute(function, type, len, floats, context);
                                    })};
    symbolic.pre = [&](const Element& element, Floats) { return precondition(fields, element); };
    symbolic.lengths = {1};
    for (const LawFinding& found : prove_laws(symbolic, {.effort = 1, .jobs = 1})) {
      const bool has_no_values = found.law == Law::memory || found.law == Law::pure || found.law == Law::split_safe;
      if (has_no_values)
        RC_ASSERT(found.answer != Answer::refuted);
      else
        compare(exhaustive, found, function, counts);
    }
  }
}

}  // namespace

TEST_CASE("the laws of random operators on few values are proved where all values fulfil them, and refuted elsewhere") {
  constexpr int functions = 50, files = 2;
  Counts counts;
  property(
      "laws of random operators",
      [&] {
        Random random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()));
        fuzz(kinds_of_elements[random(static_cast<int>(std::size(kinds_of_elements)))], functions, random, counts);
      },
      files, [&] { return 9 * counts.unknown < counts.proved + counts.refuted; });
  MESSAGE(counts.proved << " laws proved, " << counts.refuted << " refuted, " << counts.unknown << " unknown");
}
