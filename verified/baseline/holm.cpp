#include "verified/baseline/holm.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::baseline {

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> corrected(p.size());
  double most = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    most = std::max(most, std::min(1.0, static_cast<double>(p.size() - k) * p[order[k]]));
    corrected[order[k]] = most;
  }
  return corrected;
}

}  // namespace tutti::baseline
