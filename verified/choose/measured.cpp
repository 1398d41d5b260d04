#include "verified/choose/measured.hpp"

#include <algorithm>

namespace tutti {

double MeasuredTime::by(Way way) const {
  const double row = way == Way::alone ? seconds : in_row.value_or(seconds);
  return way == Way::changing ? changing.value_or(row) : row;
}

double MeasuredCandidate::seconds(double bytes, Way way) const {
  if (bytes <= times.front().bytes || times.size() == 1) return times.front().by(way);
  auto above = std::ranges::lower_bound(times, bytes, {}, &MeasuredTime::bytes);
  if (above == times.end()) --above;
  const auto &b = *above, &a = *std::prev(above);
  const double per_byte = (b.by(way) - a.by(way)) / (b.bytes - a.bytes);
  return bytes > b.bytes && per_byte < 0 ? b.by(way) : a.by(way) + per_byte * (bytes - a.bytes);
}

double worst_ratio(const MeasuredCandidate& candidate, std::span<const MeasuredCandidate* const> rivals, double bytes) {
  constexpr double no_time = 1e-12;  // a profile may say 0
  double worst = 1;
  for (const auto way : ways) {
    const auto seconds = [&](const MeasuredCandidate& c) { return std::max(c.seconds(bytes, way), no_time); };
    const double own = seconds(candidate);
    for (const auto* rival : rivals) worst = std::max(worst, own / seconds(*rival));
  }
  return worst;
}

const MeasuredCollective* find_measured(std::span<const MeasuredCollective> all, Collective collective, int ranks) {
  const auto at = std::ranges::find_if(
      all, [&](const MeasuredCollective& m) { return m.collective == collective && m.ranks == ranks; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace tutti
