// LIST, the syntax "2-9,13,16" for numbers on the command line.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::cli {

/// No p on the command line is larger.
inline constexpr int largest_p = 1 << 24;

/// The number that `text`, the value of `option`, is. UsageError where it is none or not in [least, most].
int parse_number(std::string_view option, std::string_view text, int least, int most);

/// The numbers of a LIST, ascending, each once. UsageError where it is malformed or a number is not in [least, most].
std::vector<int> parse_list(std::string_view option, std::string_view text, int least, int most);

/// The sizes in bytes of a list such as "8,32K,1M" (K is 1024), ascending, each once. UsageError where one is none, or
/// is above 2^50.
std::vector<std::int64_t> parse_sizes(std::string_view option, std::string_view text);

/// Ascending numbers as a LIST: "1-5,8".
std::string format_list(const std::vector<int>& numbers);

}  // namespace tutti::cli
