#include "verified/op/judge/binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace tutti::op {
namespace {

std::string place_text(const BinaryFunction& function) {
  return fmt::format("{}:{}", std::filesystem::path(function.defined.file).filename().string(), function.defined.line);
}

/// The same function, once for each unit that includes it.
bool are_one(const BinaryFunction& a, const BinaryFunction& b) {
  return a.name == b.name && a.symbol == b.symbol && a.defined.file == b.defined.file &&
         a.defined.line == b.defined.line;
}

std::vector<BinaryFunction> distinct_functions(const std::vector<BinaryFunction>& all) {
  std::vector<BinaryFunction> once;
  for (const auto& f : all)
    if (std::ranges::none_of(once, [&](const BinaryFunction& o) { return are_one(o, f); })) once.push_back(f);
  return once;
}

std::string listed_functions(const std::vector<BinaryFunction>& all) {
  constexpr std::size_t most = 20;
  std::vector<std::string> names;
  for (const auto& f : all) names.push_back(f.last_name.empty() ? place_text(f) + " (a lambda)" : f.name);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const bool too_many = names.size() > most;
  names.resize(std::min(names.size(), most));
  return fmt::format("{}{}", fmt::join(names, ", "), too_many ? ", …" : "");
}

std::string places(const std::vector<BinaryFunction>& all) {
  std::vector<std::string> texts;
  for (const auto& f : all) texts.push_back(place_text(f));
  return fmt::format("{}", fmt::join(texts, " and "));
}

/// Those of the flags, as the compiler has told them, by which a source means something else.
std::string flags_with_meaning(const std::string& producer) {
  constexpr std::string_view beginnings[] = {"-std=",
                                             "-fwrapv",
                                             "-fno-wrapv",
                                             "-fstrict-aliasing",
                                             "-fno-strict-aliasing",
                                             "-ftrapv",
                                             "-fsigned-char",
                                             "-funsigned-char",
                                             "-fno-signed-char",
                                             "-fno-unsigned-char",
                                             "-ffast-math",
                                             "-fno-fast-math",
                                             "-fshort-enums",
                                             "-funsafe-math",
                                             "-ffinite-math-only",
                                             "-frounding-m",
                                             "-ffp-contract=",
                                             "-fno-signed-zero",
                                             "-fassociative-m",
                                             "-freciprocal-math",
                                             "-march=",
                                             "-mavx",
                                             "-mfma",
                                             "-msse",
                                             "-fopenmp"};
  std::istringstream words(producer);
  std::string flags;
  for (std::string word; words >> word;) {
    if (word == "-Ofast") word = "-ffast-math";
    if (word == "-fno-strict-overflow") word = "-fwrapv";
    if (std::ranges::any_of(beginnings, [&](auto beginning) { return word.starts_with(beginning); }))
      flags += word + " ";
  }
  return flags;
}

}  // namespace

Binary::Binary(const std::string& file) : file_(file), kind_(kind_of(file)) {
  const bool is_linked_here = kind_ == FileKind::object || kind_ == FileKind::archive;
  if (!std::filesystem::exists(file)) throw InputError(file + ": there is no such file");
  functions_ = binary_functions(is_linked_here ? loaded() : file, file);
}

const std::string& Binary::loaded() const {
  if (!loadable_) loadable_ = loadable(file_, kind_);
  return loadable_->path;
}

std::vector<BinaryFunction> Binary::matching(const Request& request) const {
  const auto all_that = [&](auto is_meant) {
    std::vector<BinaryFunction> found;
    std::ranges::copy_if(functions_, std::back_inserter(found), is_meant);
    return distinct_functions(found);
  };
  if (request.address) return all_that([&](const BinaryFunction& f) { return f.address == *request.address; });
  const auto& name = *request.function;
  const auto place = place_of(name);
  auto found = all_that([&](const BinaryFunction& f) { return f.name == name || f.symbol == name; });
  if (found.empty() && place)
    found = all_that([&](const BinaryFunction& f) { return f.is_operator && is_at(f.defined, *place); });
  if (found.empty()) found = all_that([&](const BinaryFunction& f) { return f.last_name == name; });
  if (found.empty()) found = all_that([&](const BinaryFunction& f) { return f.last_name.starts_with(name + "<"); });
  return found;
}

std::optional<BinaryFunction> Binary::find(const Request& request) const {
  auto found = matching(request);
  if (found.empty()) return {};
  if (std::ranges::any_of(found, &BinaryFunction::is_operator))
    std::erase_if(found, [](const BinaryFunction& f) { return !f.is_operator; });
  if (found.size() > 1 && !request.address)
    throw InputError(fmt::format("{} has {} functions {}; name one by its place, which is {}", file_, found.size(),
                                 *request.function, places(found)));
  if (!found[0].is_operator)
    throw InputError(fmt::format("{}: {} does not have the parameters of an MPI_User_function; of those that have {}",
                                 file_, found[0].name, operators()));
  return found[0];
}

std::string Binary::operators() const {
  std::vector<BinaryFunction> all;
  std::ranges::copy_if(functions_, std::back_inserter(all), &BinaryFunction::is_operator);
  return all.empty() ? "it has none" : "it has " + listed_functions(all);
}

std::string Binary::why_no_source(const BinaryFunction& function) const {
  if (function.language != Language::c && function.language != Language::cpp)
    return function.source + " is neither C nor C++";
  if (!std::filesystem::is_regular_file(function.source)) return "its source " + function.source + " is not there";
  // Of the same name, with its scopes, or at the same place.
  const bool is_only_one = std::ranges::none_of(functions_, [&](const BinaryFunction& o) {
    return o.source == function.source && o.name == function.name && o.address != function.address;
  });
  return is_only_one ? "" : "more than one function begins at " + function.name;
}

std::optional<Request> Binary::source_of(const BinaryFunction& function, Request request) const {
  if (!why_no_source(function).empty()) return {};
  request.file = function.source;
  request.function = function.name;
  request.flags = flags_with_meaning(function.producer) + request.flags;
  return request;
}

Function Binary::load(const BinaryFunction& function) const {
  return Function::load(loaded(), function.address, function.name);
}

Function Binary::load(const std::string& place) const {
  Request request;
  request.function = place;
  const auto found = find(request);
  return found ? load(*found) : load(request);
}

Function Binary::load(const Request& request) const {
  if (!request.function)
    throw InputError(fmt::format("no debug information of {} tells of a function at {:#x}; compile it with -g", file_,
                                 request.address.value_or(0)));
  try {
    return Function::load(loaded(), *request.function);
  } catch (const InputError&) {
    const auto wanted = fmt::format("{} has no function {}", file_, *request.function);
    if (!functions_.empty())
      throw InputError(fmt::format("{}; of those with the parameters of an MPI_User_function {}", wanted, operators()));
    throw InputError(fmt::format("{}; {}; of what is compiled with -g, static functions are found, too", wanted,
                                 exported(loaded())));
  }
}

}  // namespace tutti::op
