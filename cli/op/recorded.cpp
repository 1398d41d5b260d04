#include "cli/op/recorded.hpp"

#include <fmt/format.h>

#include <utility>

#include "verified/op/judge/predefined.hpp"

namespace tutti::cli {
namespace {

/// `count` elements of the type side by side, as one.
std::string several(const op::Type& type, std::int64_t count) {
  constexpr std::size_t behind_typedef = 8;
  return "struct{" + op::declare(type, fmt::format("part[{}]", count)).substr(behind_typedef) + "}";
}

/// "0-3, 8-11"
std::string data_text(const RecordedElements& elements) {
  std::string text;
  for (const auto& [begin, end] : *elements.data)
    text += fmt::format("{}{}-{}", text.empty() ? "" : ", ", begin, end - 1);
  return text;
}

/// Where an element has data, within its extent.
std::vector<op::ByteRange> data_of(const RecordedElements& elements) {
  if (!elements.data)
    throw op::InputError("in which bytes the elements have data is not in the recording; record the application again");
  std::vector<op::ByteRange> ranges;
  for (const auto& [begin, end] : *elements.data) {
    if (begin < 0 || end > elements.extent)
      throw op::InputError(
          fmt::format("the elements have data in the bytes {} from their origins, which are {} bytes apart, and tutti "
                      "op judges what lies between one and the next; judge it with --type",
                      data_text(elements), elements.extent));
    ranges.push_back({static_cast<std::size_t>(begin), static_cast<std::size_t>(end)});
  }
  return ranges;
}

/// The elements of a datatype that is not predefined are as many of what the code takes them for as fit into its
/// extent, as far as it has data there.
op::Subject subject_by_code(op::Request request, const RecordedElements& elements) {
  const auto data = data_of(elements);
  auto subject = op::subject_of(request);
  const auto& type = subject.trial.type;
  const auto size = static_cast<std::int64_t>(type.size), extent = elements.extent;
  if (extent % size != 0)
    throw op::InputError(
        fmt::format("elements have {} bytes from one to the next, and the source takes them for {}, {} "
                    "bytes; judge it with --type",
                    extent, type.text, size));
  request.type = extent == size ? type.text : several(type, extent / size);
  request.data = data;
  return op::subject_of(request);
}

op::Subject subject_of(const RecordedOperator& op, const RecordedOperands& operands, op::Request request) {
  const auto& elements = operands.first;
  request.samples.assign(operands.second.begin(), operands.second.end());
  request.commute = op.commute;
  request.large_count = op.large_count;
  if (op.object.empty() || op.offset == 0)
    throw op::InputError("which program or library has it was not known when it was recorded");
  request.file = op.object;
  request.address = static_cast<std::uint64_t>(op.offset);
  if (!op.symbol.empty()) request.function = op.symbol;
  if (!elements.name.empty()) {
    if (op::predefined_datatype_of_any_language(elements.name)) {
      request.datatype = elements.name;
      return op::subject_of(request);
    }
    throw op::InputError(elements.name + " is none of the datatypes that tutti op knows; judge it with --type");
  }
  return subject_by_code(std::move(request), elements);
}

}  // namespace

OpCase recorded_case(const RecordedOperator& op, const RecordedOperands& operands, const op::Request& common) {
  const auto& elements = operands.first;
  const auto name = op.symbol.empty() ? fmt::format("the function at {:#x}", op.offset) : op.symbol;
  const bool has_holes = elements.data && *elements.data != std::vector{std::pair(std::int64_t{0}, elements.extent)};
  return op_case(
      fmt::format("{} of {} on {}{}, declared {}", name, op.object.empty() ? "an unknown object" : op.object,
                  elements.name.empty() ? fmt::format("elements of {} bytes", elements.extent) : elements.name,
                  has_holes ? " with data in " + data_text(elements) : "",
                  op.commute ? "to commute" : "not to commute"),
      [&] { return subject_of(op, operands, common); });
}

}  // namespace tutti::cli
