#include "verified/run/channel.hpp"

#include <algorithm>
#include <cstring>

namespace tutti {

bool ChannelWriter::offer(Outgoing& message) {
  if (message.begun == 0) {
    if (!has_room()) return false;
    auto& cell = next();
    cell.bytes = message.bytes.size();
    cell.offered = message.bytes.data();
    cell.tag = message.tag;
    cell.piece = 0;
    message.begun = ring_.publish(cell.number);
    return true;
  }
  if (!ring_.is_taken(memory_->taken, message.begun)) return false;
  message.written = message.bytes.size();
  return true;
}

bool ChannelWriter::write(Outgoing& message) {
  if (message.is_written()) return false;
  if (message.offered && !message.bytes.empty()) return offer(message);
  bool any = false;
  while (!message.is_written() && has_room()) {
    auto& cell = next();
    const auto piece = std::min(message.bytes.size() - message.written, ChannelMemory::room);
    auto* to = piece <= ChannelMemory::short_room ? cell.data.data() : memory_->more[ring_.next_cell()].data();
    if (piece > 0) std::memcpy(to, message.bytes.data() + message.written, piece);
    cell.bytes = message.bytes.size();
    cell.offered = nullptr;
    cell.tag = message.tag;
    cell.piece = static_cast<std::uint32_t>(piece);
    message.begun = ring_.publish(cell.number);
    message.written += piece;
    any = true;
  }
  return any;
}

ChannelReader::Piece ChannelReader::piece() const {
  const auto& cell = next();
  const auto* data =
      cell.piece <= ChannelMemory::short_room ? cell.data.data() : memory_->more[ring_.next_cell()].data();
  return {cell.tag, cell.bytes, {data, cell.piece}, cell.offered};
}

}  // namespace tutti
