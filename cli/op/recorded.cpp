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

/// Of a datatype that is not predefined, the elements are as many of what the code takes them for as fit into its
/// extent.
op::Subject subject_by_code(op::Request request, std::int64_t extent) {
  auto subject = op::subject_of(request);
  const auto& type = subject.trial.type;
  const auto size = static_cast<std::int64_t>(type.size);
  if (extent == size) return subject;
  if (extent % size != 0)
    throw op::InputError(
        fmt::format("elements have {} bytes from one to the next, and the source takes them for {}, {} "
                    "bytes; judge it with --type",
                    extent, type.text, size));
  request.type = several(type, extent / size);
  return op::subject_of(request);
}

op::Subject subject_of(const RecordedOperator& op, const RecordedOperands& operands, op::Request request) {
  const auto& elements = operands.first;
  request.samples.assign(operands.second.begin(), operands.second.end());
  request.commute = op.commute;
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
  return subject_by_code(std::move(request), elements.extent);
}

}  // namespace

OpCase recorded_case(const RecordedOperator& op, const RecordedOperands& operands, const op::Request& common) {
  const auto& elements = operands.first;
  const auto name = op.symbol.empty() ? fmt::format("the function at {:#x}", op.offset) : op.symbol;
  return op_case(
      fmt::format("{} of {} on {}, declared {}", name, op.object.empty() ? "an unknown object" : op.object,
                  elements.name.empty() ? fmt::format("elements of {} bytes", elements.extent) : elements.name,
                  op.commute ? "to commute" : "not to commute"),
      [&] { return subject_of(op, operands, common); });
}

}  // namespace tutti::cli
