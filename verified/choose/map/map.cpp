// One queue of pairs (p, algorithm), the largest p first, and `jobs` threads that empty it.
#include "verified/choose/map/map.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

namespace tutti {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

class Pricing {
 public:
  explicit Pricing(const MapRequest& request)
      : request_(request),
        map_{request.algorithms, request.ranks, request.bytes,
             std::vector(request.algorithms.size(), std::vector(request.ranks.size() * request.bytes.size(), none))} {}

  Map run() {
    {
      std::vector<std::jthread> others;
      for (int i = 1; i < request_.jobs; ++i) others.emplace_back([this] { work(); });
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(map_);
  }

 private:
  std::size_t tasks() const { return request_.ranks.size() * request_.algorithms.size(); }

  std::optional<std::size_t> next() {
    const std::scoped_lock lock(mutex_);
    if (failure_ || next_ == tasks()) return std::nullopt;
    return next_++;
  }

  void work() {
    try {
      while (const auto task = next()) {
        const auto count = request_.algorithms.size();
        price(*task % count, request_.ranks.size() - 1 - *task / count);
        const std::scoped_lock lock(mutex_);
        ++done_;
        if (request_.progress) request_.progress(done_, tasks());
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
    }
  }

  /// No two threads write to the same point of the same algorithm.
  void price(std::size_t algorithm, std::size_t column) {
    const int p = request_.ranks[column];
    const Algorithm* chosen[] = {request_.algorithms[algorithm]};
    for (const auto& candidate : candidates(chosen, p)) {
      PriceList prices(request_.profile, request_.model);
      for (std::size_t j = 0; j < request_.bytes.size(); ++j) {
        auto& best = map_.seconds[algorithm][column * request_.bytes.size() + j];
        best = std::min(best, prices.seconds(candidate, p, request_.root, request_.bytes[j]));
      }
    }
  }

  const MapRequest& request_;
  Map map_;

  std::mutex mutex_;  ///< guards what follows
  std::size_t next_ = 0, done_ = 0;
  std::exception_ptr failure_;
};

double least(const Map& map, std::size_t point) {
  double best = none;
  for (const auto& times : map.seconds) best = std::min(best, times[point]);
  return best;
}

std::vector<int> fastest_ones(const Map& map, std::size_t point) {
  std::vector<int> all;
  const double best = least(map, point);
  for (std::size_t a = 0; a < map.seconds.size(); ++a)
    if (best < none && map.seconds[a][point] <= best * (1 + 1e-9)) all.push_back(static_cast<int>(a));
  return all;
}

std::size_t points(const Map& map) { return map.ranks.size() * map.bytes.size(); }

}  // namespace

std::vector<int> map_ranks() {
  constexpr int smallest = 2, largest = 1024, all_up_to = 17;
  std::vector<int> ranks;
  for (int p = smallest; p <= largest; ++p) {
    const int q = floor2(p);
    if (p <= all_up_to || p % (q / 4) == 0 || p == q + 1 || p == 2 * q - 1) ranks.push_back(p);
  }
  return ranks;
}

std::vector<double> map_bytes() {
  std::vector<double> bytes;
  for (int half_octaves = 6; half_octaves <= 48; ++half_octaves)
    bytes.push_back(std::round(std::exp2(half_octaves / 2.0)));
  return bytes;
}

Map price_map(const MapRequest& request) { return Pricing(request).run(); }

std::vector<int> fastest(const Map& map) {
  std::vector<int> wins(map.algorithms.size(), 0), winners(points(map), -1);
  for (std::size_t i = 0; i < winners.size(); ++i)
    if (const auto all = fastest_ones(map, i); all.size() == 1) ++wins[static_cast<std::size_t>(all.front())];
  for (std::size_t i = 0; i < winners.size(); ++i) {
    const auto all = fastest_ones(map, i);
    const auto best =
        std::ranges::max_element(all, {}, [&](int algorithm) { return wins[static_cast<std::size_t>(algorithm)]; });
    if (best != all.end()) winners[i] = *best;
  }
  return winners;
}

std::vector<double> ratios(const Map& map, int named) {
  std::vector<double> all(points(map), none);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double time = map.seconds[static_cast<std::size_t>(named)][i], best = least(map, i);
    if (time < none) all[i] = time <= best ? 1 : time / best;
  }
  return all;
}

}  // namespace tutti
