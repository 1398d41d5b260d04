// Channels in shared memory: two threads that write and read at any speed.
#include "verified/run/channel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "tests/support/property.hpp"

namespace tutti {
namespace {

using Bytes = std::vector<std::byte>;
constexpr auto cells = ChannelMemory::cells, room = ChannelMemory::room, short_room = ChannelMemory::short_room;

/// Zeros, as a new file has.
struct FreshMemory {
  std::unique_ptr<ChannelMemory> memory = std::make_unique<ChannelMemory>();
  FreshMemory() { std::memset(static_cast<void*>(memory.get()), 0, sizeof *memory); }
};

Bytes numbered(std::size_t bytes, std::size_t start) {
  Bytes all(bytes);
  for (std::size_t i = 0; i < bytes; ++i) all[i] = static_cast<std::byte>((start + i) * 31 + (start + i) / 256);
  return all;
}

std::size_t draw_size() {
  const std::size_t near[] = {0, 1, short_room, room, 2 * room, cells * room, (cells + 3) * room};
  const auto at = near[static_cast<std::size_t>(draw(static_cast<int>(std::size(near))))];
  return at + static_cast<std::size_t>(draw(3)) - (at > 0 ? 1 : 0);
}

/// Where this one goes slowly, the other one waits for it.
void dawdle(int one_in, std::size_t step) {
  if (one_in > 0 && step % static_cast<std::size_t>(one_in) == 0)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  else if (one_in == 0)
    std::this_thread::yield();
}

}  // namespace

TEST_CASE("what is written by one thread is read by another one: each message, with its tag, in order") {
  property(
      "two threads",
      [] {
        const auto n = static_cast<std::size_t>(1 + draw(60));
        std::vector<Bytes> messages;
        for (std::size_t i = 0; i < n; ++i) messages.push_back(numbered(draw_size(), 7 * i));
        const int writer_dawdles = draw(4), reader_dawdles = draw(4);
        const FreshMemory fresh;
        std::thread other([&] {
          ChannelWriter writer(*fresh.memory);
          for (std::size_t i = 0; i < n; ++i) {
            Outgoing message{.tag = static_cast<int>(i) - 3, .bytes = messages[i]};
            for (std::size_t step = 1; !message.is_written(); ++step) {
              writer.write(message);
              dawdle(writer_dawdles, step);
            }
          }
        });
        ChannelReader reader(*fresh.memory);
        std::vector<Bytes> read;
        std::vector<int> tags;
        for (std::size_t step = 1; read.size() < n; ++step) {
          Bytes message;
          std::size_t due = 0;
          do {
            while (!reader.has_piece()) std::this_thread::yield();
            const auto piece = reader.piece();
            if (message.empty()) tags.push_back(piece.tag);
            due = piece.bytes;
            message.insert(message.end(), piece.data.begin(), piece.data.end());
            reader.take();
            dawdle(reader_dawdles, step);
          } while (message.size() < due);
          read.push_back(std::move(message));
        }
        other.join();
        RC_ASSERT(read == messages);
        for (std::size_t i = 0; i < n; ++i) RC_ASSERT(tags[i] == static_cast<int>(i) - 3);
        RC_ASSERT(!reader.has_piece());
      },
      100);
}

TEST_CASE("no cell is filled again before it is taken, and what lies there stays as it is until then") {
  const FreshMemory fresh;
  ChannelWriter writer(*fresh.memory);
  ChannelReader reader(*fresh.memory);
  const auto write = [&](std::size_t number) {
    const auto bytes = numbered(number % 2 == 0 ? 8 : 100, number);
    Outgoing message{.tag = static_cast<int>(number), .bytes = bytes};
    return writer.write(message) && message.is_written();
  };
  for (std::size_t i = 0; i < cells; ++i) REQUIRE(write(i));
  CHECK_FALSE(write(cells));
  for (std::size_t i = 0; i < 5 * cells; ++i) {
    REQUIRE(reader.has_piece());
    const auto piece = reader.piece();
    CHECK_FALSE(write(cells + i));
    CHECK(piece.tag == static_cast<int>(i));
    CHECK(std::ranges::equal(piece.data, numbered(i % 2 == 0 ? 8 : 100, i)));
    reader.take();
    REQUIRE(write(cells + i));
  }
}

TEST_CASE("a message that is longer than all cells together is written as it is read, and says before how long it is") {
  const FreshMemory fresh;
  ChannelWriter writer(*fresh.memory);
  ChannelReader reader(*fresh.memory);
  const auto bytes = numbered(3 * cells * room + 5, 0);
  Outgoing message{.tag = 1, .bytes = bytes};
  Bytes read;
  while (read.size() < bytes.size()) {
    writer.write(message);
    REQUIRE(reader.has_piece());
    CHECK(reader.piece().bytes == bytes.size());
    read.insert(read.end(), reader.piece().data.begin(), reader.piece().data.end());
    reader.take();
  }
  CHECK(read == bytes);
  CHECK(message.is_written());
  CHECK_FALSE(writer.write(message));
}

TEST_CASE("a message that is offered takes one cell, says where it lies, and is over when it is taken, not before") {
  const FreshMemory fresh;
  ChannelWriter writer(*fresh.memory);
  ChannelReader reader(*fresh.memory);
  const auto bytes = numbered(3 * room, 0);
  Outgoing message{.tag = 5, .bytes = bytes, .offered = true};
  CHECK(writer.write(message));
  CHECK_FALSE(writer.write(message));
  CHECK_FALSE(message.is_written());
  REQUIRE(reader.has_piece());
  CHECK(reader.piece().tag == 5);
  CHECK(reader.piece().bytes == bytes.size());
  CHECK(reader.piece().offered == bytes.data());
  CHECK(reader.piece().data.empty());
  reader.take();
  CHECK_FALSE(reader.has_piece());
  CHECK(writer.write(message));
  CHECK(message.is_written());
  Outgoing next{.tag = 6, .bytes = std::span(bytes).first(8)};
  CHECK(writer.write(next));
  REQUIRE(reader.has_piece());
  CHECK(reader.piece().offered == nullptr);
}

TEST_CASE("an empty message is written and read once") {
  const FreshMemory fresh;
  ChannelWriter writer(*fresh.memory);
  ChannelReader reader(*fresh.memory);
  Outgoing message{.tag = 9, .bytes = {}};
  CHECK_FALSE(message.is_written());
  CHECK(writer.write(message));
  CHECK(message.is_written());
  CHECK_FALSE(writer.write(message));
  REQUIRE(reader.has_piece());
  CHECK(reader.piece().tag == 9);
  CHECK(reader.piece().data.empty());
  reader.take();
  CHECK_FALSE(reader.has_piece());
}

}  // namespace tutti
