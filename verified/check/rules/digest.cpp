#include "verified/check/rules/digest.hpp"

#include <array>
#include <cstdio>

#include "verified/check/rules/obligations.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::rules {
namespace {

/// The finalizer of SplitMix64: each bit of the result depends on every bit of `x`.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

class Mixer {
 public:
  void add(std::uint64_t x) {
    sum_.high = mixed(sum_.high ^ mixed(x + 0x9e3779b97f4a7c15));
    sum_.low = mixed(sum_.low + 3 * mixed(x ^ 0xd1b54a32d192ed03));
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  void add(const Digest& d) {
    add(d.high);
    add(d.low);
  }
  void add(const Graph& graph) { add(of(graph)); }
  void add(const E& e) { add(e.graph()); }
  void add(const C& c) { add(c.graph()); }
  const Digest& sum() const { return sum_; }

 private:
  const Digest& of(const Graph& graph) {
    return walk_.of(graph, [](const Graph& node, const std::vector<Digest>& operands) {
      Mixer own;
      own.add(static_cast<std::uint64_t>(node->op));
      own.add(static_cast<std::uint64_t>(node->constant));
      own.add(node->name);
      for (const auto& operand : operands) own.add(operand);
      return own.sum();
    });
  }

  Digest sum_;
  Walk<Digest> walk_;
};

}  // namespace

Digest digest_of(const Algorithm& algorithm) {
  const auto& rules = algorithm.rules().rules();
  Mixer mixer;
  mixer.add(static_cast<std::uint64_t>(algorithm.owner));
  mixer.add(algorithm.needs.associative ? 1 : 0);
  mixer.add(algorithm.needs.commutative ? 1 : 0);
  mixer.add(static_cast<std::uint64_t>(rules.slots.most_ranks));
  for (const auto& phase : rules.phases)
    for (const bool flag : {phase.descends, phase.backwards, phase.by_receiver, phase.one_source,
                            phase.seating.in_order, phase.seating.same_slots, phase.seating.ordered})
      mixer.add(flag ? 1 : 0);
  for (const auto& claim : obligations(algorithm, rules)) {
    mixer.add(claim.assumptions.size());
    for (const auto& a : claim.assumptions) mixer.add(a);
    mixer.add(claim.holds);
    mixer.add(claim.needs_bits ? 1 : 0);
    mixer.add(claim.recall.size());
    for (const auto& r : claim.recall) {
      mixer.add(r.of_this_phase ? 1 : 0);
      const auto x = variable("x"), m = variable("m");
      mixer.add(r.name);
      for (const auto& e :
           {r.first, r.k, r.next, r.g.p, r.rules.remembers_first(r.g, x), r.rules.remembers_next(r.g, r.k, m)})
        mixer.add(e);
      mixer.add(r.rules.reached(r.g, r.k));
      mixer.add(r.rules.remembers(r.g, r.k, m));
    }
  }
  return mixer.sum();
}

std::string print(const Digest& digest) {
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), "{0x%016llx, 0x%016llx}", static_cast<unsigned long long>(digest.high),
                static_cast<unsigned long long>(digest.low));
  return text.data();
}

}  // namespace tutti::rules
