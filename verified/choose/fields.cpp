#include "verified/choose/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "verified/system/text_file.hpp"

namespace tutti {

using Json = nlohmann::ordered_json;

void refuse(const Source& source, const std::string& wrong) {
  throw std::invalid_argument(fmt::format("{}: {}; {}", source.name, wrong, source.remedy));
}

std::string read_text(const Source& source) {
  if (is_too_large_to_read(source.name)) refuse(source, "has more than 2^30 bytes");
  if (const char* why = why_endless(source.name)) refuse(source, why);
  errno = 0;
  std::ifstream file(source.name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (errno != 0) refuse(source, fmt::format("cannot be read: {}", std::strerror(errno)));
  return std::move(text).str();
}

Json parse_json(std::string_view text, const Source& source) {
  constexpr int deepest = 64;                // below what messages that show a value could bear
  std::vector<std::set<std::string>> names;  // of the objects that the parser is in
  const auto check = [&](int depth, Json::parse_event_t event, const Json& value) {
    if (depth > deepest) refuse(source, fmt::format("is nested more than {} levels deep", deepest));
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second)
      refuse(source, fmt::format("names \"{}\" twice in one object", value.get<std::string>()));
    return true;
  };
  try {
    return Json::parse(text, check);
  } catch (const Json::exception& e) {  // too large a number is one of them
    refuse(source, fmt::format("is not JSON: {}", e.what()));
  }
}

Fields::Fields(const Json& object, const Source& source, std::string place)
    : object_(&object), source_(&source), place_(std::move(place)) {
  if (!object.is_object()) refuse(source, place_.empty() ? "holds no JSON object" : place_ + " is no JSON object");
}

bool Fields::has(const std::string& name) const { return object_->contains(name); }

const Json& Fields::field(const std::string& name) const {
  const auto found = object_->find(name);
  if (found == object_->end()) refuse_field(name, "is missing");
  return *found;
}

double Fields::number(const std::string& name, double most) const {
  const auto& value = field(name);
  if (!value.is_number()) refuse_field(name, fmt::format("is {}, no number", value.dump()));
  const double x = value.get<double>();
  if (x < 0) refuse_field(name, fmt::format("is {}, negative", value.dump()));
  if (!(x <= most)) refuse_field(name, fmt::format("is {}, more than {}", value.dump(), most));
  return x + 0.0;  // no -0
}

std::vector<double> Fields::numbers(const std::string& name, double most) const {
  const auto& value = field(name);
  if (!value.is_array()) refuse_field(name, "is no list");
  std::vector<double> all;
  for (const auto& number : value) {
    all.push_back(number.is_number() ? number.get<double>() : -1);
    if (!(all.back() >= 0 && all.back() <= most))
      refuse_field(name, fmt::format("has {}, no number from 0 to {}", number.dump(), most));
  }
  return all;
}

std::int64_t Fields::whole(const std::string& name, std::int64_t least, std::int64_t most) const {
  const double x = number(name);
  if (x != std::floor(x) || x < static_cast<double>(least) || x > static_cast<double>(most))
    refuse_field(name, fmt::format("is {}, no whole number from {} to {}", field(name).dump(), least, most));
  return static_cast<std::int64_t>(x);
}

std::vector<int> Fields::wholes(const std::string& name, int least, int most) const {
  const auto& value = field(name);
  if (!value.is_array()) refuse_field(name, "is no list");
  std::vector<int> all;
  for (const auto& number : value) {
    const double x = number.is_number() ? number.get<double>() : std::nan("");
    if (x != std::floor(x) || x < least || x > most)
      refuse_field(name, fmt::format("has {}, no whole number from {} to {}", number.dump(), least, most));
    all.push_back(static_cast<int>(x));
  }
  return all;
}

std::string Fields::text(const std::string& name) const {
  const auto& value = field(name);
  if (!value.is_string()) refuse_field(name, fmt::format("is {}, no text", value.dump()));
  return value;
}

std::vector<std::string> Fields::texts(const std::string& name) const {
  const auto& value = field(name);
  if (!value.is_array()) refuse_field(name, "is no list");
  std::vector<std::string> all;
  for (const auto& one : value) {
    if (!one.is_string()) refuse_field(name, fmt::format("has {}, no text", one.dump()));
    all.push_back(one);
  }
  return all;
}

std::map<std::string, std::string> Fields::texts_by_name(const std::string& name) const {
  const auto inner = object(name);
  std::map<std::string, std::string> all;
  for (const auto& [key, value] : inner.object_->items()) all[key] = inner.text(key);
  return all;
}

bool Fields::truth(const std::string& name) const {
  const auto& value = field(name);
  if (!value.is_boolean()) refuse_field(name, fmt::format("is {}, neither true nor false", value.dump()));
  return value;
}

Fields Fields::object(const std::string& name) const { return {field(name), *source_, path(name)}; }

std::vector<Fields> Fields::objects(const std::string& name) const {
  const auto& value = field(name);
  if (!value.is_array()) refuse_field(name, "is no list");
  std::vector<Fields> all;
  for (std::size_t i = 0; i < value.size(); ++i)
    all.emplace_back(value[i], *source_, fmt::format("{}[{}]", path(name), i));
  return all;
}

void Fields::allow_only(std::initializer_list<std::string_view> names) const {
  std::string known;
  for (const auto name : names) known.append(known.empty() ? "" : ", ").append(name);
  for (const auto& [name, value] : object_->items())
    if (std::ranges::find(names, name) == names.end())
      refuse_field(name, fmt::format("is unknown; the fields are {}", known));
}

void Fields::check_version(int known) const {
  const auto& found = field("version");
  if (found != known) refuse_field("version", fmt::format("is {}, and only {} is known", found.dump(), known));
}

void Fields::refuse_field(const std::string& name, const std::string& wrong) const {
  refuse(*source_, path(name) + " " + wrong);
}

}  // namespace tutti
