#include "verified/conform/worker/companions.hpp"

#include <array>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/call.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Form;
using tutti::conform::mix;

namespace {

/// Numbers that follow from a seed.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t n) { return (state_ = mix(state_)) % n; }
  bool one_of(std::uint64_t n) { return below(n) == 0; }
  template <class Values>
  auto from(const Values& values) {
    return values[static_cast<std::size_t>(below(values.size()))];
  }

 private:
  std::uint64_t state_;
};

/// It may be illegal.
Case drawn(const Case& beside, Draws& draws) {
  using enum Form;
  constexpr std::array forms{blocking, nonblocking};
  constexpr std::array<std::int64_t, 6> counts{0, 1, 7, 31, 600, 5000};
  constexpr std::array<const char*, 4> operators{"sum/int", "sum/double", "matrix", "minloc/double_int"};
  constexpr std::array<const char*, 2> datatypes{"double", "byte"};
  Case c;
  c.procedure = draws.from(tutti::conform::procedures).id;
  c.ranks = beside.ranks;
  c.comm = beside.comm;
  c.form = draws.from(forms);
  const auto use = tutti::conform::uses(c.procedure);
  if (use.count) c.count = draws.from(counts);
  if (use.operators)
    c.load = draws.from(operators);
  else if (use.datatypes)
    c.load = draws.from(datatypes);
  if (use.root) c.root = static_cast<Rank>(draws.below(static_cast<std::uint64_t>(roots(c.comm, c.ranks))));
  c.irregular = draws.one_of(2);
  c.seed = draws.below(1000);
  return c;
}

}  // namespace

std::vector<Case> companions(const Case& c, int calls) {
  constexpr int tries_for_each = 1000;  // one of some twenty is legal
  Draws draws(mix(c.seed) ^ static_cast<std::uint64_t>(c.procedure));
  std::vector<Case> all;
  for (int tries = 0; tries < tries_for_each * calls && static_cast<int>(all.size()) < calls; ++tries) {
    auto next = drawn(c, draws);
    const bool is_plain = row(next.procedure).collective && !typed(next.procedure);
    const bool is_other = is_plain && next.procedure != c.procedure;
    if (is_other && !why_not(next) && !lacking(next)) all.push_back(std::move(next));
  }
  return all;
}

}  // namespace tutti::mpi::conform
