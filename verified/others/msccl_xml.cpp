#include "verified/others/msccl_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <pugixml.hpp>
#include <set>
#include <string>

#include "verified/others/schedule_file.hpp"

namespace tutti::others {
namespace {

constexpr int most_channels = 1 << 16;
constexpr std::size_t most_threadblocks = 8192;  ///< each may know how far each other one is

constexpr NamedCollective names_of_collectives[] = {{"allreduce", Collective::allreduce},
                                                    {"allgather", Collective::allgather},
                                                    {"reduce_scatter", Collective::reduce_scatter_block},
                                                    {"alltoall", Collective::alltoall},
                                                    {"broadcast", Collective::bcast},
                                                    {"reduce", Collective::reduce}};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (const auto result = document_.load_buffer(text.data(), text.size()); !result)
      throw NoSchedule(fmt::format("line {}: this is no XML: {}", line_of(result.offset), result.description()));
  }

  Plan read() {
    const auto algo = document_.document_element();
    for (const auto& other : document_.children())
      if (other.type() == pugi::node_element && other != algo)
        fail(other, "a second document stands there; take one away");
    if (std::string_view(algo.name()) != "algo")
      fail(algo, fmt::format("<{}> stands there; <algo> is due", printed(algo.name())));
    only(algo, {"name", "proto", "nchannels", "nchunksperloop", "ngpus", "coll", "inplace", "outofplace", "root",
                "minBytes", "maxBytes", "redop", "nthreads"});
    Plan plan;
    plan.name = algo.attribute("name").value();
    plan.collective = collective(algo);
    plan.in_place = number(algo, "inplace", 0, 1) == 1;
    channels_ = number(algo, "nchannels", 1, most_channels);
    const int ranks = number(algo, "ngpus", 1, most_gpus);
    plan.root = row(plan.collective).rooted() ? number(algo, "root", 0, ranks - 1, 0) : 0;
    plan.ranks = ranks;
    plan.gpus.resize(static_cast<std::size_t>(ranks));
    plan.chunks = chunks(algo, plan);
    std::set<int> seen;
    for (const auto& gpu : children(algo, "gpu")) {
      const int id = number(gpu, "id", 0, ranks - 1);
      if (!seen.insert(id).second) fail(gpu, fmt::format("the gpu {} is there twice", id));
      read_gpu(gpu, plan, id);
    }
    if (static_cast<int>(seen.size()) != ranks)
      fail(algo, fmt::format("\"ngpus\" is {}, and there are {} gpus", ranks, seen.size()));
    return plan;
  }

 private:
  using Node = pugi::xml_node;

  std::size_t line_of(std::ptrdiff_t offset) const {
    const auto end = std::min(text_.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, offset)));
    return 1 +
           static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  }

  static std::string printed(std::string_view text) {
    constexpr std::size_t most = 40;
    return std::string(text.substr(0, most)) + (text.size() > most ? "…" : "");
  }

  [[noreturn]] void fail(const Node& node, const std::string& what) const {
    throw NoSchedule(fmt::format("line {}: {}", line_of(node.offset_debug()), what));
  }

  void only(const Node& node, std::initializer_list<std::string_view> known) const {
    std::set<std::string_view> seen;
    for (const auto& attribute : node.attributes())
      if (!seen.insert(attribute.name()).second)
        fail(node, fmt::format("{} is there twice; leave one out", printed(attribute.name())));
    for (const auto& attribute : node.attributes())
      if (std::ranges::find(known, std::string_view(attribute.name())) == known.end())
        fail(node, fmt::format("<{}> has no attribute {}; it has {}", node.name(), printed(attribute.name()),
                               fmt::join(known, ", ")));
  }

  std::vector<Node> children(const Node& node, std::string_view name, std::string_view other = "") const {
    std::vector<Node> all;
    for (const auto& child : node.children()) {
      if (child.type() == pugi::node_comment) continue;
      if (child.name() != name && (other.empty() || child.name() != other))
        fail(child, fmt::format("<{}> stands there; <{}> is due", printed(child.name()), name));
      all.push_back(child);
    }
    return all;
  }

  int number(const Node& node, const char* name, int least, int most) const {
    const auto attribute = node.attribute(name);
    if (!attribute) fail(node, fmt::format("<{}> lacks {}", node.name(), name));
    const std::string_view value = attribute.value();
    int found = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), found);
    if (error != std::errc() || end != value.data() + value.size() || found < least || found > most)
      fail(node, fmt::format("{} is \"{}\"; an integer from {} to {} is due", name, printed(value), least, most));
    return found;
  }
  int number(const Node& node, const char* name, int least, int most, int otherwise) const {
    return node.attribute(name) ? number(node, name, least, most) : otherwise;
  }

  Collective collective(const Node& algo) const {
    const std::string_view name = algo.attribute("coll").value();
    for (const auto& known : names_of_collectives)
      if (known.name == name) return known.collective;
    fail(algo, fmt::format("coll is \"{}\"; one of {} is due", printed(name), names_in(names_of_collectives)));
  }

  /// Of the vector, or of a block of it.
  int chunks(const Node& algo, const Plan& plan) const {
    const int all = number(algo, "nchunksperloop", 1, most_chunks), p = plan.ranks;
    const bool has_blocks = plan.has_input_for_each() || plan.has_output_of_each();
    if (has_blocks && all % p != 0)
      fail(algo, fmt::format("nchunksperloop is {}, and the {} blocks of {} do not have equally many", all, p,
                             row(plan.collective).name));
    if (static_cast<std::int64_t>(all) * 2 * p > most_plan_cells)
      fail(algo,
           fmt::format("{} chunks on {} gpus are more than are looked at, which is {}", all, p, most_plan_cells / 2));
    return has_blocks ? all / p : all;
  }

  void read_gpu(const Node& node, Plan& plan, Rank rank) {
    only(node, {"id", "i_chunks", "o_chunks", "s_chunks"});
    auto& gpu = plan.gpus[static_cast<std::size_t>(rank)];
    gpu.scratch = number(node, "s_chunks", 0, most_chunks, 0);
    plan.scratch = std::max(plan.scratch, gpu.scratch);
    if (const auto all = std::int64_t{plan.scratch} * plan.ranks; all > most_plan_cells)
      fail(node, fmt::format("with as much scratch as this one the gpus have {} chunks of it; at most {} are looked at",
                             all, most_plan_cells));
    static_cast<void>(number(node, "i_chunks", 0, most_chunks, 0));
    static_cast<void>(number(node, "o_chunks", 0, most_chunks, 0));
    const auto threadblocks = children(node, "tb");
    if (threadblocks_ += threadblocks.size(); threadblocks_ > most_threadblocks)
      fail(node,
           fmt::format("the gpus so far have {} tbs; at most {} are looked at", threadblocks_, most_threadblocks));
    std::vector<int> ids;
    for (const auto& tb : threadblocks) {
      ids.push_back(number(tb, "id", 0, static_cast<int>(threadblocks.size()) - 1));
      if (std::ranges::count(ids, ids.back()) > 1)
        fail(tb, fmt::format("the tb {} of gpu {} is there twice", ids.back(), rank));
    }
    std::vector<int> lengths;
    for (const auto& tb : threadblocks) lengths.push_back(static_cast<int>(children(tb, "step", "op").size()));
    for (std::size_t i = 0; i < threadblocks.size(); ++i) {
      const auto& tb = threadblocks[i];
      only(tb, {"id", "send", "recv", "chan"});
      Threadblock made{.id = ids[i],
                       .send_to = peer(tb, "send", plan, rank),
                       .receive_from = peer(tb, "recv", plan, rank),
                       .channel = number(tb, "chan", -1, channels_ - 1),
                       .steps = {}};
      for (const auto& step : children(tb, "step", "op")) {
        made.steps.push_back(read_step(step, plan, rank, made, ids, lengths));
        check_reductions(step, made);
      }
      check_nops(tb, made);
      gpu.threadblocks.push_back(std::move(made));
    }
  }

  /// MSCCL does reductions into one place that follow each other as one, with the count of the last.
  void check_reductions(const Node& node, const Threadblock& tb) const {
    if (tb.steps.size() < 2) return;
    const auto &last = tb.steps.back(), &before = tb.steps[tb.steps.size() - 2];
    const auto is_one = [](const PlanStep& s) { return s.kind->name == "re"; };
    if (is_one(last) && is_one(before) && last.target.buffer == before.target.buffer &&
        last.target.number == before.target.number && last.count != before.count)
      fail(node, fmt::format("cnt is {}, and {} in the re before, into the same chunk: MSCCL would take one for both; "
                             "write equal ones",
                             last.count, before.count));
  }

  /// It makes one step of nops and what follows them, which waits for all that they wait for, and must wait itself.
  void check_nops(const Node& node, const Threadblock& tb) const {
    for (std::size_t i = 0; i < tb.steps.size(); ++i)
      if (tb.steps[i].kind->name == "nop" && (i + 1 == tb.steps.size() || tb.steps[i + 1].after.threadblock < 0))
        fail(node, fmt::format("the nop in step {} of tb {} has no step behind it that waits as well; write the last "
                               "depid into that step",
                               i, tb.id));
  }

  Rank peer(const Node& tb, const char* name, const Plan& plan, Rank rank) const {
    const Rank found = number(tb, name, -1, plan.ranks - 1);
    if (found == rank) fail(tb, fmt::format("{} is {}, the gpu itself; another one or -1 is due", name, found));
    return found;
  }

  PlanStep read_step(const Node& node, const Plan& plan, Rank rank, const Threadblock& tb, const std::vector<int>& ids,
                     const std::vector<int>& lengths) const {
    only(node,
         {"s", "step", "type", "srcbuf", "srcoff", "dstbuf", "dstoff", "cnt", "depid", "deps", "hasdep", "buf", "off"});
    PlanStep step;
    const int at = static_cast<int>(tb.steps.size());
    const bool is_short = std::string_view(node.name()) == "op";  // leaves out what it does not need
    const auto* const name = is_short ? "step" : "s";
    if (const int given = number(node, name, 0, most_chunks); given != at)
      fail(node, fmt::format("{} is {} in step {} of its tb; they stand in their order, from 0 on", name, given, at));
    const std::string_view type = node.attribute("type").value();
    const auto* const kind = std::ranges::find(step_kinds, type, &StepKind::name);
    if (kind == step_kinds.end())
      fail(node, fmt::format("type is \"{}\"; one of {} is due", printed(type), names_in(step_kinds)));
    step.kind = kind;
    if (kind->sends && tb.send_to < 0) fail(node, fmt::format("{} sends, and its tb has no send", type));
    if (kind->receives && tb.receive_from < 0) fail(node, fmt::format("{} receives, and its tb has no recv", type));
    const auto given = [&](const char* which, int least, int otherwise) {
      return is_short ? number(node, which, least, most_chunks, otherwise) : number(node, which, least, most_chunks);
    };
    step.signals = (is_short ? number(node, "hasdep", 0, 1, 0) : number(node, "hasdep", 0, 1)) == 1;
    if (!kind->receives && !kind->reads) {
      step.count = 0;
    } else {
      step.count = given("cnt", 1, 1);
      if (kind->reads) step.source = chunk(node, "src", plan, rank, step.count);
      if (kind->stores) step.target = chunk(node, "dst", plan, rank, step.count);
    }
    if (const int awaited = given("depid", -1, -1); awaited >= 0) {
      const auto which = std::ranges::find(ids, awaited);
      if (which == ids.end()) fail(node, fmt::format("depid is {}, and gpu {} has no such tb", awaited, rank));
      step.after.threadblock = static_cast<int>(which - ids.begin());
      const int length = lengths[static_cast<std::size_t>(step.after.threadblock)];
      if (length == 0) fail(node, fmt::format("depid is {}, a tb that has no steps", awaited));
      step.after.step = number(node, "deps", 0, length - 1);
    }
    return step;
  }

  Chunk chunk(const Node& node, const std::string& which, const Plan& plan, Rank rank, int count) const {
    const bool is_short = node.attribute("buf") && !node.attribute((which + "buf").c_str());
    const auto buffer_name = is_short ? std::string("buf") : which + "buf",
               offset_name = is_short ? std::string("off") : which + "off";
    const std::string_view name = node.attribute(buffer_name.c_str()).value();
    Chunk made;
    int size = 0;
    if (name == "i") {
      made.buffer = Buffer::input;
      size = plan.inputs();
    } else if (name == "o") {
      made.buffer = Buffer::output;
      size = plan.outputs();
    } else if (name == "s") {
      made.buffer = Buffer::scratch;
      size = plan.gpus[static_cast<std::size_t>(rank)].scratch;
    } else {
      fail(node, fmt::format("{} is \"{}\"; i, o or s is due", buffer_name, printed(name)));
    }
    made.number = number(node, offset_name.c_str(), 0, most_chunks);
    if (made.number + count > size)
      fail(node, fmt::format("chunks {} to {} of the {}, which has {}", made.number, made.number + count - 1,
                             name_of(made.buffer), size));
    return made;
  }

  std::string_view text_;
  pugi::xml_document document_;
  int channels_ = 1;
  std::size_t threadblocks_ = 0;  ///< of all gpus so far
};

}  // namespace

Plan read_msccl_xml(std::string_view text) { return Reader(text).read(); }

}  // namespace tutti::others
