#include "cli/common/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>

#include "cli/common/commands.hpp"

namespace tutti::cli {
namespace {

/// The number in decimal digits with an optional minus sign, one outside long long being the nearest in it.
std::optional<long long> number_in(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error != std::errc::result_out_of_range) return value;
  return text.front() == '-' ? std::numeric_limits<long long>::min() : std::numeric_limits<long long>::max();
}

int in_bounds(std::string_view option, std::string_view text, long long value, int least, int most) {
  if (value < least) throw UsageError(fmt::format("{} {}: must be at least {}", option, text, least));
  if (value > most) throw UsageError(fmt::format("{} {}: must be at most {}", option, text, most));
  return static_cast<int>(value);
}

struct Range {
  int first, last;
};

Range parse_range(std::string_view option, std::string_view item, int least, int most) {
  const auto dash = item.find('-', 1);
  const auto first = number_in(item.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number_in(item.substr(dash + 1));
  if (!first || !last)
    throw UsageError(fmt::format("{}: '{}' is neither a number nor a range; a LIST is like 2-9,13,16", option, item));
  const Range range{in_bounds(option, item, *first, least, most), in_bounds(option, item, *last, least, most)};
  if (range.first > range.last)
    throw UsageError(fmt::format("{}: '{}' runs backwards; write {}-{}", option, item, range.last, range.first));
  return range;
}

/// "32K" is 32 * 1024 bytes.
std::int64_t parse_size(std::string_view option, std::string_view text) {
  constexpr std::string_view suffixes = "KMG";
  const auto suffix = text.empty() ? suffixes.npos : suffixes.find(text.back());
  const int shift = suffix == suffixes.npos ? 0 : 10 * static_cast<int>(suffix + 1);
  std::int64_t bytes = -1;
  const auto last = text.data() + text.size() - (shift > 0 ? 1 : 0);
  const auto [end, error] = std::from_chars(text.data(), last, bytes);
  if (error != std::errc() || end != last || bytes < 0 || bytes > (std::int64_t{1} << 50 >> shift))
    throw UsageError(
        fmt::format("{}: '{}' is no size; write it like 8, 32K, 1M or 2G, up to 2^50 bytes", option, text));
  return bytes << shift;
}

}  // namespace

int parse_number(std::string_view option, std::string_view text, int least, int most) {
  const auto value = number_in(text);
  if (!value) throw UsageError(fmt::format("{}: '{}' is not a whole number", option, text));
  return in_bounds(option, text, *value, least, most);
}

std::vector<int> parse_list(std::string_view option, std::string_view text, int least, int most) {
  std::vector<Range> ranges;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    ranges.push_back(parse_range(option, rest.substr(0, comma), least, most));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(ranges, {}, &Range::first);
  std::vector<int> numbers;  // each once from the start: ranges that are named often must not fill the memory
  for (const auto& range : ranges) {
    if (!numbers.empty() && range.last <= numbers.back()) continue;
    const int first = numbers.empty() ? range.first : std::max(range.first, numbers.back() + 1);
    numbers.resize(numbers.size() + static_cast<std::size_t>(range.last - first) + 1);
    std::iota(numbers.end() - (range.last - first + 1), numbers.end(), first);
  }
  return numbers;
}

std::vector<std::int64_t> parse_sizes(std::string_view option, std::string_view text) {
  std::vector<std::int64_t> sizes;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    sizes.push_back(parse_size(option, rest.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::string format_list(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - i < 3) end = i + 1;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (end - i > 1) text += "-" + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

}  // namespace tutti::cli
