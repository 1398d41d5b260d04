// What memory holds, in symbols: not element by element but stretch by stretch.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tutti {

/// The elements [first, first + elements) of a source: a buffer as it was at the start, a message, or the combination
/// of two sources, element by element.
struct Stretch {
  int source;
  std::int64_t first, elements;
  bool operator==(const Stretch&) const = default;
};

/// Side by side, none of them empty, and no two that could be one. So equal contents are equal vectors.
using Contents = std::vector<Stretch>;

void append(Contents& to, const Stretch& more);

/// Numbers sources; the same combination is the same source.
class Sources {
 public:
  int fresh() { return count_++; }
  /// left·right, element by element; as many elements on both sides.
  Contents fold(const Contents& left, const Contents& right);

 private:
  struct Pair {
    int left, right;
    std::int64_t shift;  ///< which element of `right` meets element 0 of `left`
    bool operator==(const Pair&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Pair& p) const;
  };
  int of(const Pair& pair);

  int count_ = 0;
  std::unordered_map<Pair, int, Hash> pairs_;
  std::pair<Pair, int> last_{{-1, -1, 0}, -1};  ///< neighbours mostly have the same
};

/// The contents of one area. Elements that were never written hold nothing.
class AreaContents {
 public:
  /// Nothing where some of the n elements hold nothing. O(log(stretches of the area) + stretches read).
  std::optional<Contents> read(std::int64_t at, std::int64_t n) const;
  /// O(stretches of the area), by moving memory.
  void write(std::int64_t at, const Contents& contents);

 private:
  struct Written {
    std::int64_t at;
    Stretch stretch;
    std::int64_t end() const { return at + stretch.elements; }
  };
  std::vector<Written> all_;  ///< apart and in order
};

}  // namespace tutti
