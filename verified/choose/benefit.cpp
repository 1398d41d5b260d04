#include "verified/choose/benefit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <utility>

#include "verified/choose/fields.hpp"
#include "verified/choose/select.hpp"

namespace tutti {
namespace {

constexpr int version_of_calls = 1;
constexpr std::int64_t most_ranks_of_calls = 1 << 20, most = 1'000'000'000'000;

constexpr std::string_view usual_name(Collective c) {
  switch (c) {
    case Collective::reduce: return "reduce/binomial";
    case Collective::allreduce: return "allreduce/binomial";
    case Collective::reduce_scatter: return "reduce_scatter/binomial_scatter";
    case Collective::reduce_scatter_block: return "reduce_scatter_block/binomial_scatter";
    case Collective::scan: return "scan/recursive_doubling";
    case Collective::exscan: return "exscan/recursive_doubling";
    case Collective::bcast: return "bcast/binomial";
    case Collective::gather: return "gather/binomial";
    case Collective::gatherv: return "gatherv/linear";
    case Collective::scatter: return "scatter/binomial";
    case Collective::scatterv: return "scatterv/linear";
    case Collective::allgather: return "allgather/ring";
    case Collective::allgatherv: return "allgatherv/ring";
    case Collective::alltoall: return "alltoall/scattered";
    case Collective::alltoallv: return "alltoallv/scattered";
    case Collective::alltoallw: return "alltoallw/scattered";
    case Collective::barrier: return "barrier/dissemination";
  }
  return "";
}

Source source_of_calls(std::string name) { return {std::move(name), "correct it; see tutti benefit --help"}; }

Collective collective_of(const Fields& entry) {
  const auto name = entry.text("collective");
  if (const auto found = collective_named(name)) return *found;
  std::string valid;
  for (const auto& c : collectives) valid.append(valid.empty() ? "" : ", ").append(c.name);
  entry.refuse_field("collective", fmt::format("is '{}', none of {}", name, valid));
}

const Algorithm& algorithm_of(const Fields& entry, Collective collective, int ranks) {
  if (!entry.has("algorithm")) return usual_algorithm(collective);
  const auto name = entry.text("algorithm");
  const auto* found = find_algorithm(name);
  if (!found || found->collective != collective)
    entry.refuse_field("algorithm",
                       fmt::format("is '{0}', no algorithm of tutti list {1}", name, row(collective).name));
  if (!found->supports.holds(ranks))
    entry.refuse_field("algorithm", fmt::format("is refused: {}", found->refusal(ranks)));
  return *found;
}

ProfiledCalls calls_of(const Fields& entry) {
  entry.allow_only({"collective", "p", "bytes", "count", "algorithm"});
  const auto collective = collective_of(entry);
  const int ranks = static_cast<int>(entry.whole("p", 1, most_ranks_of_calls));
  const bool no_bytes = collective == Collective::barrier && !entry.has("bytes");
  return {.collective = collective,
          .ranks = ranks,
          .bytes = no_bytes ? 0 : entry.whole("bytes", 0, most),
          .count = entry.whole("count", 0, most),
          .algorithm = &algorithm_of(entry, collective, ranks)};
}

std::vector<ProfiledCalls> parsed_calls(std::string_view text, const Source& source) {
  const auto json = parse_json(text, source);
  const Fields file(json, source);
  file.check_version(version_of_calls);
  std::vector<ProfiledCalls> all;
  for (const auto& entry : file.objects("calls")) all.push_back(calls_of(entry));
  if (all.empty()) file.refuse_field("calls", "is empty");
  return all;
}

}  // namespace

const Algorithm& usual_algorithm(Collective collective) { return *find_algorithm(usual_name(collective)); }

std::vector<ProfiledCalls> parse_calls(std::string_view text, const std::string& source) {
  return parsed_calls(text, source_of_calls(source));
}

std::vector<ProfiledCalls> read_calls(const std::string& path) {
  const auto source = source_of_calls(path);
  return parsed_calls(read_text(source), source);
}

Benefit benefit(const ProfiledCalls& calls, PriceList& prices) {
  const auto seconds = [&](const Candidate& candidate) {
    const auto bytes = static_cast<double>(calls.bytes);
    return static_cast<double>(calls.count) * prices.seconds(candidate, calls.ranks, 0, bytes);
  };
  Candidate now{.algorithm = nullptr, .shape = {}};
  if (calls.algorithm) {
    const auto shapes = candidates(std::span(&calls.algorithm, 1), calls.ranks);
    if (shapes.empty())
      throw std::logic_error(calls.algorithm->name + " lists no shape for p = " + std::to_string(calls.ranks));
    now = shapes.front();
  }
  auto all = candidates(calls.collective, calls.ranks);
  all.insert(all.begin(), now);
  std::vector<double> times;
  for (const auto& candidate : all) times.push_back(candidate.algorithm ? seconds(candidate) : calls.seconds);
  const auto best = fastest_of(times);
  return {.fastest = all[best], .before = times.front(), .after = times[best]};
}

double fall(double before, double after) { return before > 0 ? 1 - after / before : 0; }

}  // namespace tutti
