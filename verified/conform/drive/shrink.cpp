#include "verified/conform/drive/shrink.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::conform {
namespace {

/// From simple to special.
constexpr std::array simple_comms{Comm::world,        Comm::dup,    Comm::reversed, Comm::split,  Comm::self,
                                  Comm::cart,         Comm::graph,  Comm::inter,    Comm::info,   Comm::create,
                                  Comm::create_group, Comm::nested, Comm::weighted, Comm::merged, Comm::inter_one,
                                  Comm::inter_rest,   Comm::open,   Comm::ring,     Comm::star,   Comm::thin};
static_assert(std::ssize(simple_comms) == comms);
constexpr std::array scenarios{
    Scenario::alone,    Scenario::in_flight, Scenario::outstanding, Scenario::between_messages, Scenario::late,
    Scenario::repeated, Scenario::tools,     Scenario::mixed,       Scenario::threads,          Scenario::reveal,
    Scenario::digest,   Scenario::time,      Scenario::error};
static_assert(scenarios.size() == static_cast<std::size_t>(Scenario::mixed) + 1);
constexpr std::array plain_loads = [] {
  std::array<std::string_view, 2 + user_operators.size()> loads{"sum/int", "sum/double"};
  std::ranges::transform(user_operators, loads.begin() + 2, &UserOperator::name);
  return loads;
}();

template <class Values, class Value>
std::int64_t place(const Values& values, const Value& value) {
  return std::ranges::find(values, value) - values.begin();
}

std::int64_t place_of_load(const std::string& load) {
  if (const auto* datatypes = datatype_pair_row_named(load)) return datatypes - datatype_pair_rows.data();
  const auto plain = place(plain_loads, std::string_view(load));
  const auto predefined = predefined_named(load);
  if (plain < std::ssize(plain_loads) || !predefined) return plain;
  const auto [op, type] = *predefined;
  // Ints are the simplest type, and a sum the simplest operator.
  const std::ptrdiff_t of_op = op == Op::sum ? 0 : 1 + static_cast<int>(op);
  const std::ptrdiff_t of_type = type == Type::int_ ? 0 : 1 + static_cast<int>(type);
  const bool is_foreign = foreign_type_of(load) != nullptr;
  return std::ssize(plain_loads) + 1 + of_op * 2 * (std::ssize(types) + 1) + 2 * of_type + is_foreign;
}

auto sizes(const Case& c) {
  return std::array<std::int64_t, 21>{place(scenarios, c.scenario),
                                      c.ranks,
                                      c.nodes.count,
                                      static_cast<std::int64_t>(c.nodes.spread),
                                      place(simple_comms, c.comm),
                                      static_cast<std::int64_t>(c.form),
                                      c.large_count,
                                      c.in_place,
                                      c.irregular,
                                      c.scattered,
                                      static_cast<std::int64_t>(c.completion),
                                      c.bottom,
                                      c.adjacent,
                                      c.freed,
                                      static_cast<std::int64_t>(c.handler),
                                      static_cast<std::int64_t>(c.insignificant),
                                      place_of_load(c.load),
                                      c.count,
                                      c.root,
                                      !c.algorithm.empty(),
                                      static_cast<std::int64_t>(std::min<std::uint64_t>(c.seed, INT64_MAX))};
}

/// 0, half of n, three quarters, …, n - 1.
std::vector<std::int64_t> below(std::int64_t n) {
  std::vector<std::int64_t> all;
  for (auto step = n; step > 0; step /= 2) all.push_back(n - step);
  return all;
}

class Candidates {
 public:
  explicit Candidates(const Case& c) : from_(c) {}

  /// `from` changed in one place, if that is legal and smaller.
  template <class Member, class Value>
  void with(Member Case::*which, Value value) {
    auto c = from_;
    c.*which = static_cast<Member>(value);
    add(std::move(c));
  }
  void add(Case c) {
    if (is_smaller(c, from_) && !why_not(c) && std::ranges::find(all_, c) == all_.end()) all_.push_back(std::move(c));
  }
  std::vector<Case> done() && { return std::move(all_); }

 private:
  const Case& from_;
  std::vector<Case> all_;
};

/// Takes a feature of the one case over into the other.
using Feature = void (*)(Case&, const Case&);
template <auto Member>
constexpr Feature feature = [](Case& to, const Case& from) { to.*Member = from.*Member; };
constexpr std::array features{feature<&Case::load>,          feature<&Case::count>,      feature<&Case::comm>,
                              feature<&Case::form>,          feature<&Case::in_place>,   feature<&Case::root>,
                              feature<&Case::large_count>,   feature<&Case::irregular>,  feature<&Case::scattered>,
                              feature<&Case::scenario>,      feature<&Case::completion>, feature<&Case::freed>,
                              feature<&Case::insignificant>, feature<&Case::nodes>,      feature<&Case::bottom>,
                              feature<&Case::handler>,       feature<&Case::adjacent>};

/// Those that have at most two features of `c` and else none: with that most failures come already.
void nearly_plain(Candidates& to, const Case& c) {
  Case plain{.procedure = c.procedure, .ranks = c.ranks, .algorithm = c.algorithm, .wrong = c.wrong, .seed = c.seed};
  plain.count = std::min<std::int64_t>(c.count, 1);
  if (on_neighbours(c.procedure)) plain.comm = Comm::cart;
  if (uses(c.procedure).operators) plain.load = plain_loads.front();
  if (c.scenario == Scenario::error) plain.scenario = c.scenario;
  to.add(plain);
  for (std::size_t i = 0; i < features.size(); ++i)
    for (std::size_t k = 0; k <= i; ++k) {
      auto with = plain;
      features[i](with, c);
      features[k](with, c);
      to.add(std::move(with));
    }
}

void fewer_ranks(Candidates& to, const Case& c) {
  std::vector<std::int64_t> ranks{1, 2, 3, 4, 5};
  for (const auto p : below(c.ranks)) ranks.push_back(std::max<std::int64_t>(p, 1));
  std::ranges::sort(ranks);
  for (const auto p : ranks) {
    if (p >= c.ranks) break;
    auto smaller = c;
    smaller.ranks = static_cast<int>(p);
    if (smaller.nodes.count > p) smaller.nodes = {static_cast<int>(p)};
    smaller.root = std::min(c.root, roots(c.comm, smaller.ranks) - 1);
    to.add(smaller);
    // A fault may be where the count and the number of ranks are close.
    smaller.count = std::max<std::int64_t>(0, c.count + p - c.ranks);
    to.add(smaller);
  }
}

void simpler_load(Candidates& to, const Case& c) {
  if (uses(c.procedure).operators)
    for (const auto load : plain_loads) to.with(&Case::load, std::string(load));
  else
    for (const auto& datatypes : datatype_pair_rows) to.with(&Case::load, std::string(datatypes.name));
  const auto slash = c.load.find('/');
  if (slash == std::string::npos) return;
  if (const auto pair = predefined_named(c.load)) to.with(&Case::load, load_of(pair->first, pair->second));
  to.with(&Case::load, c.load.substr(0, slash) + "/int");
  to.with(&Case::load, "sum" + c.load.substr(slash));
}

}  // namespace

bool is_smaller(const Case& a, const Case& b) {
  const auto x = sizes(a), y = sizes(b);
  return a.procedure == b.procedure && a.wrong == b.wrong && x != y &&
         std::ranges::equal(x, y, std::ranges::less_equal{});
}

std::vector<Case> smaller(const Case& c) {
  Candidates to(c);
  nearly_plain(to, c);
  if (c.scenario != Scenario::error) to.with(&Case::scenario, Scenario::alone);
  fewer_ranks(to, c);
  for (const int n : {1, 2})
    if (n < c.nodes.count) to.with(&Case::nodes, Nodes{n});
  to.with(&Case::nodes, Nodes{c.nodes.count});
  for (const auto comm : simple_comms) to.with(&Case::comm, comm);
  to.with(&Case::form, Form::blocking);
  to.with(&Case::form, Form::nonblocking);
  to.with(&Case::algorithm, "");
  to.with(&Case::completion, Completion::wait);
  to.with(&Case::completion, Completion::test);
  using enum Insignificant;
  for (const auto simpler : {right, no_buffer, no_count, no_type, zero, null, garbage})
    to.with(&Case::insignificant, simpler);
  for (const auto flag : {&Case::large_count, &Case::in_place, &Case::irregular, &Case::scattered, &Case::bottom,
                          &Case::adjacent, &Case::freed})
    to.with(flag, false);
  for (const auto simpler : {Handler::returns, Handler::own}) to.with(&Case::handler, simpler);
  simpler_load(to, c);
  for (const auto n : below(c.count)) to.with(&Case::count, n);
  for (const auto root : below(c.root)) to.with(&Case::root, root);
  to.with(&Case::seed, 0);
  return std::move(to).done();
}

Case smallest(const Case& c, const FirstFailing& first_failing) {
  auto best = c;
  for (;;) {
    const auto candidates = smaller(best);
    const auto first = first_failing(candidates);
    if (!first) return best;
    best = candidates[*first];
  }
}

}  // namespace tutti::conform
