#include "verified/baseline/replay.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <set>

#include "verified/baseline/arithmetic.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/operand_data.hpp"
#include "verified/conform/judge/digest.hpp"
#include "verified/conform/judge/reduction_plan.hpp"

namespace tutti::baseline {
namespace {

using conform::Bracketing, conform::ElementRun;

/// T with other numbers in its place, or in that of its parts.
template <class T, class Number>
struct Like {
  using type = Number;
  using part = T;
};
template <class Part, class Number>
struct Like<Complex<Part>, Number> {
  using type = Complex<Number>;
  using part = Part;
};
template <class T>
using PartOf = typename Like<T, T>::part;

template <class To, class From>
To converted(const From& x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (requires { x.imaginary; })
    return {converted<decltype(To::real)>(x.real), converted<decltype(To::imaginary)>(x.imaginary)};
  else
    return static_cast<To>(static_cast<typename StandsFor<To>::type>(static_cast<typename StandsFor<From>::type>(x)));
}

/// Between two operations elements are `Stored`; each operation is one of `Computed`.
template <class S, class C>
struct Types {
  using Stored = S;
  using Computed = C;
};
struct NoTypes {};

/// Those of an arithmetic that makes a difference to elements of type T.
template <Op op, class T, Arithmetic arithmetic, bool rounds_first>
auto types_of() {
  using Part = PartOf<T>;
  using enum Arithmetic;
  constexpr bool is_complex = !std::is_same_v<T, Part>, rounds = is_arithmetic(op);
  const auto throughout = []<class Number>(std::type_identity<Number>) {
    using N = typename Like<T, Number>::type;
    if constexpr (rounds && !std::is_same_v<Number, Part>)
      return Types<N, N>{};
    else
      return NoTypes{};
  };
  const auto rounded = []<class Number>(std::type_identity<Number>) {
    // A sum or product of two floats is the same, computed in double or not.
    if constexpr (rounds && sizeof(Number) > sizeof(Part) && (is_complex || !std::is_same_v<Part, float>))
      return Types<T, typename Like<T, Number>::type>{};
    else
      return NoTypes{};
  };
  const auto flushing = []<bool operands, bool results>() {
    using N = typename Like<T, Flushing<Part, operands, results>>::type;
    if constexpr (sizeof(Part) <= sizeof(double) && (rounds || operands))
      return Types<N, N>{};
    else
      return NoTypes{};
  };
  if constexpr (arithmetic == as_declared) return Types<T, T>{};
  if constexpr (arithmetic == long_double_throughout) return throughout(std::type_identity<long double>{});
  if constexpr (arithmetic == long_double_rounded) return rounded(std::type_identity<long double>{});
  if constexpr (arithmetic == double_throughout) return throughout(std::type_identity<double>{});
  if constexpr (arithmetic == double_rounded) return rounded(std::type_identity<double>{});
  if constexpr (arithmetic == float_throughout) return throughout(std::type_identity<float>{});
  if constexpr (arithmetic == denormals_flushed) return flushing.template operator()<true, true>();
  if constexpr (arithmetic == denormal_results_flushed) return flushing.template operator()<false, true>();
  if constexpr (arithmetic == denormal_operands_flushed) return flushing.template operator()<true, false>();
  if constexpr (arithmetic == fused) {
    if constexpr (is_complex && op == Op::prod)
      return Types<T, Complex<Fusing<Part, rounds_first>>>{};
    else
      return NoTypes{};
  }
}

/// Calls f<a>() for that arithmetic.
template <class F>
auto with(Arithmetic arithmetic, const F& f) {
  using Result = decltype(f.template operator()<Arithmetic::as_declared>());
  std::optional<Result> result;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((static_cast<std::size_t>(arithmetic) == i
          ? void(result.emplace(f.template operator()<static_cast<Arithmetic>(i)>()))
          : void()),
     ...);
  }
  (std::make_index_sequence<arithmetics>());
  return std::move(*result);
}

/// A tree, and the elements of a rank's result that it combines, counted from its first.
struct Share {
  Bracketing tree;
  std::vector<ElementRun> elements;
  bool operator==(const Share&) const = default;
};

/// What a rank's result is made of.
struct Made {
  std::vector<Share> shares;
  std::int64_t first = 0, count = 0;  ///< of its elements in the vector
  bool operator==(const Made&) const = default;
};

Bracketing chain(int ranks) {
  Bracketing tree{0};
  for (Rank r = 1; r < ranks; ++r) tree = {0, {std::move(tree), Bracketing{r}}};
  return tree;
}

/// Whether every leaf is there, once.
bool is_whole(const Bracketing& tree, int ranks) {
  auto all = leaves(tree);
  std::ranges::sort(all);
  for (std::size_t r = 0; r < all.size(); ++r)
    if (all[r] != static_cast<Rank>(r)) return false;
  return std::ssize(all) == ranks;
}

/// Whether every element is there, once.
bool cover(const std::vector<Share>& shares, std::int64_t count) {
  std::vector<ElementRun> all;
  for (const auto& share : shares) all.insert(all.end(), share.elements.begin(), share.elements.end());
  std::ranges::sort(all, {}, &ElementRun::first);
  std::int64_t next = 0;
  for (const auto& run : all) {
    if (run.first != next || run.last < run.first) return false;
    next = run.last + 1;
  }
  return next == count;
}

/// By the trees of the result, where bracketing may show.
std::optional<Made> made(const Result& result, bool by_trees, const conform::ReductionPlan& plan, Rank rank) {
  Made all{{}, plan.first, plan.result};
  const int ranks = plan.due->ranks.last - plan.due->ranks.first;
  if (!by_trees) {
    all.shares.push_back({chain(ranks), {{0, plan.result - 1}}});
    return all;
  }
  for (const auto& found : result.trees) {
    Share share;
    for (const auto& [elements, of_ranks] : found.places)
      if (std::ranges::find(of_ranks, rank) != of_ranks.end())
        for (const auto& [first, last] : elements) share.elements.push_back({first - plan.first, last - plan.first});
    if (share.elements.empty()) continue;
    const auto& tree = found.revealed.tree ? found.revealed.tree : found.revealed.doubted;
    if (!tree || !is_whole(*tree, ranks)) return std::nullopt;
    share.tree = *tree;
    all.shares.push_back(std::move(share));
  }
  return cover(all.shares, plan.result) ? std::optional(std::move(all)) : std::nullopt;
}

/// How many operations make an element, over all trees.
std::size_t nodes_of(const Made& made) {
  std::size_t nodes = 0;
  for (const auto& share : made.shares) nodes += leaves(share.tree).size() - 1;
  return nodes;
}

// ---- the values

/// The ranks' contributions to one result, combined again and again.
class Contributions {
 public:
  virtual ~Contributions() = default;
  /// The digest of what the trees make. `variant` as in replay(); nothing where the arithmetic makes no difference.
  virtual std::optional<std::string> digest(const Made& made, Arithmetic arithmetic, std::uint64_t variant) const = 0;
  virtual bool may_differ(Arithmetic arithmetic) const = 0;
};

template <Op op, class T>
class ContributionsOf : public Contributions {
 public:
  ContributionsOf(const Case& c, Type type, std::int64_t elements) : load_(c.load) {
    for (Rank r = 0; r < c.ranks; ++r) {
      auto& of_rank = all_.emplace_back(static_cast<std::size_t>(elements));
      conform::draw_elements(reinterpret_cast<std::byte*>(of_rank.data()), elements, op, type, r, c.ranks,
                             conform::seed_of_group(c.seed, 0));
    }
  }

  bool may_differ(Arithmetic arithmetic) const override {
    return with(arithmetic,
                []<Arithmetic a>() { return !std::is_same_v<decltype(types_of<op, T, a, false>()), NoTypes>; });
  }

  std::optional<std::string> digest(const Made& made, Arithmetic arithmetic, std::uint64_t variant) const override {
    const auto values = with(arithmetic, [&]<Arithmetic a>() {
      if (variant % 2 == 0) return combined(made, variant / 2, types_of<op, T, a, false>());
      return combined(made, variant / 2, types_of<op, T, a, true>());
    });
    if (!values) return std::nullopt;
    return conform::digest(load_, std::as_bytes(std::span(*values)));
  }

 private:
  using Values = std::vector<T>;

  std::optional<Values> combined(const Made&, std::uint64_t, NoTypes) const { return std::nullopt; }

  /// Operands are swapped at the nodes whose bit is set, in the order in which they are evaluated.
  template <class Stored, class Computed>
  std::optional<Values> combined(const Made& made, std::uint64_t swapped, Types<Stored, Computed>) const {
    using Vector = std::vector<Stored>;
    Values values(static_cast<std::size_t>(made.count));
    for (const auto& [tree, elements] : made.shares) {
      const auto leaf = [&, &elements = elements](Rank rank) {
        const auto& all = all_[static_cast<std::size_t>(rank)];
        Vector own;
        for (const auto& [first, last] : elements)
          for (auto e = made.first + first; e <= made.first + last; ++e)
            own.push_back(converted<Stored>(all[static_cast<std::size_t>(e)]));
        return own;
      };
      const auto join = [&](std::vector<Vector>& operands) {
        auto& sum = operands.front();
        for (std::size_t k = 1; k < operands.size(); ++k, swapped /= 2) {
          const auto& next = operands[k];
          for (std::size_t e = 0; e < sum.size(); ++e) {
            const auto a = converted<Computed>(sum[e]), b = converted<Computed>(next[e]);
            sum[e] = converted<Stored>(swapped % 2 == 0 ? combine<op>(a, b) : combine<op>(b, a));
          }
        }
        return std::move(sum);
      };
      const auto combined = evaluate(tree, leaf, join);
      auto from = combined.begin();
      for (const auto& [first, last] : elements)
        for (auto e = first; e <= last; ++e) values[static_cast<std::size_t>(e)] = converted<T>(*from++);
    }
    return values;
  }

  std::string load_;
  std::vector<Values> all_;  ///< by rank
};

std::unique_ptr<Contributions> contributions_of(const Case& c, std::int64_t elements) {
  const auto load = conform::predefined_named(c.load);
  if (!load) return nullptr;
  return visit<std::unique_ptr<Contributions>>(
      load->first, load->second, [&]<Op op, class T>() -> std::unique_ptr<Contributions> {
        if constexpr (std::floating_point<PartOf<T>> && (is_arithmetic(op) || is_extreme(op)))
          return std::make_unique<ContributionsOf<op, T>>(c, load->second, elements);
        return nullptr;
      });
}

/// A result to be made again: what its ranks have, and of what.
struct Replayed {
  std::unique_ptr<Contributions> contributions;
  std::vector<std::optional<Made>> ranks;  ///< nothing where nothing is due
};

/// A recording may say anything of the size.
bool is_too_large(const Case& c) {
  constexpr double most = 1 << 30;  // bytes, of all contributions
  return static_cast<double>(bytes_of(c)) * c.ranks > most;
}

std::optional<Replayed> replayed(const Result& result) {
  const auto& c = result.which;
  const auto load = conform::predefined_named(c.load);
  if (!load || !conform::combines(c.procedure) || c.comm != conform::Comm::world || is_too_large(c))
    return std::nullopt;
  Replayed all;
  std::int64_t elements = 0;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const auto plan = conform::plan_reduction(c, {c.ranks}, {0, rank});
    elements = plan.total;
    auto& of_rank = all.ranks.emplace_back();
    if (!plan.due || plan.result == 0) continue;
    of_rank = made(result, !exact(load->first, load->second), plan, rank);
    if (!of_rank) return std::nullopt;
  }
  all.contributions = contributions_of(c, elements);
  return all.contributions ? std::optional(std::move(all)) : std::nullopt;
}

/// The variants to try where so many operations make each of so many elements.
std::vector<std::uint64_t> variants_of(const Made& made, Arithmetic arithmetic, std::uint64_t rounds_first) {
  if (arithmetic != Arithmetic::fused) return {0};
  constexpr std::size_t most_nodes = 12;
  constexpr std::int64_t most_operations = 1 << 27;
  const auto nodes = nodes_of(made);
  const auto none = rounds_first, all = rounds_first | ~std::uint64_t{1};
  if (nodes > most_nodes || (made.count * static_cast<std::int64_t>(nodes)) << nodes > most_operations)
    return {none, all};
  std::vector<std::uint64_t> variants;
  for (std::uint64_t swapped = 0; swapped < std::uint64_t{1} << nodes; ++swapped)
    variants.push_back(swapped << 1 | rounds_first);
  return variants;
}

/// Whether some variants, one for each rank, give what was found.
bool explains(const Replayed& all, const std::vector<conform::Digests>& found, Arithmetic arithmetic,
              std::uint64_t rounds_first) {
  std::vector<std::pair<const Made*, std::string>> right;  // other ranks have the same
  for (std::size_t rank = 0; rank < all.ranks.size(); ++rank) {
    const auto& made = all.ranks[rank];
    if (!made) continue;
    if (found[rank].different.size() != 1) return false;
    const auto& due = found[rank].different.front();
    if (std::ranges::any_of(right, [&](const auto& r) { return *r.first == *made && r.second == due; })) continue;
    const auto variants = variants_of(*made, arithmetic, rounds_first);
    const auto gives_it = [&](std::uint64_t v) { return all.contributions->digest(*made, arithmetic, v) == due; };
    if (std::ranges::none_of(variants, gives_it)) return false;
    right.emplace_back(&*made, due);
  }
  return !right.empty();
}

}  // namespace

std::string_view describe(Arithmetic arithmetic) {
  constexpr std::array<std::string_view, arithmetics> texts{"each operation rounded to its type",
                                                            "intermediate results in long double",
                                                            "operations in long double, each result rounded",
                                                            "intermediate results in double",
                                                            "operations in double, each result rounded",
                                                            "intermediate results in float",
                                                            "denormal operands and results taken for zero",
                                                            "denormal results taken for zero",
                                                            "denormal operands taken for zero",
                                                            "products fused with the sums that they stand in"};
  return texts[static_cast<std::size_t>(arithmetic)];
}

std::vector<Arithmetic> arithmetics_of(const std::string& load) {
  std::vector<Arithmetic> all;
  const auto contributions = contributions_of({.procedure = conform::Procedure::allreduce, .load = load}, 0);
  for (std::size_t i = 0; contributions && i < arithmetics; ++i)
    if (contributions->may_differ(static_cast<Arithmetic>(i))) all.push_back(static_cast<Arithmetic>(i));
  return all;
}

std::optional<std::vector<std::string>> replay(const Result& result, Arithmetic arithmetic, std::uint64_t variant) {
  const auto all = replayed(result);
  if (!all) return std::nullopt;
  std::vector<std::string> digests;
  for (const auto& made : all->ranks) {
    const auto digest = made ? all->contributions->digest(*made, arithmetic, variant) : "";
    if (!digest) return std::nullopt;
    digests.push_back(*digest);
  }
  return digests;
}

bool can_be_replayed(const Result& result) { return replayed(result).has_value(); }

std::vector<Arithmetic> explaining(const Result& result, const std::vector<Arithmetic>& candidates) {
  const auto all = replayed(result);
  std::vector<Arithmetic> some;
  for (const auto arithmetic : candidates)
    if (all && (explains(*all, result.ranks, arithmetic, 0) ||
                (arithmetic == Arithmetic::fused && explains(*all, result.ranks, arithmetic, 1))))
      some.push_back(arithmetic);
  return some;
}

}  // namespace tutti::baseline
