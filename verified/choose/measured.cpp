#include "verified/choose/measured.hpp"

#include <algorithm>

namespace tutti {

double MeasuredCandidate::seconds(double bytes) const {
  if (bytes <= times.front().bytes || times.size() == 1) return times.front().seconds;
  auto above = std::ranges::lower_bound(times, bytes, {}, &MeasuredTime::bytes);
  if (above == times.end()) --above;
  const auto &b = *above, &a = *std::prev(above);
  const double per_byte = (b.seconds - a.seconds) / (b.bytes - a.bytes);
  return bytes > b.bytes && per_byte < 0 ? b.seconds : a.seconds + per_byte * (bytes - a.bytes);
}

const MeasuredCollective* find_measured(std::span<const MeasuredCollective> all, Collective collective, int ranks) {
  const auto at = std::ranges::find_if(
      all, [&](const MeasuredCollective& m) { return m.collective == collective && m.ranks == ranks; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace tutti
