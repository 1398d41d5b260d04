// identity: candidates from the ends of the types, tried on ever more operands.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

#include "verified/op/black_box/search.hpp"
#include "verified/op/value.hpp"

namespace tutti::op {
namespace {

constexpr std::size_t most_candidates = 4096;

enum class Special { zero, one, least, largest, minus_one, minus_zero };
constexpr Special specials[] = {Special::zero,    Special::one,       Special::least,
                                Special::largest, Special::minus_one, Special::minus_zero};

/// For floating point the least and the largest value are the infinities.
template <class T>
T value_of(Special special) {
  using Limits = std::numeric_limits<T>;
  switch (special) {
    case Special::one: return 1;
    case Special::least: return Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::min();
    case Special::largest: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case Special::minus_one: return static_cast<T>(-1);
    case Special::minus_zero: return static_cast<T>(-0.0);
    default: return 0;
  }
}

void set(Scalar scalar, Special special, std::byte* at) {
  if (scalar == Scalar::boolean) return put(at, static_cast<std::uint8_t>(special != Special::zero));
  with_value(scalar, at, [&]<class T>(T) { put(at, value_of<T>(special)); });
}

/// All choices of a special value for each leaf, of as many specials as there is room for; else one for all leaves.
std::vector<Bytes> candidates(const Type& type) {
  std::size_t kinds = std::size(specials);
  const auto choices = [&] { return std::pow(static_cast<double>(kinds), static_cast<double>(type.leaves.size())); };
  while (kinds > 2 && choices() > most_candidates) --kinds;
  std::vector<Bytes> all;
  for (const Special special : specials) {
    all.emplace_back(type.size);
    for (const Leaf& leaf : type.leaves) set(leaf.scalar, special, &all.back()[leaf.offset]);
  }
  for (std::size_t choice = 0; choices() <= most_candidates && choice < static_cast<std::size_t>(choices()); ++choice) {
    all.emplace_back(type.size);
    std::size_t rest = choice;
    for (const Leaf& leaf : type.leaves) {
      set(leaf.scalar, specials[rest % kinds], &all.back()[leaf.offset]);
      rest /= kinds;
    }
  }
  return all;
}

class IdentitySearch {
 public:
  IdentitySearch(Bench& bench, Domain domain)
      : bench_(bench), experiment_(has_identity(bench.trial().type, bench.trial().equal_by_value)), domain_(domain) {}

  LawFinding find() {
    std::vector<Bytes> left = candidates(bench_.trial().type);
    const std::size_t all = left.size();
    for (const std::size_t operands : {1u, 4u, 16u}) left = survivors(left, operands);
    while (!left.empty() && !survives(left[0])) left.erase(left.begin());
    LawFinding f{Law::identity, domain_, Answer::unknown, "", bench_.tries(tries_), 0, {}};
    if (!left.empty())
      f.why = fmt::format("{}: no counterexample in {}", literal(bench_.trial().type, left[0]), bench_.tries(tries_));
    else if (failed_ == all)
      f.why = fmt::format("none of {} candidates such as 0, 1 and the ends of the types is one", all);
    else
      f.why = bench_.inconclusive().value_or("too few calls that end well");
    f.seconds = seconds();
    return f;
  }

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  bool survives(const Bytes& candidate) {
    const auto enough = static_cast<std::size_t>(bench_.trial().tries);
    const std::size_t at_once = bench_.at_once(experiment_);
    std::size_t done = 0;
    do {
      if (survivors({candidate}, at_once).empty()) return false;
      done += at_once;
    } while (done < enough && seconds() < bench_.trial().seconds_for_a_law);
    return true;
  }

  /// Those that are identities of so many random operands each.
  std::vector<Bytes> survivors(const std::vector<Bytes>& from, std::size_t operands) {
    std::vector<Bytes> cases;
    for (std::size_t i = 0; i < operands; ++i) {
      for (const Bytes& candidate : from) {
        Bytes both = candidate;
        const Bytes x = bench_.draw(bench_.tiers()[i % bench_.tiers().size()], 1);
        if (x.empty()) return {};
        both.insert(both.end(), x.begin(), x.end());
        cases.push_back(std::move(both));
      }
    }
    std::vector<bool> fails(from.size()), ran(from.size());
    bench_.run(experiment_, cases, [&](std::size_t i, const Cells& cells) {
      ++tries_;
      if (domain_ == Domain::ieee_ordinary && !is_ordinary(bench_.trial().type, experiment_, cells)) return;
      ran[i % from.size()] = true;
      if (!experiment_.wrong(cells).empty()) fails[i % from.size()] = true;
    });
    std::vector<Bytes> left;
    for (std::size_t i = 0; i < from.size(); ++i) {
      failed_ += fails[i];
      if (ran[i] && !fails[i]) left.push_back(from[i]);
    }
    return left;
  }

  Bench& bench_;
  Experiment experiment_;
  Domain domain_;
  std::size_t tries_ = 0, failed_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

std::vector<LawFinding> search_identity(Bench& bench) {
  std::vector<LawFinding> all;
  for (const Domain domain : bench.domains()) all.push_back(IdentitySearch(bench, domain).find());
  return all;
}

}  // namespace tutti::op
