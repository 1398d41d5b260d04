#include "verified/run/mpi/buffers.hpp"

#include <algorithm>
#include <string>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

[[noreturn]] void refuse(std::string_view name, const char* buffer, const char* why) {
  throw Error("the " + std::string(buffer) + " buffer of " + std::string(name) + " " + why);
}

std::uintptr_t address(const void* buffer, std::int64_t offset) {
  return reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uintptr_t>(offset);
}

void check_buffer(std::string_view name, const char* which, const void* buffer, const Reach& reach) {
  if (reach.data == 0) return;
  if (buffer == MPI_IN_PLACE) refuse(name, which, "is MPI_IN_PLACE, which is said when the call is prepared");
  if (address(buffer, reach.begin) < static_cast<std::uintptr_t>(never_mapped)) refuse(name, which, "is null");
}

}  // namespace

Reach Reach::of(const Layout& layout, std::int64_t origin, std::int64_t elements) {
  if (elements == 0 || layout.size == 0) return {};
  const auto last = checked_sum(origin, checked_product(elements - 1, layout.extent));
  Reach reach{.begin = checked_sum(std::min(origin, last), layout.true_lower),
              .end = checked_sum(std::max(origin, last), checked_sum(layout.true_lower, layout.true_extent)),
              .data = checked_product(elements, layout.size)};
  reach.gapless = reach.data == reach.end - reach.begin;
  return reach;
}

void Reach::add(const Reach& other) {
  if (other.data == 0) return;
  if (data == 0) {
    *this = other;
    return;
  }
  gapless = gapless && other.gapless && other.begin <= end && begin <= other.end;
  begin = std::min(begin, other.begin);
  end = std::max(end, other.end);
  data = checked_sum(data, other.data);
}

void check_buffers(std::string_view name, const void* send, const void* receive, const Reaches& reaches) {
  const auto& [sent, received] = reaches;
  check_buffer(name, "send", send, sent);
  check_buffer(name, "receive", receive, received);
  if (sent.gapless && received.gapless && meet(send, sent, receive, received))
    throw Error("the send and the receive buffer of " + std::string(name) + " overlap");
}

}  // namespace tutti::mpi
