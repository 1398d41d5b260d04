// What memory holds, in symbols: not element by element but stretch by stretch.
#pragma once
#include <algorithm>
#include <array>
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
  bool continues_in(const Stretch& next) const { return source == next.source && first + elements == next.first; }
};

/// Stretches side by side, none of them empty, and no two that could be one. So equal contents are equal lists. A few,
/// as there are mostly, take no memory of their own.
class Contents {
 public:
  Contents() = default;
  explicit Contents(const Stretch& all) { append(all); }

  void append(const Stretch& more) {
    if (more.elements == 0) return;
    if (size_ > 0) {
      auto& last = size_ <= few ? few_[size_ - 1] : many_.back();
      if (last.continues_in(more)) {
        last.elements += more.elements;
        return;
      }
    }
    if (size_ < few)
      few_[size_++] = more;
    else
      append_to_many(more);
  }
  void append(const Contents& more) {
    for (const auto& s : more) append(s);
  }

  std::size_t size() const { return size_; }
  const Stretch* begin() const { return size_ <= few ? few_.data() : many_.data(); }
  const Stretch* end() const { return begin() + size_; }
  bool operator==(const Contents& other) const { return std::ranges::equal(*this, other); }

 private:
  static constexpr std::size_t few = 4;
  void append_to_many(const Stretch& more);

  std::size_t size_ = 0;
  std::array<Stretch, few> few_;
  std::vector<Stretch> many_;  ///< all of them, where they are more than a few
};

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
  /// Whether each of the n elements holds something.
  bool holds(std::int64_t at, std::int64_t n) const;
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
  static constexpr auto end_of = [](const Written& w) { return w.end(); };
  std::vector<Written> all_;  ///< apart and in order, and no two neighbours that could be one
};

}  // namespace tutti
