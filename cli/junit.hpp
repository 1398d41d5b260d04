// JUnit's XML, as CI servers read it.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace tutti::cli {

struct JUnitCase {
  std::string classname, name;
  double seconds = 0;
  std::optional<std::string> failure;       ///< refuted, and how
  std::optional<std::string> error;         ///< undecided, and why: never a pass
  std::optional<std::string> skipped = {};  ///< not run, and why
};

/// One test suite of that name. What is no UTF-8, or no character of XML, is replaced or left out.
std::string print_junit(const std::string& suite, const std::vector<JUnitCase>& cases);

}  // namespace tutti::cli
