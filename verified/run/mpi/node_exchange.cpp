#include "verified/run/mpi/node_exchange.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

std::size_t bytes_of(const Transfer& t, const Wire& wire) {
  return static_cast<std::size_t>(byte_offset(t.elements, wire.layout.size));
}

/// Where the data of the element begins whose origin this is.
std::byte* data_at(std::byte* origin, const Wire& wire) { return moved(origin, wire.layout.true_lower); }

}  // namespace

void NodeExchange::begin(Node& node, const Wire& wire, const Address& address) {
  sent_ = received_ = filled_ = 0;
  is_coming_ = false;
  for (auto& s : sends_) {
    const auto bytes = bytes_of(s.transfer, wire);
    const std::byte* from = address(s.transfer.place);
    if (wire.is_memory) {
      from = data_at(const_cast<std::byte*>(from), wire);
    } else if (bytes > 0) {
      s.packed.resize(bytes);
      pack(wire.layout, from, s.transfer.elements, s.packed.data());
      from = s.packed.data();
    }
    node.note_sent(s.transfer.elements);
    s.message = {.tag = s.transfer.tag, .bytes = {from, bytes}, .offered = node.offers(bytes)};
  }
}

bool NodeExchange::progress(Node& node, const Wire& wire, const Address& address) {
  const bool sent = send(node.to(peer_));
  return receive(node, wire, address) || sent;
}

bool NodeExchange::send(ChannelWriter& writer) {
  bool any = false;
  for (; sent_ < sends_.size(); ++sent_) {
    any |= writer.write(sends_[sent_].message);
    if (!sends_[sent_].message.is_written()) break;
  }
  return any;
}

bool NodeExchange::find(const ChannelReader::Piece& first, const Wire& wire) {
  const auto open = receives_.begin() + static_cast<std::ptrdiff_t>(received_);
  const auto it = std::find_if(open, receives_.end(), [&](const Receive& r) { return r.transfer.tag == first.tag; });
  if (it == receives_.end()) return false;
  std::rotate(open, it, it + 1);
  const auto due = bytes_of(open->transfer, wire);
  if (first.bytes != due)
    throw Error("a message from rank " + std::to_string(peer_) + " has " + std::to_string(first.bytes) +
                " bytes where " + std::to_string(due) + " are due: the ranks passed different counts");
  return true;
}

bool NodeExchange::receive(Node& node, const Wire& wire, const Address& address) {
  auto& reader = node.from(peer_);
  bool any = false;
  while (received_ < receives_.size() && reader.has_piece()) {
    const auto piece = reader.piece();
    if (!is_coming_ && !find(piece, wire)) break;
    is_coming_ = true;
    auto& to = receives_[received_];
    if (piece.bytes > 0) {
      if (!wire.is_memory) to.packed.resize(piece.bytes);
      auto* into = wire.is_memory ? data_at(address(to.transfer.place), wire) : to.packed.data();
      if (piece.offered)
        node.read(peer_, piece.offered, {into, piece.bytes});
      else
        std::memcpy(into + filled_, piece.data.data(), piece.data.size());
    }
    filled_ += piece.offered ? piece.bytes : piece.data.size();
    const bool is_whole = filled_ == piece.bytes;
    reader.take();
    any = true;
    if (!is_whole) continue;
    if (!wire.is_memory && filled_ > 0)
      unpack(wire.layout, to.packed.data(), to.transfer.elements, address(to.transfer.place));
    ++received_;
    filled_ = 0;
    is_coming_ = false;
  }
  return any;
}

}  // namespace tutti::mpi
