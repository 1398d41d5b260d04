// The numbers by which one rank tells another what it has put into a ring of cells, and is told what it may overwrite:
// the protocol alone, for threads, processes and the model checker (tests/model/ring.cpp).
#pragma once
#include <cstddef>
#include <cstdint>

namespace tutti {

/// One rank writes and one reads (Lamport 1983, "Specifying concurrent program modules"). A cell is filled, and then
/// numbered with release; the reader sees the number with acquire, reads, and then counts the cell as taken with
/// release; a cell is filled again only where that count, loaded with acquire, includes what it held. So what is
/// written next never meets what is still read, whatever the two ranks called in between; and a writer looks at the
/// count only where it has seen none that is high enough: once in `cells` pieces. All numbers begin as 0.
///
/// Access has the type Number, and load_acquire() and store_release() of it.
template <class Access, std::size_t cells>
class RingWriter {
 public:
  using Number = typename Access::Number;

  /// Whether the next piece may be written, into next_cell().
  bool has_room(const Number& taken) { return written_ - known_taken_ < cells || has_been_taken(taken); }
  std::size_t next_cell() const { return static_cast<std::size_t>(written_ % cells); }
  /// The next piece is written, into the cell that has this number. Returns the number of the piece, from 1 on.
  std::uint64_t publish(Number& number) {
    Access::store_release(number, ++written_);
    return written_;
  }
  /// Whether the reader needs the piece of that number no more.
  bool is_taken(const Number& taken, std::uint64_t piece) {
    if (known_taken_ < piece) known_taken_ = Access::load_acquire(taken);
    return known_taken_ >= piece;
  }

 private:
  bool has_been_taken(const Number& taken) {
    known_taken_ = Access::load_acquire(taken);
    return written_ - known_taken_ < cells;
  }

  std::uint64_t written_ = 0, known_taken_ = 0;
};

template <class Access, std::size_t cells>
class RingReader {
 public:
  using Number = typename Access::Number;

  std::size_t next_cell() const { return static_cast<std::size_t>(read_ % cells); }
  /// Whether the next piece is there, by the number of next_cell().
  bool has_piece(const Number& number) const { return Access::load_acquire(number) == read_ + 1; }
  /// The piece that is there is needed no more.
  void take(Number& taken) { Access::store_release(taken, ++read_); }

 private:
  std::uint64_t read_ = 0;
};

}  // namespace tutti
