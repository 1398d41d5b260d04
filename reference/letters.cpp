#include "reference/letters.hpp"

namespace tutti {

std::string print_letters(const std::vector<int>& letters) {
  std::string text;
  for (std::size_t i = 0; i < letters.size();) {
    std::size_t end = i + 1;
    while (end < letters.size() && letters[end] == letters[end - 1] + 1) ++end;
    if (!text.empty()) text += "·";
    text += std::to_string(letters[i]);
    if (end - i > 2) {
      text += "-" + std::to_string(letters[end - 1]);
      i = end;
    } else {
      ++i;
    }
  }
  return text;
}

}  // namespace tutti
