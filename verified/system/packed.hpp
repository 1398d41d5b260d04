// Values as bytes, for the way between this process and a child of it.
#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

struct Packer {
  std::vector<std::byte> bytes = {};

  void put(std::span<const std::byte> raw) { bytes.insert(bytes.end(), raw.begin(), raw.end()); }
  void put(std::size_t number) { put(std::as_bytes(std::span(&number, 1))); }
  void put(int number) { put(static_cast<std::size_t>(number)); }
  void put(bool flag) { put(static_cast<std::size_t>(flag)); }
  void put(double number) { put(std::as_bytes(std::span(&number, 1))); }
  void put(const std::vector<std::byte>& vector) {
    put(vector.size());
    put(std::span(vector));
  }
  void put(std::string_view text) {
    put(text.size());
    put(std::as_bytes(std::span(text)));
  }
};

/// Gives zeros and empty vectors behind the end; `whole` is false from then on.
struct Unpacker {
  std::span<const std::byte> bytes;
  bool whole = true;

  std::span<const std::byte> take(std::size_t n) {
    whole = whole && n <= bytes.size();
    const auto taken = bytes.first(whole ? n : 0);
    bytes = bytes.subspan(taken.size());
    return taken;
  }
  std::size_t size() {
    std::size_t number = 0;
    if (const auto taken = take(sizeof number); whole) std::memcpy(&number, taken.data(), sizeof number);
    return number;
  }
  int number() { return static_cast<int>(size()); }
  bool flag() { return size() != 0; }
  double real() {
    double number = 0;
    if (const auto taken = take(sizeof number); whole) std::memcpy(&number, taken.data(), sizeof number);
    return number;
  }
  std::vector<std::byte> vector() {
    const auto taken = take(size());
    return {taken.begin(), taken.end()};
  }
  std::string text() {
    const auto taken = take(size());
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }
};

}  // namespace tutti
