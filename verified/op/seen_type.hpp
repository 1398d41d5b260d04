// What the code of an operator says that its elements are.
#pragma once
#include <string>

namespace tutti::op {

/// A type that code says its elements are of.
struct SeenType {
  std::string text;  ///< in C, such as "struct{double v; int32_t i;}"; empty where --type cannot say it
  int line;          ///< in the file of the function, 0 where that is not known
};

}  // namespace tutti::op
