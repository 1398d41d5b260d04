#include "verified/conform/generate/programme.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/volume.hpp"
#include "verified/conform/generate/sweeps.hpp"

namespace tutti::conform {
namespace {

struct Part {
  std::string_view name;
  Sweep (*sweep)(Procedure, const ProgrammeRequest&);
};

constexpr std::array parts{
    Part{"few elements", features},
    Part{"up to 64 KiB", below_64_kib},
    Part{"above 64 KiB", above_64_kib},
    Part{"every root", every_root},
    Part{"every operator and datatype", every_operator},
    Part{"long elements", long_elements},
    Part{"datatypes of other languages", foreign_datatypes},
    Part{"both sides of cut-offs", cut_offs},
    Part{"wrong arguments", errors},
    Part{"operators on types that they do not take", wrong_pairs_of},
    Part{"beyond 2^31 bytes", beyond_an_int},
    Part{"bracketings", brackets},
};

/// The bytes of all ranks together, of which many have less each.
constexpr std::int64_t most_bytes = std::int64_t{1} << 28;

/// Each way in which ranks may lie on the nodes has cases of every class, where there are as many.
void deal(std::vector<Case>& cases, const ProgrammeRequest& request) {
  std::map<std::tuple<Procedure, Form, Comm, int, Scenario>, std::size_t> dealt;
  for (auto& c : cases) {
    const auto ways = spreads(request.nodes, c.ranks);
    const auto [next, is_first] = dealt.try_emplace({c.procedure, c.form, c.comm, c.ranks, c.scenario}, request.seed);
    c.nodes = ways[next->second++ % ways.size()];
  }
}

}  // namespace

Programme programme(const ProgrammeRequest& request) {
  Programme all;
  auto wanted = request.procedures;
  if (wanted.empty())
    for (const auto& r : procedures) wanted.push_back(r.id);
  const bool is_large = request.size == ProgrammeSize::large;
  const auto refusal = [&](const Case& c) {
    auto why = why_not(c);
    if (!why) why = lacking(request.offer, c);
    if (!why && !is_large && bytes_moved(c) > most_bytes) why = "it moves too much";
    return why;
  };
  for (const auto procedure : wanted) {
    // A procedure's cases do not depend on which others are asked for.
    std::mt19937_64 random(request.seed * procedures.size() + static_cast<std::uint64_t>(procedure));
    for (const auto& part : parts) {
      const auto sweep = part.sweep(procedure, request);
      auto covered = cover(sweep.start, sweep.factors, sweep.meet, refusal, random);
      if (covered.cases.empty()) continue;
      all.promises.push_back(
          {procedure, std::string(part.name), static_cast<int>(covered.cases.size()), std::move(covered.met)});
      for (auto& c : covered.cases) {
        c.seed = random() % 1000;
        all.cases.push_back(std::move(c));
      }
    }
  }
  if (request.nodes > 1) deal(all.cases, request);
  std::ranges::stable_sort(all.cases, {}, [](const Case& c) {
    return std::tuple(c.scenario == Scenario::error, c.ranks, c.nodes.spread, c.scenario == Scenario::threads);
  });
  return all;
}

}  // namespace tutti::conform
