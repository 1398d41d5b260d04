#include "cli/op/recorded.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "verified/op/judge/predefined.hpp"
#include "verified/system/program.hpp"

namespace tutti::cli {
namespace {

struct Place {
  std::string file, function;
};

/// Without parameters and result: "ns::add<3>" of "void ns::add<3>(void*, void*, int*, int*)".
std::string bare(const std::string& function) {
  const auto name = function.substr(0, function.find('('));
  constexpr std::string_view result = "void ";
  return name.starts_with(result) ? name.substr(result.size()) : name;
}

/// Where debug information says that the function is, if its source is still there.
std::optional<Place> source_of(const RecordedOperator& op) {
  if (op.object.empty()) return std::nullopt;
  Program program({{"addr2line", "-f", "-C", "-e", op.object, fmt::format("{:#x}", op.offset)}});
  if (program.wait() != 0) return std::nullopt;
  std::istringstream lines(program.output());
  std::string function, file;
  std::getline(lines, function);
  std::getline(lines, file);
  file = file.substr(0, file.rfind(':'));
  if (function == "??" || !std::filesystem::is_regular_file(file)) return std::nullopt;
  return Place{file, bare(function)};
}

bool is_shared_library(const std::string& object) {
  const auto name = std::filesystem::path(object).filename().string();
  return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

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

op::Subject subject_of(const RecordedOperator& op, const RecordedElements& elements, op::Request request) {
  request.commute = op.commute;
  const auto source = source_of(op);
  if (source && source->function.find_first_of("{$") != std::string::npos)
    throw op::InputError("what stands in " + source->file +
                         " is a lambda, which no name leads to; make it a function that has one");
  if (source) {
    request.file = source->file;
    request.function = source->function;
  } else if (is_shared_library(op.object) && !op.symbol.empty()) {
    request.file = op.object;
    request.function = op.symbol;
  } else {
    throw op::InputError(
        "no debug information leads to its source; compile the application with -g, and judge it where its sources "
        "are");
  }
  if (!elements.name.empty()) {
    if (op::predefined_datatype(elements.name)) {
      request.datatype = elements.name;
      return op::subject_of(request);
    }
    throw op::InputError(elements.name + " is none of the datatypes that tutti op knows; judge it with --type");
  }
  return subject_by_code(std::move(request), elements.extent);
}

}  // namespace

RecordedCase recorded_case(const RecordedOperator& op, const RecordedElements& elements, const op::Request& common) {
  const auto name = op.symbol.empty() ? fmt::format("the function at {:#x}", op.offset) : op.symbol;
  RecordedCase made{
      .title = fmt::format("{} of {} on {}, declared {}", name, op.object.empty() ? "an unknown object" : op.object,
                           elements.name.empty() ? fmt::format("elements of {} bytes", elements.extent) : elements.name,
                           op.commute ? "to commute" : "not to commute"),
      .subject = ""};
  try {
    made.subject = subject_of(op, elements, common);
  } catch (const op::InputError& e) {
    made.subject = e.what();
  }
  return made;
}

}  // namespace tutti::cli
