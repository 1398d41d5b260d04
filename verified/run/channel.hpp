// Messages from one rank to another through memory that both can see, or told of there and read from the sender's own.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tutti {

/// The shared memory of one ordered pair of ranks: a ring of cells, each with a number that says what it holds. It
/// begins as zeros. One rank writes and one reads (Lamport 1983, "Specifying concurrent program modules"): a cell is
/// filled, then numbered with release; the reader sees the number with acquire, reads, and then counts the cell as
/// taken with release; a cell is filled again only where that count, loaded with acquire, includes what it held. So
/// what is written next never meets what is still read, whatever the two ranks called in between, and a writer looks at
/// the count only where it has seen none that is high enough: once in `cells` cells.
struct ChannelMemory {
  static constexpr std::size_t cells = 16;
  static constexpr std::size_t line = 64;
  static constexpr std::size_t room = 4096;      ///< bytes of a message that one cell takes
  static constexpr std::size_t short_room = 32;  ///< of these, beside the number, in the same cache line

  struct alignas(line) Cell {
    std::atomic<std::uint64_t> number;  ///< n + 1 for the n-th piece of all that went through here
    std::uint64_t bytes;                ///< of the whole message
    const std::byte* offered;           ///< in the sender's own memory, where the message lies there; else null
    std::int32_t tag;
    std::uint32_t piece;  ///< bytes of it in this cell
    std::array<std::byte, short_room> data;
  };
  static_assert(sizeof(Cell) == line && std::atomic<std::uint64_t>::is_always_lock_free);

  alignas(line) std::atomic<std::uint64_t> taken;  ///< pieces that the reader needs no more
  std::array<Cell, cells> cell;
  alignas(line) std::array<std::array<std::byte, room>, cells> more;  ///< pieces that are longer than `short_room`
};

/// A message on its way. It begins with nothing written, and its bytes stay as they are until all are.
struct Outgoing {
  int tag;
  std::span<const std::byte> bytes;
  bool offered = false;  ///< to be read where it lies, which is over when the reader has taken it
  std::size_t written = 0;
  std::uint64_t begun = 0;  ///< the number of its last cell so far; 0 where there is none yet
  bool is_written() const { return begun > 0 && written == bytes.size(); }
};

/// The end at which messages are written, one after another.
class ChannelWriter {
 public:
  explicit ChannelWriter(ChannelMemory& memory) : memory_(&memory) {}

  /// Writes what there is room for, and says whether that was anything, or an offered message has been taken.
  bool write(Outgoing& message);

 private:
  bool has_room();
  bool offer(Outgoing& message);
  ChannelMemory::Cell& next() { return memory_->cell[written_ % ChannelMemory::cells]; }

  ChannelMemory* memory_;
  std::uint64_t written_ = 0, known_taken_ = 0;
};

/// The end at which they are read.
class ChannelReader {
 public:
  explicit ChannelReader(ChannelMemory& memory) : memory_(&memory) {}

  struct Piece {
    int tag;
    std::size_t bytes;                ///< of the whole message
    std::span<const std::byte> data;  ///< stays as it is until take()
    const std::byte* offered;         ///< where the whole of it lies in the sender's memory until then; or null
  };
  /// Whether the next piece is there.
  bool has_piece() const { return next().number.load(std::memory_order_acquire) == read_ + 1; }
  /// The next piece, which is there.
  Piece piece() const;
  void take();

 private:
  const ChannelMemory::Cell& next() const { return memory_->cell[read_ % ChannelMemory::cells]; }

  ChannelMemory* memory_;
  std::uint64_t read_ = 0;
};

}  // namespace tutti
