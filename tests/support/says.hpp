// Whether a text says something.
#pragma once
#include <string>

namespace tutti {

inline bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace tutti
