#include "verified/others/json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace tutti::others {

std::string shown(const Json& json) {
  constexpr std::size_t most = 40;
  auto text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= most ? text : text.substr(0, most) + "…";
}

std::string listed(std::span<const std::string_view> names) { return fmt::format("{}", fmt::join(names, ", ")); }

Json parsed_json(std::string_view text, const Json::parser_callback_t& keeps) try {
  return Json::parse(text, keeps);
} catch (const Json::exception& e) {
  std::string_view why = e.what();
  for (const std::string_view cut : {"] ", "parse error at "})
    if (const auto at = why.find(cut); at != why.npos) why.remove_prefix(at + cut.size());
  constexpr std::size_t most = 160;
  throw NoSchedule("this is no JSON: " + std::string(why.substr(0, most)) + (why.size() > most ? "…" : ""));
}

Object::Object(const Json& json, std::string place, std::span<const std::string_view> known)
    : json_(json), place_(std::move(place)) {
  if (!json.is_object()) fail(shown(json) + " is no object of JSON; write {…}");
  for (const auto& [key, value] : json.items())
    if (std::ranges::find(known, key) == known.end())
      fail("there is no field " + shown(Json(key)) + "; there are " + listed(known));
}

void Object::fail(const std::string& what) const { throw NoSchedule(place_.empty() ? what : place_ + ": " + what); }

void Object::require(std::initializer_list<const char*> keys) const {
  for (const auto* key : keys)
    if (!has(key)) fail(fmt::format("the field \"{}\" is not there; write it", key));
}

int Object::number(const char* key, int least, int most) const {
  const auto& value = json_.at(key);
  const auto range = least == most                             ? std::to_string(least)
                     : most == std::numeric_limits<int>::max() ? "an integer of at least " + std::to_string(least)
                                                               : fmt::format("an integer from {} to {}", least, most);
  const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                                               : value.is_number_integer() && value.get<std::int64_t>() <= most;
  if (!fits || value.get<std::int64_t>() < least)
    fail(fmt::format("\"{}\" is {}; {} is due", key, shown(value), range));
  return value.get<int>();
}

std::string Object::text(const char* key) const {
  const auto& value = json_.at(key);
  if (!value.is_string()) fail(fmt::format("\"{}\" is {}; a text is due", key, shown(value)));
  return value.get<std::string>();
}

bool Object::truth(const char* key) const {
  const auto& value = json_.at(key);
  if (!value.is_boolean()) fail(fmt::format("\"{}\" is {}; true or false is due", key, shown(value)));
  return value.get<bool>();
}

const Json& Object::array(const Json& value, const std::string& what) const {
  if (!value.is_array()) fail(fmt::format("\"{}\" is {}; a list is due", what, shown(value)));
  return value;
}

std::vector<int> Object::numbers(const Json& value, const std::string& what) const {
  std::vector<int> all;
  for (const auto& one : array(value, what)) {
    if (!one.is_number_integer() || one.get<double>() < 0 || one.get<double>() > std::numeric_limits<int>::max())
      fail(fmt::format("\"{}\" has {}; integers of at least 0 are due", what, shown(one)));
    all.push_back(one.get<int>());
  }
  return all;
}

Object Object::object(const char* key, std::span<const std::string_view> known) const {
  return {json_.at(key), place_.empty() ? fmt::format("\"{}\"", key) : fmt::format("{}, \"{}\"", place_, key), known};
}

}  // namespace tutti::others
