#include "cli/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "cli/common/commands.hpp"
#include "cli/common/read_input.hpp"
#include "verified/choose/fields.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/legal.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t largest_number = std::int64_t{1} << 53, most_ranks = std::numeric_limits<int>::max();
constexpr int most_bytes = 1 << 20;  // from an element's origin to its data

int ranks_in(const Fields& fields, const std::string& name, std::int64_t least) {
  return static_cast<int>(fields.whole(name, least, most_ranks));
}

/// A case that says of the calls what the line itself says.
std::string case_of(const Fields& call, const RecordedCalls& calls) {
  const auto text = call.text("case");
  const auto fault = [&]() -> std::string {
    try {
      const auto like = conform::parse_case(text);
      if (const auto why = conform::why_not(like)) return fmt::format("no legal case: {}", *why);
      if (like.procedure != static_cast<conform::Procedure>(calls.collective))
        return fmt::format("no call of {}", row(calls.collective).name);
      if (like.ranks != calls.size) return "of another size than the communicator";
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return {};
  }();
  if (!fault.empty()) call.refuse_field("case", fmt::format("is '{}': {}", text, fault));
  return text;
}

RecordedCalls calls_of(const Fields& call, const Json& json, const std::string& place) {
  const auto collective = collective_named(call.text("collective"));
  if (!collective) call.refuse_field("collective", fmt::format("is '{}', no collective", call.text("collective")));
  RecordedCalls calls{.place = place,
                      .collective = *collective,
                      .calls = call.whole("calls", 1, largest_number),
                      .seconds = call.object("seconds").number("sum"),
                      .folded = call.has("folded")};
  if (calls.folded) return calls;
  const auto communicator = call.object("communicator");
  calls.inter = communicator.text("kind") == "inter";
  calls.size = ranks_in(communicator, "size", 1);
  calls.rank = ranks_in(communicator, "rank", 0);
  if (calls.rank >= calls.size) communicator.refuse_field("rank", "is none of a communicator of that size");
  if (call.has("root") && !calls.inter) {
    calls.root = ranks_in(call, "root", 0);
    if (*calls.root >= calls.size) call.refuse_field("root", "is no rank of a communicator of that size");
  }
  if (row(*collective).result == Result::all_entered) calls.bytes = 0;
  for (const auto* name : {"send", "receive", "data"}) {
    if (!call.has(name)) continue;
    const auto side = call.object(name);
    if (!side.has("bytes")) {
      calls.bytes.reset();
      break;
    }
    calls.bytes = std::max(calls.bytes.value_or(0), side.whole("bytes", 0, largest_number));
  }
  if (json.contains("case") && !json["case"].is_null()) calls.like = case_of(call, calls);
  return calls;
}

/// Empty where the text is not of that form.
std::vector<std::byte> bytes_of_hex(const std::string& digits) {
  std::vector<std::byte> bytes(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto* at = digits.data() + 2 * i;
    unsigned value = 0;
    if (std::from_chars(at, at + 2, value, 16).ptr != at + 2) return {};
    bytes[i] = static_cast<std::byte>(value);
  }
  return digits.size() % 2 == 0 ? bytes : std::vector<std::byte>{};
}

RecordedElements elements_of(const Fields& operands, const Json& json) {
  const auto type = json.find("type");
  if (type != json.end() && type->is_string()) return {.name = operands.text("type"), .extent = 0};
  const auto fields = operands.object("type");
  RecordedElements elements{.name = "", .extent = fields.whole("extent", 1, largest_number)};
  if (!fields.has("data")) return elements;
  const auto bounds = fields.wholes("data", -most_bytes, most_bytes);
  if (bounds.size() % 2 != 0 || std::ranges::adjacent_find(bounds, std::greater_equal()) != bounds.end())
    fields.refuse_field("data", "is no list of bytes from which and to before which there are data, by rising offset");
  elements.data.emplace();
  for (std::size_t i = 0; i < bounds.size(); i += 2) elements.data->emplace_back(bounds[i], bounds[i + 1]);
  return elements;
}

/// What is recorded begins with the first byte of data, which may lie behind the origin. What lies before it is left
/// out.
RecordedSamples samples_of(const Fields& operands, const Json& json, const RecordedElements& of) {
  const auto elements = json.find("elements");
  if (elements == json.end() || !elements->is_array()) operands.refuse_field("elements", "is no array");
  const auto first = of.data && !of.data->empty() ? of.data->front().first : 0;
  RecordedSamples all;
  for (const auto& element : *elements) {
    const auto digits = element.is_string() ? element.get<std::string>() : "?";
    auto bytes = bytes_of_hex(digits);
    if (bytes.empty()) operands.refuse_field("elements", fmt::format("has '{}', no bytes in hexadecimal", digits));
    if (first < 0) continue;
    bytes.insert(bytes.begin(), static_cast<std::size_t>(first), std::byte{0});
    all.insert(std::move(bytes));
  }
  return all;
}

RecordedOperator operator_of(const Fields& op, const Json& json) {
  const auto is = [&](const char* name) { return json.contains(name) && !json[name].is_null(); };
  if (!is("commute") || !json["commute"].is_boolean()) op.refuse_field("commute", "is neither true nor false");
  RecordedOperator known{.commute = json["commute"].get<bool>(),
                         .object = is("object") ? op.text("object") : "",
                         .symbol = is("symbol") ? op.text("symbol") : "",
                         .offset = is("offset") ? op.whole("offset", 0, largest_number) : 0};
  if (is("large_count")) known.large_count = op.truth("large_count");
  const auto operands = op.objects("operands");
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto elements = elements_of(operands[i], json["operands"][i]);
    known.operands[elements].merge(samples_of(operands[i], json["operands"][i], elements));
  }
  return known;
}

void add_once(std::vector<RecordedOperator>& all, RecordedOperator op) {
  const auto known = std::ranges::find_if(all, [&](const RecordedOperator& o) {
    return std::tie(o.commute, o.object, o.symbol, o.offset, o.large_count) ==
           std::tie(op.commute, op.object, op.symbol, op.offset, op.large_count);
  });
  if (known == all.end())
    all.push_back(std::move(op));
  else
    for (auto& [elements, samples] : op.operands) known->operands[elements].merge(samples);
}

/// What a rank has written, between its header and its end.
class RankReader {
 public:
  RankReader(const std::string& option, const std::string& file, int rank)
      : path_(fmt::format("{}.{}", file, rank)), option_(option), lines_(read_input(option, path_)), rank_(rank) {}

  int ranks() {
    const auto header = next();
    const auto source = source_here();
    if (!header || !header->contains("tutti_recording")) refuse(source, "this is no recording");
    const Fields fields(*header, source);
    if ((*header)["tutti_recording"] != 1) refuse(source, "the recording is of a later version of tutti");
    if (ranks_in(fields, "rank", 0) != rank_) fields.refuse_field("rank", "is another one than in the file's name");
    return ranks_in(fields, "ranks", 1);
  }

  void add_to(RecordedApplication& all) {
    while (const auto line = next()) {
      const auto source = source_here();
      const Fields fields(*line, source);
      if (fields.has("end")) {
        const auto end = fields.object("end");
        if (end.whole("lines", 1, largest_number) != number_ - 1)
          end.refuse_field("lines", "is not how many there are");
        if (next()) refuse(source_here(), "it comes after the end");
        return;
      }
      if (fields.has("call"))
        all.calls.push_back(calls_of(fields.object("call"), (*line)["call"], source.name));
      else if (fields.has("op"))
        add_once(all.operators, operator_of(fields.object("op"), (*line)["op"]));
      else
        refuse(source, "this is neither of calls nor of an operator");
    }
    refuse(source_here(), "the recording is cut off here");
  }

 private:
  Source source_here() const {
    return {fmt::format("{} {}:{}", option_, path_, number_), "TUTTI=record=FILE writes such files"};
  }

  std::optional<Json> next() {
    std::string line;
    if (!std::getline(lines_, line)) return std::nullopt;
    ++number_;
    const auto source = source_here();
    auto json = parse_json(line, source);
    if (!json.is_object()) refuse(source, "this is no line of a recording");
    return json;
  }

  std::string path_, option_;
  std::istringstream lines_;
  int rank_, number_ = 0;
};

}  // namespace

RecordedApplication read_recorded_application(const std::string& option, const std::string& file) try {
  RecordedApplication all;
  int ranks = 1;
  for (int r = 0; r < ranks; ++r) {
    RankReader reader(option, file, r);
    const int said = reader.ranks();
    if (r > 0 && said != ranks)
      throw UsageError(fmt::format("{} {}.{}: it is of {} ranks, and {}.0 of {}: they are of two runs", option, file, r,
                                   said, file, ranks));
    ranks = said;
    reader.add_to(all);
  }
  return all;
} catch (const std::invalid_argument& e) {
  throw UsageError(e.what());
}

}  // namespace tutti::cli
