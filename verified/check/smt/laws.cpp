#include "verified/check/smt/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "reference/scalar.hpp"
#include "verified/check/smt/law.hpp"

namespace tutti::smt {
namespace {

template <class T>
concept is_complex = requires(T x) {
  x.imaginary;
};

template <class T>
constexpr T two() {
  if constexpr (is_complex<T>)
    return {2, 0};
  else
    return static_cast<T>(2);
}

/// An x with e ∘ x ≠ x for every e: infinite · e is infinite or NaN in both parts, and truth values are 0 or 1.
template <class T>
constexpr T always_changed() {
  if constexpr (is_complex<T>)
    return {std::numeric_limits<decltype(T::real)>::infinity(), 0};
  else
    return two<T>();
}

template <class T>
z3::expr is_truth(const Symbolic<T>& x) {
  auto& context = x.value.ctx();
  return same(x, constant(context, T{0})) || same(x, constant(context, T{1}));
}

/// For x = 2.
template <class T>
Statement for_two(Statement statement) {
  auto& context = statement.claim.ctx();
  const auto is_two = [&](const Element<T>& x) { return same(x, constant(context, two<T>())); };
  return only_for<T>(std::move(statement), {"x"}, is_two);
}

/// For x = 2 and powers of two y and z, in a sum equal ones.
template <class T>
Statement for_two_and_powers(Op op, Statement statement) {
  auto& context = statement.claim.ctx();
  constexpr std::type_identity<T> type;
  if (op == Op::sum) statement.assumptions.push_back(same(variable(context, "y", type), variable(context, "z", type)));
  const auto is_power = [](const Element<T>& x) { return is_power_of_two(x); };
  return only_for<T>(for_two<T>(std::move(statement)), {"y", "z"}, is_power);
}

/// Whatever numbers its parts are, if their sums and products are commutative.
template <Op op>
Statement complex_commutative(z3::context& context) {
  auto statement = commutative<Complex<Number>>(
      context, [](const Element<Complex<Number>>& x, const Element<Complex<Number>>& y) { return combine<op>(x, y); });
  const auto a = variable(context, "a", std::type_identity<Number>{}),
             b = variable(context, "b", std::type_identity<Number>{});
  statement.assumptions.push_back(z3::forall(a.value, b.value, same(a + b, b + a) && same(a * b, b * a)));
  return statement;
}

template <class T>
Statement yields_truth(z3::context& context, Combine<T> combine) {
  constexpr std::type_identity<T> type;
  const auto x = variable(context, "x", type), y = variable(context, "y", type), xy = combine(x, y);
  return always(context, is_truth(xy), show_all({show("x", x), show("y", y), show("x ∘ y", xy)}));
}

struct Wording {
  std::string_view name, states;
};

Wording wording(PredefinedLaw law) {
  switch (law) {
    case PredefinedLaw::associative: return {"associative", "(x ∘ y) ∘ z = x ∘ (y ∘ z)"};
    case PredefinedLaw::commutative: return {"commutative", "x ∘ y = y ∘ x"};
    case PredefinedLaw::idempotent: return {"idempotent", "x ∘ x = x"};
    case PredefinedLaw::identity: return {"identity", "e ∘ x = x = x ∘ e, for the e of the table"};
    case PredefinedLaw::no_identity: return {"no_identity", "for some x there is no e with e ∘ x = x"};
    case PredefinedLaw::yields_truth: return {"yields_truth", "x ∘ y is 0 or 1"};
    case PredefinedLaw::idempotent_on_truths: return {"idempotent_on_truths", "x ∘ x = x if x is 0 or 1"};
    case PredefinedLaw::identity_on_truths: return {"identity_on_truths", "e ∘ x = x = x ∘ e if x is 0 or 1"};
  }
  __builtin_unreachable();
}

/// The laws of one operation on the elements of one datatype, T in C.
template <class T>
class Laws {
 public:
  Laws(Op op, Type type, Combine<T> combine) : op_(op), type_(type), combine_(combine) {}

  std::vector<LawQuery> queries() && {
    add_associative();
    add_commutative();
    add_idempotent();
    add_identity();
    if constexpr (bits<T>)
      if (is_logical(op_)) add_truths();
    return std::move(queries_);
  }

 private:
  using State = std::function<Statement(z3::context&)>;
  /// Then a law that is to be refuted is stated for few elements only, which suffice and are found sooner.
  static constexpr bool rounds_in_sums = ieee<T> || is_complex<T>;

  void add(PredefinedLaw law, bool holds, State state, std::string_view where = "", bool needs_cvc5 = false) {
    const auto [name, states] = wording(law);
    queries_.push_back(
        {{fmt::format("laws/{}/{}/{}", row(op_).name, row(type_).name, name),
          fmt::format("{} on {}: {}{}", row(op_).mpi_name, row(type_).mpi_name, states, where), std::move(state)},
         op_,
         type_,
         law,
         holds ? Found::proved : Found::refuted,
         needs_cvc5});
  }

  void add_associative() {
    const auto state = [combine = combine_](z3::context& c) { return associative<T>(c, combine); };
    if constexpr (rounds_in_sums)
      if (!exact(op_, type_)) {
        const auto for_few = [=, op = op_](z3::context& c) { return for_two_and_powers<T>(op, state(c)); };
        return add(PredefinedLaw::associative, false, for_few, " for x = 2, y and z powers of two");
      }
    add(PredefinedLaw::associative, exact(op_, type_), state);
  }
  void add_idempotent() {
    const auto state = [combine = combine_](z3::context& c) { return idempotent<T>(c, combine); };
    if constexpr (rounds_in_sums)
      if (!row(op_).idempotent)
        return add(
            PredefinedLaw::idempotent, false, [=](z3::context& c) { return for_two<T>(state(c)); }, " for x = 2");
    add(PredefinedLaw::idempotent, row(op_).idempotent, state);
  }
  void add_commutative() {
    if constexpr (is_complex<T>)
      add(PredefinedLaw::commutative, true,
          op_ == Op::sum ? complex_commutative<Op::sum> : complex_commutative<Op::prod>,
          " if sums and products of their parts are commutative");
    else
      add(
          PredefinedLaw::commutative, true, [combine = combine_](z3::context& c) { return commutative<T>(c, combine); },
          "", !exact(op_, type_));
  }
  void add_identity() {
    if (row(op_).identity_in.contains(row(type_).type_class))
      return add(PredefinedLaw::identity, true, state_identity());
    if constexpr (bits<T> || is_complex<T>)
      add(PredefinedLaw::no_identity, true,
          [combine = combine_](z3::context& c) { return no_identity<T>(c, combine, always_changed<T>()); });
  }
  void add_truths() {
    add(PredefinedLaw::yields_truth, true,
        [combine = combine_](z3::context& c) { return yields_truth<T>(c, combine); });
    add(PredefinedLaw::idempotent_on_truths, op_ != Op::lxor,
        [combine = combine_](z3::context& c) { return only_for<T>(idempotent<T>(c, combine), {"x"}, is_truth<T>); });
    add(PredefinedLaw::identity_on_truths, true,
        [state = state_identity()](z3::context& c) { return only_for<T>(state(c), {"x"}, is_truth<T>); });
  }

  State state_identity() const {
    return [combine = combine_, e = tutti::identity<T>(row(op_).identity)](z3::context& c) {
      return identity<T>(c, combine, e);
    };
  }

  Op op_;
  Type type_;
  Combine<T> combine_;
  std::vector<LawQuery> queries_;
};

}  // namespace

Type with_laws_of(Type type) {
  return visit(type, [type]<class T>(std::type_identity<T>) {
    if constexpr (!std::integral<T>) return type;
    constexpr std::array exact_width{Type::int8, Type::int16, Type::int32, Type::int64};
    constexpr std::array exact_width_unsigned{Type::uint8, Type::uint16, Type::uint32, Type::uint64};
    const auto log2_bytes = static_cast<std::size_t>(std::countr_zero(sizeof(T)));
    return (std::is_signed_v<T> ? exact_width : exact_width_unsigned)[log2_bytes];
  });
}

std::vector<LawQuery> law_queries() {
  std::vector<LawQuery> all;
  for (const auto& op : ops)
    for (const auto& type : types) {
      if (with_laws_of(type.id) != type.id) continue;
      std::ranges::move(visit<std::vector<LawQuery>>(op.id, type.id,
                                                     [&]<Op o, class T>() {
                                                       constexpr Combine<T> both = [](const Element<T>& x,
                                                                                      const Element<T>& y) {
                                                         return combine<o>(x, y);
                                                       };
                                                       return Laws<T>(o, type.id, both).queries();
                                                     }),
                        std::back_inserter(all));
    }
  return all;
}

}  // namespace tutti::smt
