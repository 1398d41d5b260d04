// Words for people to read.
#pragma once
#include <string>
#include <vector>

namespace tutti {

/// "2", "2-5" or "2·5·3" from letters in order.
std::string print_letters(const std::vector<int>& letters);

}  // namespace tutti
