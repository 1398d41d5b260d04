// Reading JSON that somebody else has written: what is not as it must be is said with its place.
#pragma once
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verified/others/no_schedule.hpp"

namespace tutti::others {

using Json = nlohmann::json;

/// Its beginning, in one line of ASCII.
std::string shown(const Json& json);
/// "a, b, c"
std::string listed(std::span<const std::string_view> names);

/// Parses one JSON value; `keeps` as in Json::parse. Throws NoSchedule where it is none.
Json parsed_json(std::string_view text, const Json::parser_callback_t& keeps);

/// Fields of a JSON object, at a place of the text that messages name. It and its members throw NoSchedule for what is
/// no object, for a field that is not known, and for a value that is not due.
class Object {
 public:
  Object(const Json& json, std::string place, std::span<const std::string_view> known);

  [[noreturn]] void fail(const std::string& what) const;

  bool has(const char* key) const { return json_.contains(key); }
  void require(std::initializer_list<const char*> keys) const;

  // Of fields that are there.
  int number(const char* key, int least, int most) const;
  int number(const char* key, int least, int most, int otherwise) const {
    return has(key) ? number(key, least, most) : otherwise;
  }
  std::string text(const char* key) const;
  bool truth(const char* key) const;
  bool truth(const char* key, bool otherwise) const { return has(key) ? truth(key) : otherwise; }
  const Json& array(const char* key) const { return array(json_.at(key), key); }
  const Json& array(const Json& value, const std::string& what) const;
  /// A list of integers of at least 0.
  std::vector<int> numbers(const Json& value, const std::string& what) const;
  std::vector<int> numbers(const char* key) const { return numbers(json_.at(key), key); }
  Object object(const char* key, std::span<const std::string_view> known) const;

 private:
  const Json& json_;
  std::string place_;
};

}  // namespace tutti::others
