// Reading what a user wrote as JSON: whatever is wrong is named with its file, its place and the remedy.
#pragma once
#include <cfloat>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Where a text comes from, for messages.
struct Source {
  std::string name;    ///< such as the path of the file
  std::string remedy;  ///< what to do about a fault: the end of each message
};

/// All errors are std::invalid_argument: "NAME: WHAT IS WRONG; REMEDY".
[[noreturn]] void refuse(const Source& source, const std::string& wrong);

/// The contents of the file `source.name`. Refused where it cannot be read.
std::string read_text(const Source& source);

/// Refuses text that is not JSON, or is nested more than 64 levels deep.
nlohmann::ordered_json parse_json(std::string_view text, const Source& source);

/// One object of a JSON text, read field by field; a view of `object` and `source`. A missing field is refused, and so
/// is a value of another kind; fields that nobody reads are ignored, save by allow_only().
class Fields {
 public:
  /// `place` is the path of the object, empty for the whole text. Refuses what is no object.
  Fields(const nlohmann::ordered_json& object, const Source& source, std::string place = "");

  bool has(const std::string& name) const;
  double number(const std::string& name, double most = DBL_MAX) const;                       ///< from 0
  std::vector<double> numbers(const std::string& name, double most = DBL_MAX) const;         ///< of an array
  std::int64_t whole(const std::string& name, std::int64_t least, std::int64_t most) const;  ///< |bounds| <= 2^53
  std::vector<int> wholes(const std::string& name, int least, int most) const;               ///< of an array
  bool truth(const std::string& name) const;
  std::string text(const std::string& name) const;
  std::vector<std::string> texts(const std::string& name) const;                    ///< of an array
  std::map<std::string, std::string> texts_by_name(const std::string& name) const;  ///< of an object
  Fields object(const std::string& name) const;
  std::vector<Fields> objects(const std::string& name) const;  ///< of an array

  /// Refuses a field that is not among `names`, such as a misspelt one.
  void allow_only(std::initializer_list<std::string_view> names) const;
  /// Refuses a field "version" that is not `known`.
  void check_version(int known) const;
  [[noreturn]] void refuse_field(const std::string& name, const std::string& wrong) const;

 private:
  const nlohmann::ordered_json& field(const std::string& name) const;
  std::string path(const std::string& name) const { return place_.empty() ? name : place_ + "." + name; }

  const nlohmann::ordered_json* object_;
  const Source* source_;
  std::string place_;
};

}  // namespace tutti
