#include "verified/choose/measured.hpp"

#include <algorithm>

namespace tutti {

namespace {

template <class Seconds>
double interpolate(const std::vector<MeasuredTime>& times, double bytes, Seconds seconds) {
  if (bytes <= times.front().bytes || times.size() == 1) return seconds(times.front());
  auto above = std::ranges::lower_bound(times, bytes, {}, &MeasuredTime::bytes);
  if (above == times.end()) --above;
  const auto &b = *above, &a = *std::prev(above);
  const double per_byte = (seconds(b) - seconds(a)) / (b.bytes - a.bytes);
  return bytes > b.bytes && per_byte < 0 ? seconds(b) : seconds(a) + per_byte * (bytes - a.bytes);
}

}  // namespace

double MeasuredCandidate::seconds(double bytes) const {
  return interpolate(times, bytes, [](const MeasuredTime& t) { return t.seconds; });
}

double MeasuredCandidate::seconds_in_row(double bytes) const {
  return interpolate(times, bytes, [](const MeasuredTime& t) { return t.in_row.value_or(t.seconds); });
}

double worst_ratio(const MeasuredCandidate& candidate, std::span<const MeasuredCandidate* const> rivals, double bytes) {
  constexpr double no_time = 1e-12;  // a profile may say 0
  const double own_alone = std::max(candidate.seconds(bytes), no_time);
  const double own_in_row = std::max(candidate.seconds_in_row(bytes), no_time);
  double alone = own_alone, in_row = own_in_row;
  for (const auto* rival : rivals) {
    alone = std::min(alone, std::max(rival->seconds(bytes), no_time));
    in_row = std::min(in_row, std::max(rival->seconds_in_row(bytes), no_time));
  }
  return std::max(own_alone / alone, own_in_row / in_row);
}

const MeasuredCollective* find_measured(std::span<const MeasuredCollective> all, Collective collective, int ranks) {
  const auto at = std::ranges::find_if(
      all, [&](const MeasuredCollective& m) { return m.collective == collective && m.ranks == ranks; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace tutti
