#include "verified/op/shell_words.hpp"

#include <cctype>

#include "verified/op/type.hpp"

namespace tutti::op {

std::vector<std::string> shell_words(const std::string& option, const std::string& text) {
  std::vector<std::string> all;
  char quote = 0;
  bool within = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      within = false;
      continue;
    }
    if (!within) all.emplace_back();
    within = true;
    if (c == quote || (quote == 0 && (c == '"' || c == '\''))) {
      quote = quote == 0 ? c : '\0';
      continue;
    }
    if (c == '\\' && quote != '\'') {
      if (++i == text.size()) throw InputError(option + ": nothing follows the \\ at its end; take it away");
      c = text[i];
    }
    all.back() += c;
  }
  if (quote != 0) throw InputError(option + ": a quote " + quote + " is not closed; close it");
  return all;
}

}  // namespace tutti::op
