#include "verified/conform/judge/record_note.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace tutti::conform {
namespace {

constexpr double nano = 1e-9;

bool is_digest(const std::string& word) {
  return word.size() == 16 && word.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

CallTimes summarise(std::vector<double> times, int late) {
  std::ranges::sort(times);
  CallTimes result{{}, static_cast<int>(times.size()), late};
  const auto last = static_cast<double>(times.size() - 1);
  for (std::size_t i = 0; i < quantile_shares.size(); ++i)
    result.seconds[i] = times[static_cast<std::size_t>(std::lround(quantile_shares[i] * last))];
  return result;
}

std::string print(const Digests& digests) {
  std::string text = "digests";
  for (const auto& digest : digests.different) text += " " + digest;
  return text;
}

std::string print(const CallTimes& times) {
  std::string text = "times " + std::to_string(times.calls) + " " + std::to_string(times.late);
  for (const double seconds : times.seconds) text += " " + std::to_string(std::max(1LL, std::llround(seconds / nano)));
  return text;
}

std::optional<Digests> parse_digests(std::string_view note) {
  std::istringstream words{std::string(note)};
  std::string word;
  if (!(words >> word) || word != "digests") return std::nullopt;
  Digests digests;
  while (words >> word) {
    if (!is_digest(word)) return std::nullopt;
    digests.different.push_back(word);
  }
  return digests;
}

std::optional<CallTimes> parse_times(std::string_view note) {
  std::istringstream words{std::string(note)};
  std::string word;
  CallTimes times{};
  if (!(words >> word >> times.calls >> times.late) || word != "times" || times.calls < 1 || times.late < 0)
    return std::nullopt;
  double before = 0;
  for (double& seconds : times.seconds) {
    long long nanoseconds = 0;
    if (!(words >> nanoseconds) || nanoseconds < 1) return std::nullopt;
    seconds = static_cast<double>(nanoseconds) * nano;
    if (seconds < before) return std::nullopt;
    before = seconds;
  }
  return words >> word ? std::nullopt : std::optional(times);
}

}  // namespace tutti::conform
