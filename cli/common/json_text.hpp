// JSON as text.
#pragma once
#include <string>

namespace tutti::cli {

/// Indented, with a line break at the end. What is no UTF-8, in the text of a record, say, is replaced, so that all the
/// rest is not lost.
template <class Json>
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tutti::cli
