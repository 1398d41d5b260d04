// Messages from one rank to another through memory that both can see, or told of there and read from the sender's own.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verified/run/ring.hpp"

namespace tutti {

/// In memory that two processes share.
struct SharedNumbers {
  using Number = std::atomic<std::uint64_t>;
  static_assert(Number::is_always_lock_free);
  static std::uint64_t load_acquire(const Number& n) { return n.load(std::memory_order_acquire); }
  static void store_release(Number& n, std::uint64_t value) { n.store(value, std::memory_order_release); }
};

/// The shared memory of one ordered pair of ranks: a ring of cells (ring.hpp), which begins as zeros.
struct ChannelMemory {
  static constexpr std::size_t cells = 16;
  static constexpr std::size_t line = 64;
  static constexpr std::size_t room = 4096;      ///< bytes of a message that one cell takes
  static constexpr std::size_t short_room = 32;  ///< of these, beside the number, in the same cache line

  struct alignas(line) Cell {
    SharedNumbers::Number number;  ///< of the piece, among all that went through here
    std::uint64_t bytes;           ///< of the whole message
    const std::byte* offered;      ///< in the sender's own memory, where the message lies there; else null
    std::int32_t tag;
    std::uint32_t piece;  ///< bytes of it in this cell
    std::array<std::byte, short_room> data;
  };
  static_assert(sizeof(Cell) == line);

  alignas(line) SharedNumbers::Number taken;  ///< pieces that the reader needs no more
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
  bool has_room() { return ring_.has_room(memory_->taken); }
  bool offer(Outgoing& message);
  ChannelMemory::Cell& next() { return memory_->cell[ring_.next_cell()]; }

  ChannelMemory* memory_;
  RingWriter<SharedNumbers, ChannelMemory::cells> ring_;
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
  bool has_piece() const { return ring_.has_piece(next().number); }
  /// The next piece, which is there.
  Piece piece() const;
  void take() { ring_.take(memory_->taken); }

 private:
  const ChannelMemory::Cell& next() const { return memory_->cell[ring_.next_cell()]; }

  ChannelMemory* memory_;
  RingReader<SharedNumbers, ChannelMemory::cells> ring_;
};

}  // namespace tutti
