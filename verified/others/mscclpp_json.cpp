#include "verified/others/mscclpp_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "verified/others/mscclpp_gpus.hpp"
#include "verified/others/mscclpp_operations.hpp"
#include "verified/others/mscclpp_raw.hpp"

namespace tutti::others {
namespace {

/// Threadblocks, ranks and port channels: each may know how far each other is.
constexpr std::size_t most_actors = 4096;

constexpr std::array named_collectives{
    NamedCollective{"allreduce", Collective::allreduce}, NamedCollective{"allgather", Collective::allgather},
    NamedCollective{"reducescatter", Collective::reduce_scatter_block},
    NamedCollective{"alltoall", Collective::alltoall}, NamedCollective{"broadcast", Collective::bcast}};

class PlanReader {
 public:
  explicit PlanReader(std::string_view text) : raw_(read_raw_plan(text)) {}

  OneSidedPlan read() {
    static constexpr std::array<std::string_view, 12> known = {"name",
                                                               "collective",
                                                               "protocol",
                                                               "inplace",
                                                               "reuse_resources",
                                                               "gpus",
                                                               "num_threads_per_block",
                                                               "use_double_scratch_buffer",
                                                               "buffer_alignment",
                                                               "min_message_size",
                                                               "max_message_size",
                                                               "root"};
    const Object top(raw_.json, "", known);
    top.require({"collective", "protocol", "inplace", "gpus"});
    const auto protocol = top.text("protocol");
    if (protocol != "Simple" && protocol != "LL")
      top.fail(fmt::format("\"protocol\" is {}; Simple or LL is due", shown(Json(protocol))));
    for (const auto* const number :
         {"num_threads_per_block", "buffer_alignment", "min_message_size", "max_message_size"})
      if (top.has(number) && !raw_.json.at(number).is_number_unsigned())
        top.fail(fmt::format("\"{}\" is {}; an integer of at least 0 is due", number, shown(raw_.json.at(number))));
    if (top.has("name")) plan_.name = top.text("name");
    const auto* const collective = std::ranges::find(named_collectives, top.text("collective"), &NamedCollective::name);
    if (collective == named_collectives.end())
      top.fail(fmt::format("\"collective\" is {}; one of {} is due", shown(Json(top.text("collective"))),
                           names_in(named_collectives)));
    plan_.collective = collective->collective;
    plan_.in_place = top.truth("inplace");
    plan_.second_scratch = top.truth("use_double_scratch_buffer", false);
    reuses_ = top.truth("reuse_resources", false);
    const auto& gpus = top.array("gpus");
    if (gpus.empty() || gpus.size() > most_gpus)
      top.fail(fmt::format("there are {} gpus; 1 to {} are due", gpus.size(), most_gpus));
    plan_.ranks = static_cast<int>(gpus.size());
    plan_.root = top.number("root", 0, row(plan_.collective).rooted() ? plan_.ranks - 1 : 0, 0);
    cut();
    for (const auto& gpu : gpus) gpus_.read(gpu);
    int threadblock = 0;
    OperationReader operations(plan_, gpus_, protocol == "LL");
    for (Rank r = 0; r < plan_.ranks; ++r)
      read_threadblocks(operations, r, gpus[index(r)].at("threadblocks"), threadblock);
    bound(top);
    return std::move(plan_);
  }

 private:
  /// Into how many parts threadblocks that share an operation, and pipelines, cut each chunk.
  void cut() {
    std::optional<std::uint64_t> unit;
    const auto look = [&](const RawOperation& o) {
      plan_.parts = std::lcm(plan_.parts, o.of_parts);
      if (plan_.parts > most_parts)
        throw NoSchedule(
            fmt::format("{}: groups of threadblocks cut chunks into more parts than {}", o.place, most_parts));
      if (!o.unit_size) return;
      if (unit.value_or(o.unit_size) != o.unit_size)
        throw NoSchedule(o.place + ": pipelines have units of several sizes, for which there is no common cut");
      unit = o.unit_size;
      if (reuses_)
        throw NoSchedule(o.place +
                         ": with \"reuse_resources\" the units of a pipeline come again in scratch, which is not "
                         "looked at");
    };
    for (const auto& of_threadblock : raw_.operations)
      for (const auto& o : of_threadblock) look(o);
    plan_.has_pipelines = unit.has_value();
    if (unit) plan_.parts = std::lcm(plan_.parts, units_of_a_pipeline);
  }

  void read_threadblocks(OperationReader& operations, Rank r, const Json& all, int& threadblock) {
    static constexpr std::array<std::string_view, 4> known = {"id", "ops", "channels", "remote_buffer_refs"};
    for (int t = 0; t < static_cast<int>(all.size()); ++t, ++threadblock) {
      const Object tb(all[index(t)], fmt::format("gpu {}, threadblock {}", r, t), known);
      tb.require({"id", "ops"});
      static_cast<void>(tb.number("id", t, t));
      if (!tb.array("ops").empty()) tb.fail("\"ops\" has what is no object");
      OneSidedBlock block{r, t, {}};
      const auto own = gpus_.own(tb, r);
      for (auto& raw : raw_.operations[index(threadblock)]) {
        operations.add(block, own, raw);
        raw = {};
      }
      plan_.blocks.push_back(std::move(block));
    }
  }

  void bound(const Object& top) const {
    const auto cells = static_cast<std::int64_t>(plan_.cells()) * plan_.ranks;
    if (cells > most_plan_cells)
      top.fail(fmt::format("{} chunks or parts of them on all gpus are more than are looked at, which is {}", cells,
                           most_plan_cells));
    const auto actors = plan_.blocks.size() + plan_.proxies.size() + index(plan_.ranks);
    if (actors > most_actors)
      top.fail(fmt::format("{} threadblocks, ranks and port channels are more than are looked at, which is {}", actors,
                           most_actors));
  }

  RawPlan raw_;
  OneSidedPlan plan_;
  PlanGpus gpus_{plan_};
  bool reuses_ = false;
};

}  // namespace

bool is_mscclpp_plan(std::string_view text) {
  constexpr std::string_view key = "\"gpus\"";
  for (auto at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
    const auto next = text.find_first_not_of(" \t\r\n", at + key.size());
    if (next != text.npos && text[next] == ':') return true;
  }
  return false;
}

OneSidedPlan read_mscclpp_json(std::string_view text) { return PlanReader(text).read(); }

}  // namespace tutti::others
